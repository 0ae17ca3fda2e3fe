// Less address space for this process: how a test uses up the memory. POSIX only.
#pragma once
#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdint>
#include <fstream>

namespace visagist::test {

/// Lets this process take `more` bytes of address space than it has, while it lives.
class MemoryLimit {
public:
    explicit MemoryLimit(std::int64_t more) {
        // What is freed is to be free at once, and a new thread is not to reserve address space for itself:
        // the C library would keep large blocks in fragments, and take 64 MB for each thread that allocates.
        ::mallopt(M_MMAP_THRESHOLD, 128 << 10);
        ::mallopt(M_ARENA_MAX, 1);
        ::malloc_trim(0);
        std::ifstream stream("/proc/self/statm");
        rlim_t pages = 0;
        stream >> pages;
        ::getrlimit(RLIMIT_AS, &m_before);
        rlimit limit = m_before;
        limit.rlim_cur = pages * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE)) + static_cast<rlim_t>(more);
        ::setrlimit(RLIMIT_AS, &limit);
    }
    ~MemoryLimit() { ::setrlimit(RLIMIT_AS, &m_before); }
    MemoryLimit(const MemoryLimit&) = delete;
    MemoryLimit& operator=(const MemoryLimit&) = delete;

private:
    rlimit m_before{};
};

}  // namespace visagist::test
