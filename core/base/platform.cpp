#include "core/base/platform.h"

#include <fstream>
#include <utility>

#include "core/base/error.h"
#include "core/base/path.h"

namespace visagist {

namespace fs = std::filesystem;

std::optional<std::uint64_t> freeDiskBytes(const fs::path& path) {
    std::error_code reason;
    fs::path place = fs::absolute(path, reason);
    while (!reason && !fs::exists(place, reason) && place.has_relative_path()) place = place.parent_path();
    const auto space = fs::space(place, reason);
    if (reason) return std::nullopt;
    return space.available;
}

std::optional<std::int64_t> FileLock::holder(const fs::path& path) {
    std::int64_t process = 0;
    if (std::ifstream stream(path); stream >> process) return process;
    return std::nullopt;
}

SharedLibrary::SharedLibrary(const fs::path& path) : m_path(path), m_handle(nullptr) {
    std::error_code ignored;
    if (!fs::exists(path, ignored))
        throw Error(
            ErrorCode::NotFound,
            VISAGIST_TEXT("%1 is missing. It is a part of this program: build or install Visagist again."),
            {utf8FromPath(path)});
    m_handle = open();
}

void SharedLibrary::failLoading(const std::string& reason) const {
    throw Error(ErrorCode::Damaged,
                VISAGIST_TEXT("%1 cannot be loaded: %2. It is a part of this program: build or install "
                              "Visagist again."),
                {utf8FromPath(m_path), reason});
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : m_data(std::exchange(other.m_data, nullptr)), m_size(std::exchange(other.m_size, 0)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
    std::swap(m_data, other.m_data);
    std::swap(m_size, other.m_size);
    return *this;
}

}  // namespace visagist
