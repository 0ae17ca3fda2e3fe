// The one reader of pictures: whatever the program shows, detects in or trains on was decoded here.
#pragma once
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/image/image.h"

namespace visagist {

/// Pictures with more pixels than this are refused before anything is allocated for them.
inline constexpr std::int64_t kMaxPicturePixels = 200'000'000;

/// What lies under transparent pixels (sRGB, each channel): a mid grey that is as far from skin as from hair.
inline constexpr int kAlphaBackground = 128;

struct DecodedPhoto {
    Image image;              ///< RGB, 8 bit, upright (EXIF orientation applied)
    int sourceChannels = 0;   ///< as stored: 1 grey, 2 grey + alpha, 3 RGB, 4 RGBA or CMYK
    int sourceBits = 8;       ///< as stored, of one channel: 8 or 16 (smaller depths count as 8)
    int orientation = 1;      ///< EXIF orientation that was applied, 1 … 8
    bool endMissing = false;  ///< a JPEG whose end marker is missing, but none of its pixels
    /// What else is to be said of the file, which was read all the same: a colour profile that is broken,
    /// pages or frames behind the first.
    std::vector<Message> notes{};
};

/// Reads JPEG, PNG, WebP, TIFF, BMP, GIF, PGM or PPM, told apart by content; of several pages or frames the
/// first. An embedded ICC profile is applied (to sRGB), 16 bits become 8 by rounding, transparency is laid
/// over kAlphaBackground, grey becomes RGB, CMYK without a profile is converted by its plain formula. Any
/// thread. Throws Error(NotFound | ReadFailed) for the file, Error(Damaged) where it is cut off or broken,
/// Error(Unsupported) where it is too large or of a kind that is not read; each names the file.
DecodedPhoto decodePhoto(const std::filesystem::path& path);

/// The same for bytes in memory; `name` stands in the messages.
DecodedPhoto decodePhoto(std::span<const std::uint8_t> bytes, std::string_view name = "picture");

/// decodePhoto(bytes, name).image.
Image decodeImage(std::span<const std::uint8_t> bytes, std::string_view name = "picture");

/// A mask: grey, 8 bit. Colour is turned to grey by BT.601 luma.
Image decodeMask(std::span<const std::uint8_t> bytes, std::string_view name = "mask");

/// `image` turned upright: what the EXIF orientation 1 … 8 says it needs; others leave it as it is. 8 bit.
Image uprightImage(const Image& image, int orientation);

}  // namespace visagist
