// What differs between operating systems, behind one small interface.
#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <system_error>

namespace visagist {

/// Free bytes on the drive that holds `path` (or its nearest existing parent); nothing where it cannot be
/// told.
std::optional<std::uint64_t> freeDiskBytes(const std::filesystem::path& path);
std::uint64_t totalMemoryBytes();
std::uint64_t processResidentBytes();
/// The most that this process ever had in memory.
std::uint64_t peakResidentBytes();
std::int64_t processId();
std::string systemName();  ///< e.g. "Debian GNU/Linux 12 (bookworm), Linux 6.1"
std::string processorName();
/// Folders of the user, created when first asked for: settings and caches of this program.
std::filesystem::path
userCacheFolder();  ///< $XDG_CACHE_HOME/visagist, ~/.cache/visagist, %LOCALAPPDATA%\visagist
/// The folder of the program that runs. Throws Error(Unsupported) where the system does not tell it.
std::filesystem::path programFolder();

/// Flushes a file's content to the drive / a folder's entries after a rename. Throws Error(WriteFailed |
/// DiskFull).
void syncFile(const std::filesystem::path& path);
void syncFolder(const std::filesystem::path& path);

/// Whether a system error says that the drive or the user's quota on it is used up.
bool meansDiskFull(const std::error_code& reason);

/// A new file that is being written without a buffer of ours. Its functions throw std::system_error.
class OutputFile {
public:
    /// Makes the file; one that exists is an error.
    explicit OutputFile(const std::filesystem::path& path);
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;
    void write(std::span<const std::uint8_t> bytes);
    /// Returns when the content is on the drive.
    void syncAndClose();

private:
    struct State;
    std::unique_ptr<State> m_state;
};

/// Holds `path` locked for this process until destroyed; the system frees it when the process dies, however
/// it dies.
class FileLock {
public:
    /// Nothing where another process (or another FileLock) holds it. Throws Error(WriteFailed) where no lock
    /// file can be made.
    static std::unique_ptr<FileLock> tryLock(const std::filesystem::path& path);
    /// The process that holds, or last held, the lock; nothing where it cannot be told.
    static std::optional<std::int64_t> holder(const std::filesystem::path& path);
    ~FileLock();
    FileLock(const FileLock&) = delete;
    FileLock& operator=(const FileLock&) = delete;

private:
    struct State;
    explicit FileLock(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

/// A shared library of this program, opened while it runs. It stays open until the program ends.
class SharedLibrary {
public:
    /// Throws Error(NotFound) where the file is not there, Error(Damaged) where the system cannot load it.
    explicit SharedLibrary(const std::filesystem::path& path);
    /// An exported function of type F. Throws Error(Damaged) where the library has none of that name.
    template <class F>
    F* function(const char* name) const {
        return reinterpret_cast<F*>(address(name));
    }

private:
    /// Throws Error(Damaged) with what the system says.
    [[noreturn]] void failLoading(const std::string& reason) const;
    void* open() const;
    void* address(const char* name) const;

    std::filesystem::path m_path;
    void* m_handle;
};

/// A whole file, read-only, in the address space.
class MappedFile {
public:
    /// Throws Error(NotFound | ReadFailed).
    explicit MappedFile(const std::filesystem::path& path);
    ~MappedFile();
    MappedFile(MappedFile&&) noexcept;
    MappedFile& operator=(MappedFile&&) noexcept;
    const std::uint8_t* data() const { return m_data; }
    std::size_t size() const { return m_size; }

private:
    const std::uint8_t* m_data = nullptr;
    std::size_t m_size = 0;
};

}  // namespace visagist
