// Which way a head looks, as its landmarks in the picture tell.
#pragma once
#include <array>
#include <optional>
#include <span>
#include <vector>

#include "core/image/geometry.h"

namespace visagist {

/// Degrees. Positive: the head turns to the right of the picture, looks up, leans clockwise. Turned first by
/// yaw, then pitch, then roll.
struct HeadPose {
    double yaw = 0, pitch = 0, roll = 0;
};

/// The pose at which a mean head (anthropometric distances, millimetres; the five points are dlib's mean
/// face), seen in weak perspective, has its landmarks nearest to `landmarks`: least squares over pose, size
/// and place by Levenberg and Marquardt's method. Five points (as canonicalLandmarks()) tell yaw and roll to
/// a few degrees, and pitch only as far as the length of the nose is that of the mean; 68 (iBUG) do better.
/// Nothing for another number of points, values that are not finite, or points that are no face's. Any
/// thread.
std::optional<HeadPose> headPose(std::span<const Point> landmarks);

/// Degrees between far left, left, ahead, right, far right, and between down, ahead, up.
inline constexpr std::array<double, 4> kYawBorders{-35, -12, 12, 35};
inline constexpr std::array<double, 2> kPitchBorders{-12, 12};

/// The direction in the picture (x right, y down, z to the viewer) of a direction of the head itself.
std::array<double, 3> turnedBy(const HeadPose& pose, const std::array<double, 3>& direction);

}  // namespace visagist
