// The one aligned face: where the landmarks of an average frontal face lie in the unit crop.
#pragma once
#include <array>
#include "core/image/geometry.h"

namespace visagist {

/// dlib's mean face: the same five points in a unit square from brow to chin.
std::array<Point, 5> meanFaceShape();

/// Five landmarks in the order of dlib's 5-point predictor (outer and inner corner of the eye at the right of
/// the picture, outer and inner corner of the eye at its left, base of the nose), in unit-crop coordinates:
/// (0, 0) is the top left corner of the aligned face, (1, 1) the bottom right. The shape is dlib's mean face;
/// eye centres are 0.26 apart at height 0.44, which keeps hair and chin in the picture.
std::array<Point, 5> canonicalLandmarks();

/// The five points of the other order in use (ArcFace, MTCNN, RetinaFace, YuNet): middle of the eye at the
/// left of the picture, of that at its right, tip of the nose, corners of the mouth at left and right; where
/// an average frontal face has them in the unit crop (mean of 43 annotated faces, made symmetric).
std::array<Point, 5> meanFacePoints();

}  // namespace visagist
