#include "core/base/path.h"

#ifdef _WIN32
#define NOMINMAX
#include <windows.h>
#endif

namespace visagist {

#ifdef _WIN32

std::string utf8FromPath(const std::filesystem::path& path) {
    const std::wstring& wide = path.native();
    if (wide.empty()) return {};
    const int length = static_cast<int>(wide.size());
    // Without WC_ERR_INVALID_CHARS a lone surrogate becomes U+FFFD instead of an error.
    const int bytes = WideCharToMultiByte(CP_UTF8, 0, wide.data(), length, nullptr, 0, nullptr, nullptr);
    std::string text(static_cast<std::size_t>(bytes), '\0');
    WideCharToMultiByte(CP_UTF8, 0, wide.data(), length, text.data(), bytes, nullptr, nullptr);
    return text;
}

std::filesystem::path pathFromUtf8(std::string_view utf8) {
    if (utf8.empty()) return {};
    const int bytes = static_cast<int>(utf8.size());
    const int length = MultiByteToWideChar(CP_UTF8, 0, utf8.data(), bytes, nullptr, 0);
    std::wstring wide(static_cast<std::size_t>(length), L'\0');
    MultiByteToWideChar(CP_UTF8, 0, utf8.data(), bytes, wide.data(), length);
    return wide;
}

#else

// Elsewhere a file name is bytes, which are UTF-8 on every system we run on; they pass unchanged.
std::string utf8FromPath(const std::filesystem::path& path) { return path.native(); }

std::filesystem::path pathFromUtf8(std::string_view utf8) { return std::filesystem::path(std::string(utf8)); }

#endif

}  // namespace visagist
