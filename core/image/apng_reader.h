// Animated PNG; for the .cpp files of this room only.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/image/animation.h"

namespace visagist {

/// See openAnimation(). PNG specification (third edition), "Animation information".
std::unique_ptr<AnimationReader> openApng(std::vector<std::uint8_t> bytes, std::string name);

/// How many frames a PNG says it has; 1 for one that is not animated.
std::int64_t apngFrameCount(std::span<const std::uint8_t> bytes);

}  // namespace visagist
