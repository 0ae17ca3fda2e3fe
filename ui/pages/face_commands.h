// What can be undone in the faces workspace.
#pragma once
#include <QUndoCommand>
#include <functional>
#include <vector>

#include "core/store/face_table.h"

namespace visagist {

/// Runs a change of the project and says whether it was made.
using FaceChange = std::function<bool(const std::function<void(Database&)>&)>;

/// Excludes faces or takes them in again; those that are so already are left out.
class ExcludeFaces : public QUndoCommand {
public:
    ExcludeFaces(const QString& text, std::vector<std::int64_t> faces, bool excluded, FaceChange change);
    void redo() override { apply(m_excluded); }
    void undo() override { apply(!m_excluded); }

private:
    void apply(bool excluded);
    std::vector<std::int64_t> m_faces;
    bool m_excluded;
    FaceChange m_change;
};

/// Says that faces are another person's.
class MoveFaces : public QUndoCommand {
public:
    /// `faces` as they are before.
    MoveFaces(const QString& text, std::vector<Face> faces, std::int64_t person, FaceChange change);
    void redo() override;
    void undo() override;

private:
    std::vector<Face> m_faces;
    std::int64_t m_person;
    FaceChange m_change;
};

}  // namespace visagist
