#include "core/video/video_picture.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <new>

#include "core/base/error.h"
#include "core/image/decode.h"

namespace visagist {
namespace {

/// swscale's pixel formats whose name says full range are old spellings of a format and a range.
AVPixelFormat withoutRange(int format) {
    switch (format) {
        case AV_PIX_FMT_YUVJ420P:
            return AV_PIX_FMT_YUV420P;
        case AV_PIX_FMT_YUVJ422P:
            return AV_PIX_FMT_YUV422P;
        case AV_PIX_FMT_YUVJ444P:
            return AV_PIX_FMT_YUV444P;
        case AV_PIX_FMT_YUVJ440P:
            return AV_PIX_FMT_YUV440P;
        case AV_PIX_FMT_YUVJ411P:
            return AV_PIX_FMT_YUV411P;
        default:
            return static_cast<AVPixelFormat>(format);
    }
}

bool hasFlag(const AVFrame& frame, std::uint64_t flag) {
    const AVPixFmtDescriptor* description = av_pix_fmt_desc_get(static_cast<AVPixelFormat>(frame.format));
    return description && (description->flags & flag) != 0;
}

Image overBackground(const AVFrame& rgba) {
    Image rgb(rgba.width, rgba.height, 3);
    for (int y = 0; y < rgba.height; ++y) {
        const std::uint8_t* from = rgba.data[0] + static_cast<std::ptrdiff_t>(y) * rgba.linesize[0];
        std::uint8_t* to = rgb.row(y);
        for (int x = 0; x < rgba.width; ++x, from += 4, to += 3) {
            for (int c = 0; c < 3; ++c)
                to[c] = static_cast<std::uint8_t>(
                    (from[c] * from[3] + kAlphaBackground * (255 - from[3]) + 127) / 255);
        }
    }
    return rgb;
}

Image copied(const AVFrame& frame, int channels) {
    Image image(frame.width, frame.height, channels);
    for (int y = 0; y < frame.height; ++y)
        std::memcpy(image.row(y), frame.data[0] + static_cast<std::ptrdiff_t>(y) * frame.linesize[0],
                    image.bytesPerRow());
    return image;
}

}  // namespace

bool FrameConverter::isFullRange(const AVFrame& frame) const {
    if (withoutRange(frame.format) != frame.format || hasFlag(frame, AV_PIX_FMT_FLAG_RGB)) return true;
    const AVColorRange range =
        frame.color_range == AVCOL_RANGE_UNSPECIFIED ? m_stream.range : frame.color_range;
    return range == AVCOL_RANGE_JPEG;
}

const int* FrameConverter::coefficients(const AVFrame& frame) const {
    switch (frame.colorspace == AVCOL_SPC_UNSPECIFIED ? m_stream.matrix : frame.colorspace) {
        case AVCOL_SPC_BT709:
            return sws_getCoefficients(SWS_CS_ITU709);
        case AVCOL_SPC_BT470BG:
        case AVCOL_SPC_SMPTE170M:
            return sws_getCoefficients(SWS_CS_ITU601);
        case AVCOL_SPC_FCC:
            return sws_getCoefficients(SWS_CS_FCC);
        case AVCOL_SPC_SMPTE240M:
            return sws_getCoefficients(SWS_CS_SMPTE240M);
        case AVCOL_SPC_BT2020_NCL:
        case AVCOL_SPC_BT2020_CL:
            return sws_getCoefficients(SWS_CS_BT2020);
        default:
            return sws_getCoefficients(frame.height >= 720 ? SWS_CS_ITU709 : SWS_CS_ITU601);
    }
}

AVRational FrameConverter::pixelAspect(const AVFrame& frame) const {
    const AVRational aspect =
        frame.sample_aspect_ratio.num > 0 ? frame.sample_aspect_ratio : m_stream.pixelAspect;
    const double ratio = aspect.den > 0 ? static_cast<double>(aspect.num) / aspect.den : 1;
    return ratio >= 0.25 && ratio <= 4 ? aspect : AVRational{1, 1};
}

std::pair<int, int> FrameConverter::size(const AVFrame& frame) const {
    const AVRational aspect = pixelAspect(frame);
    const double width = static_cast<double>(frame.width) * aspect.num / aspect.den;
    return {std::max(1, static_cast<int>(std::lround(width))), frame.height};
}

void FrameConverter::prepare(Scaler& scaler, const AVFrame& frame, int width, int height,
                             AVPixelFormat format, int flags) {
    const int* matrix = coefficients(frame);
    const int range = isFullRange(frame) ? 1 : 0;
    const bool same = scaler.context && scaler.width == frame.width && scaler.height == frame.height &&
                      scaler.format == frame.format && scaler.matrix == matrix[0] && scaler.range == range &&
                      scaler.out->width == width && scaler.out->height == height;
    if (same) return;
    scaler.context.reset(sws_getContext(frame.width, frame.height, withoutRange(frame.format), width, height,
                                        format, flags, nullptr, nullptr, nullptr));
    if (!scaler.context)
        throw Error(ErrorCode::Unsupported,
                    VISAGIST_TEXT("The video's pixels are of a kind that cannot be converted (%1)."),
                    {std::to_string(frame.format)});
    constexpr int kOne = 1 << 16;
    sws_setColorspaceDetails(scaler.context.get(), matrix, range, sws_getCoefficients(SWS_CS_DEFAULT), 1, 0,
                             kOne, kOne);
    scaler.out.reset(av_frame_alloc());
    if (!scaler.out) throw std::bad_alloc();
    scaler.out->width = width;
    scaler.out->height = height;
    scaler.out->format = format;
    if (av_frame_get_buffer(scaler.out.get(), 64) < 0) throw std::bad_alloc();
    scaler.width = frame.width;
    scaler.height = frame.height;
    scaler.format = frame.format;
    scaler.matrix = matrix[0];
    scaler.range = range;
}

const AVFrame& FrameConverter::converted(Scaler& scaler, const AVFrame& frame, int width, int height,
                                         AVPixelFormat format, int flags) {
    prepare(scaler, frame, width, height, format, flags);
    sws_scale(scaler.context.get(), frame.data, frame.linesize, 0, frame.height, scaler.out->data,
              scaler.out->linesize);
    return *scaler.out;
}

Image FrameConverter::rgb(const AVFrame& frame) {
    // Without these flags swscale takes the nearest colour sample and rounds down.
    constexpr int exact = SWS_BICUBIC | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT | SWS_FULL_CHR_H_INP;
    const auto [width, height] = size(frame);
    if (hasFlag(frame, AV_PIX_FMT_FLAG_ALPHA | AV_PIX_FMT_FLAG_PAL))
        return overBackground(converted(m_rgb, frame, width, height, AV_PIX_FMT_RGBA, exact));
    return copied(converted(m_rgb, frame, width, height, AV_PIX_FMT_RGB24, exact), 3);
}

Image FrameConverter::smallGrey(const AVFrame& frame, int side) {
    const auto [width, height] = size(frame);
    const double scale = std::min(1.0, static_cast<double>(side) / std::max(width, height));
    const auto shrunk = [&](int length) {
        return std::max(1, static_cast<int>(std::lround(length * scale)));
    };
    return copied(converted(m_grey, frame, shrunk(width), shrunk(height), AV_PIX_FMT_GRAY8, SWS_AREA), 1);
}

}  // namespace visagist
