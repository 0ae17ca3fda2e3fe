// What the window shows while no project is open.
#pragma once
#include <QWidget>

#include "ui/bridge/window_settings.h"

class QLabel;
class QListWidget;
class QPushButton;

namespace visagist {

class BusyBar;

class StartPage : public QWidget {
    Q_OBJECT

public:
    explicit StartPage(WindowSettings& settings, QWidget* parent = nullptr);

    /// Reads the recent projects anew.
    void reload();
    BusyBar& busy() const { return *m_busy; }
    QPushButton* demoButton() const { return m_demo; }
    /// While the demo is made nothing else is begun.
    void setBusy(bool busy);

Q_SIGNALS:
    void newWanted();
    void openWanted();
    void demoWanted();
    void projectChosen(const QString& path);

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();

    WindowSettings& m_settings;
    QLabel *m_title, *m_promise, *m_recentHeading, *m_empty, *m_demoText;
    QListWidget* m_recent;
    QPushButton *m_new, *m_open, *m_demo;
    BusyBar* m_busy;
};

}  // namespace visagist
