// Image seen as a cv::Mat, for the .cpp files of image/ and face/ only: no public header shows OpenCV.
#pragma once
#include <opencv2/core.hpp>

#include "core/image/image.h"

namespace visagist {

/// The image's own pixels, without a copy and without swapping RGB to BGR. Lives no longer than `image`.
inline cv::Mat matOf(Image& image) {
    return {image.height(), image.width(),
            CV_MAKETYPE(image.bitDepth() == 16 ? CV_16U : CV_8U, image.channels()), image.data()};
}

/// The same for reading. OpenCV has no const header, so do not write to it.
inline cv::Mat matOf(const Image& image) {
    return {image.height(), image.width(),
            CV_MAKETYPE(image.bitDepth() == 16 ? CV_16U : CV_8U, image.channels()),
            const_cast<std::uint8_t*>(image.data())};
}

}  // namespace visagist
