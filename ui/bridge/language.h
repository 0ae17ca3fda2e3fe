// The languages of the window, switched at once.
#pragma once
#include <QList>
#include <QString>

namespace visagist {

struct LanguageInfo {
    QString code;  ///< "en", "zh_CN"
    QString name;  ///< in the language itself
};

const QList<LanguageInfo>& languages();
/// The language of the desktop where we have it, else English.
QString systemLanguage();
/// Loads the texts; every widget gets a LanguageChange. An unknown code is English.
void applyLanguage(const QString& code);
QString currentLanguage();

}  // namespace visagist
