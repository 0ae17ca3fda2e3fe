// From the faces of a project to the frozen list that a run trains on.
#pragma once
#include <vector>

#include "core/options/data_options.h"
#include "core/store/dataset_table.h"

namespace visagist {

/// All faces of `people` (ids; empty: everybody with faces, in the order they were added) that are not
/// excluded, split by the shares in `options`. The split depends on the pictures alone: new faces do not move
/// old ones' neighbours at random. Equal crops, and the copies and frames of one shot that findDuplicates()
/// found, of one person or of several, are always on the same side. Each person keeps at least one training
/// face, unless a copy that others have is kept aside; a share above 0 takes at least one face from a person
/// with four or more, unless all its faces belong together. Not yet stored.
Dataset makeDataset(Database& database, std::vector<std::int64_t> people, const DataOptions& options);

}  // namespace visagist
