// The pixels of a project: crops and masks as PNG files, each once, by their hash.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/store/database.h"

namespace visagist {

/// Stores the bytes of a PNG file, unless they are there already, and returns their SHA-256; "" for no bytes.
std::string putPicture(Database& database, std::span<const std::uint8_t> png);

/// The same under a hash that is known already, which is returned.
std::string putPictureAs(Database& database, const std::string& sha256, std::span<const std::uint8_t> png);

/// Throws Error(NotFound) where the project has no such picture. `sha256` "" is no picture: no bytes.
std::vector<std::uint8_t> picturePng(Database& database, const std::string& sha256);

/// Removes the pictures that no face, dataset or edit refers to; returns how many.
std::int64_t removeUnusedPictures(Database& database);

}  // namespace visagist
