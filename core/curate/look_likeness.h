// Whether two faces are one picture: one laid over the other.
#pragma once
#include "core/curate/picture_look.h"

namespace visagist {

/// How surely two pictures are one.
struct Likeness {
    double whole = 0;   ///< agreement of colours (Lin's concordance), 1: the same
    double detail = 0;  ///< the same of what stands out from its surroundings
    bool isCopy() const { return whole >= 0.9965 && detail >= 0.97; }
};

/// `b` (or its mirror image) is moved, turned and scaled by a little so that it fits `a` best (Lucas and
/// Kanade, "An iterative image registration technique", 1981), and compared. Pictures that are too far apart
/// for that are not alike at all. Any thread.
Likeness likenessOf(const PictureLook& a, const PictureLook& b, bool mirrorB);

}  // namespace visagist
