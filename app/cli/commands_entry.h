// The one function that the library of commands exports.
#pragma once
#include <stop_token>

#include "app/cli/requests.h"
#include "app/report/report.h"

namespace visagist::cli {

/// Does what was asked for and tells it through the report, failures too: no exception leaves it. Program and
/// library come from one build.
using PerformRequest = ExitCode(const Request& request, const Report& report, const std::stop_token& stop);
inline constexpr const char* kPerformRequest = "visagistPerformRequest";

}  // namespace visagist::cli
