#include "ui/main_window.h"

#include <QActionGroup>
#include <QApplication>
#include <QCloseEvent>
#include <QDateTime>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QPushButton>
#include <QScreen>
#include <QStackedWidget>

#include "core/base/log.h"
#include "core/data/demo_project.h"
#include "core/store/person_table.h"
#include "core/store/run_table.h"
#include "core/train/trainer.h"
#include "ui/bridge/language.h"
#include "ui/bridge/translate.h"
#include "ui/pages/faces_page.h"
#include "ui/pages/start_page.h"
#include "ui/theme/theme.h"
#include "ui/widgets/busy_bar.h"
#include "ui/widgets/notice_bar.h"
#include "ui/widgets/status_line.h"
#include "ui/widgets/workspace_rail.h"

namespace visagist {

namespace {

constexpr QSize kUsualSize(1440, 900), kLeastSize(1024, 640);

bool askWhetherToClose(QWidget* parent) {
    QMessageBox box(parent);
    box.setWindowTitle(MainWindow::tr("Stop training and close?"));
    box.setText(
        MainWindow::tr("A run is on. It is saved before the window closes, and can go on from there later."));
    QPushButton* stop = box.addButton(MainWindow::tr("Save, stop and close"), QMessageBox::AcceptRole);
    QPushButton* stay = box.addButton(MainWindow::tr("Keep training"), QMessageBox::RejectRole);
    box.setDefaultButton(stay);
    box.setEscapeButton(stay);
    box.exec();
    return box.clickedButton() == stop;
}

}  // namespace

MainWindow::MainWindow(WindowSettings& settings, QWidget* parent)
    : QMainWindow(parent), m_settings(settings) {
    setMinimumSize(kLeastSize);
    m_askClose = [this] { return askWhetherToClose(this); };
    makeCentre();
    makeActions();
    makeMenus();
    connect(m_rail, &WorkspaceRail::chosen, this,
            [this](int i) { showWorkspace(static_cast<Workspace>(i)); });
    connect(&m_session, &ProjectSession::projectChanged, this, &MainWindow::projectChanged);
    connect(&m_session, &ProjectSession::facesChanged, this, &MainWindow::rememberProject);
    connect(m_status, &StatusLine::logWanted, this, [this] { showWorkspace(System); });
    connect(m_start, &StartPage::newWanted, this, &MainWindow::askNew);
    connect(m_start, &StartPage::openWanted, this, &MainWindow::askOpen);
    connect(m_start, &StartPage::demoWanted, this, &MainWindow::askDemo);
    connect(m_start, &StartPage::projectChosen, this,
            [this](const QString& path) { openProject(toPath(path)); });
    connect(&m_start->busy(), &BusyBar::cancelled, this, [this] {
        m_start->busy().setStopping(tr("Stopping…"));
        m_demoJob.requestStop();
    });
    connect(&m_demoJob, &BackgroundJob::progressed, &m_start->busy(), &BusyBar::setProgress);
    connect(&m_demoJob, &BackgroundJob::finished, this,
            [this](const JobOutcome& outcome) { demoMade(outcome, m_demoMinutes); });
    connect(&m_training, &TrainingSession::finished, this, [this] {
        if (m_closing) close();
    });
    for (const auto signal : {&QUndoGroup::canUndoChanged, &QUndoGroup::canRedoChanged})
        connect(&m_undo, signal, this, &MainWindow::refreshUndo);
    connect(&m_undo, &QUndoGroup::indexChanged, this, &MainWindow::refreshUndo);
    retranslate();
    restorePlace();
}

// The pages look at members of the window, which go before its children do.
MainWindow::~MainWindow() { delete takeCentralWidget(); }

Page* MainWindow::page(int workspace) const { return m_pages[static_cast<std::size_t>(workspace)]; }

void MainWindow::restorePlace() {
    QList<QRect> screens;
    for (const QScreen* screen : QGuiApplication::screens()) screens += screen->availableGeometry();
    QRect wanted = m_settings.windowRect();
    if (wanted.isNull()) {
        wanted = QRect(QPoint(), kUsualSize);
        if (!screens.isEmpty()) wanted.moveCenter(screens.front().center());
    }
    const QRect placed = placedOnScreens(wanted, screens);
    resize(placed.size());
    move(placed.topLeft());
    if (m_settings.windowMaximized()) setWindowState(windowState() | Qt::WindowMaximized);
}

void MainWindow::tell(const QString& sentence, bool failure) {
    if (failure) {
        logError(sentence.toStdString());
        m_notice->tell(sentence, true);
    }
    m_status->tell(sentence);
}

bool MainWindow::openProject(const std::filesystem::path& path) {
    if (m_session.isOpen() && m_session.path() == path) return true;
    if (busy()) {
        tell(tr("Stop what is running in this project before another one is opened."), true);
        return false;
    }
    try {
        m_session.open(path);
    } catch (const std::exception& error) {
        tell(translated(error), true);
        return false;
    }
    m_notice->tell(QString(), false);
    if (m_session.isReadOnly())
        m_notice->tell(
            tr("The folder of this project cannot be written to: it can be looked at, but not changed."),
            false);
    rememberProject();
    showWorkspace(Faces);
    return true;
}

bool MainWindow::createProject(const std::filesystem::path& path) {
    if (busy()) return false;
    try {
        m_session.create(path);
    } catch (const std::exception& error) {
        tell(translated(error), true);
        return false;
    }
    m_notice->tell(QString(), false);
    rememberProject();
    showWorkspace(Faces);
    return true;
}

void MainWindow::closeProject() {
    if (busy()) {
        tell(tr("Stop what is running in this project before it is closed."), true);
        return;
    }
    m_session.close();
}

void MainWindow::rememberProject() {
    if (!m_session.isOpen()) return;
    QStringList names;
    try {
        for (const Person& person : people(m_session.database()))
            names += QString::fromStdString(person.name);
    } catch (const std::exception& error) {
        logWarning(error.what());
    }
    m_settings.remember({.path = fromPath(m_session.path()),
                         .people = names,
                         .openedAt = QDateTime::currentMSecsSinceEpoch()});
}

void MainWindow::projectChanged() {
    const bool open = m_session.isOpen();
    const QString name = open ? QString::fromStdString(m_session.project().name()) : QString();
    setWindowTitle(open ? tr("%1 – Visagist").arg(name) : QStringLiteral("Visagist"));
    m_projectName->setText(name);
    m_projectName->adjustSize();
    menuBar()->setCornerWidget(m_projectName, Qt::TopRightCorner);  // lays it out anew
    m_projectName->setToolTip(fromPath(m_session.path()));
    m_closeProject->setEnabled(open);
    for (int i = Faces; i < System; ++i) {  // System shows without a project too
        m_go[static_cast<std::size_t>(i)]->setEnabled(open);
        m_rail->button(i)->setEnabled(open);
        if (!open) m_rail->button(i)->setToolTip(tr("Open a project first."));
    }
    showWorkspace(m_workspace);
}

void MainWindow::showWorkspace(Workspace workspace) {
    const bool start = !m_session.isOpen() && workspace != System;
    m_workspace = workspace;
    if (start) m_start->reload();
    m_stack->setCurrentWidget(start ? static_cast<QWidget*>(m_start) : page(workspace));
    m_rail->setCurrent(start ? -1 : workspace);
    m_undo.setActiveStack(start ? nullptr : page(workspace)->undoStack());
    togglePanels();
    if (!start && page(workspace)->middle()) page(workspace)->middle()->setFocus(Qt::OtherFocusReason);
    refreshUndo();
}

void MainWindow::togglePanels() {
    for (Page* each : m_pages) {
        if (each->leftPanel()) each->leftPanel()->setVisible(m_leftPanel->isChecked());
        if (each->inspector()) each->inspector()->setVisible(m_inspector->isChecked());
    }
}

void MainWindow::nextArea(bool backwards) {
    const Page* shown = page(m_workspace);
    const bool start = m_stack->currentWidget() == m_start;
    QList<QWidget*> areas{m_rail};
    if (start)
        areas += m_start;
    else
        areas += {shown->leftPanel(), shown->middle(), shown->inspector()};
    areas += m_status;
    areas.removeIf([](QWidget* area) { return !area || !area->isVisible(); });
    qsizetype now = -1;
    for (qsizetype i = 0; i < areas.size(); ++i) {
        if (areas[i] == focusWidget() || areas[i]->isAncestorOf(focusWidget())) now = i;
    }
    for (qsizetype step = 1; step <= areas.size(); ++step) {
        QWidget* area = areas[(now + (backwards ? -step : step) + 2 * areas.size()) % areas.size()];
        QList<QWidget*> inside{area};
        inside += area->findChildren<QWidget*>();
        for (QWidget* each : inside) {
            if (!(each->focusPolicy() & Qt::TabFocus) || !each->isVisible() || !each->isEnabled()) continue;
            each->setFocus(Qt::ShortcutFocusReason);
            return;
        }
    }
}

void MainWindow::fillRecent() {
    m_recentMenu->clear();
    for (const RecentProject& project : m_settings.recentProjects()) {
        if (!QFileInfo::exists(project.path)) continue;
        QAction* action = m_recentMenu->addAction(QFileInfo(project.path).completeBaseName());
        action->setToolTip(project.path);
        connect(action, &QAction::triggered, this,
                [this, path = project.path] { openProject(toPath(path)); });
    }
    if (m_recentMenu->isEmpty()) m_recentMenu->addAction(tr("No project was opened yet."))->setEnabled(false);
}

void MainWindow::askNew() {
    QString name = QFileDialog::getSaveFileName(
        this, tr("New project"),
        QDir::homePath() + QLatin1Char('/') + tr("My project") + QStringLiteral(".visagist"),
        tr("Visagist projects") + QStringLiteral(" (*.visagist)"));
    if (name.isEmpty()) return;
    if (!name.endsWith(QLatin1StringView(".visagist"))) name += QLatin1StringView(".visagist");
    createProject(toPath(name));
}

void MainWindow::askOpen() {
    const QString name =
        QFileDialog::getOpenFileName(this, tr("Open project"), QDir::homePath(),
                                     tr("Visagist projects") + QStringLiteral(" (*.visagist)"));
    if (!name.isEmpty()) openProject(toPath(name));
}

void MainWindow::askDemo() {
    const QString folder = QFileDialog::getExistingDirectory(
        this, tr("Where shall the demo's folder be made?"), QDir::homePath());
    if (!folder.isEmpty()) startDemo(toPath(folder) / "visagist-demo");
}

void MainWindow::startDemo(const std::filesystem::path& folder, double minutes, int facesEach) {
    if (busy()) {
        tell(tr("Stop what is running before the demo begins."), true);
        return;
    }
    m_session.close();
    showWorkspace(Faces);
    m_demoMinutes = minutes;
    m_start->setBusy(true);
    m_start->busy().begin(tr("Drawing the demo people"));
    m_demoJob.start(
        [folder, facesEach](std::stop_token stop, const BackgroundJob::Report& report) -> std::any {
            return makeDemoProject({.folder = folder, .facesEach = facesEach}, stop,
                                   [&](int done, int total) { report(done, total); });
        });
}

void MainWindow::demoMade(const JobOutcome& outcome, double minutes) {
    m_start->busy().end();
    m_start->setBusy(false);
    if (m_closing) {
        close();
        return;
    }
    if (!outcome.succeeded()) {
        tell(translated(*outcome.error), !outcome.cancelled());
        return;
    }
    if (!openProject(std::any_cast<std::filesystem::path>(outcome.result))) return;
    showWorkspace(Train);
    if (minutes <= 0 || !runs(m_session.database()).empty()) return;  // made and trained before
    TrainRequest request;
    request.project = m_session.path();
    request.recipe = presetRecipe("sketch");
    request.recipe.train.minutes = minutes;
    request.name = tr("Demo").toStdString();
    m_training.start(makeTrainer(std::move(request)));
}

void MainWindow::setScheme(Scheme scheme) {
    m_settings.setScheme(scheme);
    if (auto* application = qobject_cast<QApplication*>(QCoreApplication::instance()))
        applyTheme(*application, scheme);
}

void MainWindow::setLanguage(const QString& code) {
    m_settings.setLanguage(code);
    applyLanguage(code);
}

void MainWindow::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QMainWindow::changeEvent(event);
}

