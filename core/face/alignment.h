// Other cuts of a face than our own: tighter and wider ones, and the templates that other programs train on.
// All are maps from the unit crop to the photo, as photoFromUnit().
#pragma once
#include <array>
#include <span>

#include "core/image/geometry.h"

namespace visagist {

enum class FaceFrame {
    WholeFace,  ///< ours: hair to chin, the eyes 0.26 of the width apart at height 0.44
    Tight,      ///< brows to chin, 0.62 of the whole face
    Full,       ///< forehead to chin, 0.8 of it
    Head,       ///< all of the hair and the neck, 1.35 of it
    ArcFace,    ///< insightface's template of 112 x 112 pixels
    Ffhq        ///< the rule of the FFHQ data set (Karras et al., 2019), at any size
};

struct Alignment {
    FaceFrame frame = FaceFrame::WholeFace;
    double coverage = 1;        ///< side of the crop in sides of the frame: 0.5 is twice as near
    double verticalOffset = 0;  ///< by which the crop lies lower in the face, in sides of the frame
};

/// Middle of the eye at the left of the picture, of that at its right, tip of the nose, corners of the mouth
/// at left and right: out of 68 landmarks; or out of 5 in dlib's order, with nose and mouth where an average
/// face has them. Throws Error(InvalidArgument) as photoFromUnit().
std::array<Point, 5> facePoints(std::span<const Point> landmarks);

/// The map from the frame's unit crop to the photo, by the landmarks (5 in dlib's order, or 68); a
/// similarity. The default gives photoFromUnit(landmarks). Throws Error(InvalidArgument) as that, and for a
/// coverage that is not above 0.
Affine photoFromUnit(std::span<const Point> landmarks, const Alignment& alignment);

/// By five points in the order of facePoints(), as detectors give them. `points` of ArcFace's frame are
/// fitted to the template with the least error in the crop, as insightface and scikit-image do.
Affine photoFromFacePoints(std::span<const Point> points, FaceFrame frame);

/// Where the corners of the unit crop of `alignment` lie in the frame's own: for cuts that are made out of
/// aligned faces.
Affine frameFromUnit(const Alignment& alignment);

}  // namespace visagist
