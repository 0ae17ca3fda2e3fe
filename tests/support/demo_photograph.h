// Photographs of demo people, with the truth about them.
#pragma once
#include <algorithm>
#include <cmath>
#include <vector>

#include "core/data/demo_faces.h"

namespace visagist::test {

struct Photograph {
    Image image;
    std::vector<Point> landmarks;  // true, 5
};

/// A photograph of a demo person, size x size pixels; the aligned face is 1 / `room` of it, turned by
/// `degrees`.
inline Photograph photograph(int size, double room = 1.6, double degrees = 0, int person = 0) {
    const DemoContent content = randomDemoContent(11, 6);
    const double a = degrees * 3.14159265358979 / 180, c = room * std::cos(a), s = room * std::sin(a);
    const Affine unitFromView{c, -s, 0.5 - c / 2 + s / 2, s, c, 0.5 - s / 2 - c / 2};
    const DemoFace face =
        renderDemoFace(demoPerson(person), content, size, unitFromView.then(demoHeadFromUnit(content)));
    return {face.image, {face.landmarks5.begin(), face.landmarks5.end()}};
}

inline double largestMiss(const std::vector<Point>& a, const std::vector<Point>& b) {
    double miss = 0;
    for (std::size_t i = 0; i < 5; ++i) miss = std::max(miss, std::hypot(a[i].x - b[i].x, a[i].y - b[i].y));
    return miss;
}

}  // namespace visagist::test
