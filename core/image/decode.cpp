#include "core/image/decode.h"

#include <algorithm>
#include <opencv2/imgproc.hpp>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/path.h"
#include "core/image/animation.h"
#include "core/image/colour_profile.h"
#include "core/image/decode_error.h"
#include "core/image/jpeg_reader.h"
#include "core/image/netpbm_reader.h"
#include "core/image/opencv_bridge.h"
#include "core/image/opencv_reader.h"
#include "core/image/picture_header.h"

namespace visagist {
namespace {

constexpr std::uintmax_t kMaxFileBytes = std::uintmax_t{2} << 30;

/// Files of 32 bits a pixel often leave the fourth byte at 0 without meaning transparency.
void dropUnusedAlpha(Image& image) {
    if (image.channels() != 4 || image.bitDepth() != 8) return;
    for (std::size_t i = 3; i < image.byteCount(); i += 4)
        if (image.data()[i] != 0) return;
    Image rgb(image.width(), image.height(), 3);
    cv::Mat to = matOf(rgb);
    cv::cvtColor(matOf(image), to, cv::COLOR_RGBA2RGB);
    image = std::move(rgb);
}

/// Colours that were multiplied by their alpha, 8 bits, divided by it again, for a profile means the colours
/// themselves.
void undoPremultiplication(Image& image) {
    if (image.channels() != 4 || image.bitDepth() != 8) return;
    for (std::size_t i = 0; i < image.byteCount(); i += 4) {
        const int alpha = image.data()[i + 3];
        if (alpha == 0) continue;
        for (std::size_t c = 0; c < 3; ++c)
            image.data()[i + c] =
                static_cast<std::uint8_t>(std::min(255, (image.data()[i + c] * 255 + alpha / 2) / alpha));
    }
}

void applyProfile(PictureKind kind, const PictureHeader& header, Image& pixels, DecodedPhoto& photo) {
    if (header.profile.empty()) return;
    const auto note = kind == PictureKind::Png ? convertToSrgb(pixels, inflatedProfile(header.profile))
                                               : convertToSrgb(pixels, header.profile);
    if (note) photo.notes.push_back(*note);
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
    Image pixels;
    if (kind == PictureKind::Tiff && header->orientationOffset > 0) {
        // OpenCV turns some kinds of TIFF by itself and others not; we turn all, once.
        std::vector<std::uint8_t> unturned(bytes.begin(), bytes.end());
        const bool bigEndian = bytes[0] == 'M';
        unturned[header->orientationOffset] = bigEndian ? 0 : 1;
        unturned[header->orientationOffset + 1] = bigEndian ? 1 : 0;
        pixels = decodeWithOpenCv(unturned, name);
    } else {
        pixels = decodeWithOpenCv(bytes, name);
    }
    if (kind == PictureKind::Bmp) dropUnusedAlpha(pixels);
    bool premultiplied = header->alphaPremultiplied;
    if (premultiplied && !header->profile.empty() && pixels.bitDepth() == 8) {
        undoPremultiplication(pixels);
        premultiplied = false;
    }
    applyProfile(kind, *header, pixels, photo);
    photo.image = flattened(pixels, premultiplied);
    if (header->severalPages)
        photo.notes.push_back(
            {VISAGIST_TEXT("The file has several pages; only the first one was read."), {}});
    return photo;
}

/// A GIF, or the first frame of an animated WebP, whose frames OpenCV does not read.
DecodedPhoto decodeFirstFrame(PictureKind kind, std::span<const std::uint8_t> bytes, std::string_view name) {
    const auto frames = openAnimation({bytes.begin(), bytes.end()}, std::string(name));
    if (!frames->advance()) throw cutOffError(name);
    DecodedPhoto photo;
    photo.image = frames->image();
    photo.sourceChannels = kind == PictureKind::Gif ? 3 : 4;
    return photo;
}

bool isFirstFrameOfWebp(PictureKind kind, std::span<const std::uint8_t> bytes) {
    return kind == PictureKind::WebP && isAnimation(bytes);
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
                              "BMP, GIF, PGM, PPM)."),
                {std::string(name)});
        case PictureKind::Jpeg: {
            JpegPicture jpeg = decodeJpeg(bytes, name, kMaxPicturePixels);
            photo = {std::move(jpeg.image), jpeg.sourceChannels, 8,
                     jpeg.orientation,      jpeg.endMissing,     std::move(jpeg.notes)};
            break;
        }
        case PictureKind::Netpbm:
            photo.image = decodeNetpbm(bytes, name, kMaxPicturePixels, photo.sourceBits);
            photo.sourceChannels = photo.image.channels();
            break;
        case PictureKind::Gif:
            photo = decodeFirstFrame(kind, bytes, name);
            break;
        default:
            photo = isFirstFrameOfWebp(kind, bytes) ? decodeFirstFrame(kind, bytes, name)
                                                    : decodeByHeader(kind, bytes, name);
    }
    if (isAnimation(bytes))
        photo.notes.push_back({VISAGIST_TEXT("This is an animation; only its first frame was read."), {}});
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
