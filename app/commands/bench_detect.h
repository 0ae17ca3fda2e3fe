// How well faces are found: recall and landmark error on public test pictures with known faces.
#pragma once
#include <filesystem>
#include <nlohmann/json.hpp>

namespace visagist {

/// Runs every detector on landmarks/ and photos/ (recall at IoU 0.4; distance of the eye centres from the
/// annotated ones over the distance between the eyes, mean of the faces found) and on orl/ enlarged 4 times
/// (orlRecall: share of portraits with a face), and draws what it found as one PNG. Returns {"detectors":
/// [{"name", "recall", "eyeErrorOverInterocular", "facesPerSecond", "orlRecall", "faces", "falseFaces"}]};
/// orlRecall is null where orl/ is not there. Throws Error(NotFound) where `testData` has no landmarks/.
nlohmann::json benchDetect(const std::filesystem::path& testData, const std::filesystem::path& pictureOut);

}  // namespace visagist
