// The import options as rows: for a form, and as JSON for the project that remembers them.
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/options/import_options.h"
#include "core/options/recipe.h"

namespace visagist {

/// Every import option in the order in which people see them.
const std::vector<OptionInfo>& importOptionTable();

/// One option's value as JSON (choices as their key); throws Error(InvalidArgument) for a key that does not
/// exist.
nlohmann::json importOptionValue(const ImportOptions& options, const std::string& key);

/// Sets one option; throws Error(InvalidArgument) as setOption() of a recipe does, and changes nothing then.
void setImportOption(ImportOptions& options, const std::string& key, const nlohmann::json& value);

/// {key: value} of all options, as text.
std::string importOptionsText(const ImportOptions& options);

/// The options of importOptionsText(). What is missing, out of range or no JSON at all has its default: a
/// setting of another version of the program must not keep anybody from importing.
ImportOptions importOptionsFromText(const std::string& text);

}  // namespace visagist
