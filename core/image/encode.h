// Pictures to PNG, losslessly.
#pragma once
#include <cstdint>
#include <filesystem>
#include <vector>

#include "core/image/image.h"

namespace visagist {

/// Grey, RGB or RGBA, 8 or 16 bit. Throws Error(InvalidArgument) for an empty picture.
std::vector<std::uint8_t> encodePng(const Image& image);

/// Writes a PNG file whole or not at all. Throws Error(WriteFailed | DiskFull).
void writePng(const std::filesystem::path& path, const Image& image);

}  // namespace visagist
