// Free settings of a project, by name.
#pragma once
#include <string>

#include "core/store/database.h"

namespace visagist {

std::string setting(Database& database, const std::string& key);  ///< "" where never set
void putSetting(Database& database, const std::string& key, const std::string& value);

}  // namespace visagist
