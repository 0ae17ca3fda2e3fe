// All options of a run together, and what every reader of the options table does with them.
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/options/data_options.h"
#include "core/options/loss_options.h"
#include "core/options/metric_options.h"
#include "core/options/model_options.h"
#include "core/options/optim_options.h"
#include "core/options/train_options.h"

namespace visagist {

struct Recipe {
    ModelOptions model;
    DataOptions data;
    LossOptions losses;
    OptimOptions optim;
    TrainOptions train;
    MetricOptions metrics;
    bool operator==(const Recipe&) const = default;
};

/// Calls visit(options struct, field) for each option, section by section. `R` is Recipe or const Recipe.
template <class R>
void forEachOption(R& recipe, auto&& visit) {
    const auto section = [&](auto& options) {
        using O = std::remove_cvref_t<decltype(options)>;
        forEachField<O>([&](const auto& field) { visit(options, field); });
    };
    section(recipe.train);
    section(recipe.data);
    section(recipe.losses);
    section(recipe.optim);
    section(recipe.model);
    section(recipe.metrics);
}

/// What a form or a command line needs to know of one option, without its type.
struct OptionInfo {
    enum class Kind { Switch, Integer, Real, Choice };
    std::string key, label, help, unit, section;
    Kind kind = Kind::Real;
    double min = 0, max = 0;
    unsigned flags = 0;
    std::vector<Choice> choices{};
    bool live() const { return flags & kLive; }
    bool advanced() const { return flags & kAdvanced; }
};

/// Every option in the order in which people see them.
const std::vector<OptionInfo>& optionTable();

/// One option's value as JSON (choices as their key); throws Error(InvalidArgument) for a key that does not
/// exist.
nlohmann::json optionValue(const Recipe& recipe, const std::string& key);

/// The same as a person would type it ("0.0002", "bf16", "true").
std::string optionText(const Recipe& recipe, const std::string& key);

/// Sets one option; throws Error(InvalidArgument) naming the option, its range and the value given: for an
/// unknown key, a value out of range or not a number, a fraction for a whole number, an unknown choice.
void setOption(Recipe& recipe, const std::string& key, const nlohmann::json& value);

/// The same for a value as a person types it ("0.5", "bf16", "on").
void setOptionFromText(Recipe& recipe, const std::string& key, const std::string& text);

/// {key: value} of all options.
nlohmann::json toJson(const Recipe& recipe);

/// A missing key keeps the default, so old projects open; keys that do not exist are passed over; values are
/// checked as in setOption().
Recipe recipeFromJson(const nlohmann::json& json);

/// The recipes people start from: "sketch" (64 px, for processors), "draft" (128), "studio" (256), "final"
/// (512).
struct Preset {
    const char* key;
    const char* label;
    const char* help;
};
std::span<const Preset> presets();
/// Throws Error(InvalidArgument) for a name that does not exist, listing those that do.
Recipe presetRecipe(const std::string& key);

/// The keys whose values differ between two recipes.
std::vector<std::string> changedKeys(const Recipe& a, const Recipe& b);

}  // namespace visagist
