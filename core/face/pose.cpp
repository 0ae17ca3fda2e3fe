#include "core/face/pose.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "core/face/canonical.h"

namespace visagist {

namespace {

/// A landmark of the mean head; x to the right of the picture, y down, z to the viewer, millimetres from the
/// middle between the inner corners of the eyes.
struct HeadPoint {
    std::size_t index68 = 0;
    double x = 0, y = 0, z = 0;
    double weight = 1;  ///< less for what moves with the expression
};

/// Millimetres of the unit of dlib's mean face: its eyes are 64 mm apart.
constexpr double kUnit = 121.8;

/// dlib's five points in front of each other as in an average adult: outer corners of the eyes 9 mm behind
/// the inner ones, the base of the nose 22 mm before them.
std::vector<HeadPoint> fivePoints() {
    constexpr std::array<std::size_t, 5> indices{45, 42, 36, 39, 33};
    constexpr std::array<double, 5> depths{-9, 0, -9, 0, 22};
    const auto flat = meanFaceShape();
    const double middle = flat[4].x, height = (flat[1].y + flat[3].y) / 2;
    std::vector<HeadPoint> points;
    for (std::size_t i = 0; i < flat.size(); ++i)
        points.push_back({indices[i], (flat[i].x - middle) * kUnit, (flat[i].y - height) * kUnit, depths[i]});
    return points;
}

/// Those of the 68 that lie on bone and cartilage, and, with little weight, mouth and chin.
const std::vector<HeadPoint>& headPoints(std::size_t landmarks) {
    static const std::vector<HeadPoint> five = fivePoints();
    static const std::vector<HeadPoint> many = [] {
        std::vector<HeadPoint> points = five;
        points.insert(points.end(), {{27, 0, -2, 11, 1},
                                     {30, 0, 37, 36, 1},
                                     {31, -11, 47, 16, 1},
                                     {35, 11, 47, 16, 1},
                                     {48, -26, 70, 11, 0.4},
                                     {54, 26, 70, 11, 0.4},
                                     {8, 0, 112, 8, 0.2}});
        return points;
    }();
    return landmarks == 5 ? five : many;
}

/// yaw, pitch, roll (radians), logarithm of the scale, x and y of the middle between the eyes.
using Parameters = std::array<double, 6>;

std::array<std::array<double, 3>, 3> rotation(double yaw, double pitch, double roll) {
    const double cy = std::cos(yaw), sy = std::sin(yaw), cp = std::cos(pitch), sp = std::sin(pitch),
                 cr = std::cos(roll), sr = std::sin(roll);
    const std::array<double, 3> x{cy, 0, sy}, y{sp * sy, cp, -sp * cy}, z{-cp * sy, sp, cp * cy};
    return {{{x[0] * cr - y[0] * sr, x[1] * cr - y[1] * sr, x[2] * cr - y[2] * sr},
             {x[0] * sr + y[0] * cr, x[1] * sr + y[1] * cr, x[2] * sr + y[2] * cr},
             z}};
}

struct Observed {
    HeadPoint head;
    Point seen;  ///< in distances between the eyes, from their middle
};

std::vector<double> residuals(const std::vector<Observed>& points, const Parameters& at) {
    const auto turn = rotation(at[0], at[1], at[2]);
    const double scale = std::exp(at[3]);
    std::vector<double> result;
    for (const auto& [head, seen] : points) {
        const auto along = [&](const std::array<double, 3>& row) {
            return scale * (row[0] * head.x + row[1] * head.y + row[2] * head.z);
        };
        result.push_back(head.weight * (along(turn[0]) + at[4] - seen.x));
        result.push_back(head.weight * (along(turn[1]) + at[5] - seen.y));
    }
    return result;
}

double squaresOf(const std::vector<double>& values) {
    double sum = 0;
    for (const double value : values) sum += value * value;
    return sum;
}

/// Solves the symmetric system in place by elimination with pivots; false where it is singular.
bool solve(std::array<std::array<double, 7>, 6>& rows, Parameters& result) {
    for (std::size_t i = 0; i < 6; ++i) {
        std::size_t pivot = i;
        for (std::size_t j = i + 1; j < 6; ++j)
            if (std::abs(rows[j][i]) > std::abs(rows[pivot][i])) pivot = j;
        if (!(std::abs(rows[pivot][i]) > 1e-15)) return false;
        std::swap(rows[i], rows[pivot]);
        for (std::size_t j = i + 1; j < 6; ++j) {
            const double factor = rows[j][i] / rows[i][i];
            for (std::size_t k = i; k < 7; ++k) rows[j][k] -= factor * rows[i][k];
        }
    }
    for (std::size_t i = 6; i-- > 0;) {
        double value = rows[i][6];
        for (std::size_t k = i + 1; k < 6; ++k) value -= rows[i][k] * result[k];
        result[i] = value / rows[i][i];
    }
    return true;
}

/// One step of Levenberg and Marquardt's method; the error after it.
double improve(const std::vector<Observed>& points, Parameters& at, double error, double& damping) {
    constexpr double step = 1e-5;
    const std::vector<double> now = residuals(points, at);
    std::array<std::vector<double>, 6> slopes;
    for (std::size_t i = 0; i < 6; ++i) {
        Parameters moved = at;
        moved[i] += step;
        slopes[i] = residuals(points, moved);
        for (std::size_t k = 0; k < now.size(); ++k) slopes[i][k] = (slopes[i][k] - now[k]) / step;
    }
    std::array<std::array<double, 7>, 6> normal{};
    for (std::size_t i = 0; i < 6; ++i) {
        for (std::size_t k = 0; k < now.size(); ++k) {
            for (std::size_t j = 0; j < 6; ++j) normal[i][j] += slopes[i][k] * slopes[j][k];
            normal[i][6] -= slopes[i][k] * now[k];
        }
        normal[i][i] += damping * (normal[i][i] + 1e-9);
    }
    Parameters change{}, next = at;
    if (!solve(normal, change)) return error;
    for (std::size_t i = 0; i < 6; ++i) next[i] += change[i];
    const double after = squaresOf(residuals(points, next));
    damping = std::clamp(after < error ? damping / 4 : damping * 8, 1e-9, 1e6);
    if (!(after < error)) return error;
    at = next;
    return after;
}

Point meanOf(std::span<const Point> landmarks, std::size_t first, std::size_t count) {
    Point mean;
    for (const Point& p : landmarks.subspan(first, count))
        mean = {mean.x + p.x / static_cast<double>(count), mean.y + p.y / static_cast<double>(count)};
    return mean;
}

double degrees(double radians) { return radians * 180 / std::numbers::pi; }
double radians(double degrees) { return degrees * std::numbers::pi / 180; }

/// A turn about the line of sight, -180 … 180.
double wrapped(double angle) { return angle - 360 * std::round(angle / 360); }

}  // namespace

std::optional<HeadPose> headPose(std::span<const Point> landmarks) {
    if (landmarks.size() != 5 && landmarks.size() != 68) return {};
    for (const Point& p : landmarks)
        if (!std::isfinite(p.x) || !std::isfinite(p.y)) return {};
    const bool few = landmarks.size() == 5;
    const Point right = few ? meanOf(landmarks, 0, 2) : meanOf(landmarks, 42, 6),
                left = few ? meanOf(landmarks, 2, 2) : meanOf(landmarks, 36, 6);
    const Point middle{(left.x + right.x) / 2, (left.y + right.y) / 2};
    const double apart = std::hypot(right.x - left.x, right.y - left.y);
    if (!(apart > 0)) return {};

    std::vector<Observed> points;
    const auto& head = headPoints(landmarks.size());
    for (std::size_t i = 0; i < head.size(); ++i) {
        const Point& p = landmarks[few ? i : head[i].index68];
        points.push_back({head[i], {(p.x - middle.x) / apart, (p.y - middle.y) / apart}});
    }
    // A turned head's eyes are nearer to each other: without several starts the search may end in the wrong
    // size.
    const double roll = std::atan2(right.y - left.y, right.x - left.x);
    Parameters best{};
    double least = INFINITY;
    for (const double yaw : {-0.9, 0.0, 0.9}) {
        Parameters at{yaw, 0, roll, std::log(1 / (64 * std::cos(yaw))), 0, 0};
        double error = squaresOf(residuals(points, at)), damping = 1e-3;
        for (int i = 0; i < 30; ++i) error = improve(points, at, error, damping);
        if (error < least) least = error, best = at;
    }
    HeadPose pose{degrees(std::remainder(best[0], 2 * std::numbers::pi)),
                  degrees(std::remainder(best[1], 2 * std::numbers::pi)), wrapped(degrees(best[2]))};
    // Root mean square misfit in distances between the eyes, and turns that no landmarks can be seen at.
    const bool face = std::sqrt(least / static_cast<double>(points.size())) < 0.35 &&
                      std::abs(pose.yaw) <= 90 && std::abs(pose.pitch) <= 90;
    if (!face) return {};
    return pose;
}

std::array<double, 3> turnedBy(const HeadPose& pose, const std::array<double, 3>& direction) {
    const auto rows = rotation(radians(pose.yaw), radians(pose.pitch), radians(pose.roll));
    std::array<double, 3> result{};
    for (std::size_t i = 0; i < 3; ++i)
        result[i] = rows[i][0] * direction[0] + rows[i][1] * direction[1] + rows[i][2] * direction[2];
    return result;
}

}  // namespace visagist
