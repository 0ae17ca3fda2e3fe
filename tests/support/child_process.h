// Work that is done in a process of its own: to be killed, to have no room on its drive, to have no rights.
#pragma once
#ifndef _WIN32
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <exception>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>

namespace visagist::test {

/// Starts `work` in a child process, which ends with the value that it returns (99 for an exception).
inline pid_t startChild(const std::function<int()>& work) {
    std::fflush(nullptr);
    const pid_t child = ::fork();
    if (child != 0) return child;
    int result = 99;
    try {
        result = work();
    } catch (const std::exception& problem) {
        std::fprintf(stderr, "child process: %s\n", problem.what());
    }
    ::_exit(result);
}

/// Waits for a child's end; returns its exit status, or minus the signal that killed it.
inline int waitForChild(pid_t child) {
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

inline int inChild(const std::function<int()>& work) { return waitForChild(startChild(work)); }

/// In a child, which cannot fail a test itself: ends the work with what was not so.
inline void require(bool holds, const std::string& what) {
    if (!holds) throw std::runtime_error("not so: " + what);
}

/// What a child ends with that could not set up its surroundings.
constexpr int kNoSetUp = 77;

/// Runs `work` in a child in which `folder` is a drive of `bytes` bytes, which is gone when the child ends.
/// kNoSetUp where the system does not allow that.
inline int onSmallDrive(const std::filesystem::path& folder, std::size_t bytes,
                        const std::function<int()>& work) {
    return inChild([&] {
        const int names = ::geteuid() == 0 ? CLONE_NEWNS : CLONE_NEWNS | CLONE_NEWUSER;
        const std::string size = "size=" + std::to_string(bytes);
        if (::unshare(names) != 0 || ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
            ::mount("tmpfs", folder.c_str(), "tmpfs", 0, size.c_str()) != 0)
            return kNoSetUp;
        return work();
    });
}

/// What a folder is set to whose files may be read by all and in which nothing may be made.
constexpr std::filesystem::perms kReadOnlyFolder{0555};

/// For as long as it lives the process has no more rights than "nobody", if it was root, for whom read-only
/// folders do not exist.
class WithoutRoot {
public:
    WithoutRoot() : m_wasRoot(::geteuid() == 0 && ::seteuid(65534) == 0) {}
    ~WithoutRoot() {
        if (m_wasRoot && ::seteuid(0) != 0) std::terminate();
    }
    WithoutRoot(const WithoutRoot&) = delete;
    WithoutRoot& operator=(const WithoutRoot&) = delete;

private:
    bool m_wasRoot;
};

}  // namespace visagist::test
#endif
