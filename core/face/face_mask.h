// What of an aligned face is the person's face: masks made, refined, checked and laid over one another.
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "core/base/error.h"
#include "core/image/geometry.h"
#include "core/image/mask_layer.h"

namespace visagist {

/// All masks here are grey, 8 bit, 255 where the face is, of the size of the aligned face they belong to.

/// The face as its landmarks in unit-crop coordinates outline it. 68: their convex hull, raised from the
/// brows to the hairline by the height of the nose (a face's three thirds are of one height: Vitruvius'
/// canon). Any other count has no outline: canonicalFaceMask(). Soft over a hundredth of the crop.
Image outlineMask(std::span<const Point> unitLandmarks, int size);

/// `mask` with its border moved to where the colours of `crop` (RGB, 8 bit, the same size) change: GrabCut
/// (Rother, Kolmogorov and Blake 2004) within a band of a tenth of the crop around the border. Returns `mask`
/// unchanged where the colours do not tell, as on an evenly coloured picture. Throws Error(InvalidArgument)
/// for other kinds or sizes. The same pictures give the same mask.
Image refinedMask(const Image& crop, const Image& mask);

/// The inside of a polygon (even-odd rule) with its corners in unit-crop coordinates. Throws
/// Error(InvalidArgument) for fewer than three corners or one that is not finite.
Image polygonMask(std::span<const Point> unitCorners, int size);

/// A mask from elsewhere, made fit for a face of `size` pixels.
struct CheckedMask {
    Image mask;
    std::vector<Message> notes;  ///< what was mended, and what looks wrong: each names nothing but the mask
};
/// Of another size: resized to the nearest pixel. Values of 0 and 1 only: 1 is taken for 255. All 255: said.
/// Throws Error(InvalidArgument) for a mask without any face in it (all 0), of several channels, of 16 bit,
/// or empty: training on it would learn nothing.
CheckedMask checkedMask(const Image& mask, int size);

/// The layers from the first to the last, one over the other; what is an occluder's is kept out at the end,
/// wherever it stands. Nothing for no layers. Throws Error(InvalidArgument) for a layer of another size or
/// kind.
std::optional<Image> combinedMask(std::span<const MaskLayer> layers, int size);

}  // namespace visagist
