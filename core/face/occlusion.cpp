#include "core/face/occlusion.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "core/face/judged_face.h"

namespace visagist {

namespace {

constexpr int kSide = 96;

struct Zone {
    double x, y, radiusX, radiusY;  ///< an ellipse in the unit crop
};

/// Where an aligned face is not skin: eyes with brows, nostrils, mouth.
constexpr std::array kFeatures{Zone{0.37, 0.42, 0.105, 0.085}, Zone{0.63, 0.42, 0.105, 0.085},
                               Zone{0.5, 0.65, 0.08, 0.035}, Zone{0.5, 0.755, 0.15, 0.085}};

bool isFeature(int x, int y) {
    return std::ranges::any_of(kFeatures, [&](const Zone& zone) {
        const double u = ((x + 0.5) / kSide - zone.x) / zone.radiusX,
                     v = ((y + 0.5) / kSide - zone.y) / zone.radiusY;
        return u * u + v * v < 1;
    });
}

double medianOf(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// One number of all skin pixels: its median, and how far a pixel may be from it.
struct Range {
    double middle = 0, reach = 0;

    /// `least`: what differs by less is noise.
    Range(const std::vector<double>& values, double least) : middle(medianOf(values)) {
        std::vector<double> apart;
        for (const double value : values) apart.push_back(std::abs(value - middle));
        // No more than what is hidden by much: else what hides it is taken for skin.
        reach = std::clamp(4.5 * medianOf(std::move(apart)), least, 1.3 * least);
    }
    /// How far beyond, in reaches.
    double beyond(double value) const { return std::abs(value - middle) / reach; }
};

}  // namespace

std::optional<double> occlusionOf(const Image& face, const Image& mask) {
    const JudgedFace judged = judgedFace(face, mask, kSide, 2);
    cv::Mat smooth;
    cv::GaussianBlur(judged.rgb, smooth, cv::Size(), 1);
    // Colour without brightness, and the logarithm of brightness: light changes the second by a sum.
    std::vector<double> red, green, light;
    std::vector<cv::Point> places;
    for (int y = 0; y < kSide; ++y) {
        for (int x = 0; x < kSide; ++x) {
            if (judged.skin.at<std::uint8_t>(y, x) == 0 || isFeature(x, y)) continue;
            const auto& p = smooth.at<cv::Vec3b>(y, x);
            const double sum = p[0] + p[1] + p[2] + 15.0;
            red.push_back((p[0] + 5) / sum);
            green.push_back((p[1] + 5) / sum);
            light.push_back(std::log(sum));
            places.emplace_back(x, y);
        }
    }
    if (places.size() < 100) return {};
    const Range reds(red, 0.07), greens(green, 0.05), lights(light, 1.2);
    cv::Mat foreign = cv::Mat::zeros(kSide, kSide, CV_8U);
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (std::max({reds.beyond(red[i]), greens.beyond(green[i]), lights.beyond(light[i])}) > 1)
            foreign.at<std::uint8_t>(places[i]) = 255;
    }
    cv::morphologyEx(foreign, foreign, cv::MORPH_OPEN,
                     cv::getStructuringElement(cv::MORPH_ELLIPSE, cv::Size(3, 3)));
    return double(cv::countNonZero(foreign)) / double(places.size());
}

}  // namespace visagist
