// Where the landmarks of an average face lie in a photograph.
#pragma once
#include <vector>

#include "core/face/canonical.h"

namespace visagist::test {

inline std::vector<Point> placed(const Affine& photoFromUnit) {
    std::vector<Point> points;
    for (const Point& p : canonicalLandmarks()) points.push_back(photoFromUnit.map(p));
    return points;
}

}  // namespace visagist::test
