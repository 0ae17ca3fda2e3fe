// What a run trains on: a frozen list of faces with their split, so that resuming sees the same faces in the
// same order.
#pragma once
#include <string>
#include <vector>

#include "core/store/database.h"

namespace visagist {

enum class Split { Train, Validation, Test };

struct DatasetFace {
    std::int64_t face = 0;
    std::int64_t person = 0;
    Split split = Split::Train;
};

struct Dataset {
    std::int64_t id = 0;
    std::int64_t createdAt = 0;
    std::vector<std::int64_t> people;  ///< person ids in the order of the network's codes
    std::vector<DatasetFace> faces;    ///< ordered by face id
};

std::int64_t insertDataset(Database& database, const Dataset& dataset);
Dataset dataset(Database& database, std::int64_t id);  ///< throws Error(NotFound)

}  // namespace visagist
