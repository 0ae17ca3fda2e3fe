// From landmarks to the one aligned face, and its pixels.
#pragma once
#include <span>
#include <vector>

#include "core/image/geometry.h"
#include "core/image/image.h"
#include "core/image/resize.h"

namespace visagist {

/// The five points of dlib's order out of iBUG's 68. Throws Error(InvalidArgument) for another count.
std::vector<Point> fiveFromSixtyEight(std::span<const Point> landmarks68);

/// The similarity from the unit crop to the photo (or whatever the landmarks are in pixels of) that brings
/// canonicalLandmarks() closest to `landmarks`: 5 in dlib's order, or 68. Throws Error(InvalidArgument) where
/// they cannot be a face: wrong count, not finite, all on one point, on one line, or in no face's
/// arrangement.
Affine photoFromUnit(std::span<const Point> landmarks);

/// Throws Error(InvalidArgument) where photoFromUnit() does, or where a landmark lies outside the photo by
/// more than a quarter of its larger side.
void requirePlausibleLandmarks(std::span<const Point> landmarks, int photoWidth, int photoHeight);

/// The aligned face: size x size pixels of `photo`, with `border` where it reaches beyond. Throws as
/// warped().
Image cropFromPhoto(const Image& photo, const Affine& photoFromUnit, int size,
                    Border border = Border::Replicate);

/// Where a pixel of a crop of that size lies in the photo, both in continuous pixels: what cropFromPhoto()
/// shows at p is the photo at photoFromCrop().map(p).
Affine photoFromCrop(const Affine& photoFromUnit, int size);

/// The mask of an average face in the unit crop, for faces that have none of their own: grey, 8 bit, 255 from
/// the middle of the forehead to the chin, soft over a twentieth of the crop.
Image canonicalFaceMask(int size);

}  // namespace visagist
