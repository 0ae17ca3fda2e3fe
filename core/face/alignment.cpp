#include "core/face/alignment.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/error.h"
#include "core/face/aligner.h"
#include "core/face/canonical.h"

namespace visagist {
namespace {

/// Side of the frame in sides of the whole face, and the height of its middle there.
struct Cut {
    double side, middle;
};
Cut cutOf(FaceFrame frame) {
    switch (frame) {
        case FaceFrame::Tight:
            return {0.62, 0.57};
        case FaceFrame::Full:
            return {0.8, 0.54};
        case FaceFrame::Head:
            return {1.35, 0.45};
        default:
            return {1, 0.5};
    }
}

Affine wholeFromFrame(FaceFrame frame) {
    const auto [side, middle] = cutOf(frame);
    return {side, 0, 0.5 - side / 2, 0, side, middle - side / 2};
}

/// In the unit crop. The template counts pixels from their centres.
std::array<Point, 5> arcFaceTemplate() {
    std::array<Point, 5> points{
        {{38.2946, 51.6963}, {73.5318, 51.5014}, {56.0252, 71.7366}, {41.5493, 92.3655}, {70.7299, 92.2041}}};
    for (Point& p : points) p = {(p.x + 0.5) / 112, (p.y + 0.5) / 112};
    return points;
}

/// A square around a point a tenth of the way from the eyes to the mouth, upright by both, of the larger of 4
/// eye distances and 3.6 distances from eyes to mouth.
Affine ffhqFrame(std::span<const Point> p) {
    const Point eyes{(p[0].x + p[1].x) / 2, (p[0].y + p[1].y) / 2};
    const Point across{p[1].x - p[0].x, p[1].y - p[0].y};
    const Point down{(p[3].x + p[4].x) / 2 - eyes.x, (p[3].y + p[4].y) / 2 - eyes.y};
    const Point right{across.x + down.y, across.y - down.x};
    const double length = std::hypot(right.x, right.y);
    if (!(length > 1e-9)) {
        throw Error(
            ErrorCode::InvalidArgument,
            VISAGIST_TEXT("The landmarks of this face are not arranged as in a face; place them anew."));
    }
    const double side = std::max(4 * std::hypot(across.x, across.y), 3.6 * std::hypot(down.x, down.y));
    const double c = side * right.x / length, s = side * right.y / length;
    const Point middle{eyes.x + 0.1 * down.x, eyes.y + 0.1 * down.y};
    return {c, -s, middle.x - c / 2 + s / 2, s, c, middle.y - s / 2 - c / 2};
}

Point meanOf(std::span<const Point> points) {
    Point mean;
    const auto n = static_cast<double>(points.size());
    for (const Point& p : points) mean = {mean.x + p.x / n, mean.y + p.y / n};
    return mean;
}

}  // namespace

std::array<Point, 5> facePoints(std::span<const Point> landmarks) {
    if (landmarks.size() == 68) {
        return {meanOf(landmarks.subspan(36, 6)), meanOf(landmarks.subspan(42, 6)), landmarks[30],
                landmarks[48], landmarks[54]};
    }
    const Affine map = photoFromUnit(landmarks);
    std::array<Point, 5> points = meanFacePoints();
    for (Point& p : points) p = map.map(p);
    points[0] = meanOf(landmarks.subspan(2, 2));
    points[1] = meanOf(landmarks.subspan(0, 2));
    return points;
}

Affine photoFromFacePoints(std::span<const Point> points, FaceFrame frame) {
    if (points.size() != 5)
        throw Error(ErrorCode::InvalidArgument, VISAGIST_TEXT("A face has five points: eyes, nose, mouth."));
    if (frame == FaceFrame::ArcFace) return similarityFromPoints(points, arcFaceTemplate()).inverse();
    if (frame == FaceFrame::Ffhq) return ffhqFrame(points);
    return wholeFromFrame(frame).then(similarityFromPoints(meanFacePoints(), points));
}

Affine frameFromUnit(const Alignment& alignment) {
    const double side = alignment.coverage;
    if (!(side > 0) || !std::isfinite(side) || !std::isfinite(alignment.verticalOffset))
        throw Error(ErrorCode::InvalidArgument, VISAGIST_TEXT("A crop of a face must show something of it."));
    return {side, 0, 0.5 - side / 2, 0, side, 0.5 - side / 2 + alignment.verticalOffset};
}

Affine photoFromUnit(std::span<const Point> landmarks, const Alignment& alignment) {
    const Affine whole = photoFromUnit(landmarks);  // refuses what cannot be a face
    Affine frame;
    if (alignment.frame == FaceFrame::ArcFace || alignment.frame == FaceFrame::Ffhq)
        frame = photoFromFacePoints(facePoints(landmarks), alignment.frame);
    else
        frame = wholeFromFrame(alignment.frame).then(whole);
    return frameFromUnit(alignment).then(frame);
}

}  // namespace visagist
