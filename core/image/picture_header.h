// What a picture file says of itself before a pixel is decoded: its kind, size and EXIF orientation.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace visagist {

enum class PictureKind { Unknown, Jpeg, Png, WebP, Tiff, Bmp, Netpbm, Gif };

/// The kind by the first bytes; the file's name plays no part.
PictureKind pictureKind(std::span<const std::uint8_t> bytes);

struct PictureHeader {
    std::int64_t width = 0, height = 0;
    int channels = 0, bits = 8;  ///< as stored; 0 channels where the header does not tell
    int orientation = 1;         ///< EXIF, 1 … 8
    bool whole = true;  ///< false: the file ends before its own structure does, or a checksum is wrong
    bool alphaPremultiplied = false;          ///< TIFF with associated alpha
    std::size_t orientationOffset = 0;        ///< TIFF: where its orientation value lies; 0: nowhere
    std::span<const std::uint8_t> profile{};  ///< ICC; of a PNG the body of its iCCP chunk
    bool severalPages = false;                ///< TIFF: more pictures follow the first
};

/// Reads and checks the structure of a PNG, WebP, TIFF or BMP file (a JPEG's and a GIF's are checked by their
/// decoders).
/// Nothing where the header cannot be made sense of. Reads within `bytes` only, whatever they say.
std::optional<PictureHeader> readPictureHeader(PictureKind kind, std::span<const std::uint8_t> bytes);

/// CRC-32 as PNG has it, over a chunk's type and body.
std::uint32_t pngChecksum(std::span<const std::uint8_t> bytes);

/// The orientation in an EXIF block (a TIFF structure, with or without "Exif\0\0" before it); 1 where none.
int exifOrientation(std::span<const std::uint8_t> exif);

}  // namespace visagist
