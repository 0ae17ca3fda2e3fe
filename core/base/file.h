// Reading and writing whole files: the one way to write a file safely.
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <vector>

namespace visagist {

/// All bytes of a file. Throws Error(NotFound | ReadFailed).
std::vector<std::uint8_t> readFile(const std::filesystem::path& path);

/// Takes pieces of a file that is being written, in order.
using ByteSink = std::function<void(std::span<const std::uint8_t>)>;

/// Writes to a temporary file in the same folder, syncs it to the drive, and renames it over `path`: after a
/// crash or power cut `path` is the old file or the new one, whole. On failure the temporary file is removed
/// and the old one stays. Throws Error(WriteFailed | DiskFull).
void writeFileAtomically(const std::filesystem::path& path, std::span<const std::uint8_t> bytes);
void writeFileAtomically(const std::filesystem::path& path,
                         const std::function<void(const ByteSink&)>& produce);

}  // namespace visagist
