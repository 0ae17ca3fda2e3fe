#include "core/face/quality.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <opencv2/imgproc.hpp>

#include "core/face/judged_face.h"

namespace visagist {

namespace {

constexpr int kFewestPixels = 200;

/// Sums of products of the slopes across and down, over the skin.
struct StructureTensor {
    double xx = 0, xy = 0, yy = 0;
};

StructureTensor structureOf(const cv::Mat& luma, const cv::Mat& skin, double blur) {
    cv::Mat smooth, dx, dy;
    cv::GaussianBlur(luma, smooth, cv::Size(), blur, blur, cv::BORDER_REFLECT_101);
    cv::Sobel(smooth, dx, CV_32F, 1, 0, 1);
    cv::Sobel(smooth, dy, CV_32F, 0, 1, 1);
    const cv::Scalar xx = cv::mean(dx.mul(dx), skin), xy = cv::mean(dx.mul(dy), skin),
                     yy = cv::mean(dy.mul(dy), skin);
    return {xx[0], xy[0], yy[0]};
}

/// Smallest and largest share of `coarse` structure that is `fine`, over all directions: the generalised
/// eigenvalues of the two tensors.
std::optional<std::pair<double, double>> extremeShares(const StructureTensor& fine,
                                                       const StructureTensor& coarse) {
    const double determinant = coarse.xx * coarse.yy - coarse.xy * coarse.xy;
    if (!(determinant > 1e-6 * coarse.xx * coarse.yy) || !(determinant > 1e-9)) return {};
    const double trace = (fine.xx * coarse.yy - 2 * fine.xy * coarse.xy + fine.yy * coarse.xx) / determinant,
                 product = (fine.xx * fine.yy - fine.xy * fine.xy) / determinant;
    const double root = std::sqrt(std::max(0.0, trace * trace / 4 - product));
    return std::pair{std::max(0.0, trace / 2 - root), trace / 2 + root};
}

}  // namespace

DetailScores detailOf(const Image& face, const Image& mask) {
    const JudgedFace judged = judgedFace(face, mask, kJudgedSide, 6);
    if (cv::countNonZero(judged.skin) < kFewestPixels) return {};
    DetailScores scores;
    // Detail of about 2 pixels against structure of about 10; a little smoothing takes the grain of sensors.
    cv::Mat smooth, laplacian, coarse, structure;
    cv::GaussianBlur(judged.luma, smooth, cv::Size(), 0.8, 0.8, cv::BORDER_REFLECT_101);
    cv::Laplacian(smooth, laplacian, CV_32F, 1);
    cv::GaussianBlur(judged.luma, coarse, cv::Size(), 4, 4, cv::BORDER_REFLECT_101);
    cv::GaussianBlur(judged.luma, structure, cv::Size(), 16, 16, cv::BORDER_REFLECT_101);
    structure = coarse - structure;
    const double fine = cv::mean(laplacian.mul(laplacian), judged.skin)[0],
                 plain = cv::mean(structure.mul(structure), judged.skin)[0];
    constexpr double kLeastStructure = 1;  // grey levels squared
    if (plain < kLeastStructure) return {};
    // A share of 0.06 (a photograph that is sharp at this size) is 0.5.
    constexpr double half = 0.06;
    scores.sharp = fine / (fine + half * plain);
    // Its square root, so that soft pictures are told apart too.
    scores.sharp = std::sqrt(*scores.sharp);
    StructureTensor detail = structureOf(judged.luma, judged.skin, 0.6);
    // Lids, brows and lips have more detail across their length than the rest of a face: so much in a still
    // one.
    constexpr double usual = 1.15;
    detail.yy /= usual;
    detail.xy /= std::sqrt(usual);
    const auto shares = extremeShares(detail, structureOf(judged.luma, judged.skin, 3));
    if (shares && shares->second > 0) scores.motion = 1 - std::sqrt(shares->first / shares->second);
    return scores;
}

ExposureScores exposureOf(const Image& face, const Image& mask) {
    const JudgedFace judged = judgedFace(face, mask, kJudgedSide, 2);
    const int pixels = cv::countNonZero(judged.skin);
    if (pixels < kFewestPixels) return {};
    ExposureScores scores;
    cv::Scalar mean, deviation;
    cv::meanStdDev(judged.luma, mean, deviation, judged.skin);
    scores.bright = mean[0] / 255;
    scores.contrast = std::min(1.0, 2 * deviation[0] / 255);
    cv::Mat clipped = ((judged.luma < 2.5) | (judged.luma > 252.5)) & judged.skin;
    scores.clipped = double(cv::countNonZero(clipped)) / pixels;
    // Mean colour as a vector in the plane of colour differences.
    const cv::Scalar colour = cv::mean(judged.rgb, judged.skin);
    const double across = colour[0] - (colour[1] + colour[2]) / 2,
                 up = std::numbers::sqrt3 / 2 * (colour[1] - colour[2]);
    constexpr double kLeastChroma = 1.5;  // grey levels
    if (std::hypot(across, up) >= kLeastChroma) {
        const double angle = std::atan2(up, across) * 180 / std::numbers::pi;
        scores.hue = angle < 0 ? angle + 360 : angle;
    }
    return scores;
}

}  // namespace visagist
