// Resampling: other sizes, and views through an affine map.
#pragma once
#include "core/image/geometry.h"
#include "core/image/image.h"

namespace visagist {

/// `image` at width x height pixels: by area where it shrinks, bicubic where it grows. Transparent pixels
/// lend no colour to their neighbours. Throws Error(InvalidArgument) for a size below 1 or an empty picture.
Image resized(const Image& image, int width, int height);

/// What a view shows beyond the edges of the picture.
enum class Border {
    Replicate,  ///< the border pixels go on
    Reflect,    ///< the picture mirrored at its edge
    Black
};

/// The view of `photo` whose point p (pixels of the result, continuous) shows photoFromOut.map(p): bicubic,
/// without aliasing where it shrinks. Throws Error(InvalidArgument) for a singular map, a size below 1 or an
/// empty picture.
Image warped(const Image& photo, const Affine& photoFromOut, int width, int height,
             Border border = Border::Replicate);

}  // namespace visagist
