// GIF, by giflib; for the .cpp files of this room only.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/image/animation.h"

namespace visagist {

/// See openAnimation().
std::unique_ptr<AnimationReader> openGif(std::vector<std::uint8_t> bytes, std::string name);

/// How many frames a GIF has, by its blocks; counting ends at `most`.
std::int64_t gifFrameCount(std::span<const std::uint8_t> bytes, std::int64_t most);

}  // namespace visagist
