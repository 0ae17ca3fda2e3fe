// Tar files (POSIX ustar), as WebDataset reads and writes its shards.
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/base/file.h"

namespace visagist {

/// One file in a tar file.
struct TarEntry {
    std::string name;  ///< UTF-8, with /
    std::vector<std::uint8_t> bytes;
};

/// Appends a file. Throws Error(InvalidArgument) for a name that ustar cannot hold (above 255 bytes, or
/// without a / where it must be divided) and for 8 GiB or more.
void appendToTar(const ByteSink& sink, const std::string& name, std::span<const std::uint8_t> bytes);
/// The two empty blocks at the end.
void endTar(const ByteSink& sink);

/// Calls `visit` for each plain file, in the order of the file; folders and links are passed over. GNU's and
/// pax' long names are understood. Throws Error(NotFound | ReadFailed), Error(Damaged) where a header's sum
/// is wrong, or the file is cut off, and what `visit` throws.
void readTar(const std::filesystem::path& path, const std::function<void(TarEntry)>& visit);

}  // namespace visagist
