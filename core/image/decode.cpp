#include "core/image/decode.h"

#include <algorithm>
#include <limits>
#include <opencv2/core.hpp>
#include <opencv2/core/utils/logger.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/path.h"
#include "core/image/decode_error.h"
#include "core/image/jpeg_reader.h"
#include "core/image/netpbm_reader.h"
#include "core/image/opencv_bridge.h"
#include "core/image/picture_header.h"

namespace visagist {
namespace {

constexpr std::uintmax_t kMaxFileBytes = std::uintmax_t{2} << 30;

/// Decoded pixels in OpenCV's order (BGR, BGRA) to RGB, 8 bit, transparency laid over the background.
template <class Sample>
Image rgbFromMat(const cv::Mat& mat, bool premultiplied) {
    constexpr double full = std::numeric_limits<Sample>::max();
    const int channels = mat.channels();
    Image rgb(mat.cols, mat.rows, 3);
    for (int y = 0; y < mat.rows; ++y) {
        const Sample* from = mat.ptr<Sample>(y);
        std::uint8_t* to = rgb.row(y);
        for (int x = 0; x < mat.cols; ++x, from += channels, to += 3) {
            const double alpha = channels == 4 ? from[3] / full : 1.0;
            for (int c = 0; c < 3; ++c) {
                const double value = from[channels == 1 ? 0 : 2 - c] / full * 255.0;
                const double colour = premultiplied ? value : value * alpha;
                to[c] =
                    static_cast<std::uint8_t>(std::min(255.0, colour + kAlphaBackground * (1 - alpha) + 0.5));
            }
        }
    }
    return rgb;
}

/// Files of 32 bits a pixel often leave the fourth byte at 0 without meaning transparency.
bool alphaIsUnused(const cv::Mat& mat) {
    if (mat.channels() != 4 || mat.depth() != CV_8U) return false;
    cv::Mat alpha;
    cv::extractChannel(mat, alpha, 3);
    return cv::countNonZero(alpha) == 0;
}

cv::Mat decodeWithOpenCv(std::span<const std::uint8_t> bytes, std::string_view name) {
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
    return mat;
}

DecodedPhoto decodeByHeader(PictureKind kind, std::span<const std::uint8_t> bytes, std::string_view name) {
    const auto header = readPictureHeader(kind, bytes);
    if (!header) throw cutOffError(name);
    requireSize(name, header->width, header->height, kMaxPicturePixels);
    if (!header->whole) throw cutOffError(name);

    DecodedPhoto photo;
    photo.sourceChannels = header->channels;
    photo.sourceBits = header->bits;
    photo.orientation = std::clamp(header->orientation, 1, 8);
    cv::Mat mat;
    if (kind == PictureKind::Tiff && header->orientationOffset > 0) {
        // OpenCV turns some kinds of TIFF by itself and others not; we turn all, once.
        std::vector<std::uint8_t> unturned(bytes.begin(), bytes.end());
        const bool bigEndian = bytes[0] == 'M';
        unturned[header->orientationOffset] = bigEndian ? 0 : 1;
        unturned[header->orientationOffset + 1] = bigEndian ? 1 : 0;
        mat = decodeWithOpenCv(unturned, name);
    } else {
        mat = decodeWithOpenCv(bytes, name);
    }
    if (kind == PictureKind::Bmp && alphaIsUnused(mat)) cv::cvtColor(mat, mat, cv::COLOR_BGRA2BGR);
    photo.image = mat.depth() == CV_16U ? rgbFromMat<std::uint16_t>(mat, header->alphaPremultiplied)
                                        : rgbFromMat<std::uint8_t>(mat, header->alphaPremultiplied);
    return photo;
}

Image rgbFromGrey(const Image& grey) {
    Image rgb(grey.width(), grey.height(), 3);
    cv::Mat to = matOf(rgb);
    cv::cvtColor(matOf(grey), to, cv::COLOR_GRAY2RGB);
    return rgb;
}

}  // namespace

Image uprightImage(const Image& image, int orientation) {
    if (orientation < 2 || orientation > 8) return image;
    const int w = image.width(), h = image.height();
    const auto channels = static_cast<std::size_t>(image.channels());
    const bool turned = orientation >= 5;
    Image upright(turned ? h : w, turned ? w : h, image.channels());
    for (int y = 0; y < upright.height(); ++y) {
        std::uint8_t* to = upright.row(y);
        for (int x = 0; x < upright.width(); ++x, to += channels) {
            int fromX = turned ? y : x, fromY = turned ? x : y;
            if (orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8)
                fromX = w - 1 - fromX;
            if (orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7)
                fromY = h - 1 - fromY;
            std::copy_n(image.row(fromY) + channels * static_cast<std::size_t>(fromX), channels, to);
        }
    }
    return upright;
}

DecodedPhoto decodePhoto(std::span<const std::uint8_t> bytes, std::string_view name) {
    const PictureKind kind = pictureKind(bytes);
    DecodedPhoto photo;
    switch (kind) {
        case PictureKind::Unknown:
            if (bytes.empty()) {
                throw Error(ErrorCode::Damaged, VISAGIST_TEXT("\"%1\" is empty (0 bytes)."),
                            {std::string(name)});
            }
            throw Error(
                ErrorCode::Unsupported,
                VISAGIST_TEXT("\"%1\" is not a picture of a kind that is read (JPEG, PNG, WebP, TIFF, "
                              "BMP, PGM, PPM)."),
                {std::string(name)});
        case PictureKind::Jpeg: {
            JpegPicture jpeg = decodeJpeg(bytes, name, kMaxPicturePixels);
            photo = {std::move(jpeg.image), jpeg.sourceChannels, 8, jpeg.orientation, jpeg.endMissing};
            break;
        }
        case PictureKind::Netpbm:
            photo.image = decodeNetpbm(bytes, name, kMaxPicturePixels, photo.sourceBits);
            photo.sourceChannels = photo.image.channels();
            break;
        default:
            photo = decodeByHeader(kind, bytes, name);
    }
    if (photo.image.channels() == 1) photo.image = rgbFromGrey(photo.image);
    if (photo.orientation != 1) photo.image = uprightImage(photo.image, photo.orientation);
    return photo;
}

DecodedPhoto decodePhoto(const std::filesystem::path& path) {
    const std::string name = utf8FromPath(path);
    std::error_code ignored;
    if (const auto size = std::filesystem::file_size(path, ignored); !ignored && size > kMaxFileBytes) {
        throw Error(ErrorCode::Unsupported,
                    VISAGIST_TEXT("\"%1\" is larger than 2 GB, which is not read as a picture."), {name});
    }
    return decodePhoto(readFile(path), name);
}

Image decodeImage(std::span<const std::uint8_t> bytes, std::string_view name) {
    return decodePhoto(bytes, name).image;
}

Image decodeMask(std::span<const std::uint8_t> bytes, std::string_view name) {
    const Image rgb = decodeImage(bytes, name);
    Image grey(rgb.width(), rgb.height(), 1);
    cv::Mat to = matOf(grey);
    cv::cvtColor(matOf(rgb), to, cv::COLOR_RGB2GRAY);
    return grey;
}

}  // namespace visagist
