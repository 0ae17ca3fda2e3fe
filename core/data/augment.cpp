#include "core/data/augment.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <opencv2/imgproc.hpp>

namespace visagist {

namespace {

/// Where each output pixel is read from, as OpenCV's integer-centre coordinates: CV_32FC2 [R,R].
cv::Mat affineField(int resolution, const DataOptions& options, SeededRandom& random) {
    const double size = resolution, angle = random.uniform(-1, 1) * options.rotate * std::numbers::pi / 180;
    const double scale = std::exp(random.uniform(-1, 1) * std::log1p(options.scale));
    const double shiftX = random.uniform(-1, 1) * options.shift * size,
                 shiftY = random.uniform(-1, 1) * options.shift * size;
    const double mirror = options.flip && random.uniform() < 0.5 ? -1 : 1;
    const double c = std::cos(angle) / scale, s = std::sin(angle) / scale, centre = (size - 1) / 2;
    cv::Mat field(resolution, resolution, CV_32FC2);
    for (int y = 0; y < resolution; ++y) {
        for (int x = 0; x < resolution; ++x) {
            const double dx = (x - centre) * mirror, dy = y - centre;
            field.at<cv::Vec2f>(y, x) = {static_cast<float>(centre + c * dx - s * dy + shiftX),
                                         static_cast<float>(centre + s * dx + c * dy + shiftY)};
        }
    }
    return field;
}

/// A smooth random displacement in pixels, CV_32FC2 [R,R].
cv::Mat warpField(int resolution, double warp, SeededRandom& random) {
    cv::Mat grid(5, 5, CV_32FC2);
    const double deviation = 0.025 * warp * resolution;
    for (auto it = grid.begin<cv::Vec2f>(); it != grid.end<cv::Vec2f>(); ++it) {
        *it = {static_cast<float>(deviation * random.normal()),
               static_cast<float>(deviation * random.normal())};
    }
    cv::Mat field;
    cv::resize(grid, field, {resolution, resolution}, 0, 0, cv::INTER_CUBIC);
    return field;
}

/// The matrix and offset of a random change of brightness, contrast and saturation of values in [-1,1].
cv::Matx34f colourChange(double strength, SeededRandom& random) {
    const auto factor = [&] { return static_cast<float>(1 + strength * random.uniform(-1, 1)); };
    const float contrast = factor(), saturation = factor(),
                brightness = static_cast<float>(strength * random.uniform(-1, 1));
    constexpr float luma[3] = {0.2126f, 0.7152f, 0.0722f};
    cv::Matx34f m;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j)
            m(i, j) = contrast * ((1 - saturation) * luma[j] + (i == j ? saturation : 0));
        m(i, 3) = brightness;
    }
    return m;
}

void writeColours(const cv::Mat& bytes, const cv::Matx34f& colour, float* out, float* mask) {
    const auto pixels = static_cast<std::size_t>(bytes.rows) * static_cast<std::size_t>(bytes.cols);
    const std::uint8_t* in = bytes.ptr();
    for (std::size_t i = 0; i < pixels; ++i, in += 4, out += 3) {
        const float r = static_cast<float>(in[0]) / 127.5f - 1, g = static_cast<float>(in[1]) / 127.5f - 1,
                    b = static_cast<float>(in[2]) / 127.5f - 1;
        for (int k = 0; k < 3; ++k) {
            out[k] = std::clamp(colour(k, 0) * r + colour(k, 1) * g + colour(k, 2) * b + colour(k, 3), -1.0f,
                                1.0f);
        }
        if (mask) mask[i] = static_cast<float>(in[3]) / 255.0f;
    }
}

}  // namespace

void makeExample(const std::uint8_t* face, int resolution, const DataOptions& options, double warp,
                 SeededRandom random, const ExampleBuffers& out) {
    // A header over the cache's read-only memory; OpenCV has no const view.
    const cv::Mat original(resolution, resolution, CV_8UC4, const_cast<std::uint8_t*>(face));
    const bool moves = options.rotate > 0 || options.scale > 0 || options.shift > 0 || options.flip;
    const cv::Mat field = affineField(resolution, options, random);
    const cv::Matx34f colour = colourChange(options.colour, random);
    cv::Mat target, input;  // own memory: remap would write into a header that shares the cache's
    if (moves) {
        cv::remap(original, target, field, {}, cv::INTER_CUBIC, cv::BORDER_REFLECT_101);
    } else {
        target = original;
    }
    if (warp > 0) {
        const cv::Mat bent = field + warpField(resolution, warp, random);
        cv::remap(original, input, bent, {}, cv::INTER_LINEAR, cv::BORDER_REFLECT_101);
    } else {
        input = target;
    }
    writeColours(target, colour, out.target, out.mask);
    writeColours(input, colour, out.input, nullptr);
}

}  // namespace visagist
