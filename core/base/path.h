// The one place where file names change between UTF-8 text and the system's own form.
#pragma once
#include <filesystem>
#include <string>
#include <string_view>

namespace visagist {

/// A path as UTF-8, as people see it; never throws for names that are not valid Unicode (they are shown as
/// they are).
std::string utf8FromPath(const std::filesystem::path& path);
std::filesystem::path pathFromUtf8(std::string_view utf8);

}  // namespace visagist
