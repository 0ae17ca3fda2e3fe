// Reading and writing whole files: the one way to write a file safely.
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <system_error>
#include <vector>

namespace visagist {

/// All bytes of a file. Throws Error(NotFound | ReadFailed).
std::vector<std::uint8_t> readFile(const std::filesystem::path& path);

/// Takes pieces of a file that is being written, in order.
using ByteSink = std::function<void(std::span<const std::uint8_t>)>;

/// Writes to a temporary file in the same folder, syncs it to the drive, and renames it over `path`: after a
/// crash or power cut `path` is the old file or the new one, whole. On failure the temporary file is removed
/// and the old one stays. A link is followed; the permissions of a file that exists are kept. Throws
/// Error(WriteFailed | DiskFull), and what `produce` throws.
void writeFileAtomically(const std::filesystem::path& path, std::span<const std::uint8_t> bytes);
void writeFileAtomically(const std::filesystem::path& path,
                         const std::function<void(const ByteSink&)>& produce);

/// Makes a folder and its parents where they are missing. Throws Error(WriteFailed | DiskFull).
void ensureFolder(const std::filesystem::path& folder);

/// A name beside `path` that no file has yet, for work that is renamed to `path` when it is done.
std::filesystem::path temporaryPathBeside(const std::filesystem::path& path);

/// Throw what the system's error means for a person.
[[noreturn]] void failWriting(const std::filesystem::path& path, const std::error_code& reason);
[[noreturn]] void failReading(const std::filesystem::path& path, const std::error_code& reason);

}  // namespace visagist
