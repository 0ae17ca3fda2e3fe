// Which faces are neighbouring frames of one shot.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/curate/picture_look.h"

namespace visagist {

struct FramedFace {
    std::int64_t face = 0, person = 0;
    std::string path;  ///< of the photograph: frames of a video have names that end in their number
    Signature signature{};
};

/// A shot is never longer than this many faces; a longer one is cut, so that a video of one shot can be
/// divided at all.
inline constexpr std::size_t kLongestScene = 50;

/// Lists of places in `faces`, of two and more: faces of one person in files of one folder whose names differ
/// in their last number only, each no more than three after the one before and much like it (see
/// signatureDistance()).
std::vector<std::vector<std::size_t>> findScenes(std::span<const FramedFace> faces);

}  // namespace visagist
