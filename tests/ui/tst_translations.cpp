#include <QApplication>
#include <QDirIterator>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

#include "core/options/recipe.h"
#include "ui/bridge/language.h"
#include "ui/bridge/translate.h"
#include "ui/pages/import_report_dialog.h"
#include "ui/theme/theme.h"

using namespace visagist;

namespace {

struct Text {
    QString context, source, translation;
    bool unfinished = false;
};

QList<Text> textsOf(const QString& file) {
    QFile opened(file);
    if (!opened.open(QIODevice::ReadOnly)) qFatal("%s cannot be read", qPrintable(file));
    QXmlStreamReader xml(&opened);
    QList<Text> texts;
    QString context;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement) continue;
        if (xml.name() == QLatin1StringView("name")) context = xml.readElementText();
        if (xml.name() == QLatin1StringView("source"))
            texts += Text{context, xml.readElementText(), {}, false};
        if (xml.name() == QLatin1StringView("translation")) {
            texts.last().unfinished =
                xml.attributes().value(QLatin1StringView("type")) == QLatin1StringView("unfinished");
            texts.last().translation = xml.readElementText(QXmlStreamReader::IncludeChildElements);
            if (texts.last().translation.startsWith(QLatin1Char('\n')))
                texts.last().translation = texts.last().translation.trimmed();
        }
    }
    if (xml.hasError()) qFatal("%s is damaged", qPrintable(file));
    return texts;
}

/// Every text that core marks, found without lupdate: the literals behind VISAGIST_TEXT(.
QStringList markedTexts() {
    const QRegularExpression mark(
        QStringLiteral("VISAGIST_TEXT\\(\\s*((?:\"(?:[^\"\\\\]|\\\\.)*\"\\s*)+)\\)"));
    const QRegularExpression literal(QStringLiteral("\"((?:[^\"\\\\]|\\\\.)*)\""));
    QStringList texts;
    for (const char* folder : {"/core", "/ui"}) {
        QDirIterator sources(QStringLiteral(VISAGIST_SOURCE_DIR) + QLatin1StringView(folder),
                             {QStringLiteral("*.cpp"), QStringLiteral("*.h")}, QDir::Files,
                             QDirIterator::Subdirectories);
        while (sources.hasNext()) {
            QFile file(sources.next());
            if (!file.open(QIODevice::ReadOnly)) qFatal("%s cannot be read", qPrintable(file.fileName()));
            auto marks = mark.globalMatch(QString::fromUtf8(file.readAll()));
            while (marks.hasNext()) {
                QString text;
                auto parts = literal.globalMatch(marks.next().captured(1));
                while (parts.hasNext()) text += parts.next().captured(1);
                texts += text.replace(QLatin1StringView("\\\""), QLatin1StringView("\""))
                             .replace(QLatin1StringView("\\n"), QLatin1StringView("\n"));
            }
        }
    }
    return texts;
}

int placesIn(const QString& text) {
    int mask = 0;
    auto places = QRegularExpression(QStringLiteral("%([1-9n])")).globalMatch(text);
    while (places.hasNext()) {
        const QString which = places.next().captured(1);
        mask |= 1 << (which == QLatin1StringView("n") ? 0 : which.toInt());
    }
    return mask;
}

const QString kChinese = QStringLiteral(VISAGIST_SOURCE_DIR "/translations/visagist_zh_CN.ts");

}  // namespace