void MainWindow::refreshUndo() {
    const auto show = [](QAction* action, bool possible, const QString& plain, const QString& what) {
        action->setEnabled(possible);
        action->setText(what.isEmpty() ? plain : QStringLiteral("%1: %2").arg(plain, what));
    };
    show(m_undoAction, m_undo.canUndo(), tr("Undo"), m_undo.undoText());
    show(m_redoAction, m_undo.canRedo(), tr("Redo"), m_undo.redoText());
}

void MainWindow::about() {
    QMessageBox::about(this, tr("About Visagist"),
                       tr("Visagist %1\n\nA studio for training networks that fuse faces.\nFree software "
                          "under the GNU General "
                          "Public License, version 3 or later.")
                           .arg(QCoreApplication::applicationVersion()));
}

bool MainWindow::busy() const {
    return isActive(m_training.state()) || m_facesPage->isImporting() || m_demoJob.isRunning();
}

void MainWindow::stopAll() {
    m_training.requestStop();
    m_demoJob.requestStop();
    m_facesPage->stopWork();
}

void MainWindow::closeAtOnce() {
    m_closing = true;
    close();
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (isActive(m_training.state()) && !m_closing && !m_askClose()) {
        event->ignore();
        return;
    }
    m_closing = true;
    stopAll();
    if (busy()) {  // closes when the run has been saved, see finished() of the session and of the demo
        tell(tr("Saving and stopping…"), false);
        event->ignore();
        return;
    }
    rememberProject();
    const bool filling = isMaximized() || isFullScreen();
    m_settings.setWindow(filling ? normalGeometry() : QRect(pos(), size()), isMaximized());
    event->accept();
}

}  // namespace visagist
