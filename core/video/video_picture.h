// From a decoded frame to an Image; for the .cpp files of this room only.
#pragma once
#include "core/image/image.h"
#include "core/video/ffmpeg_handles.h"

namespace visagist {

/// What the stream says of its pictures where the frame itself says nothing.
struct StreamColour {
    AVColorSpace matrix = AVCOL_SPC_UNSPECIFIED;
    AVColorRange range = AVCOL_RANGE_UNSPECIFIED;
    AVRational pixelAspect{0, 1};
};

/// Converts frames by swscale with the frame's own matrix and range (where untagged: BT.709 from 720 lines,
/// else BT.601; limited range), to square pixels. Not upright yet.
class FrameConverter {
public:
    explicit FrameConverter(const StreamColour& stream) : m_stream(stream) {}
    /// RGB, 8 bit; transparency laid over kAlphaBackground. Throws std::bad_alloc, Error(Unsupported) for a
    /// pixel format that swscale does not read.
    Image rgb(const AVFrame& frame);
    /// Grey, 8 bit, full range, the longer side at most `side`.
    Image smallGrey(const AVFrame& frame, int side);
    /// Width and height that rgb() gives.
    std::pair<int, int> size(const AVFrame& frame) const;

private:
    /// One prepared conversion, made anew when what comes in changes.
    struct Scaler {
        FfmpegPtr<SwsContext> context;
        FfmpegPtr<AVFrame> out;
        int width = 0, height = 0, format = -1, matrix = 0, range = 0;
    };
    const AVFrame& converted(Scaler& scaler, const AVFrame& frame, int width, int height,
                             AVPixelFormat format, int flags);
    void prepare(Scaler& scaler, const AVFrame& frame, int width, int height, AVPixelFormat format,
                 int flags);
    bool isFullRange(const AVFrame& frame) const;
    const int* coefficients(const AVFrame& frame) const;
    AVRational pixelAspect(const AVFrame& frame) const;

    StreamColour m_stream;
    Scaler m_rgb, m_grey;
};

}  // namespace visagist
