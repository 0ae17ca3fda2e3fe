// What people changed about faces, kept so that it can be taken back and done again, also after the program
// was closed.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "core/base/error.h"
#include "core/store/face_table.h"

namespace visagist {

struct FaceChange {
    std::int64_t face = 0;
    FaceState after;
};

struct FaceEdit {
    std::int64_t id = 0;
    std::int64_t time = 0;   ///< milliseconds since 1970, UTC
    Message label;           ///< as "Exclude %1 faces"
    std::int64_t faces = 0;  ///< that it changed
    bool undone = false;     ///< taken back, and can be done again
};

/// The edits that are kept; older ones can no longer be taken back.
inline constexpr std::int64_t kMostFaceEdits = 500;

/// Puts the faces into their new states, all or none, and remembers how they were. What was taken back before
/// can no longer be done again. Faces that are as wanted already are left out; nothing is remembered, and
/// nothing returned, where that is all of them. Throws Error(NotFound) for a face that is not there.
std::optional<std::int64_t> editFaces(Database& database, const Message& label,
                                      std::span<const FaceChange> changes);

/// The words for an edit of so many faces.
using EditLabel = std::function<Message(std::int64_t faces)>;

/// The same for whether faces are excluded, or whose they are, of any number of faces in a few statements.
/// Ids that are not there are passed over.
std::optional<std::int64_t> editExcluded(Database& database, std::span<const std::int64_t> ids, bool excluded,
                                         const EditLabel& label);
std::optional<std::int64_t> editPerson(Database& database, std::span<const std::int64_t> ids,
                                       std::int64_t person, const EditLabel& label);

/// All that are kept, oldest first: those that were done, then those that were taken back.
std::vector<FaceEdit> faceEdits(Database& database);
/// What undoFaceEdit() would take back, and redoFaceEdit() do again.
std::optional<FaceEdit> lastFaceEdit(Database& database);
std::optional<FaceEdit> nextFaceEdit(Database& database);

/// Only what the edit itself changed is put back; what else was changed about the faces since stays. Faces
/// that are gone are passed over. Returns the edit; nothing where there is none.
std::optional<FaceEdit> undoFaceEdit(Database& database);
std::optional<FaceEdit> redoFaceEdit(Database& database);

}  // namespace visagist
