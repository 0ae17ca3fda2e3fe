// Features of sets that stay the same, kept in files so that they are found once.
#pragma once
#include <filesystem>
#include <functional>
#include <string>

#include "core/metrics/feature_rows.h"

namespace visagist {

/// The features that `key` names (what they depend on: the network's identity and the pictures' hashes), from
/// a file in `folder`, else found by `find` and kept there for the next time (as float32, of which the
/// newest eight sets stay). A file that is damaged or of another key is found anew and replaced; where it
/// cannot be written nothing is lost but time. Throws what `find` throws.
FeatureRows storedFeatures(const std::filesystem::path& folder, const std::string& key,
                           const std::function<FeatureRows()>& find);

}  // namespace visagist
