// The options table as flags of a command.
#pragma once
#include <CLI/CLI.hpp>
#include <functional>
#include <map>
#include <string>

#include "core/options/recipe.h"

namespace visagist::cli {

/// Key → value as typed; only what was given.
using TypedOptions = std::map<std::string, std::string>;

/// A flag for each option that `wanted` takes, grouped by section, with its range and, where given, its value
/// in `defaults` in --help. `typed` must outlive the parsing.
void addOptionFlags(CLI::App& command, TypedOptions& typed, const Recipe* defaults,
                    const std::function<bool(const OptionInfo&)>& wanted);

/// "batch_size" → "--batch-size".
std::string flagOf(const std::string& key);

/// The preset with what was typed; throws Error(InvalidArgument) naming option, range and value.
Recipe recipeOf(const std::string& preset, const TypedOptions& typed);

/// --preset, with the names of all presets and a check.
void addPresetFlag(CLI::App& command, std::string& preset);

/// Lists as "a,b" or given several times.
std::vector<std::string> splitList(const std::vector<std::string>& given);

}  // namespace visagist::cli
