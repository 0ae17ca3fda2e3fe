#include "core/base/file.h"

#include <atomic>
#include <fstream>

#include "core/base/error.h"
#include "core/base/path.h"
#include "core/base/platform.h"

namespace visagist {

namespace fs = std::filesystem;

void failWriting(const fs::path& path, const std::error_code& reason) {
    const std::string name = utf8FromPath(path);
    if (meansDiskFull(reason))
        throw Error(ErrorCode::DiskFull,
                    VISAGIST_TEXT("There is no room left on the drive to write %1. Make room and try again."),
                    {name});
    throw Error(ErrorCode::WriteFailed, VISAGIST_TEXT("%1 could not be written: %2."),
                {name, reason.message()});
}

void failReading(const fs::path& path, const std::error_code& reason) {
    const std::string name = utf8FromPath(path);
    if (reason == std::errc::no_such_file_or_directory || reason == std::errc::not_a_directory)
        throw Error(ErrorCode::NotFound, VISAGIST_TEXT("There is no file %1."), {name});
    throw Error(ErrorCode::ReadFailed, VISAGIST_TEXT("%1 could not be read: %2."), {name, reason.message()});
}

std::vector<std::uint8_t> readFile(const fs::path& path) {
    std::error_code reason;
    const auto status = fs::status(path, reason);
    if (!fs::exists(status)) failReading(path, std::make_error_code(std::errc::no_such_file_or_directory));
    if (fs::is_directory(status)) failReading(path, std::make_error_code(std::errc::is_a_directory));
    errno = 0;
    std::ifstream file(path, std::ios::binary);
    if (!file)
        failReading(path, std::error_code(errno != 0 ? errno : static_cast<int>(std::errc::io_error),
                                          std::generic_category()));
    std::vector<std::uint8_t> bytes;
    const auto expected = fs::file_size(path, reason);
    if (!reason) bytes.reserve(expected);
    std::vector<char> piece(std::size_t{1} << 16);
    while (file.read(piece.data(), static_cast<std::streamsize>(piece.size())) || file.gcount() > 0)
        bytes.insert(bytes.end(), piece.begin(), piece.begin() + file.gcount());
    if (file.bad()) failReading(path, std::make_error_code(std::errc::io_error));
    return bytes;
}

fs::path temporaryPathBeside(const fs::path& path) {
    static std::atomic<unsigned> counter = 0;
    // A name of its own rather than the file's with an ending: a long file name may leave no room for one.
    fs::path candidate;
    std::error_code ignored;
    do {
        candidate = path.parent_path() /
                    (".visagist-" + std::to_string(processId()) + "-" + std::to_string(++counter) + ".tmp");
    } while (fs::exists(candidate, ignored));
    return candidate;
}

namespace {

/// Removes a half-written file unless it was kept.
class TemporaryFile {
public:
    explicit TemporaryFile(fs::path path) : m_path(std::move(path)) {}
    ~TemporaryFile() {
        std::error_code ignored;
        if (!m_kept) fs::remove(m_path, ignored);
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    const fs::path& path() const { return m_path; }
    void keepAs(const fs::path& target) {
        std::error_code reason;
        fs::rename(m_path, target, reason);
        if (reason) failWriting(target, reason);
        m_kept = true;
    }

private:
    fs::path m_path;
    bool m_kept = false;
};

/// The file itself where `path` is a link to one, so that the link is not replaced.
fs::path followed(const fs::path& path) {
    std::error_code reason;
    if (!fs::is_symlink(path, reason)) return path;
    const fs::path real = fs::weakly_canonical(path, reason);
    return reason ? path : real;
}

}  // namespace

void ensureFolder(const fs::path& folder) {
    std::error_code reason;
    fs::create_directories(folder, reason);
    if (reason) failWriting(folder, reason);
}

void writeFileAtomically(const fs::path& path, const std::function<void(const ByteSink&)>& produce) {
    const fs::path target = followed(path);
    std::error_code reason;
    if (fs::is_directory(target, reason)) failWriting(path, std::make_error_code(std::errc::is_a_directory));

    TemporaryFile temporary(temporaryPathBeside(target));
    std::uint64_t written = 0;
    try {
        OutputFile file(temporary.path());
        produce([&](std::span<const std::uint8_t> bytes) {
            file.write(bytes);
            written += bytes.size();
        });
        file.syncAndClose();
    } catch (const std::system_error& failure) {
        failWriting(path, failure.code());
    }
    if (fs::file_size(temporary.path(), reason) != written || reason)
        failWriting(path, reason ? reason : std::make_error_code(std::errc::io_error));
    const auto before = fs::status(target, reason);
    if (!reason && fs::exists(before)) fs::permissions(temporary.path(), before.permissions(), reason);
    temporary.keepAs(target);
    syncFolder(target.parent_path());
}

void writeFileAtomically(const fs::path& path, std::span<const std::uint8_t> bytes) {
    writeFileAtomically(path, [&](const ByteSink& sink) { sink(bytes); });
}

}  // namespace visagist
