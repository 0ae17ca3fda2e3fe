// What the window remembers between two starts: projects, place, theme, language.
#pragma once
#include <QList>
#include <QRect>
#include <QSettings>
#include <QString>
#include <filesystem>

#include "ui/theme/theme.h"

namespace visagist {

struct RecentProject {
    QString path;
    QStringList people;
    qint64 openedAt = 0;  ///< milliseconds since 1970, UTC
};

/// An INI file in the user's settings folder, or the one given. GUI thread.
class WindowSettings {
public:
    explicit WindowSettings(const QString& file = {});

    QList<RecentProject> recentProjects() const;  ///< newest first, at most 12
    void remember(const RecentProject& project);
    void forget(const QString& path);

    /// Null before the first run.
    QRect windowRect() const;
    bool windowMaximized() const;
    void setWindow(const QRect& rect, bool maximized);

    Scheme scheme() const;
    void setScheme(Scheme scheme);
    QString language() const;
    void setLanguage(const QString& code);

private:
    void write(const QList<RecentProject>& projects);
    mutable QSettings m_settings;
};

/// Where a window that wants to be at `wanted` comes to stand: the same place if its title can be reached on
/// one of the screens (their available areas, the first is the main one), else in the middle of the main
/// one; never larger than its screen.
QRect placedOnScreens(const QRect& wanted, const QList<QRect>& screens);

}  // namespace visagist
