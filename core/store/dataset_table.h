// What a run trains on: a frozen list of faces with their split, so that resuming sees the same faces in the
// same order.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "core/store/database.h"
#include "core/store/face_table.h"

namespace visagist {

enum class Split { Train, Validation, Test };

struct DatasetFace {
    std::int64_t face = 0;
    std::int64_t person = 0;
    Split split = Split::Train;
    std::string cropSha256{}, maskSha256{};  ///< of the pictures it had then; filled when read
};

/// Once stored it never changes but for its name and note: a version of the project's data.
struct Dataset {
    std::int64_t id = 0;
    std::int64_t createdAt = 0;
    std::string name{}, note{};        ///< a person's; "" for one that a run made for itself
    std::vector<std::int64_t> people;  ///< person ids in the order of the network's codes
    std::vector<DatasetFace> faces;    ///< ordered by face id
};

/// Stores the list, and of each face its alignment and pictures as they are now. One that is there already,
/// with the same people and faces in the same state and split, is taken instead, and gets the name where it
/// has none. Returns its id.
std::int64_t insertDataset(Database& database, const Dataset& dataset);
Dataset dataset(Database& database, std::int64_t id);  ///< throws Error(NotFound)

/// What a list of versions shows.
struct DatasetSummary {
    std::int64_t id = 0, createdAt = 0;
    std::string name, note;
    std::int64_t train = 0, validation = 0, test = 0;  ///< faces
    std::int64_t runs = 0;                             ///< that trained on it
};
std::vector<DatasetSummary> datasets(Database& database);  ///< newest first
/// Throws Error(NotFound).
void setDatasetName(Database& database, std::int64_t id, const std::string& name, const std::string& note);
/// What the faces of a dataset were, by face; `excluded` is false in all. Throws Error(NotFound).
std::map<std::int64_t, FaceState> datasetStates(Database& database, std::int64_t id);

}  // namespace visagist
