// A folder for what a command needs for a while.
#pragma once
#include <filesystem>
#include <string>
#include <system_error>

#include "core/base/file.h"
#include "core/base/platform.h"

namespace visagist::cli {

/// In the system's folder for such; goes with its owner. One at a time a process.
class ScratchFolder {
public:
    ScratchFolder()
        : m_path(std::filesystem::temp_directory_path() / ("visagist-bench-" + std::to_string(processId()))) {
        ensureFolder(m_path);
    }
    ~ScratchFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(m_path, ignored);
    }
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    const std::filesystem::path& path() const { return m_path; }

private:
    std::filesystem::path m_path;
};

}  // namespace visagist::cli
