#include "core/image/resize.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <string>

#include "core/base/error.h"
#include "core/image/opencv_bridge.h"

namespace visagist {
namespace {

/// Above this many photo pixels a pixel of the result, the photo is shrunk first.
constexpr double kAliasFree = 1.25;

void requirePicture(const Image& image, int width, int height) {
    if (image.empty() || width < 1 || height < 1) {
        throw Error(ErrorCode::InvalidArgument,
                    VISAGIST_TEXT("A picture cannot be brought to %1 x %2 pixels."),
                    {std::to_string(width), std::to_string(height)});
    }
}

void resizeMat(const cv::Mat& from, cv::Mat& to) {
    const bool shrinks = to.cols < from.cols || to.rows < from.rows;
    cv::resize(from, to, to.size(), 0, 0, shrinks ? cv::INTER_AREA : cv::INTER_CUBIC);
}

/// Colours weighted with their alpha, so that what is invisible stays so.
void resizeWithAlpha(const cv::Mat& from, cv::Mat& to) {
    cv::Mat weighted;
    from.convertTo(weighted, CV_32F);
    weighted.forEach<cv::Vec4f>([](cv::Vec4f& p, const int*) {
        for (int c = 0; c < 3; ++c) p[c] *= p[3];
    });
    cv::Mat result(to.size(), CV_32FC4);
    resizeMat(weighted, result);
    result.forEach<cv::Vec4f>([](cv::Vec4f& p, const int*) {
        for (int c = 0; c < 3; ++c) p[c] = p[3] > 0 ? p[c] / p[3] : 0;
    });
    result.convertTo(to, to.depth());
}

/// The part of the photo that the view shows, with a margin for interpolation, within the photo.
cv::Rect shownPart(const Image& photo, const Affine& photoFromOut, int width, int height, double margin) {
    double left = photo.width(), top = photo.height(), right = 0, bottom = 0;
    for (const Point corner : {Point{0, 0}, Point{double(width), 0}, Point{0, double(height)},
                               Point{double(width), double(height)}}) {
        const Point p = photoFromOut.map(corner);
        left = std::min(left, p.x - margin);
        top = std::min(top, p.y - margin);
        right = std::max(right, p.x + margin);
        bottom = std::max(bottom, p.y + margin);
    }
    // At least one pixel, where the view lies outside the photo altogether.
    const int x0 = static_cast<int>(std::clamp(std::floor(left), 0.0, photo.width() - 1.0));
    const int y0 = static_cast<int>(std::clamp(std::floor(top), 0.0, photo.height() - 1.0));
    const int x1 = static_cast<int>(std::clamp(std::ceil(right), x0 + 1.0, double(photo.width())));
    const int y1 = static_cast<int>(std::clamp(std::ceil(bottom), y0 + 1.0, double(photo.height())));
    return {x0, y0, x1 - x0, y1 - y0};
}

int borderOf(Border border) {
    if (border == Border::Reflect) return cv::BORDER_REFLECT;
    return border == Border::Black ? cv::BORDER_CONSTANT : cv::BORDER_REPLICATE;
}

/// Our continuous coordinates to OpenCV's, in which whole numbers are pixel centres.
cv::Matx23d centred(const Affine& map) {
    return {map.xx, map.xy, map.x0 + 0.5 * (map.xx + map.xy) - 0.5,
            map.yx, map.yy, map.y0 + 0.5 * (map.yx + map.yy) - 0.5};
}

}  // namespace

Image resized(const Image& image, int width, int height) {
    requirePicture(image, width, height);
    if (width == image.width() && height == image.height()) return image;
    Image result(width, height, image.channels(), image.bitDepth());
    cv::Mat to = matOf(result);
    if (image.channels() == 4)
        resizeWithAlpha(matOf(image), to);
    else
        resizeMat(matOf(image), to);
    return result;
}

Image warped(const Image& photo, const Affine& photoFromOut, int width, int height, Border border) {
    requirePicture(photo, width, height);
    const double shrink = std::sqrt(std::abs(photoFromOut.determinant()));
    if (!(shrink > 1e-9) || !std::isfinite(shrink)) {
        throw Error(ErrorCode::InvalidArgument,
                    VISAGIST_TEXT("The face's position in the picture is degenerate and cannot be shown."));
    }
    Image result(width, height, photo.channels(), photo.bitDepth());
    cv::Mat to = matOf(result);
    cv::Mat from = matOf(photo);
    Affine fromOut = photoFromOut;
    if (shrink > kAliasFree) {
        // What is mirrored may lie anywhere in the photo.
        const cv::Rect part = border == Border::Reflect
                                  ? cv::Rect(0, 0, photo.width(), photo.height())
                                  : shownPart(photo, photoFromOut, width, height, 4 * shrink);
        cv::Mat smaller;
        const cv::Size size(std::max(1, static_cast<int>(std::lround(part.width / shrink))),
                            std::max(1, static_cast<int>(std::lround(part.height / shrink))));
        cv::resize(from(part), smaller, size, 0, 0, cv::INTER_AREA);
        const double sx = double(size.width) / part.width, sy = double(size.height) / part.height;
        fromOut = photoFromOut.then({sx, 0, -part.x * sx, 0, sy, -part.y * sy});
        from = smaller;
    }
    cv::warpAffine(from, to, centred(fromOut), to.size(), cv::INTER_CUBIC | cv::WARP_INVERSE_MAP,
                   borderOf(border));
    return result;
}

}  // namespace visagist
