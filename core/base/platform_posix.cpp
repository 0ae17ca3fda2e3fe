#include <dlfcn.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <utility>

#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/path.h"
#include "core/base/platform.h"

namespace visagist {

namespace fs = std::filesystem;

namespace {

std::error_code lastError() { return {errno, std::generic_category()}; }

/// A file descriptor that is closed with its owner.
class Descriptor {
public:
    explicit Descriptor(int number) : m_number(number) {}
    ~Descriptor() {
        if (m_number >= 0) ::close(m_number);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int get() const { return m_number; }
    int release() { return std::exchange(m_number, -1); }

private:
    int m_number;
};

/// The text behind the first line of a file that begins with `key`, without blanks, ':' , '=' and quotes.
std::string valueInFile(const char* file, const std::string& key) {
    std::ifstream stream(file);
    for (std::string line; std::getline(stream, line);) {
        if (!line.starts_with(key)) continue;
        const auto begin = line.find_first_not_of(" \t:=\"", key.size());
        if (begin == std::string::npos) return {};
        return line.substr(begin, line.find_last_not_of(" \t\"") + 1 - begin);
    }
    return {};
}

/// A limit as control groups write it; nothing for "max" or a file that is not there.
std::optional<std::uint64_t> limitInFile(const char* file) {
    std::uint64_t bytes = 0;
    if (std::ifstream stream(file); stream >> bytes) return bytes;
    return std::nullopt;
}

void syncOpened(const Descriptor& descriptor, const fs::path& path, bool folder) {
    if (descriptor.get() < 0) failWriting(path, lastError());
    // Some file systems cannot sync a folder and say EINVAL; they need no sync of it.
    if (::fsync(descriptor.get()) != 0 && !(folder && errno == EINVAL)) failWriting(path, lastError());
}

}  // namespace

std::uint64_t totalMemoryBytes() {
    auto bytes = static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) *
                 static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    for (const char* file : {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"}) {
        if (const auto limit = limitInFile(file)) bytes = std::min(bytes, *limit);
    }
    return bytes;
}

std::uint64_t processResidentBytes() {
    std::uint64_t total = 0, resident = 0;
    if (std::ifstream stream("/proc/self/statm"); stream >> total >> resident)
        return resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    return peakResidentBytes();
}

std::uint64_t peakResidentBytes() {
    // Where the system has it, of this program alone: getrusage() counts what the process was before.
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with("VmHWM:")) return std::stoull(line.substr(6)) * 1024;
    }
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

std::int64_t processId() { return ::getpid(); }

std::string systemName() {
    utsname system{};
    ::uname(&system);
    const std::string kernel = std::string(system.sysname) + " " + system.release;
    const std::string distribution = valueInFile("/etc/os-release", "PRETTY_NAME");
    return distribution.empty() ? kernel : distribution + ", " + kernel;
}

std::string processorName() {
    std::string name = valueInFile("/proc/cpuinfo", "model name");
    if (!name.empty()) return name;
    utsname system{};
    ::uname(&system);
    return system.machine;
}

fs::path userCacheFolder() {
    const char* cache = std::getenv("XDG_CACHE_HOME");
    const char* home = std::getenv("HOME");
    fs::path base = fs::temp_directory_path();
    // The XDG specification asks to pass over a relative path.
    if (cache != nullptr && fs::path(cache).is_absolute()) {
        base = cache;
    } else if (home != nullptr && *home != '\0') {
        base = fs::path(home) / ".cache";
    }
    fs::path folder = base / "visagist";
    ensureFolder(folder);
    return folder;
}

fs::path programFolder() {
    std::error_code reason;
    const fs::path program = fs::read_symlink("/proc/self/exe", reason);
    if (!reason) return program.parent_path();
    throw Error(ErrorCode::Unsupported,
                VISAGIST_TEXT("The system does not tell where this program lies (%1)."),
                {"/proc/self/exe: " + reason.message()});
}

void syncFile(const fs::path& path) {
    syncOpened(Descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC)), path, false);
}

void syncFolder(const fs::path& path) {
    const fs::path folder = path.empty() ? fs::path(".") : path;
    syncOpened(Descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)), folder, true);
}

bool meansDiskFull(const std::error_code& reason) {
    return reason == std::errc::no_space_on_device ||
           reason == std::error_code(EDQUOT, std::generic_category());
}

struct OutputFile::State {
    Descriptor descriptor;
};

OutputFile::OutputFile(const fs::path& path)
    : m_state(new State{Descriptor(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666))}) {
    if (m_state->descriptor.get() < 0) throw std::system_error(lastError());
}

OutputFile::~OutputFile() = default;

void OutputFile::write(std::span<const std::uint8_t> bytes) {
    while (!bytes.empty()) {
        const ssize_t count = ::write(m_state->descriptor.get(), bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) throw std::system_error(lastError());
        bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
}

void OutputFile::syncAndClose() {
    if (::fsync(m_state->descriptor.get()) != 0) throw std::system_error(lastError());
    if (::close(m_state->descriptor.release()) != 0) throw std::system_error(lastError());
}

struct FileLock::State {
    Descriptor descriptor;
};

FileLock::FileLock(std::unique_ptr<State> state) : m_state(std::move(state)) {}

std::unique_ptr<FileLock> FileLock::tryLock(const fs::path& path) {
    auto state = std::unique_ptr<State>(
        new State{Descriptor(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666))});
    const int descriptor = state->descriptor.get();
    if (descriptor < 0) failWriting(path, lastError());
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
        if (errno == EWOULDBLOCK) return nullptr;
        failWriting(path, lastError());
    }
    // The number is only there to be shown; the lock is held with or without it.
    const std::string text = std::to_string(processId()) + "\n";
    if (::ftruncate(descriptor, 0) != 0 || ::write(descriptor, text.data(), text.size()) < 0) errno = 0;
    return std::unique_ptr<FileLock>(new FileLock(std::move(state)));
}

FileLock::~FileLock() = default;

void* SharedLibrary::open() const {
    // Each function is looked up when it is first called, as for a library that is linked.
    void* handle = ::dlopen(m_path.c_str(), RTLD_LAZY | RTLD_LOCAL);
    if (handle == nullptr) failLoading(::dlerror());
    return handle;
}

void* SharedLibrary::address(const char* name) const {
    void* found = ::dlsym(m_handle, name);
    if (found == nullptr) failLoading(::dlerror());
    return found;
}

MappedFile::MappedFile(const fs::path& path) {
    const Descriptor descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    struct stat status {};
    if (descriptor.get() < 0 || ::fstat(descriptor.get(), &status) != 0) failReading(path, lastError());
    if (!S_ISREG(status.st_mode))
        failReading(path, std::make_error_code(S_ISDIR(status.st_mode) ? std::errc::is_a_directory
                                                                       : std::errc::invalid_argument));
    m_size = static_cast<std::size_t>(status.st_size);
    if (m_size == 0) return;
    void* place = ::mmap(nullptr, m_size, PROT_READ, MAP_PRIVATE, descriptor.get(), 0);
    if (place == MAP_FAILED) failReading(path, lastError());
    m_data = static_cast<const std::uint8_t*>(place);
}

MappedFile::~MappedFile() {
    if (m_data != nullptr) ::munmap(const_cast<std::uint8_t*>(m_data), m_size);
}

}  // namespace visagist
