// What a video file says of itself.
#pragma once
#include <cstdint>
#include <span>
#include <string>

namespace visagist {

struct VideoFacts {
    int width = 0, height = 0;  ///< of the frames that are handed out: upright, with square pixels
    int rotation = 0;           ///< degrees clockwise that were applied: 0, 90, 180 or 270
    bool mirrored = false;      ///< the display matrix also mirrors; applied too
    double duration = 0;        ///< seconds; 0: the file does not say
    double averageRate = 0;     ///< frames a second; 0: the file does not say
    std::int64_t frames = 0;    ///< as the container says; 0: it does not
    double startTime = 0;       ///< of the first frame on the file's clock, which the sound goes by
    bool sound = false;
    std::string container, codec;  ///< FFmpeg's short names
    /// As tagged, by FFmpeg's names ("bt709", "smpte170m", "tv", "pc", …); "unknown" where it is not.
    std::string primaries, transfer, matrix, range;
};

/// Whether the first bytes (a few hundred) are those of a kind of file that holds video: MP4/MOV,
/// Matroska/WebM, AVI, MPEG, MPEG-TS, FLV, ASF/WMV, MXF. Pictures and sound in such a box (HEIC, AVIF, M4A)
/// are none; Ogg, which is mostly sound, goes by its name.
bool looksLikeVideo(std::span<const std::uint8_t> start);

}  // namespace visagist
