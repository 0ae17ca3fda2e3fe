#include "core/image/opencv_reader.h"

#include <algorithm>
#include <limits>
#include <opencv2/core/utils/logger.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <string>

#include "core/image/decode.h"
#include "core/image/decode_error.h"
#include "core/image/opencv_bridge.h"

namespace visagist {
namespace {

template <class Sample>
Image flattenedFrom(const Image& image, bool premultiplied) {
    constexpr double full = std::numeric_limits<Sample>::max();
    const int channels = image.channels();
    Image rgb(image.width(), image.height(), 3);
    for (int y = 0; y < image.height(); ++y) {
        const auto* from = reinterpret_cast<const Sample*>(image.row(y));
        std::uint8_t* to = rgb.row(y);
        for (int x = 0; x < image.width(); ++x, from += channels, to += 3) {
            const double alpha = channels == 4 ? from[3] / full : 1.0;
            for (int c = 0; c < 3; ++c) {
                const double value = from[channels == 1 ? 0 : c] / full * 255.0;
                const double colour = premultiplied ? value : value * alpha;
                to[c] =
                    static_cast<std::uint8_t>(std::min(255.0, colour + kAlphaBackground * (1 - alpha) + 0.5));
            }
        }
    }
    return rgb;
}

}  // namespace

Image decodeWithOpenCv(std::span<const std::uint8_t> bytes, std::string_view name) {
    // Its complaints about damaged files go to the console; ours go to whoever asked for the picture.
    static const auto quiet = cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);
    static_cast<void>(quiet);
    cv::Mat mat;
    try {
        const cv::Mat input(1, static_cast<int>(bytes.size()), CV_8U,
                            const_cast<std::uint8_t*>(bytes.data()));
        mat = cv::imdecode(input, cv::IMREAD_UNCHANGED | cv::IMREAD_IGNORE_ORIENTATION);
    } catch (const cv::Exception& problem) {
        throw brokenPictureError(name, problem.err);
    }
    if (mat.empty()) throw brokenPictureError(name, "its pixels cannot be read");
    const bool known = (mat.depth() == CV_8U || mat.depth() == CV_16U) &&
                       (mat.channels() == 1 || mat.channels() == 3 || mat.channels() == 4);
    if (!known) {
        throw Error(ErrorCode::Unsupported,
                    VISAGIST_TEXT("\"%1\" has pixels of a type that is not read; save it with 8 or 16 bits."),
                    {std::string(name)});
    }
    Image image(mat.cols, mat.rows, mat.channels(), mat.depth() == CV_16U ? 16 : 8);
    cv::Mat to = matOf(image);
    if (mat.channels() == 1)
        mat.copyTo(to);
    else
        cv::cvtColor(mat, to, mat.channels() == 3 ? cv::COLOR_BGR2RGB : cv::COLOR_BGRA2RGBA);
    return image;
}

Image flattened(const Image& image, bool alphaPremultiplied) {
    if (image.channels() == 3 && image.bitDepth() == 8) return image;
    return image.bitDepth() == 16 ? flattenedFrom<std::uint16_t>(image, alphaPremultiplied)
                                  : flattenedFrom<std::uint8_t>(image, alphaPremultiplied);
}

Image withAlpha(const Image& image) {
    Image eight = image;
    if (image.bitDepth() == 16) {
        eight = Image(image.width(), image.height(), image.channels());
        cv::Mat to = matOf(eight);
        matOf(image).convertTo(to, CV_8U, 1 / 257.0);
    }
    if (eight.channels() == 4) return eight;
    Image rgba(image.width(), image.height(), 4);
    cv::Mat to = matOf(rgba);
    cv::cvtColor(matOf(eight), to, eight.channels() == 1 ? cv::COLOR_GRAY2RGBA : cv::COLOR_RGB2RGBA);
    return rgba;
}

}  // namespace visagist
