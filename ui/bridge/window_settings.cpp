#include "ui/bridge/window_settings.h"

#include <algorithm>

#include "ui/bridge/language.h"

namespace visagist {

namespace {
constexpr qsizetype kMostRecent = 12;
constexpr int kReachable = 120, kTitle = 40;  ///< px of a title that a mouse can take hold of
}  // namespace

WindowSettings::WindowSettings(const QString& file)
    : m_settings(file.isEmpty() ? QSettings(QSettings::IniFormat, QSettings::UserScope,
                                            QStringLiteral("visagist"), QStringLiteral("visagist"))
                                      .fileName()
                                : file,
                 QSettings::IniFormat) {}

QList<RecentProject> WindowSettings::recentProjects() const {
    QList<RecentProject> projects;
    const int count = m_settings.beginReadArray(QStringLiteral("recent"));
    for (int i = 0; i < count; ++i) {
        m_settings.setArrayIndex(i);
        projects += {.path = m_settings.value(QStringLiteral("path")).toString(),
                     .people = m_settings.value(QStringLiteral("people")).toStringList(),
                     .openedAt = m_settings.value(QStringLiteral("openedAt")).toLongLong()};
    }
    m_settings.endArray();
    return projects;
}

void WindowSettings::write(const QList<RecentProject>& projects) {
    m_settings.remove(QStringLiteral("recent"));
    m_settings.beginWriteArray(QStringLiteral("recent"), static_cast<int>(projects.size()));
    for (int i = 0; i < projects.size(); ++i) {
        m_settings.setArrayIndex(i);
        m_settings.setValue(QStringLiteral("path"), projects[i].path);
        m_settings.setValue(QStringLiteral("people"), projects[i].people);
        m_settings.setValue(QStringLiteral("openedAt"), projects[i].openedAt);
    }
    m_settings.endArray();
}

void WindowSettings::remember(const RecentProject& project) {
    QList<RecentProject> projects = recentProjects();
    projects.removeIf([&](const RecentProject& other) { return other.path == project.path; });
    projects.prepend(project);
    if (projects.size() > kMostRecent) projects.resize(kMostRecent);
    write(projects);
}

void WindowSettings::forget(const QString& path) {
    QList<RecentProject> projects = recentProjects();
    projects.removeIf([&](const RecentProject& other) { return other.path == path; });
    write(projects);
}

QRect WindowSettings::windowRect() const { return m_settings.value(QStringLiteral("window/rect")).toRect(); }

bool WindowSettings::windowMaximized() const {
    return m_settings.value(QStringLiteral("window/maximized"), false).toBool();
}

void WindowSettings::setWindow(const QRect& rect, bool maximized) {
    m_settings.setValue(QStringLiteral("window/rect"), rect);
    m_settings.setValue(QStringLiteral("window/maximized"), maximized);
}

Scheme WindowSettings::scheme() const {
    return m_settings.value(QStringLiteral("theme")).toString() == QLatin1StringView("light") ? Scheme::Light
                                                                                              : Scheme::Dark;
}

void WindowSettings::setScheme(Scheme scheme) {
    m_settings.setValue(QStringLiteral("theme"),
                        QString::fromLatin1(scheme == Scheme::Light ? "light" : "dark"));
}

QString WindowSettings::language() const {
    return m_settings.value(QStringLiteral("language"), systemLanguage()).toString();
}

void WindowSettings::setLanguage(const QString& code) {
    m_settings.setValue(QStringLiteral("language"), code);
}

QRect placedOnScreens(const QRect& wanted, const QList<QRect>& screens) {
    if (screens.isEmpty()) return wanted;
    const QRect title(wanted.topLeft(), QSize(wanted.width(), kTitle));
    const auto reachable = [&](const QRect& screen) {
        const QRect seen = screen.intersected(title);
        return seen.width() >= std::min(kReachable, wanted.width()) && seen.height() >= kTitle / 2;
    };
    const auto found = std::ranges::find_if(screens, reachable);
    const QRect screen = found == screens.end() ? screens.front() : *found;
    QRect result(wanted.topLeft(), wanted.size().boundedTo(screen.size()));
    if (found == screens.end()) result.moveCenter(screen.center());
    return result;
}

}  // namespace visagist
