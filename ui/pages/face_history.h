// The edits of faces that the project keeps, as a stack that the window's undo and redo work on.
#pragma once
#include <QUndoStack>
#include <functional>
#include <optional>

#include "core/store/face_edit_table.h"

namespace visagist {

class FaceHistory {
public:
    /// Runs a change of the project and says whether it was made.
    using Attempt = std::function<bool(const std::function<void(Database&)>&)>;

    explicit FaceHistory(Attempt attempt) : m_attempt(std::move(attempt)) {}

    QUndoStack& stack() { return m_stack; }
    /// The stack as the project has it, in the window's language; empty without a project.
    void load(Database* database);
    /// Carries out an edit, which `edit` makes and returns the id of, and puts it on the stack.
    void carryOut(const std::function<std::optional<std::int64_t>(Database&)>& edit);

private:
    class StoredEdit;

    Attempt m_attempt;
    QUndoStack m_stack;
    bool m_mirroring = false;  ///< the stack follows what the project has done already
};

}  // namespace visagist
