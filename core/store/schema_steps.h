// All CREATE TABLE of the database files, as the ordered changes of a Schema.
#pragma once
#include <span>

namespace visagist {

std::span<const char* const> projectSteps();
std::span<const char* const> checkpointSteps();

}  // namespace visagist
