#include "core/fuse/merge.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "core/base/error.h"
#include "core/image/resize.h"

namespace visagist {

namespace {

/// The part of the photo that the crop can touch: whole pixels around the mapped unit square, within the
/// photo.
cv::Rect touched(const Image& photo, const Affine& photoFromUnit) {
    double left = photo.width(), top = photo.height(), right = 0, bottom = 0;
    for (const Point corner : {Point{0, 0}, Point{1, 0}, Point{0, 1}, Point{1, 1}}) {
        const Point p = photoFromUnit.map(corner);
        left = std::min(left, p.x);
        right = std::max(right, p.x);
        top = std::min(top, p.y);
        bottom = std::max(bottom, p.y);
    }
    const cv::Rect around(static_cast<int>(std::floor(left)), static_cast<int>(std::floor(top)),
                          static_cast<int>(std::ceil(right - std::floor(left))),
                          static_cast<int>(std::ceil(bottom - std::floor(top))));
    return around & cv::Rect(0, 0, photo.width(), photo.height());
}

/// The fused face's mask with a soft edge that ends inside the crop: nothing of the crop's border is ever
/// laid over the photo.
Image featheredMask(const Image& mask, double feather) {
    cv::Mat soft(mask.height(), mask.width(), CV_8U, const_cast<std::uint8_t*>(mask.data()));
    soft = soft.clone();
    const int edge = std::max(1, static_cast<int>(std::lround(feather * mask.width())));
    cv::rectangle(soft, {0, 0}, {soft.cols - 1, soft.rows - 1}, cv::Scalar(0), edge);
    cv::erode(soft, soft, cv::getStructuringElement(cv::MORPH_ELLIPSE, {edge | 1, edge | 1}));
    cv::GaussianBlur(soft, soft, {2 * edge + 1, 2 * edge + 1}, edge / 2.0, edge / 2.0, cv::BORDER_CONSTANT);
    cv::rectangle(soft, {0, 0}, {soft.cols - 1, soft.rows - 1}, cv::Scalar(0),
                  3);  // beyond it the border goes on
    Image result(mask.width(), mask.height(), 1);
    std::copy_n(soft.ptr(), result.byteCount(), result.data());
    return result;
}

}  // namespace

Image mergedIntoPhoto(const Image& photo, const FusedFace& fused, const Affine& photoFromUnit,
                      const MergeOptions& options) {
    if (photo.channels() != 3 || photo.bitDepth() != 8) {
        throw Error(ErrorCode::InvalidArgument,
                    VISAGIST_TEXT("The photograph must be a colour picture of 8 bits."));
    }
    Image result = photo;
    const cv::Rect area = touched(photo, photoFromUnit);
    if (area.empty() || options.strength <= 0) return result;
    // Pixels of the area → pixels of the fused face.
    const double size = fused.face.width();
    const Affine faceFromArea = Affine{1, 0, static_cast<double>(area.x), 0, 1, static_cast<double>(area.y)}
                                    .then(photoFromUnit.inverse())
                                    .then(Affine::scaling(size, size));
    const Image face = warped(fused.face, faceFromArea, area.width, area.height);
    const Image mask =
        warped(featheredMask(fused.mask, options.feather), faceFromArea, area.width, area.height);
    const double strength = std::min(options.strength, 1.0);
    for (int y = 0; y < area.height; ++y) {
        std::uint8_t* out = result.row(area.y + y) + 3 * area.x;
        const std::uint8_t *in = face.row(y), *cover = mask.row(y);
        for (int x = 0; x < area.width; ++x, out += 3, in += 3) {
            const double share = strength * cover[x] / 255.0;
            if (share <= 0) continue;
            for (int c = 0; c < 3; ++c)
                out[c] = static_cast<std::uint8_t>(std::lround(out[c] + share * (in[c] - out[c])));
        }
    }
    return result;
}

}  // namespace visagist
