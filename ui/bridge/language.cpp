#include "ui/bridge/language.h"

#include <QApplication>
#include <QFont>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>
#include <algorithm>

#include "ui/theme/theme.h"

namespace visagist {

namespace {

QString g_code = QStringLiteral("en");

/// The program's own texts, and those of Qt's dialogs.
QTranslator& translator(bool ofQt) {
    static QTranslator own, qt;
    return ofQt ? qt : own;
}

/// Latin letters as the desktop wants them; Chinese ones in the simplified forms.
void applyFont(QApplication& application, bool chinese) {
    QFont font = application.font();
    QStringList families = font.families();
    const QString simplified = QStringLiteral("Noto Sans CJK SC");
    families.removeAll(simplified);
    if (chinese) families.append(simplified);
    if (families == font.families()) return;
    font.setFamilies(families);
    application.setFont(font);
    applyTheme(application, currentScheme());  // the style sheet holds sizes of type
}

}  // namespace

const QList<LanguageInfo>& languages() {
    static const QList<LanguageInfo> all{{QStringLiteral("en"), QStringLiteral("English")},
                                         {QStringLiteral("zh_CN"), QString::fromUtf8("简体中文")}};
    return all;
}

QString systemLanguage() {
    return QLocale::system().language() == QLocale::Chinese ? QStringLiteral("zh_CN") : QStringLiteral("en");
}

QString currentLanguage() { return g_code; }

void applyLanguage(const QString& code) {
    const bool known =
        std::ranges::any_of(languages(), [&](const LanguageInfo& one) { return one.code == code; });
    g_code = known ? code : QStringLiteral("en");
    QLocale::setDefault(QLocale(g_code));
    for (const bool ofQt : {true, false}) {
        QTranslator& texts = translator(ofQt);
        QCoreApplication::removeTranslator(&texts);
        const QString file = (ofQt ? QStringLiteral("qtbase_") : QStringLiteral("visagist_")) + g_code;
        const QString folder =
            ofQt ? QLibraryInfo::path(QLibraryInfo::TranslationsPath) : QStringLiteral(":/i18n");
        if (texts.load(file, folder)) QCoreApplication::installTranslator(&texts);
    }
    if (auto* application = qobject_cast<QApplication*>(QCoreApplication::instance()))
        applyFont(*application, g_code == QLatin1StringView("zh_CN"));
}

}  // namespace visagist
