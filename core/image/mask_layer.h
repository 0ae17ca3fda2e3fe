// One of the masks that lie over one another on a face.
#pragma once
#include "core/image/image.h"

namespace visagist {

/// Where a mask comes from; Occluder: what hides the face.
enum class MaskSource { Automatic, Painted, Polygon, Imported, Occluder };
enum class MaskMode {
    Replace,  ///< what lies below counts no more
    Add,      ///< face here too
    Remove    ///< not the face
};

struct MaskLayer {
    MaskSource source = MaskSource::Automatic;
    MaskMode mode = MaskMode::Add;
    Image mask;  ///< grey, 8 bit, as large as the aligned face
};

}  // namespace visagist
