#include "core/face/expression.h"

#include <cmath>

namespace visagist {

namespace {

double between(const Point& a, const Point& b) { return std::hypot(a.x - b.x, a.y - b.y); }

std::optional<double> ratio(double height, double width) {
    const double value = height / width;
    return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

}  // namespace

std::optional<double> mouthOpening(std::span<const Point> p) {
    if (p.size() != 68) return {};
    return ratio((between(p[61], p[67]) + between(p[62], p[66]) + between(p[63], p[65])) / 3,
                 between(p[60], p[64]));
}

std::optional<double> eyeOpening(std::span<const Point> p) {
    if (p.size() != 68) return {};
    const auto eye = [&](std::size_t i) {
        return ratio((between(p[i + 1], p[i + 5]) + between(p[i + 2], p[i + 4])) / 2,
                     between(p[i], p[i + 3]));
    };
    const auto left = eye(36), right = eye(42);
    if (!left || !right) return {};
    return (*left + *right) / 2;
}

}  // namespace visagist
