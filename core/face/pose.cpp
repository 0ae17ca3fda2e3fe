#include "core/face/pose.h"

namespace visagist {

namespace {

Point meanOf(const std::vector<Point>& landmarks, std::size_t first, std::size_t count) {
    Point mean;
    for (std::size_t i = first; i < first + count; ++i) {
        mean.x += landmarks[i].x / static_cast<double>(count);
        mean.y += landmarks[i].y / static_cast<double>(count);
    }
    return mean;
}

}  // namespace

std::optional<double> noseOffset(const std::vector<Point>& landmarks) {
    if (landmarks.size() != 5 && landmarks.size() != 68) return {};
    const bool few = landmarks.size() == 5;
    const Point right = few ? meanOf(landmarks, 0, 2) : meanOf(landmarks, 42, 6),
                left = few ? meanOf(landmarks, 2, 2) : meanOf(landmarks, 36, 6),
                nose = landmarks[few ? 4 : 33];
    const Point axis{right.x - left.x, right.y - left.y};
    const double squared = axis.x * axis.x + axis.y * axis.y;
    if (!(squared > 0)) return {};
    return ((nose.x - (left.x + right.x) / 2) * axis.x + (nose.y - (left.y + right.y) / 2) * axis.y) /
           squared;
}

}  // namespace visagist
