#include "core/face/lighting.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "core/face/judged_face.h"

namespace visagist {

namespace {

constexpr int kSide = 64;

struct Lit {
    double x = 0, y = 0, brightness = 0;  ///< normal across and down, luma over its mean
    double weight = 1;
};

/// Least squares of brightness ≈ mean + x·across + y·down; {mean, across, down}.
std::optional<std::array<double, 3>> fitted(const std::vector<Lit>& points) {
    cv::Matx33d normal = cv::Matx33d::zeros();
    cv::Vec3d right(0, 0, 0);
    for (const Lit& p : points) {
        const cv::Vec3d row(1, p.x, p.y);
        normal += p.weight * row * row.t();
        right += p.weight * p.brightness * row;
    }
    cv::Vec3d solution;
    if (!cv::solve(normal, right, solution, cv::DECOMP_CHOLESKY)) return {};
    return std::array{solution[0], solution[1], solution[2]};
}

}  // namespace

std::optional<LightDirection> lightOn(const Image& face, const Image& mask) {
    const JudgedFace judged = judgedFace(face, mask, kSide, 1);
    const double mean = cv::mean(judged.luma, judged.skin)[0];
    const cv::Rect box = cv::boundingRect(judged.skin);
    if (box.area() < kSide || mean < 2) return {};
    cv::Mat smooth;
    cv::GaussianBlur(judged.luma, smooth, cv::Size(), 1.5, 1.5);
    // The ellipsoid is as wide and high as the mask; it curves away less than its outline does, as a face is
    // flatter than a ball.
    constexpr double flatness = 0.85;
    const double centreX = box.x + box.width / 2.0, centreY = box.y + box.height / 2.0;
    std::vector<Lit> points;
    for (int y = box.y; y < box.y + box.height; ++y) {
        for (int x = box.x; x < box.x + box.width; ++x) {
            if (judged.skin.at<std::uint8_t>(y, x) == 0) continue;
            const double nx = flatness * (x + 0.5 - centreX) / (box.width / 2.0),
                         ny = flatness * (y + 0.5 - centreY) / (box.height / 2.0);
            if (nx * nx + ny * ny >= 1) continue;
            points.push_back({nx, ny, double(smooth.at<float>(y, x)) / mean, 1});
        }
    }
    if (points.size() < 50) return {};
    // Brows, eyes and mouth are darker than any light makes skin: what is far off counts little (Huber).
    std::optional<std::array<double, 3>> fit;
    for (int round = 0; round < 6; ++round) {
        fit = fitted(points);
        if (!fit) return {};
        constexpr double width = 0.08;
        for (Lit& p : points) {
            const double off = std::abs(p.brightness - (*fit)[0] - (*fit)[1] * p.x - (*fit)[2] * p.y);
            p.weight = off > width ? width / off : 1;
        }
    }
    constexpr double strongest = 0.75;  // change of brightness over its mean in hard light from the side
    const double level = std::max(0.1, (*fit)[0]);
    LightDirection light{(*fit)[1] / level / strongest, -(*fit)[2] / level / strongest};
    light.x = std::clamp(light.x, -1.0, 1.0);
    light.y = std::clamp(light.y, -1.0, 1.0);
    return light;
}

}  // namespace visagist
