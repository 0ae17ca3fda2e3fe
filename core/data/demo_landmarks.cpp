// Landmarks of the demo heads, in the orders of iBUG 300-W (68) and of dlib's 5-point predictor.
#include "core/data/demo_head.h"

namespace visagist::demo {
namespace {

Point flat(Vec3 projected) { return {projected.x, projected.y}; }

}  // namespace

std::array<Vec3, 5> HeadShape::landmarks5() const {
    const float inner = eye.x - eye.halfWidth, outer = eye.x + eye.halfWidth;
    return {onFace(outer, -eye.tilt), onFace(inner, eye.tilt), onFace(-outer, -eye.tilt),
            onFace(-inner, eye.tilt), onFace(0, nose.baseY)};
}

std::array<Vec3, 68> HeadShape::landmarks68(const DemoContent& content) const {
    std::array<Vec3, 68> points;
    const float yaw = radians(static_cast<float>(content.yaw));
    const float from = rowOfHeight(0.02f), to = 1;
    for (std::size_t i = 0; i < 17;
         ++i) {  // the visible contour from ear to ear: it runs over the far cheek as the head turns
        const float side = (static_cast<float>(i) - 8) / 8, away = std::max(0.f, side * yaw);
        const float t = mix(to, from, std::pow(std::abs(side), 0.92f));
        points[i] = skin(t, std::copysign(radians(86) - 0.9f * away / std::max(std::abs(side), 0.1f), side));
    }
    const auto bothSides = [&](std::size_t left, std::size_t right, float x, float y) {
        points[left] = onFace(-x, y);
        points[right] = onFace(x, y);
    };
    for (std::size_t i = 0; i < 5; ++i) {  // brows, outer end first at the left, inner end first at the right
        const float p = 1 - 0.5f * static_cast<float>(i);
        bothSides(17 + i, 26 - i, eye.x + p * brow.halfWidth, brow.line(p));
    }
    for (std::size_t i = 0; i < 4; ++i)
        points[27 + i] = onFace(0, nose.baseY * (0.02f + 0.27f * static_cast<float>(i)));
    for (std::size_t i = 0; i < 5; ++i) {
        const float across = (static_cast<float>(i) - 2) / 2;
        points[31 + i] = onFace(across * 0.8f * nose.halfWidth, nose.baseY - 0.03f * std::abs(across));
    }
    static constexpr std::array<float, 6> along{1, 0.38f, -0.38f, -1, -0.38f, 0.38f};
    static constexpr std::array<std::size_t, 6> mirrored{45, 44, 43, 42, 47, 46};
    for (std::size_t i = 0; i < 6; ++i) {  // the left eye from its outer corner over the upper lid
        const float p = along[i], lid = i < 4 ? eye.upperLid(p) : eye.lowerLid(p);
        const float height = std::abs(p) == 1 ? 0 : lid * eye.halfWidth;
        bothSides(36 + i, mirrored[i], eye.x + p * eye.halfWidth, height - eye.tilt * p);
    }
    const auto lip = [&](std::size_t index, float m, float y) {
        points[index] = onFace(m * mouth.halfWidth, y);
    };
    static constexpr std::array<float, 5> upper{-0.58f, -0.24f, 0, 0.24f, 0.58f};
    for (std::size_t i = 0; i < 5; ++i) {
        lip(49 + i, upper[i], mouth.lips(upper[i]).upperTop);
        lip(55 + i, -upper[i], mouth.lips(upper[i]).lowerBottom);
    }
    lip(48, -1, mouth.seam(1));
    lip(54, 1, mouth.seam(1));
    lip(60, -0.9f, mouth.seam(0.9f));
    lip(64, 0.9f, mouth.seam(0.9f));
    for (std::size_t i = 0; i < 3; ++i) {
        const float m = 0.35f * (static_cast<float>(i) - 1);
        lip(61 + i, m, mouth.lips(m).upperBottom);
        lip(65 + i, -m, mouth.lips(m).lowerTop);
    }
    return points;
}

std::array<Point, 5> projectedLandmarks5(const HeadShape& head, const Pose& pose) {
    std::array<Point, 5> result;
    const auto points = head.landmarks5();
    for (std::size_t i = 0; i < points.size(); ++i) result[i] = flat(Pose::project(pose.place(points[i])));
    return result;
}

std::array<Point, 68> projectedLandmarks68(const HeadShape& head, const Pose& pose,
                                           const DemoContent& content) {
    std::array<Point, 68> result;
    const auto points = head.landmarks68(content);
    for (std::size_t i = 0; i < points.size(); ++i) result[i] = flat(Pose::project(pose.place(points[i])));
    return result;
}

}  // namespace visagist::demo
