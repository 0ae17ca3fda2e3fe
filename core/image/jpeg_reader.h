// Decodes JPEG with libjpeg directly, so that its warnings are seen: a file that is cut off does not pass.
#pragma once
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/image/image.h"

namespace visagist {

struct JpegPicture {
    Image image;             ///< grey or RGB, 8 bit, sRGB, as stored (not yet upright)
    int sourceChannels = 0;  ///< 1, 3 or 4 (CMYK)
    int orientation = 1;
    bool endMissing = false;       ///< only the end marker is missing
    std::vector<Message> notes{};  ///< e.g. a broken colour profile
};

/// Throws Error(Damaged) where pixels are missing or broken, Error(Unsupported) above `maxPixels` (checked
/// before any pixel is allocated). `name` stands in the messages. Any thread.
JpegPicture decodeJpeg(std::span<const std::uint8_t> bytes, std::string_view name, std::int64_t maxPixels);

}  // namespace visagist
