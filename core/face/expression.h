// Whether mouth and eyes are open, as landmarks tell.
#pragma once
#include <optional>
#include <span>

#include "core/image/geometry.h"

namespace visagist {

/// Gap between the lips over the width of their inner edge: 0 closed, about 0.6 wide open. Nothing without 68
/// landmarks (iBUG) or with lips on one point.
std::optional<double> mouthOpening(std::span<const Point> landmarks);

/// Height of the eyes over their width, mean of both (the eye aspect ratio of Soukupová and Čech, "Real-time
/// eye blink detection using facial landmarks", 2016): about 0.3 open, below 0.15 closed. Nothing without 68
/// landmarks.
std::optional<double> eyeOpening(std::span<const Point> landmarks);

}  // namespace visagist
