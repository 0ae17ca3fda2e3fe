// Decodes PGM and PPM, text or binary, of any maximum value.
#pragma once
#include <cstdint>
#include <span>
#include <string_view>

#include "core/image/image.h"

namespace visagist {

/// Grey or RGB, 8 bit; samples are scaled from the file's own maximum to 255. Throws Error(Damaged |
/// Unsupported), naming `name`; the size is checked against `maxPixels` before any pixel is allocated.
/// `bits` receives 16 where the file's maximum is above 255, else 8.
Image decodeNetpbm(std::span<const std::uint8_t> bytes, std::string_view name, std::int64_t maxPixels,
                   int& bits);

}  // namespace visagist
