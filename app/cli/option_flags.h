// The options table as flags of a command.
#pragma once
#include <CLI/CLI.hpp>
#include <functional>
#include <string>

#include "app/cli/requests.h"
#include "core/options/recipe.h"

namespace visagist::cli {

/// A flag for each option that `wanted` takes, grouped by section, with its range and, where given, its value
/// in `defaults` in --help. `typed` must outlive the parsing.
void addOptionFlags(CLI::App& command, TypedOptions& typed, const Recipe* defaults,
                    const std::function<bool(const OptionInfo&)>& wanted);

/// "batch_size" → "--batch-size".
std::string flagOf(const std::string& key);

/// --preset, with the names of all presets and a check.
void addPresetFlag(CLI::App& command, std::string& preset);

}  // namespace visagist::cli
