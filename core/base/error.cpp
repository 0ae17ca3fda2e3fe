#include "core/base/error.h"

namespace visagist {

std::string Message::fill(const std::string& pattern, const std::vector<std::string>& arguments) {
    std::string result;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const bool place =
            pattern[i] == '%' && i + 1 < pattern.size() && pattern[i + 1] >= '1' && pattern[i + 1] <= '9';
        if (!place) {
            result += pattern[i];
            continue;
        }
        const auto index = static_cast<std::size_t>(pattern[++i] - '1');
        if (index < arguments.size()) result += arguments[index];
    }
    return result;
}

}  // namespace visagist
