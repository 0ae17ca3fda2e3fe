// How well and how fast faces are found: the detectors' part of `bench curate`.
#pragma once
#include <nlohmann/json.hpp>
#include <stop_token>

#include "app/cli/requests.h"
#include "app/report/report.h"

namespace visagist::cli {

/// Every detector whose files are there, on landmarks/, photos/ and orl/ of the test data and on demo faces,
/// one row each:
///
///     {"name", "recall", "landmarkError", "faces", "falseFaces",       of the annotated photographs
///      "facesPerSecondPerCore", "peerFacesPerSecondPerCore",           detection, landmarks and crop of 256
///      px "boxMaxDifferencePx", "pointMaxDifferencePx",                   from the peer's
///      "eyeErrorOverInterocular", "facesPerSecond", "orlRecall",
///      "demo": [{"yawTo", "faces", "recall", "landmarkError"}], "notes": {what: why it was not measured}}
///
/// A face counts as found at an IoU of 0.4. landmarkError is the mean distance of the five landmarks over the
/// distance between the eyes. Times are of the processor, one thread, each photograph at its quickest of
/// several turns that ours and the peer (Python, see tests/bench/detect_peer.py) take one after the other.
/// What could not be measured is null. Throws Error(NotFound) where the test data has no landmarks/.
nlohmann::json benchDetectors(const CurateBenchFlags& flags, const std::stop_token& stop);

/// The rows as a table.
void sayDetectors(const nlohmann::json& rows, const Report& report);

}  // namespace visagist::cli
