// What is wrong with a request that needs no project to be told.
#pragma once
#include "app/cli/requests.h"

namespace visagist::cli {

/// Reads what was typed for options into the request's recipe. Throws Error(InvalidArgument) naming option,
/// range and value, and for flags that do not go together.
void readValues(Request& request);

}  // namespace visagist::cli
