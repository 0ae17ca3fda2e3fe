// What the window is made of; how it behaves stands in main_window.cpp.
#include <QActionGroup>
#include <QApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "ui/bridge/language.h"
#include "ui/main_window.h"
#include "ui/pages/checkpoints_page.h"
#include "ui/pages/faces_page.h"
#include "ui/pages/fuse_page.h"
#include "ui/pages/start_page.h"
#include "ui/pages/system_page.h"
#include "ui/pages/train_page.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/notice_bar.h"
#include "ui/widgets/status_line.h"
#include "ui/widgets/workspace_rail.h"

namespace visagist {

void MainWindow::makePages() {
    m_start = new StartPage(m_settings);
    m_facesPage = new FacesPage(m_session);
    m_trainPage = new TrainPage(m_session, m_training);
    auto* checkpoints = new CheckpointsPage(m_session, m_training);
    m_fusePage = new FusePage(m_session);
    m_systemPage = new SystemPage(m_session);
    m_pages = {m_facesPage, m_trainPage, checkpoints, m_fusePage, m_systemPage};
    connect(checkpoints, &CheckpointsPage::fuseWanted, this, [this](std::int64_t checkpoint) {
        m_fusePage->useCheckpoint(checkpoint);
        showWorkspace(Fuse);
    });
    connect(checkpoints, &CheckpointsPage::branchWanted, this, [this](const CheckpointInfo& checkpoint) {
        m_trainPage->branchFrom(checkpoint);
        showWorkspace(Train);
    });
    const QStringList names{QStringLiteral("faces"), QStringLiteral("train"), QStringLiteral("checkpoints"),
                            QStringLiteral("fuse"), QStringLiteral("system")};
    m_stack = new QStackedWidget;
    m_stack->addWidget(m_start);
    for (Page* each : m_pages) {
        m_stack->addWidget(each);
        connect(each, &Page::told, m_status, &StatusLine::tell);
        connect(each, &Page::workspaceWanted, this, [this, names](const QString& name) {
            const qsizetype place = names.indexOf(name);
            if (place >= 0) showWorkspace(static_cast<Workspace>(place));
        });
        if (each->undoStack()) m_undo.addStack(each->undoStack());
    }
}

void MainWindow::makeCentre() {
    m_status = new StatusLine(m_training);
    m_rail = new WorkspaceRail;
    m_notice = new NoticeBar;
    makePages();
    auto* middle = new QVBoxLayout;
    middle->setSpacing(0);
    middle->addWidget(m_notice);
    middle->addWidget(m_stack, 1);
    auto* line = new QFrame;
    setKind(line, "upright");
    auto* row = new QHBoxLayout;
    row->setSpacing(0);
    row->addWidget(m_rail);
    row->addWidget(line);
    row->addLayout(middle, 1);
    auto* below = new QFrame;
    setKind(below, "separator");
    auto* centre = new QWidget;
    auto* column = new QVBoxLayout(centre);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(row, 1);
    column->addWidget(below);
    column->addWidget(m_status);
    setCentralWidget(centre);
}

QAction* MainWindow::makeAction(const char* iconName, const QKeySequence& key,
                                const std::function<void()>& run) {
    auto* action = new QAction(this);
    if (iconName) action->setIcon(icon(iconName));
    action->setShortcut(key);
    connect(action, &QAction::triggered, this, run);
    QWidget::addAction(action);
    return action;
}

void MainWindow::makeActions() {
    m_new = makeAction("plus", QKeySequence::New, [this] { askNew(); });
    m_open = makeAction("folder", QKeySequence::Open, [this] { askOpen(); });
    m_closeProject = makeAction(nullptr, QKeySequence(Qt::CTRL | Qt::Key_W), [this] { closeProject(); });
    m_demo = makeAction("play", {}, [this] { askDemo(); });
    m_quit = makeAction(nullptr, QKeySequence(Qt::CTRL | Qt::Key_Q), [this] { close(); });
    m_undoAction = makeAction("undo", QKeySequence::Undo, [this] { m_undo.undo(); });
    m_redoAction =
        makeAction("redo", QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), [this] { m_undo.redo(); });
    constexpr std::array icons{"faces", "train", "checkpoints", "fuse", "system"};
    for (int i = 0; i < WorkspaceCount; ++i) {
        const auto place = static_cast<std::size_t>(i);
        m_go[place] = makeAction(icons[place], QKeySequence(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_1 + i)),
                                 [this, i] { showWorkspace(static_cast<Workspace>(i)); });
    }
    m_leftPanel = makeAction(nullptr, QKeySequence(Qt::CTRL | Qt::Key_B), [this] { togglePanels(); });
    m_inspector = makeAction(nullptr, QKeySequence(Qt::CTRL | Qt::Key_I), [this] { togglePanels(); });
    m_fullScreen = makeAction(nullptr, QKeySequence(Qt::Key_F11),
                              [this] { setWindowState(windowState() ^ Qt::WindowFullScreen); });
    for (QAction* action : {m_leftPanel, m_inspector}) {
        action->setCheckable(true);
        action->setChecked(true);
    }
    m_dark = makeAction("moon", {}, [this] { setScheme(Scheme::Dark); });
    m_light = makeAction("sun", {}, [this] { setScheme(Scheme::Light); });
    auto* schemes = new QActionGroup(this);
    for (QAction* action : {m_dark, m_light}) {
        action->setCheckable(true);
        schemes->addAction(action);
    }
    (m_settings.scheme() == Scheme::Dark ? m_dark : m_light)->setChecked(true);
    m_nextArea = makeAction(nullptr, QKeySequence(Qt::Key_F6), [this] { nextArea(false); });
    m_previousArea = makeAction(nullptr, QKeySequence(Qt::SHIFT | Qt::Key_F6), [this] { nextArea(true); });
    m_showLog = makeAction("system", QKeySequence(Qt::CTRL | Qt::Key_L), [this] { showWorkspace(System); });
    m_about = makeAction("info", {}, [this] { about(); });
    m_languages = new QActionGroup(this);
    for (const LanguageInfo& language : languages()) {
        QAction* action = makeAction(nullptr, {}, [this, code = language.code] { setLanguage(code); });
        action->setText(language.name);
        action->setCheckable(true);
        action->setChecked(language.code == currentLanguage());
        m_languages->addAction(action);
    }
}

