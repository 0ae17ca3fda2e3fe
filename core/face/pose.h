// Which way a face looks, as far as its landmarks in the picture tell.
#pragma once
#include <optional>
#include <vector>

#include "core/image/geometry.h"

namespace visagist {

/// How far the base of the nose stands beside the middle of the eyes, along the line of the eyes, in
/// distances between them: 0 from the front, about ±0.25 at 30 degrees of yaw, positive towards the right of
/// the picture. `landmarks` are 5 (as canonicalLandmarks()) or 68; nothing for another number or eyes on one
/// point.
std::optional<double> noseOffset(const std::vector<Point>& landmarks);

}  // namespace visagist
