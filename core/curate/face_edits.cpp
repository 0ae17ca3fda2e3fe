#include "core/curate/face_edits.h"

#include <vector>

namespace visagist {

namespace {

/// The changes of those faces that `change` makes another state of.
std::vector<FaceChange> changesOf(Database& database, std::span<const std::int64_t> ids, auto&& change) {
    std::vector<FaceChange> changes;
    for (const std::int64_t id : ids) {
        const auto face = findFace(database, id);
        if (!face) continue;
        FaceState after = stateOf(*face);
        change(after);
        if (!(after == stateOf(*face))) changes.push_back({id, std::move(after)});
    }
    return changes;
}

Message counted(const char* one, const char* several, std::size_t count) {
    return count == 1 ? Message{one, {}} : Message{several, {std::to_string(count)}};
}

}  // namespace

std::optional<std::int64_t> excludeFaces(Database& database, std::span<const std::int64_t> ids,
                                         bool excluded) {
    const auto changes = changesOf(database, ids, [&](FaceState& state) { state.excluded = excluded; });
    return editFaces(
        database,
        excluded
            ? counted(VISAGIST_TEXT("exclude a face"), VISAGIST_TEXT("exclude %1 faces"), changes.size())
            : counted(VISAGIST_TEXT("take in a face"), VISAGIST_TEXT("take in %1 faces"), changes.size()),
        changes);
}

std::optional<std::int64_t> moveFaces(Database& database, std::span<const std::int64_t> ids,
                                      std::int64_t person) {
    const auto changes = changesOf(database, ids, [&](FaceState& state) { state.person = person; });
    return editFaces(database,
                     counted(VISAGIST_TEXT("move a face"), VISAGIST_TEXT("move %1 faces"), changes.size()),
                     changes);
}

}  // namespace visagist
