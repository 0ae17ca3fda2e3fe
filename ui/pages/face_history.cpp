#include "ui/pages/face_history.h"

#include <QScopedValueRollback>
#include <QUndoCommand>
#include <algorithm>

#include "ui/bridge/translate.h"

namespace visagist {

/// An edit that the project holds: undo and redo go on from wherever it is.
class FaceHistory::StoredEdit : public QUndoCommand {
public:
    StoredEdit(const FaceEdit& edit, FaceHistory& history)
        : QUndoCommand(translated(edit.label)), m_history(history) {}
    void undo() override {
        carryOut([](Database& database) { undoFaceEdit(database); });
    }
    void redo() override {
        carryOut([](Database& database) { redoFaceEdit(database); });
    }

private:
    void carryOut(const std::function<void(Database&)>& change) {
        // A change that failed has said so; the command is dropped.
        if (!m_history.m_mirroring) setObsolete(!m_history.m_attempt(change));
    }
    FaceHistory& m_history;
};

void FaceHistory::load(Database* database) {
    const QScopedValueRollback mirroring(m_mirroring, true);
    m_stack.clear();
    if (!database) return;
    const std::vector<FaceEdit> edits = faceEdits(*database);
    for (const FaceEdit& edit : edits) m_stack.push(new StoredEdit(edit, *this));
    m_stack.setIndex(static_cast<int>(std::ranges::count(edits, false, &FaceEdit::undone)));
}

void FaceHistory::carryOut(const std::function<std::optional<std::int64_t>(Database&)>& edit) {
    std::optional<FaceEdit> made;
    m_attempt([&](Database& database) {
        if (edit(database)) made = lastFaceEdit(database);
    });
    const QScopedValueRollback mirroring(m_mirroring, true);
    if (made) m_stack.push(new StoredEdit(*made, *this));
}

}  // namespace visagist
