// Whether a database file is whole.
#pragma once
#include <string>

#include "core/store/database.h"

namespace visagist {

/// What SQLite's own check of the whole file finds wrong, in its words; "" where nothing is.
std::string databaseProblem(Database& database);

}  // namespace visagist
