// A fused face back into the photograph it was driven by.
#pragma once
#include "core/fuse/fuser.h"
#include "core/image/geometry.h"

namespace visagist {

struct MergeOptions {
    double feather = 0.06;  ///< width of the soft edge, share of the aligned face's width
    double strength = 1;    ///< 0: the photo as it is, 1: the fused face inside the mask
    bool operator==(const MergeOptions&) const = default;
};

/// Lays `fused` over `photo` through photoFromUnit (unit crop → photo pixels) inside its feathered mask. RGB
/// in, RGB out; the photo outside the mask is unchanged to the bit, and with strength 0 everywhere.
Image mergedIntoPhoto(const Image& photo, const FusedFace& fused, const Affine& photoFromUnit,
                      const MergeOptions& options = {});

}  // namespace visagist
