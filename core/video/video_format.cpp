#include "core/video/video_format.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

namespace visagist {
namespace {

constexpr std::size_t kTransportPacket = 188;

bool textAt(std::span<const std::uint8_t> bytes, std::size_t offset, std::string_view text) {
    return offset <= bytes.size() && text.size() <= bytes.size() - offset &&
           std::memcmp(bytes.data() + offset, text.data(), text.size()) == 0;
}

/// ISO 14496-12 files begin with a box of one of these kinds; those of brands for pictures and sound hold no
/// video.
bool looksLikeMp4(std::span<const std::uint8_t> start) {
    if (textAt(start, 4, "ftyp")) {
        constexpr std::array<std::string_view, 11> others{"heic", "heix", "heim", "heis", "mif1", "msf1",
                                                          "avif", "avis", "M4A ", "M4B ", "M4P "};
        return std::none_of(others.begin(), others.end(),
                            [&](std::string_view brand) { return textAt(start, 8, brand); });
    }
    return textAt(start, 4, "moov") || textAt(start, 4, "mdat") || textAt(start, 4, "wide");
}

bool looksLikeTransportStream(std::span<const std::uint8_t> start) {
    if (start.size() <= kTransportPacket) return false;
    return start[0] == 0x47 && start[kTransportPacket] == 0x47;
}

}  // namespace

bool looksLikeVideo(std::span<const std::uint8_t> start) {
    return looksLikeMp4(start) || looksLikeTransportStream(start) ||
           textAt(start, 0, "\x1A\x45\xDF\xA3") ||  // Matroska
           (textAt(start, 0, "RIFF") && textAt(start, 8, "AVI ")) ||
           textAt(start, 0, std::string_view("\0\0\x01\xBA", 4)) ||  // MPEG
           textAt(start, 0, std::string_view("\0\0\x01\xB3", 4)) || textAt(start, 0, "FLV\x01") ||
           textAt(start, 0, "\x30\x26\xB2\x75\x8E\x66\xCF\x11") ||  // ASF
           textAt(start, 0, "\x06\x0E\x2B\x34");                    // MXF
}

}  // namespace visagist
