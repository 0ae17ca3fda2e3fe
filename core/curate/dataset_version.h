// Versions of a project's data: what changed between two of them, and back to one.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/options/data_options.h"
#include "core/store/dataset_table.h"

namespace visagist {

/// Keeps the faces as they are now, all people's that are not excluded, split by `options`, under a name.
/// Returns the dataset's id, see insertDataset(). Throws Error(InvalidArgument) for no name or no faces.
std::int64_t saveVersion(Database& database, const std::string& name, const std::string& note,
                         const DataOptions& options);

/// Faces by their id; one may stand in several lists.
struct VersionDifference {
    std::vector<std::int64_t> added, removed;
    std::vector<std::int64_t> moved;      ///< another person's now
    std::vector<std::int64_t> realigned;  ///< another crop
    std::vector<std::int64_t> remasked;   ///< another mask
    std::vector<std::int64_t> resplit;    ///< on another side of the split
    bool empty() const;
};
VersionDifference differenceOf(const Dataset& before, const Dataset& after);
/// To the faces as they are now, whose split is not decided yet: nothing is resplit.
VersionDifference differenceFromNow(Database& database, const Dataset& before);

/// Puts the faces of dataset `id` back to what they were in it, and excludes all that were not; nothing is
/// deleted. An edit, which can be undone; nothing where all is so already. Throws Error(NotFound).
std::optional<std::int64_t> revertToVersion(Database& database, std::int64_t id);

}  // namespace visagist
