// Names as they are typed.
#pragma once
#include <string>
#include <vector>

namespace visagist::cli {

/// Lists as "a,b" or given several times.
std::vector<std::string> splitList(const std::vector<std::string>& given);

}  // namespace visagist::cli
