#include "app/commands/name_list.h"

#include <sstream>

namespace visagist::cli {

std::vector<std::string> splitList(const std::vector<std::string>& given) {
    std::vector<std::string> items;
    for (const std::string& text : given) {
        std::stringstream stream(text);
        for (std::string item; std::getline(stream, item, ',');) {
            if (!item.empty()) items.push_back(item);
        }
    }
    return items;
}

}  // namespace visagist::cli
