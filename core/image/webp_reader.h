// Animated WebP, by libwebp's decoder of animations; for the .cpp files of this room only.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/image/animation.h"

namespace visagist {

/// See openAnimation().
std::unique_ptr<AnimationReader> openWebp(std::vector<std::uint8_t> bytes, std::string name);

/// Whether the head of a WebP says that it is animated.
bool isAnimatedWebp(std::span<const std::uint8_t> bytes);

}  // namespace visagist
