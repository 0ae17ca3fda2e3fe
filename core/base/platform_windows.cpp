#define NOMINMAX
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include <psapi.h>

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/path.h"
#include "core/base/platform.h"

namespace visagist {

namespace fs = std::filesystem;

namespace {

/// A place far behind the content of a lock file: a locked byte cannot be read by others, and they read the
/// number of the process that holds the lock.
constexpr DWORD kLockedByte = 0x40000000;
constexpr std::size_t kMostBytesAtOnce = std::size_t{1} << 30;

std::error_code lastError() { return {static_cast<int>(GetLastError()), std::system_category()}; }

/// A handle that is closed with its owner.
class Handle {
public:
    explicit Handle(HANDLE handle) : m_handle(handle) {}
    ~Handle() {
        if (valid()) CloseHandle(m_handle);
    }
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;
    bool valid() const { return m_handle != INVALID_HANDLE_VALUE && m_handle != nullptr; }
    HANDLE get() const { return m_handle; }
    HANDLE release() { return std::exchange(m_handle, INVALID_HANDLE_VALUE); }

private:
    HANDLE m_handle;
};

std::string registryText(const wchar_t* key, const wchar_t* name) {
    std::array<wchar_t, 256> text{};
    DWORD bytes = static_cast<DWORD>(sizeof(wchar_t) * (text.size() - 1));
    if (RegGetValueW(HKEY_LOCAL_MACHINE, key, name, RRF_RT_REG_SZ, nullptr, text.data(), &bytes) !=
        ERROR_SUCCESS)
        return {};
    return utf8FromPath(fs::path(text.data()));
}

}  // namespace

std::uint64_t totalMemoryBytes() {
    MEMORYSTATUSEX status{};
    status.dwLength = sizeof status;
    return GlobalMemoryStatusEx(&status) ? status.ullTotalPhys : 0;
}

std::uint64_t processResidentBytes() {
    PROCESS_MEMORY_COUNTERS counters{};
    return GetProcessMemoryInfo(GetCurrentProcess(), &counters, sizeof counters) ? counters.WorkingSetSize
                                                                                 : 0;
}

std::uint64_t peakResidentBytes() {
    PROCESS_MEMORY_COUNTERS counters{};
    return GetProcessMemoryInfo(GetCurrentProcess(), &counters, sizeof counters) ? counters.PeakWorkingSetSize
                                                                                 : 0;
}

std::int64_t processId() { return GetCurrentProcessId(); }

std::string systemName() {
    constexpr const wchar_t* key = L"SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion";
    return registryText(key, L"ProductName") + ", build " + registryText(key, L"CurrentBuildNumber");
}

std::string processorName() {
    return registryText(L"HARDWARE\\DESCRIPTION\\System\\CentralProcessor\\0", L"ProcessorNameString");
}

fs::path userCacheFolder() {
    std::array<wchar_t, 32768> text{};
    const DWORD length =
        GetEnvironmentVariableW(L"LOCALAPPDATA", text.data(), static_cast<DWORD>(text.size()));
    const fs::path base =
        length > 0 && length < text.size() ? fs::path(text.data()) : fs::temp_directory_path();
    fs::path folder = base / "visagist";
    ensureFolder(folder);
    return folder;
}

fs::path programFolder() {
    std::array<wchar_t, 32768> text{};
    const DWORD length = GetModuleFileNameW(nullptr, text.data(), static_cast<DWORD>(text.size()));
    if (length > 0 && length < text.size()) return fs::path(text.data()).parent_path();
    throw Error(ErrorCode::Unsupported,
                VISAGIST_TEXT("The system does not tell where this program lies (%1)."),
                {lastError().message()});
}

void syncFile(const fs::path& path) {
    const Handle file(CreateFileW(path.c_str(), GENERIC_WRITE,
                                  FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr,
                                  OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr));
    if (!file.valid() || !FlushFileBuffers(file.get())) failWriting(path, lastError());
}

// NTFS keeps the order of renames in its own journal; there is no call for it.
void syncFolder(const fs::path& path) {
    std::error_code reason;
    if (!path.empty() && !fs::is_directory(path, reason))
        failWriting(path, reason ? reason : std::make_error_code(std::errc::not_a_directory));
}

bool meansDiskFull(const std::error_code& reason) {
    return reason == std::errc::no_space_on_device ||
           (reason.category() == std::system_category() &&
            (reason.value() == ERROR_DISK_FULL || reason.value() == ERROR_HANDLE_DISK_FULL ||
             reason.value() == ERROR_DISK_QUOTA_EXCEEDED));
}

struct OutputFile::State {
    Handle file;
};

OutputFile::OutputFile(const fs::path& path)
    : m_state(new State{Handle(CreateFileW(path.c_str(), GENERIC_WRITE, FILE_SHARE_READ, nullptr, CREATE_NEW,
                                           FILE_ATTRIBUTE_NORMAL, nullptr))}) {
    if (!m_state->file.valid()) throw std::system_error(lastError());
}

OutputFile::~OutputFile() = default;

void OutputFile::write(std::span<const std::uint8_t> bytes) {
    while (!bytes.empty()) {
        DWORD count = 0;
        const auto now = static_cast<DWORD>(std::min(bytes.size(), kMostBytesAtOnce));
        if (!WriteFile(m_state->file.get(), bytes.data(), now, &count, nullptr))
            throw std::system_error(lastError());
        bytes = bytes.subspan(count);
    }
}

void OutputFile::syncAndClose() {
    if (!FlushFileBuffers(m_state->file.get())) throw std::system_error(lastError());
    if (!CloseHandle(m_state->file.release())) throw std::system_error(lastError());
}

struct FileLock::State {
    Handle file;
};

FileLock::FileLock(std::unique_ptr<State> state) : m_state(std::move(state)) {}

std::unique_ptr<FileLock> FileLock::tryLock(const fs::path& path) {
    auto state = std::unique_ptr<State>(new State{
        Handle(CreateFileW(path.c_str(), GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE,
                           nullptr, OPEN_ALWAYS, FILE_ATTRIBUTE_NORMAL, nullptr))});
    const HANDLE file = state->file.get();
    if (!state->file.valid()) failWriting(path, lastError());
    OVERLAPPED place{};
    place.Offset = kLockedByte;
    if (!LockFileEx(file, LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &place)) {
        if (GetLastError() == ERROR_LOCK_VIOLATION || GetLastError() == ERROR_IO_PENDING) return nullptr;
        failWriting(path, lastError());
    }
    // The number is only there to be shown; the lock is held with or without it.
    const std::string text = std::to_string(processId()) + "\n";
    DWORD count = 0;
    SetEndOfFile(file);
    WriteFile(file, text.data(), static_cast<DWORD>(text.size()), &count, nullptr);
    return std::unique_ptr<FileLock>(new FileLock(std::move(state)));
}

FileLock::~FileLock() = default;

void* SharedLibrary::open() const {
    // Libraries that this one needs are looked for beside it first.
    const HMODULE handle =
        LoadLibraryExW(fs::absolute(m_path).c_str(), nullptr,
                       LOAD_LIBRARY_SEARCH_DLL_LOAD_DIR | LOAD_LIBRARY_SEARCH_DEFAULT_DIRS);
    if (handle == nullptr) failLoading(lastError().message());
    return handle;
}

void* SharedLibrary::address(const char* name) const {
    const FARPROC found = GetProcAddress(static_cast<HMODULE>(m_handle), name);
    if (found == nullptr) failLoading(lastError().message());
    return reinterpret_cast<void*>(found);
}

MappedFile::MappedFile(const fs::path& path) {
    std::error_code ignored;
    if (fs::is_directory(path, ignored)) failReading(path, std::make_error_code(std::errc::is_a_directory));
    const Handle file(CreateFileW(path.c_str(), GENERIC_READ,
                                  FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr,
                                  OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr));
    LARGE_INTEGER size{};
    if (!file.valid() || !GetFileSizeEx(file.get(), &size)) failReading(path, lastError());
    m_size = static_cast<std::size_t>(size.QuadPart);
    if (m_size == 0) return;
    // The view keeps file and mapping alive after their handles are closed.
    const Handle mapping(CreateFileMappingW(file.get(), nullptr, PAGE_READONLY, 0, 0, nullptr));
    if (!mapping.valid()) failReading(path, lastError());
    m_data = static_cast<const std::uint8_t*>(MapViewOfFile(mapping.get(), FILE_MAP_READ, 0, 0, 0));
    if (m_data == nullptr) failReading(path, lastError());
}

MappedFile::~MappedFile() {
    if (m_data != nullptr) UnmapViewOfFile(m_data);
}

}  // namespace visagist
