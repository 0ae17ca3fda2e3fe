// What a workspace is to the window.
#pragma once
#include <QList>
#include <QWidget>

#include "ui/bridge/project_session.h"

class QAction;
class QUndoStack;

namespace visagist {

/// One of the five workspaces. The window makes them all at its start, in the order of the rail:
///   FacesPage(ProjectSession&, QWidget*), TrainPage(ProjectSession&, TrainingSession&, QWidget*),
///   CheckpointsPage(ProjectSession&, TrainingSession&, QWidget*), FusePage(ProjectSession&, QWidget*),
///   SystemPage(ProjectSession&, QWidget*),
/// and owns the one TrainingSession, which lives as long as the window. A page listens to ProjectSession and
/// to the TrainingSession by itself. Where no project is open the window shows its start page instead, so a
/// page must bear a closed session, but need not show anything for it.
class Page : public QWidget {
    Q_OBJECT

public:
    explicit Page(ProjectSession& session, QWidget* parent = nullptr) : QWidget(parent), m_session(session) {}

    /// Sets every text of the page anew. The page calls it at the end of its constructor; Page calls it when
    /// the language changes.
    virtual void retranslate() = 0;
    /// What the window's menu bar shows of this page (Faces, Run, Fuse); a null pointer is a separator.
    virtual QList<QAction*> menuActions() const { return {}; }
    /// Hidden and shown by Ctrl+B and Ctrl+I; null where the page has none.
    virtual QWidget* leftPanel() const { return nullptr; }
    virtual QWidget* inspector() const { return nullptr; }
    /// What Edit, Undo and Redo act on while the page is shown; null where it has nothing to undo.
    virtual QUndoStack* undoStack() const { return nullptr; }
    /// Has the focus when the workspace is entered.
    virtual QWidget* middle() const { return nullptr; }

Q_SIGNALS:
    /// A sentence for the status line and, for failures, a bar in the window: translated already.
    void told(const QString& sentence);
    /// Asks the window for another workspace: "faces", "train", "checkpoints", "fuse", "system".
    void workspaceWanted(const QString& name);

protected:
    void changeEvent(QEvent* event) override;

    ProjectSession& m_session;
};

}  // namespace visagist
