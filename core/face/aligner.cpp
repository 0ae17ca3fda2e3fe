#include "core/face/aligner.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/error.h"
#include "core/face/canonical.h"

namespace visagist {
namespace {

/// Root mean square distance from the canonical shape, over the distance between the eyes, that no face
/// reaches; a mirrored order of the landmarks gives about 1, a profile about 0.3.
constexpr double kMaxMisfit = 0.6;
/// How flat the cloud of landmarks may be: the ratio of its narrow to its wide spread (an average face: 0.6).
constexpr double kMinSpreadRatio = 0.05;
constexpr double kEyeDistance = 0.26;

Error implausible(const char* reason) { return {ErrorCode::InvalidArgument, reason}; }

/// Ratio of the standard deviations along the narrow and the wide axis of the points; 0 for one point.
double spreadRatio(std::span<const Point> points) {
    const auto n = static_cast<double>(points.size());
    Point mean;
    for (const Point& p : points) mean = {mean.x + p.x / n, mean.y + p.y / n};
    double xx = 0, xy = 0, yy = 0;
    for (const Point& p : points) {
        xx += (p.x - mean.x) * (p.x - mean.x);
        xy += (p.x - mean.x) * (p.y - mean.y);
        yy += (p.y - mean.y) * (p.y - mean.y);
    }
    const double half = (xx + yy) / 2, root = std::hypot((xx - yy) / 2, xy);
    return half + root > 1e-9 ? std::sqrt(std::max(0.0, half - root) / (half + root)) : 0;
}

}  // namespace

std::vector<Point> fiveFromSixtyEight(std::span<const Point> landmarks68) {
    if (landmarks68.size() != 68)
        throw implausible(VISAGIST_TEXT("A face needs 5 or 68 landmarks; this one has another number."));
    return {landmarks68[45], landmarks68[42], landmarks68[36], landmarks68[39], landmarks68[33]};
}

Affine photoFromUnit(std::span<const Point> landmarks) {
    if (landmarks.size() != 5) return photoFromUnit(fiveFromSixtyEight(landmarks));
    for (const Point& p : landmarks) {
        if (!std::isfinite(p.x) || !std::isfinite(p.y))
            throw implausible(VISAGIST_TEXT("A landmark of this face is not a number."));
    }
    if (spreadRatio(landmarks) < kMinSpreadRatio) {
        throw implausible(
            VISAGIST_TEXT("The landmarks of this face lie on one point or one line; place them anew."));
    }
    const auto canonical = canonicalLandmarks();
    const Affine map = similarityFromPoints(canonical, landmarks);
    const double scale = std::sqrt(std::abs(map.determinant()));
    double squares = 0;
    for (std::size_t i = 0; i < canonical.size(); ++i) {
        const Point p = map.map(canonical[i]);
        squares +=
            (p.x - landmarks[i].x) * (p.x - landmarks[i].x) + (p.y - landmarks[i].y) * (p.y - landmarks[i].y);
    }
    if (!(std::sqrt(squares / 5) < kMaxMisfit * kEyeDistance * scale)) {
        throw implausible(
            VISAGIST_TEXT("The landmarks of this face are not arranged as in a face; place them anew."));
    }
    return map;
}

void requirePlausibleLandmarks(std::span<const Point> landmarks, int photoWidth, int photoHeight) {
    photoFromUnit(landmarks);
    const double margin = 0.25 * std::max(photoWidth, photoHeight);
    for (const Point& p : landmarks) {
        if (p.x < -margin || p.y < -margin || p.x > photoWidth + margin || p.y > photoHeight + margin)
            throw implausible(VISAGIST_TEXT("A landmark of this face lies far outside the picture."));
    }
}

Affine photoFromCrop(const Affine& photoFromUnit, int size) {
    return Affine::scaling(1.0 / size, 1.0 / size).then(photoFromUnit);
}

Image cropFromPhoto(const Image& photo, const Affine& photoFromUnit, int size, Border border) {
    return warped(photo, photoFromCrop(photoFromUnit, size), size, size, border);
}

Image canonicalFaceMask(int size) {
    constexpr Point centre{0.5, 0.545};
    constexpr double radiusX = 0.285, radiusY = 0.375, soft = 0.05;
    Image mask(size, size, 1);
    for (int y = 0; y < size; ++y) {
        for (int x = 0; x < size; ++x) {
            const double u = ((x + 0.5) / size - centre.x) / radiusX;
            const double v = ((y + 0.5) / size - centre.y) / radiusY;
            // Distance to the ellipse, to first order, in widths of the crop.
            const double r = std::hypot(u, v), slope = std::hypot(u / radiusX, v / radiusY);
            const double outside = r > 0 && slope > 0 ? (r - 1) * r / slope : -1;
            const double t = std::clamp(0.5 - outside / soft, 0.0, 1.0);
            mask.row(y)[x] = static_cast<std::uint8_t>(std::lround(255 * t * t * (3 - 2 * t)));
        }
    }
    return mask;
}

}  // namespace visagist
