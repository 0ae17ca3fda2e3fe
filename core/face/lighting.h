// Where the light on a face comes from.
#pragma once
#include <optional>

#include "core/image/image.h"

namespace visagist {

/// -1 … 1: from the left of the picture to the right, from below to above.
struct LightDirection {
    double x = 0, y = 0;
};

/// The light that shades an ellipsoid head as the face is shaded: brightness under the mask as a linear
/// function of the normal (the first order of spherical harmonics; Ramamoorthi and Hanrahan, "An efficient
/// representation for irradiance environment maps", 2001), fitted robustly, over its mean. Nothing for a
/// black or empty face. Any thread. Throws Error(InvalidArgument) as detailOf().
std::optional<LightDirection> lightOn(const Image& face, const Image& mask);

}  // namespace visagist