void MainWindow::makeMenus() {
    const auto add = [this] { return menuBar()->addMenu(QString()); };
    m_fileMenu = add();
    m_fileMenu->addActions({m_new, m_open});
    m_recentMenu = m_fileMenu->addMenu(QString());
    connect(m_recentMenu, &QMenu::aboutToShow, this, &MainWindow::fillRecent);
    m_fileMenu->addActions({m_closeProject, m_demo});
    m_fileMenu->addSeparator();
    m_fileMenu->addAction(m_quit);
    m_editMenu = add();
    m_editMenu->addActions({m_undoAction, m_redoAction});
    m_viewMenu = add();
    for (QAction* go : m_go) m_viewMenu->addAction(go);
    m_viewMenu->addSeparator();
    m_viewMenu->addActions({m_leftPanel, m_inspector, m_fullScreen, m_nextArea, m_previousArea});
    m_viewMenu->addSeparator();
    m_viewMenu->addActions({m_dark, m_light});
    m_languageMenu = m_viewMenu->addMenu(icon("language"), QString());
    m_languageMenu->addActions(m_languages->actions());
    const std::array<QList<QAction*>, 3> actions{
        m_pages[Faces]->menuActions(),
        m_pages[Train]->menuActions() + QList<QAction*>{nullptr} + m_pages[Checkpoints]->menuActions(),
        m_pages[Fuse]->menuActions()};
    for (std::size_t i = 0; i < actions.size(); ++i) {
        m_pageMenus[i] = add();
        for (QAction* action : actions[i]) {
            if (action)
                m_pageMenus[i]->addAction(action);
            else
                m_pageMenus[i]->addSeparator();
        }
    }
    m_helpMenu = add();
    m_helpMenu->addActions({m_showLog, m_about});
    m_projectName = new QLabel(menuBar());
    m_projectName->setContentsMargins(size::edge, 6, size::edge, 0);
    menuBar()->setCornerWidget(m_projectName, Qt::TopRightCorner);
}

void MainWindow::retranslate() {
    m_fileMenu->setTitle(tr("&File"));
    m_recentMenu->setTitle(tr("Open recent"));
    m_editMenu->setTitle(tr("&Edit"));
    m_viewMenu->setTitle(tr("&View"));
    m_languageMenu->setTitle(tr("Language"));
    m_pageMenus[0]->setTitle(tr("F&aces"));
    m_pageMenus[1]->setTitle(tr("&Run"));
    m_pageMenus[2]->setTitle(tr("F&use"));
    m_helpMenu->setTitle(tr("&Help"));
    m_new->setText(tr("New project…"));
    m_open->setText(tr("Open project…"));
    m_closeProject->setText(tr("Close project"));
    m_demo->setText(tr("Try the demo…"));
    m_quit->setText(tr("Quit"));
    m_leftPanel->setText(tr("Left panel"));
    m_inspector->setText(tr("Inspector"));
    m_fullScreen->setText(tr("Full screen"));
    m_nextArea->setText(tr("Next area"));
    m_previousArea->setText(tr("Previous area"));
    m_dark->setText(tr("Dark"));
    m_light->setText(tr("Light"));
    m_showLog->setText(tr("Show the log"));
    m_about->setText(tr("About Visagist"));
    const QStringList names{tr("Faces"), tr("Train"), tr("Checkpoints"), tr("Fuse"), tr("System")};
    m_rail->retranslate(names);
    for (int i = 0; i < WorkspaceCount; ++i) m_go[static_cast<std::size_t>(i)]->setText(names[i]);
    m_status->retranslate();
    refreshUndo();
    projectChanged();
}

}  // namespace visagist