class TestTranslations : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { applyLanguage(QStringLiteral("en")); }

    void everyTextOfTheSourcesIsTranslated() {
        // Brings a copy up to date with the sources: what is new in them is unfinished there.
        QTemporaryDir folder;
        for (const char* name : {"visagist_zh_CN.ts", "visagist_en.ts"})
            QVERIFY(
                QFile::copy(QStringLiteral(VISAGIST_SOURCE_DIR "/translations/") + QLatin1StringView(name),
                            folder.filePath(QLatin1StringView(name))));
        QProcess update;
        update.start(
            QStringLiteral(VISAGIST_CMAKE),
            {QStringLiteral("-DLUPDATE=" VISAGIST_LUPDATE), QStringLiteral("-DSOURCE=" VISAGIST_SOURCE_DIR),
             QStringLiteral("-DTS=") + folder.path(),
             QStringLiteral("-DWORK=") + folder.filePath(QStringLiteral("work")), QStringLiteral("-P"),
             QStringLiteral(VISAGIST_SOURCE_DIR "/translations/update.cmake")});
        QVERIFY(update.waitForFinished(120000));
        QVERIFY2(update.exitCode() == 0, update.readAllStandardError());
        for (const char* name : {"visagist_zh_CN.ts", "visagist_en.ts"}) {
            const QList<Text> texts = textsOf(folder.filePath(QLatin1StringView(name)));
            QStringList missing;
            for (const Text& text : texts) {
                if (text.unfinished || text.translation.isEmpty())
                    missing += text.context + QStringLiteral(": ") + text.source;
            }
            QVERIFY(!texts.isEmpty());
            QVERIFY2(missing.isEmpty(), qPrintable(missing.join(QLatin1Char('\n'))));
        }
    }

    void everyMarkedTextOfCoreIsInTheContextCore() {
        QSet<QString> known;
        for (const Text& text : textsOf(kChinese)) {
            if (text.context == QLatin1StringView("core")) known.insert(text.source);
        }
        QStringList missing;
        const QStringList marked = markedTexts();
        for (const QString& text : marked) {
            if (!known.contains(text)) missing += text;
        }
        QVERIFY(marked.size() > 100);
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join(QLatin1Char('\n'))));
    }

    void translationsKeepThePlacesOfTheirArguments() {
        for (const Text& text : textsOf(kChinese))
            QVERIFY2(placesIn(text.source) == placesIn(text.translation),
                     qPrintable(text.source + QStringLiteral(" → ") + text.translation));
    }

    void chineseSentencesEndInChineseMarks() {
        for (const Text& text : textsOf(kChinese)) {
            if (text.source.size() < 12 || !text.source.endsWith(QLatin1Char('.'))) continue;
            QVERIFY2(text.translation.endsWith(QString::fromUtf8("。")), qPrintable(text.translation));
        }
    }

    void optionsAreShownInChinese() {
        applyLanguage(QStringLiteral("zh_CN"));
        for (const OptionInfo& option : optionTable()) {
            QVERIFY2(coreText(option.help) != QString::fromStdString(option.help), option.key.c_str());
            if (option.label.rfind("Adam", 0) != 0)
                QVERIFY2(coreText(option.label) != QString::fromStdString(option.label), option.key.c_str());
        }
        QCOMPARE(coreText("Learning rate"), QString::fromUtf8("学习率"));
    }

    void argumentsArePutIntoTheTranslatedSentence() {
        applyLanguage(QStringLiteral("zh_CN"));
        const Message message{"There is no checkpoint %1 in %2.", {"7", "a.visagist"}};
        QCOMPARE(translated(message), QString::fromUtf8("a.visagist 中没有检查点 7。"));
        applyLanguage(QStringLiteral("en"));
        QCOMPARE(translated(message), QStringLiteral("There is no checkpoint 7 in a.visagist."));
    }

    void whatHasNoTranslationStaysAsItIs() {
        applyLanguage(QStringLiteral("zh_CN"));
        QCOMPARE(coreText("émigré %1"), QString::fromUtf8("émigré %1"));
    }

    void pluralsAreRightInEnglish() {
        applyLanguage(QStringLiteral("en"));
        ImportReport report;
        report.faces = 1;
        QCOMPARE(ImportReportDialog::summary(report), QStringLiteral("1 face stored."));
        report.faces = 3;
        QCOMPARE(ImportReportDialog::summary(report), QStringLiteral("3 faces stored."));
    }

    void pluralsAreRightInChinese() {
        applyLanguage(QStringLiteral("zh_CN"));
        ImportReport report;
        report.faces = 3;
        QCOMPARE(ImportReportDialog::summary(report), QString::fromUtf8("已存入 3 张人脸。"));
    }

    void anUnknownLanguageIsEnglish() {
        applyLanguage(QStringLiteral("xx"));
        QCOMPARE(currentLanguage(), QStringLiteral("en"));
    }
};

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    applyTheme(application, Scheme::Dark);  // puts the resources in place
    TestTranslations test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_translations.moc"
