#include "core/curate/dataset_version.h"

#include <map>

#include "core/data/dataset_split.h"
#include "core/store/face_edit_table.h"

namespace visagist {

std::int64_t saveVersion(Database& database, const std::string& name, const std::string& note,
                         const DataOptions& options) {
    if (name.empty())
        throw Error(ErrorCode::InvalidArgument, VISAGIST_TEXT("A version of the data needs a name."));
    Dataset dataset = makeDataset(database, {}, options);
    if (dataset.faces.empty())
        throw Error(ErrorCode::InvalidArgument,
                    VISAGIST_TEXT("There are no faces to keep a version of. Import pictures first."));
    dataset.name = name;
    dataset.note = note;
    return insertDataset(database, dataset);
}

bool VersionDifference::empty() const {
    return added.empty() && removed.empty() && moved.empty() && realigned.empty() && remasked.empty() &&
           resplit.empty();
}

VersionDifference differenceOf(const Dataset& before, const Dataset& after) {
    VersionDifference difference;
    std::map<std::int64_t, const DatasetFace*> old;
    for (const DatasetFace& face : before.faces) old[face.face] = &face;
    for (const DatasetFace& face : after.faces) {
        const auto found = old.find(face.face);
        if (found == old.end()) {
            difference.added.push_back(face.face);
            continue;
        }
        const DatasetFace& was = *found->second;
        if (was.person != face.person) difference.moved.push_back(face.face);
        if (was.cropSha256 != face.cropSha256) difference.realigned.push_back(face.face);
        if (was.maskSha256 != face.maskSha256) difference.remasked.push_back(face.face);
        if (was.split != face.split) difference.resplit.push_back(face.face);
        old.erase(found);
    }
    for (const auto& [face, was] : old) difference.removed.push_back(face);
    return difference;
}

VersionDifference differenceFromNow(Database& database, const Dataset& before) {
    VersionDifference difference = differenceOf(before, makeDataset(database, {}, {}));
    difference.resplit.clear();
    return difference;
}

std::optional<std::int64_t> revertToVersion(Database& database, std::int64_t id) {
    const Dataset version = dataset(database, id);
    const std::map<std::int64_t, FaceState> states = datasetStates(database, id);
    std::vector<FaceChange> changes;
    for (const Face& face : faces(database, {.person = {}, .withExcluded = true})) {
        FaceChange change{.face = face.id, .after = stateOf(face)};
        if (const auto state = states.find(face.id); state != states.end()) {
            change.after = state->second;
        } else {
            change.after.excluded = true;
        }
        if (!(change.after == stateOf(face))) changes.push_back(std::move(change));
    }
    const Message label = version.name.empty()
                              ? Message{VISAGIST_TEXT("Back to version %1"), {std::to_string(id)}}
                              : Message{VISAGIST_TEXT("Back to “%1”"), {version.name}};
    return editFaces(database, label, changes);
}

}  // namespace visagist
