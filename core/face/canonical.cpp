#include "core/face/canonical.h"

namespace visagist {

namespace {

// From dlib/image_transforms/interpolation.h.
constexpr std::array<Point, 5> kMeanFaceShape{{{0.8595674595992, 0.2134981538014},
                                               {0.6460604764104, 0.2289674387677},
                                               {0.1205750620789, 0.2137274526848},
                                               {0.3340850613712, 0.2290642403242},
                                               {0.4901123135679, 0.6277975316475}}};

}  // namespace

std::array<Point, 5> meanFaceShape() { return kMeanFaceShape; }

std::array<Point, 5> canonicalLandmarks() {
    constexpr const auto& mean = kMeanFaceShape;
    constexpr double eyeDistance = (mean[0].x + mean[1].x - mean[2].x - mean[3].x) / 2;
    constexpr double scale = 0.26 / eyeDistance;
    constexpr double eyeY = (mean[0].y + mean[1].y + mean[2].y + mean[3].y) / 4;
    std::array<Point, 5> unit;
    for (std::size_t i = 0; i < 5; ++i) {
        unit[i] = {0.5 + (mean[i].x - mean[4].x) * scale, 0.44 + (mean[i].y - eyeY) * scale};
    }
    return unit;
}

std::array<Point, 5> meanFacePoints() {
    return {{{0.37, 0.438}, {0.63, 0.438}, {0.5, 0.582}, {0.375, 0.713}, {0.625, 0.713}}};
}

}  // namespace visagist
