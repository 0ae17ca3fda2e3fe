#include "core/image/picture_header.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <vector>

namespace visagist {
namespace {

using Bytes = std::span<const std::uint8_t>;

/// Reads whole numbers at offsets; past the end everything is 0 and `good` turns false.
struct Reader {
    Bytes bytes;
    bool bigEndian = false;
    bool good = true;

    std::uint32_t number(std::size_t offset, std::size_t size) {
        if (offset > bytes.size() || size > bytes.size() - offset) {
            good = false;
            return 0;
        }
        std::uint32_t value = 0;
        for (std::size_t i = 0; i < size; ++i) {
            const std::size_t shift = 8 * (bigEndian ? size - 1 - i : i);
            value |= static_cast<std::uint32_t>(bytes[offset + i]) << shift;
        }
        return value;
    }
};

bool textAt(Bytes bytes, std::size_t offset, std::string_view text) {
    return offset <= bytes.size() && text.size() <= bytes.size() - offset &&
           std::memcmp(bytes.data() + offset, text.data(), text.size()) == 0;
}

// --- TIFF, and EXIF which is one -------------------------------------------------------------------------

constexpr std::uint32_t kWidth = 256, kHeight = 257, kBits = 258, kStripOffsets = 273, kOrientation = 274,
                        kSamples = 277, kStripBytes = 279, kTileOffsets = 324, kTileBytes = 325,
                        kExtraSamples = 338, kIccProfile = 34675;

struct TiffEntry {
    std::uint32_t tag = 0, type = 0, count = 0;
    std::size_t valueOffset = 0;  ///< where its (first) value lies
};

std::size_t tiffTypeSize(std::uint32_t type) {
    constexpr std::array<std::size_t, 13> sizes{0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8};
    return type < sizes.size() ? sizes[type] : 0;
}

/// The entries of the first directory; empty where there is none.
std::vector<TiffEntry> tiffEntries(Reader& in) {
    in.bigEndian = textAt(in.bytes, 0, "MM");
    if (!textAt(in.bytes, 0, "II") && !in.bigEndian) return {};
    if (in.number(2, 2) != 42) return {};
    const std::size_t directory = in.number(4, 4);
    const std::size_t count = in.number(directory, 2);
    std::vector<TiffEntry> entries;
    for (std::size_t i = 0; i < count && in.good; ++i) {
        const std::size_t at = directory + 2 + 12 * i;
        TiffEntry entry{in.number(at, 2), in.number(at + 2, 2), in.number(at + 4, 4), at + 8};
        if (tiffTypeSize(entry.type) * entry.count > 4) entry.valueOffset = in.number(at + 8, 4);
        if (in.good) entries.push_back(entry);
    }
    return entries;
}

std::uint32_t tiffValue(Reader& in, const TiffEntry& entry, std::size_t index = 0) {
    const std::size_t size = tiffTypeSize(entry.type);
    return size == 0 || size > 4 ? 0 : in.number(entry.valueOffset + index * size, size);
}

const TiffEntry* findEntry(const std::vector<TiffEntry>& entries, std::uint32_t tag) {
    const auto found = std::find_if(entries.begin(), entries.end(),
                                    [&](const TiffEntry& entry) { return entry.tag == tag; });
    return found == entries.end() ? nullptr : &*found;
}

std::uint32_t tagValue(Reader& in, const std::vector<TiffEntry>& entries, std::uint32_t tag,
                       std::uint32_t otherwise) {
    const TiffEntry* entry = findEntry(entries, tag);
    return entry ? tiffValue(in, *entry) : otherwise;
}

/// Whether every strip or tile lies within the file.
bool tiffPixelsAreThere(Reader& in, const std::vector<TiffEntry>& entries) {
    const bool tiles = findEntry(entries, kTileOffsets) != nullptr;
    const TiffEntry* offsets = findEntry(entries, tiles ? kTileOffsets : kStripOffsets);
    const TiffEntry* sizes = findEntry(entries, tiles ? kTileBytes : kStripBytes);
    if (!offsets || offsets->count == 0) return false;
    if (!sizes) return true;  // allowed for one uncompressed strip; libtiff works the size out
    if (sizes->count < offsets->count) return false;
    for (std::size_t i = 0; i < offsets->count && in.good; ++i) {
        const std::uint64_t end =
            std::uint64_t{tiffValue(in, *offsets, i)} + std::uint64_t{tiffValue(in, *sizes, i)};
        if (end > in.bytes.size()) return false;
    }
    return in.good;
}

std::optional<PictureHeader> tiffHeader(Bytes bytes) {
    Reader in{bytes};
    const auto entries = tiffEntries(in);
    if (entries.empty()) return std::nullopt;
    PictureHeader header;
    header.whole = in.good && tiffPixelsAreThere(in, entries);
    in.good = true;
    header.width = tagValue(in, entries, kWidth, 0);
    header.height = tagValue(in, entries, kHeight, 0);
    header.channels = static_cast<int>(std::min(tagValue(in, entries, kSamples, 1), 255u));
    header.bits = tagValue(in, entries, kBits, 1) > 8 ? 16 : 8;
    // libtiff hands out 8-bit pixels multiplied by their alpha, whichever way they were stored.
    header.alphaPremultiplied = header.bits == 8 || tagValue(in, entries, kExtraSamples, 2) == 1;
    if (const TiffEntry* entry = findEntry(entries, kOrientation); entry && entry->type == 3) {
        header.orientationOffset = entry->valueOffset;
        header.orientation = static_cast<int>(tiffValue(in, *entry));
    }
    if (const TiffEntry* entry = findEntry(entries, kIccProfile);
        entry && tiffTypeSize(entry->type) == 1 && entry->valueOffset <= bytes.size() &&
        entry->count <= bytes.size() - entry->valueOffset)
        header.profile = bytes.subspan(entry->valueOffset, entry->count);
    const std::size_t directory = in.number(4, 4);
    header.severalPages = in.number(directory + 2 + 12 * in.number(directory, 2), 4) != 0;
    return header;
}

// --- PNG -------------------------------------------------------------------------------------------------

int pngChannels(std::uint32_t colourType, bool transparent) {
    switch (colourType) {
        case 0:
            return transparent ? 2 : 1;
        case 4:
            return 2;
        case 6:
            return 4;
        default:
            return transparent ? 4 : 3;
    }
}

std::optional<PictureHeader> pngHeader(Bytes bytes) {
    Reader in{bytes, true};
    if (!textAt(bytes, 12, "IHDR")) return std::nullopt;
    PictureHeader header;
    header.width = in.number(16, 4);
    header.height = in.number(20, 4);
    header.bits = in.number(24, 1) == 16 ? 16 : 8;
    const std::uint32_t colourType = in.number(25, 1);
    bool ended = false, transparent = false, checksums = true;
    for (std::size_t at = 8; in.good && !ended;) {
        const std::size_t length = in.number(at, 4);
        const std::uint32_t stored = in.number(at + 8 + length, 4);
        if (!in.good) break;
        checksums = checksums && pngChecksum(bytes.subspan(at + 4, length + 4)) == stored;
        if (textAt(bytes, at + 4, "eXIf"))
            header.orientation = exifOrientation(bytes.subspan(at + 8, length));
        if (textAt(bytes, at + 4, "iCCP")) header.profile = bytes.subspan(at + 8, length);
        transparent = transparent || textAt(bytes, at + 4, "tRNS");
        ended = textAt(bytes, at + 4, "IEND");
        at += length + 12;
    }
    header.channels = pngChannels(colourType, transparent);
    header.whole = ended && checksums;
    return header;
}

// --- WebP ------------------------------------------------------------------------------------------------

void readWebpChunk(Reader& in, std::size_t at, std::size_t length, PictureHeader& header) {
    const std::size_t body = at + 8;
    const bool sized = header.width > 0;
    if (textAt(in.bytes, at, "VP8X")) {
        header.width = in.number(body + 4, 3) + 1;
        header.height = in.number(body + 7, 3) + 1;
        header.channels = (in.number(body, 1) & 0x10) ? 4 : 3;
    } else if (textAt(in.bytes, at, "VP8 ") && !sized) {
        header.width = in.number(body + 6, 2) & 0x3FFF;
        header.height = in.number(body + 8, 2) & 0x3FFF;
        header.channels = 3;
    } else if (textAt(in.bytes, at, "VP8L") && !sized) {
        const std::uint32_t packed = in.number(body + 1, 4);
        header.width = (packed & 0x3FFF) + 1;
        header.height = ((packed >> 14) & 0x3FFF) + 1;
        header.channels = (packed >> 28) & 1 ? 4 : 3;
    } else if (textAt(in.bytes, at, "EXIF")) {
        header.orientation = exifOrientation(in.bytes.subspan(body, length));
    } else if (textAt(in.bytes, at, "ICCP")) {
        header.profile = in.bytes.subspan(body, length);
    }
}

std::optional<PictureHeader> webpHeader(Bytes bytes) {
    Reader in{bytes};
    PictureHeader header;
    const std::size_t end = std::size_t{in.number(4, 4)} + 8;
    header.whole = end <= bytes.size();
    std::size_t at = 12;
    while (at + 8 <= std::min(end, bytes.size())) {
        const std::size_t length = in.number(at + 4, 4);
        if (length > bytes.size() - at - 8) {
            header.whole = false;
            readWebpChunk(in, at, bytes.size() - at - 8, header);
            break;
        }
        readWebpChunk(in, at, length, header);
        at += 8 + length + (length & 1);
    }
    if (header.width == 0) return std::nullopt;
    return header;
}

// --- BMP -------------------------------------------------------------------------------------------------

std::optional<PictureHeader> bmpHeader(Bytes bytes) {
    Reader in{bytes};
    PictureHeader header;
    const std::uint64_t pixels = in.number(10, 4);
    const std::uint32_t infoSize = in.number(14, 4);
    std::uint32_t bits = 0, compression = 0;
    if (infoSize == 12) {
        header.width = in.number(18, 2);
        header.height = in.number(20, 2);
        bits = in.number(24, 2);
    } else {
        header.width = static_cast<std::int32_t>(in.number(18, 4));
        header.height = std::abs(std::int64_t{static_cast<std::int32_t>(in.number(22, 4))});
        bits = in.number(28, 2);
        compression = in.number(30, 4);
    }
    if (!in.good || header.width <= 0 || header.height <= 0) return std::nullopt;
    header.channels = bits == 32 ? 4 : 3;
    const bool packed = compression == 1 || compression == 2;  // run lengths
    const std::uint64_t rowBytes = (static_cast<std::uint64_t>(header.width) * bits + 31) / 32 * 4;
    header.whole = packed || pixels + rowBytes * static_cast<std::uint64_t>(header.height) <= bytes.size();
    return header;
}

}  // namespace

std::uint32_t pngChecksum(Bytes bytes) {
    static const auto table = [] {
        std::array<std::uint32_t, 256> made{};
        for (std::uint32_t n = 0; n < 256; ++n) {
            std::uint32_t c = n;
            for (int bit = 0; bit < 8; ++bit) c = (c & 1) ? 0xEDB88320u ^ (c >> 1) : c >> 1;
            made[n] = c;
        }
        return made;
    }();
    std::uint32_t crc = 0xFFFFFFFFu;
    for (const std::uint8_t byte : bytes) crc = table[(crc ^ byte) & 0xFF] ^ (crc >> 8);
    return ~crc;
}

PictureKind pictureKind(Bytes bytes) {
    if (textAt(bytes, 0, "\xFF\xD8\xFF")) return PictureKind::Jpeg;
    if (textAt(bytes, 0, "\x89PNG\r\n\x1A\n")) return PictureKind::Png;
    if (textAt(bytes, 0, "RIFF") && textAt(bytes, 8, "WEBP")) return PictureKind::WebP;
    if (textAt(bytes, 0, std::string_view("II*\0", 4)) || textAt(bytes, 0, std::string_view("MM\0*", 4)))
        return PictureKind::Tiff;
    if (textAt(bytes, 0, "BM") && bytes.size() > 26) return PictureKind::Bmp;
    if (bytes.size() > 2 && bytes[0] == 'P' && bytes[1] >= '1' && bytes[1] <= '6' &&
        (bytes[2] == '#' || bytes[2] == ' ' || (bytes[2] >= '\t' && bytes[2] <= '\r')))
        return PictureKind::Netpbm;
    if (textAt(bytes, 0, "GIF87a") || textAt(bytes, 0, "GIF89a")) return PictureKind::Gif;
    return PictureKind::Unknown;
}

std::optional<PictureHeader> readPictureHeader(PictureKind kind, Bytes bytes) {
    switch (kind) {
        case PictureKind::Png:
            return pngHeader(bytes);
        case PictureKind::WebP:
            return webpHeader(bytes);
        case PictureKind::Tiff:
            return tiffHeader(bytes);
        case PictureKind::Bmp:
            return bmpHeader(bytes);
        default:
            return std::nullopt;
    }
}

int exifOrientation(Bytes exif) {
    constexpr std::string_view prefix("Exif\0\0", 6);
    Reader in{textAt(exif, 0, prefix) ? exif.subspan(prefix.size()) : exif};
    const auto entries = tiffEntries(in);
    in.good = true;
    const std::uint32_t value = tagValue(in, entries, kOrientation, 1);
    return value >= 1 && value <= 8 ? static_cast<int>(value) : 1;
}

}  // namespace visagist
