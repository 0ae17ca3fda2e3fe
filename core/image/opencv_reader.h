// Pixels as OpenCV's codecs read them; for the .cpp files of this room only.
#pragma once
#include <cstdint>
#include <span>
#include <string_view>

#include "core/image/image.h"

namespace visagist {

/// Grey, RGB or RGBA of 8 or 16 bits as stored (palettes are looked up); not turned. Throws Error(Damaged |
/// Unsupported).
Image decodeWithOpenCv(std::span<const std::uint8_t> bytes, std::string_view name);

/// Any Image as RGB of 8 bits: 16 bits are rounded, transparency is laid over kAlphaBackground.
Image flattened(const Image& image, bool alphaPremultiplied = false);

/// RGBA, 8 bits.
Image withAlpha(const Image& image);

}  // namespace visagist
