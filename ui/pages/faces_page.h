// The workspace of pictures: people, the wall of their faces, and what is known of the chosen one.
#pragma once
#include <functional>

#include "core/curate/import_job.h"
#include "ui/bridge/background_job.h"
#include "ui/bridge/face_search.h"
#include "ui/models/face_list_model.h"
#include "ui/models/person_list_model.h"
#include "ui/pages/face_history.h"
#include "ui/pages/page.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QListView;
class QMenu;
class QPushButton;
class QSlider;
class QStackedWidget;
class QTimer;
class QToolButton;

namespace visagist {

class BusyBar;
class CoverageView;
class FaceEditor;
class FaceGrid;
class FaceInspector;
class NoticeBar;

class FacesPage : public Page {
    Q_OBJECT

public:
    explicit FacesPage(ProjectSession& session, QWidget* parent = nullptr);

    void retranslate() override;
    QList<QAction*> menuActions() const override;
    QWidget* leftPanel() const override { return m_left; }
    QWidget* inspector() const override { return m_right; }
    QWidget* middle() const override;
    QUndoStack* undoStack() const override { return &m_history.stack(); }

    /// The detectors that an import may use; until then those that need no LibTorch.
    void setDetectors(DetectorCatalogue detectors) { m_detectors = std::move(detectors); }
    /// Asks whose faces and what kind of pictures, then imports; with `again` also what was looked at before.
    void askAndImport(const std::vector<std::filesystem::path>& paths, bool again = false);
    /// Imports beside the window; importFinished() at the end.
    void startImport(const ImportRequest& request);
    bool isImporting() const { return m_import.isRunning(); }
    /// Measures the faces that are new or changed, and finds copies and strangers; lookedThrough() at the
    /// end.
    void startLookingThrough();
    /// Ends what is being done beside the window; what it did is kept.
    void stopWork();
    /// Excludes, or takes in again, what is selected; undoable.
    void setSelectionExcluded(bool excluded);
    void moveSelectionTo(const QString& person);
    /// The map of what the faces show, in place of the wall, or the wall again.
    void setCoverageShown(bool shown);
    /// Opens the chosen face to have its landmarks moved, or its mask painted.
    void editCurrent(bool mask);
    FaceEditor& editor() { return *m_editor; }
    /// Shows the faces that a query finds, in an order ("" as it is).
    void search(const QString& query, const QString& order = {});

Q_SIGNALS:
    void importFinished(const visagist::ImportReport& report);
    void lookedThrough();

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void makeActions();
    QWidget* makeLeft();
    QWidget* makeMiddle();
    QWidget* makeToolbar();
    QWidget* makeBottomBar();
    QWidget* makeEmptyState();
    void connectViews();

    void loadHistory();
    void reload();
    void applyFilter();
    void showSelection();
    void updateState();
    void fillMoveMenu();
    void askNewPerson();
    void showPersonMenu(const QPoint& place);
    void endImport(const JobOutcome& outcome);
    void endLookingThrough(const JobOutcome& outcome);
    bool isWorking() const { return m_import.isRunning() || m_curation.isRunning(); }
    void startSearch();
    void showFault(const QString& why);
    void openEditor();
    void refreshEditor();
    void closeEditor();
    /// The next face in the wall, or the one before; stays at the ends.
    void step(int by);
    bool isEditing() const;
    void fillSortings();
    FaceOrder order() const;
    void rememberOptions(const ImportOptions& options);
    void chooseFiles();
    void chooseFolder();
    std::vector<std::int64_t> selectedFaces() const;
    std::optional<Person> person(std::int64_t id) const;
    /// Runs a change of the project; false, and said in the window, where it failed.
    bool attempt(const std::function<void(Database&)>& change);

    FaceListModel m_faces;
    PersonListModel m_people;
    mutable FaceHistory m_history{[this](const auto& change) { return attempt(change); }};
    DetectorCatalogue m_detectors = detectorsOfFaceRoom();
    BackgroundJob m_import, m_curation;
    FaceSearch m_search;

    QAction *m_importFiles, *m_importFolder, *m_exclude, *m_include, *m_showExcluded, *m_newPerson;
    QMenu* m_moveMenu;
    QWidget *m_left = nullptr, *m_right = nullptr, *m_toolbar = nullptr, *m_bottomBar = nullptr;
    QLabel *m_peopleHeading, *m_count, *m_emptyText;
    QListView* m_peopleView;
    FaceGrid* m_grid;
    FaceInspector* m_inspector;
    QStackedWidget* m_stack;
    QLineEdit* m_query;
    QLabel* m_fault;  ///< what is wrong with the query
    QComboBox* m_sorting;
    QToolButton* m_descending;
    QTimer* m_typing;  ///< a search begins when nothing was typed for a moment
    QPushButton* m_curate;
    QAction *m_editLandmarks, *m_editMask, *m_lookThrough, *m_showCoverage, *m_showCopies, *m_showStrangers,
        *m_showBlurred;
    QMenu* m_curateMenu;
    QToolButton* m_coverageButton;
    CoverageView* m_coverage;
    bool m_inspectorWasShown = true;  ///< before a face was edited
    FaceEditor* m_editor;
    QSlider* m_thumbSize;
    QPushButton *m_importButton, *m_emptyImport, *m_move, *m_excludeButton;
    QToolButton* m_showExcludedButton;
    BusyBar* m_busy;
    NoticeBar* m_notice;
};

}  // namespace visagist
