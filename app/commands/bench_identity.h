// How well embeddings tell people apart, on public portraits.
#pragma once
#include <filesystem>
#include <nlohmann/json.hpp>
#include <stop_token>
#include <string>

namespace visagist {

/// Embeds the portraits of orl/ (29 people x 10, enlarged four times, the surest face of each) and compares
/// all pairs. Returns {"purity", "pairAccuracy", "peerPairAccuracy", "auc", "clusters", "people", "faces",
/// "threshold"}: clusters by clustersOf(), the best share of pairs that one threshold on the distance judges
/// right, and the area under the ROC curve. `python` (may be empty) runs `script`, which does the same with
/// dlib in Python; without it peerPairAccuracy is null. Null where orl/ is not there. Throws Error(Cancelled
/// | NotFound).
nlohmann::json benchIdentity(const std::filesystem::path& testData, const std::string& python,
                             const std::filesystem::path& script, const std::stop_token& stop);

}  // namespace visagist
