// The window: rail, workspaces, menu bar, status line, start page.
#pragma once
#include <QMainWindow>
#include <QUndoGroup>
#include <array>
#include <functional>

#include "ui/bridge/background_job.h"
#include "ui/bridge/project_session.h"
#include "ui/bridge/training_session.h"
#include "ui/bridge/window_settings.h"

class QActionGroup;
class QLabel;
class QMenu;
class QStackedWidget;

namespace visagist {

class FacesPage;
class FusePage;
class NoticeBar;
class Page;
class StartPage;
class StatusLine;
class SystemPage;
class TrainPage;
class WorkspaceRail;

class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    enum Workspace { Faces, Train, Checkpoints, Fuse, System, WorkspaceCount };

    explicit MainWindow(WindowSettings& settings, QWidget* parent = nullptr);
    ~MainWindow() override;

    /// False, and said in the window, where the project cannot be opened.
    bool openProject(const std::filesystem::path& path);
    bool createProject(const std::filesystem::path& path);
    void closeProject();
    void showWorkspace(Workspace workspace);
    Workspace workspace() const { return m_workspace; }

    /// Makes the demo people in `folder` beside the window, opens their project, goes to Train and trains for
    /// `minutes`.
    void startDemo(const std::filesystem::path& folder, double minutes = 5, int facesEach = 200);

    /// Ends the program without a question: a run is saved and stopped, an import is stopped, then the window
    /// closes. What SIGINT and SIGTERM do.
    void closeAtOnce();

    ProjectSession& session() { return m_session; }
    TrainingSession& training() { return m_training; }
    FacesPage& facesPage() const { return *m_facesPage; }
    FusePage& fusePage() const { return *m_fusePage; }
    SystemPage& systemPage() const { return *m_systemPage; }
    TrainPage& trainPage() const { return *m_trainPage; }
    StartPage& startPage() const { return *m_start; }
    StatusLine& statusLine() const { return *m_status; }
    NoticeBar& notice() const { return *m_notice; }
    /// Tests answer the question before closing while a run is on themselves.
    void setCloseQuestion(std::function<bool()> ask) { m_askClose = std::move(ask); }

protected:
    void closeEvent(QCloseEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void makePages();
    void makeCentre();
    void makeActions();
    void makeMenus();
    QAction* makeAction(const char* iconName, const QKeySequence& key, const std::function<void()>& run);
    void retranslate();
    void restorePlace();
    void projectChanged();
    void rememberProject();
    void fillRecent();
    void askNew();
    void askOpen();
    void askDemo();
    void demoMade(const JobOutcome& outcome, double minutes);
    void togglePanels();
    void nextArea(bool backwards);
    void setScheme(Scheme scheme);
    void setLanguage(const QString& code);
    void refreshUndo();
    void about();
    bool busy() const;
    void stopAll();
    void tell(const QString& sentence, bool failure);
    Page* page(int workspace) const;

    WindowSettings& m_settings;
    ProjectSession m_session;
    TrainingSession m_training;
    BackgroundJob m_demoJob;
    QUndoGroup m_undo;
    std::function<bool()> m_askClose;
    bool m_closing = false;
    double m_demoMinutes = 5;

    WorkspaceRail* m_rail;
    QStackedWidget* m_stack;
    StartPage* m_start;
    NoticeBar* m_notice;
    StatusLine* m_status;
    QLabel* m_projectName;
    FacesPage* m_facesPage;
    TrainPage* m_trainPage;
    FusePage* m_fusePage;
    SystemPage* m_systemPage;
    std::array<Page*, WorkspaceCount> m_pages{};
    Workspace m_workspace = Faces;

    QMenu *m_fileMenu, *m_recentMenu, *m_editMenu, *m_viewMenu, *m_languageMenu, *m_helpMenu;
    std::array<QMenu*, 3> m_pageMenus;  ///< Faces, Run, Fuse
    QAction *m_new, *m_open, *m_closeProject, *m_demo, *m_quit, *m_undoAction, *m_redoAction;
    QAction *m_leftPanel, *m_inspector, *m_fullScreen, *m_dark, *m_light, *m_nextArea, *m_previousArea;
    QAction *m_showLog, *m_about;
    std::array<QAction*, WorkspaceCount> m_go;
    QActionGroup* m_languages;
};

}  // namespace visagist
