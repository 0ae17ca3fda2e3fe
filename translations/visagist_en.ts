<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>visagist::ImportDialog</name>
    <message numerus="yes">
        <source>%n picture(s)</source>
        <translation>
            <numerusform>%n picture</numerusform>
            <numerusform>%n pictures</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n film(s)</source>
        <translation>
            <numerusform>%n film</numerusform>
            <numerusform>%n films</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) that cannot be read</source>
        <translation>
            <numerusform>%n file that cannot be read</numerusform>
            <numerusform>%n files that cannot be read</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n face(s) would be taken.</source>
        <translation>
            <numerusform>%n face would be taken.</numerusform>
            <numerusform>%n faces would be taken.</numerusform>
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
    <message numerus="yes">
        <source>%n frame(s) of films were looked at.</source>
        <translation>
            <numerusform>%n frame of films was looked at.</numerusform>
            <numerusform>%n frames of films were looked at.</numerusform>
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
