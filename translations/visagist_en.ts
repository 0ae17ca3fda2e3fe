<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>visagist::FacesPage</name>
    <message numerus="yes">
        <source>exclude %n face(s)</source>
        <translation>
            <numerusform>exclude %n face</numerusform>
            <numerusform>exclude %n faces</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>take in %n face(s)</source>
        <translation>
            <numerusform>take in %n face</numerusform>
            <numerusform>take in %n faces</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>move %n face(s)</source>
        <translation>
            <numerusform>move %n face</numerusform>
            <numerusform>move %n faces</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>visagist::ImportReportDialog</name>
    <message numerus="yes">
        <source>%n face(s) stored.</source>
        <translation>
            <numerusform>%n face stored.</numerusform>
            <numerusform>%n faces stored.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n picture(s) were imported before.</source>
        <translation>
            <numerusform>%n picture was imported before.</numerusform>
            <numerusform>%n pictures were imported before.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) were not taken.</source>
        <translation>
            <numerusform>%n file was not taken.</numerusform>
            <numerusform>%n files were not taken.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>visagist::OptionsForm</name>
    <message numerus="yes">
        <source>%n differ from the preset</source>
        <translation>
            <numerusform>%n differs from the preset</numerusform>
            <numerusform>%n differ from the preset</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>visagist::SystemPage</name>
    <message numerus="yes">
        <source>%n thread(s), %1</source>
        <translation>
            <numerusform>%n thread, %1</numerusform>
            <numerusform>%n threads, %1</numerusform>
        </translation>
    </message>
</context>
</TS>
