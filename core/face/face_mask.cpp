#include "core/face/face_mask.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "core/face/aligner.h"
#include "core/image/opencv_bridge.h"

namespace visagist {

namespace {

constexpr std::uint8_t kInside = 128;  ///< from here on a soft mask means the face

// Of iBUG's 68 landmarks.
constexpr std::size_t kBrows = 17, kBrowsEnd = 27, kNoseRoot = 27, kNoseBase = 33;

bool isMask(const Image& mask) { return mask.channels() == 1 && mask.bitDepth() == 8 && !mask.empty(); }

void requireMask(const Image& mask, int width, int height) {
    if (!isMask(mask) || mask.width() != width || mask.height() != height)
        throw Error(ErrorCode::InvalidArgument,
                    VISAGIST_TEXT("A mask must be grey, of 8 bits, and as large as its face (%1 pixels)."),
                    {std::to_string(width)});
}

/// The inside of `corners` (unit crop): drawn four times as large, as OpenCV counts the pixels that an edge
/// touches as inside, and made small by area.
Image filled(std::span<const Point> corners, int size) {
    constexpr int times = 4, bits = 8;
    constexpr double one = 1 << bits, farthest = 1 << 20;
    std::vector<cv::Point> fixed;
    for (const Point& p : corners) {
        // OpenCV's pixel centres are whole numbers, ours lie half a pixel on.
        const auto at = [&](double v) {
            return static_cast<int>(
                std::lround(std::clamp(v * size * times - 0.5, -farthest, farthest) * one));
        };
        fixed.emplace_back(at(p.x), at(p.y));
    }
    cv::Mat large(size * times, size * times, CV_8U, cv::Scalar(0));
    cv::fillPoly(large, std::vector<std::vector<cv::Point>>{fixed}, cv::Scalar(255), cv::LINE_8, bits);
    Image mask(size, size, 1);
    cv::Mat pixels = matOf(mask);
    cv::resize(large, pixels, pixels.size(), 0, 0, cv::INTER_AREA);
    return mask;
}

void soften(Image& mask, double share) {
    cv::Mat pixels = matOf(mask);
    cv::GaussianBlur(pixels, pixels, {}, std::max(0.3, share * mask.width()), 0, cv::BORDER_REPLICATE);
}

cv::Mat disc(double share, int size) {
    const int radius = std::max(1, static_cast<int>(std::lround(share * size)));
    return cv::getStructuringElement(cv::MORPH_ELLIPSE, {2 * radius + 1, 2 * radius + 1});
}

}  // namespace

Image outlineMask(std::span<const Point> unitLandmarks, int size) {
    if (unitLandmarks.size() != 68) return canonicalFaceMask(size);
    std::vector<cv::Point2f> points;
    const auto add = [&](Point p) { points.emplace_back(static_cast<float>(p.x), static_cast<float>(p.y)); };
    const Point root = unitLandmarks[kNoseRoot], base = unitLandmarks[kNoseBase];
    for (std::size_t i = 0; i < unitLandmarks.size(); ++i) {
        const Point p = unitLandmarks[i];
        add(p);
        if (i >= kBrows && i < kBrowsEnd) add({p.x + root.x - base.x, p.y + root.y - base.y});
    }
    std::vector<cv::Point2f> hull;
    cv::convexHull(points, hull);
    std::vector<Point> corners;
    for (const cv::Point2f& p : hull) corners.push_back({p.x, p.y});
    Image mask = filled(corners, size);
    soften(mask, 0.01);
    return mask;
}

Image refinedMask(const Image& crop, const Image& mask) {
    if (crop.channels() != 3 || crop.bitDepth() != 8 || crop.empty())
        throw Error(ErrorCode::InvalidArgument, VISAGIST_TEXT("An aligned face must be RGB, of 8 bits."));
    requireMask(mask, crop.width(), crop.height());
    const int size = crop.width();
    cv::Mat inside, surelyFace, maybeFace;
    cv::threshold(matOf(mask), inside, kInside - 1, 255, cv::THRESH_BINARY);
    cv::erode(inside, surelyFace, disc(0.06, size), {-1, -1}, 1, cv::BORDER_CONSTANT, cv::Scalar(255));
    cv::dilate(inside, maybeFace, disc(0.04, size), {-1, -1}, 1, cv::BORDER_CONSTANT, cv::Scalar(0));
    const int face = cv::countNonZero(surelyFace), rest = size * crop.height() - cv::countNonZero(maybeFace);
    // The two mixtures of colours that GrabCut learns want pixels of both kinds.
    constexpr int fewest = 64;
    if (face < fewest || rest < fewest) return mask;
    cv::Mat labels(inside.size(), CV_8U, cv::Scalar(cv::GC_BGD));
    labels.setTo(cv::GC_PR_BGD, maybeFace);
    labels.setTo(cv::GC_PR_FGD, inside & maybeFace);
    labels.setTo(cv::GC_FGD, surelyFace);
    cv::Mat background, foreground;
    cv::setRNGSeed(1);
    cv::grabCut(matOf(crop), labels, {}, background, foreground, 3, cv::GC_INIT_WITH_MASK);
    const cv::Mat found = (labels == cv::GC_FGD) | (labels == cv::GC_PR_FGD);
    // Where the colours tell nothing, all of the band goes to one side.
    const int before = cv::countNonZero(inside), after = cv::countNonZero(found),
              band = cv::countNonZero(maybeFace) - face;
    if (band == 0 || std::abs(after - before) > 0.45 * band) return mask;
    Image refined(size, crop.height(), 1);
    cv::Mat pixels = matOf(refined);
    cv::morphologyEx(found, pixels, cv::MORPH_OPEN, disc(0.01, size));
    soften(refined, 0.01);
    return refined;
}

Image polygonMask(std::span<const Point> unitCorners, int size) {
    const bool finite = std::all_of(unitCorners.begin(), unitCorners.end(),
                                    [](const Point& p) { return std::isfinite(p.x) && std::isfinite(p.y); });
    if (unitCorners.size() < 3 || !finite)
        throw Error(ErrorCode::InvalidArgument,
                    VISAGIST_TEXT("The outline of a mask needs at least three corners."));
    return filled(unitCorners, size);
}

CheckedMask checkedMask(const Image& mask, int size) {
    if (!isMask(mask))
        throw Error(ErrorCode::InvalidArgument, VISAGIST_TEXT("A mask must be a grey picture of 8 bits."));
    CheckedMask checked{mask, {}};
    if (mask.width() != size || mask.height() != size) {
        Image fitted(size, size, 1);
        cv::Mat pixels = matOf(fitted);
        cv::resize(matOf(mask), pixels, pixels.size(), 0, 0, cv::INTER_NEAREST);
        checked.mask = std::move(fitted);
        checked.notes.push_back(
            {VISAGIST_TEXT("The mask is %1 x %2 pixels, its face %3: it was resized."),
             {std::to_string(mask.width()), std::to_string(mask.height()), std::to_string(size)}});
    }
    std::uint8_t* first = checked.mask.data();
    std::uint8_t* last = first + checked.mask.byteCount();
    const auto [least, most] = std::minmax_element(first, last);
    const int lowest = *least, highest = *most;
    if (highest == 0)
        throw Error(ErrorCode::InvalidArgument,
                    VISAGIST_TEXT("The mask is empty: no pixel of it is the face. Paint it, or leave it "
                                  "out."));
    if (highest == 1) {
        std::transform(first, last, first,
                       [](std::uint8_t value) { return static_cast<std::uint8_t>(255 * value); });
        checked.notes.push_back(
            {VISAGIST_TEXT("The mask holds only 0 and 1; 1 was taken for the face."), {}});
    }
    if (lowest == highest)
        checked.notes.push_back(
            {VISAGIST_TEXT("The mask covers the whole picture, hair and background too."), {}});
    return checked;
}

std::optional<Image> combinedMask(std::span<const MaskLayer> layers, int size) {
    if (layers.empty()) return {};
    Image combined(size, size, 1);
    cv::Mat result = matOf(combined);
    for (const bool occluders : {false, true}) {
        for (const MaskLayer& layer : layers) {
            requireMask(layer.mask, size, size);
            if ((layer.source == MaskSource::Occluder) != occluders) continue;
            const cv::Mat mask = matOf(layer.mask);
            if (occluders || layer.mode == MaskMode::Remove) {
                cv::min(result, 255 - mask, result);
            } else if (layer.mode == MaskMode::Add) {
                cv::max(result, mask, result);
            } else {
                mask.copyTo(result);
            }
        }
    }
    return combined;
}

}  // namespace visagist
