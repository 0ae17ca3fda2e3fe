// An aligned face as the measures of this room see it; for its .cpp files.
#pragma once
#include <opencv2/core.hpp>

#include "core/image/image.h"

namespace visagist {

struct JudgedFace {
    cv::Mat rgb;   ///< CV_8UC3, side x side
    cv::Mat luma;  ///< CV_32F, 0 … 255 (BT.601)
    cv::Mat skin;  ///< CV_8U, 255 inside the mask, else 0
};

/// `face` and its mask (empty: canonicalFaceMask()) at side x side pixels; the mask is drawn in by `inset`
/// pixels, so that the edge of the face is not measured. Throws Error(InvalidArgument) unless the face is RGB
/// and both have 8 bit.
JudgedFace judgedFace(const Image& face, const Image& mask, int side, int inset);

}  // namespace visagist
