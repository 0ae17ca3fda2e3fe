#include "core/options/recipe.h"

#include <array>

#include "core/options/option_rows.h"

namespace visagist {

namespace {

using nlohmann::json;

/// Calls visit for the option `key`; throws for a key that does not exist.
template <class R>
void withOption(R& recipe, const std::string& key, auto&& visit) {
    bool found = false;
    forEachOption(recipe, [&](auto& options, const auto& field) {
        if (key != field.key) return;
        found = true;
        visit(options, field);
    });
    if (!found)
        throw Error(ErrorCode::InvalidArgument, VISAGIST_TEXT("There is no option called %1."), {key});
}

}  // namespace

const std::vector<OptionInfo>& optionTable() {
    static const std::vector<OptionInfo> table = [] {
        std::vector<OptionInfo> rows;
        const Recipe recipe;
        forEachOption(recipe, [&](const auto&, const auto& field) { rows.push_back(describe(field)); });
        return rows;
    }();
    return table;
}

json optionValue(const Recipe& recipe, const std::string& key) {
    json value;
    withOption(recipe, key,
               [&](const auto& options, const auto& field) { value = valueToJson(options, field); });
    return value;
}

std::string optionText(const Recipe& recipe, const std::string& key) {
    const json value = optionValue(recipe, key);
    return value.is_string() ? value.get<std::string>() : value.dump();
}

void setOption(Recipe& recipe, const std::string& key, const json& value) {
    withOption(recipe, key, [&](auto& options, const auto& field) { valueFromJson(options, field, value); });
}

void setOptionFromText(Recipe& recipe, const std::string& key, const std::string& text) {
    const json value = [&]() -> json {
        for (const OptionInfo& option : optionTable()) {
            if (option.key != key) continue;
            if (option.kind == OptionInfo::Kind::Choice) return text;
            if (text == "on" || text == "yes") return true;
            if (text == "off" || text == "no") return false;
        }
        const json parsed = json::parse(text, nullptr, false);
        return parsed.is_discarded() ? json(text) : parsed;
    }();
    setOption(recipe, key, value);
}

json toJson(const Recipe& recipe) {
    json result = json::object();
    forEachOption(recipe, [&](const auto& options, const auto& field) {
        result[field.key] = valueToJson(options, field);
    });
    return result;
}

Recipe recipeFromJson(const json& object) {
    Recipe recipe;
    forEachOption(recipe, [&](auto& options, const auto& field) {
        if (const auto entry = object.find(field.key); entry != object.end())
            valueFromJson(options, field, *entry);
    });
    return recipe;
}

std::span<const Preset> presets() {
    static constexpr std::array<Preset, 4> all{
        {{"sketch", VISAGIST_TEXT("Sketch 64"),
          VISAGIST_TEXT("Small faces in minutes, also without a graphics card.")},
         {"draft", VISAGIST_TEXT("Draft 128"),
          VISAGIST_TEXT("A first look in an hour or two on a graphics card.")},
         {"studio", VISAGIST_TEXT("Studio 256"),
          VISAGIST_TEXT("The usual choice: a night on one graphics card.")},
         {"final", VISAGIST_TEXT("Final 512"), VISAGIST_TEXT("For delivery: days on one graphics card.")}}};
    return all;
}

Recipe presetRecipe(const std::string& key) {
    Recipe recipe;
    if (key == "sketch") {
        // A few thousand steps have to do: larger ones, an average that keeps up with them, and colours
        // before fine structure.
        recipe.optim.learningRate = 1e-3;
        recipe.optim.decayFrom = 0.3;
        recipe.optim.emaHalfLife = 1000;
        recipe.losses.squared = 100;
        recipe.losses.eyesMouthDetail = 30;
        recipe.data.mixtures = 0.25;
        recipe.train.detailFrom = 0.85;
        recipe.losses.balance = 100;
        recipe.losses.confusion = 1;
        recipe.model.encoderChannels = 16;
        recipe.model.discriminatorWidth = 512;
        return recipe;
    }
    recipe.model = {.encoderChannels = 64,
                    .decoderWidth = 8192,
                    .interChannels = 256,
                    .styleSize = 512,
                    .discriminatorWidth = 8192};
    recipe.losses.identity = 1;
    recipe.losses.surePhotos = 0.6;
    recipe.data.batchSize = 16;
    recipe.data.evenPoses = true;
    recipe.train.steps = 100'000;
    recipe.train.patience = 40;
    recipe.train.sampleEvery = 500;
    if (key == "draft") {
        recipe.model.resolution = Resolution::R128;
        return recipe;
    }
    if (key == "studio") {
        recipe.model.resolution = Resolution::R256;
        recipe.train.steps = 150'000;
        return recipe;
    }
    if (key == "final") {
        recipe.model.resolution = Resolution::R512;
        recipe.train.steps = 200'000;
        recipe.data.batchSize = 8;
        return recipe;
    }
    throw Error(ErrorCode::InvalidArgument,
                VISAGIST_TEXT("There is no preset called %1; there are sketch, draft, studio and final."),
                {key});
}

std::vector<std::string> changedKeys(const Recipe& a, const Recipe& b) {
    std::vector<std::string> keys;
    const json left = toJson(a), right = toJson(b);
    for (const OptionInfo& option : optionTable()) {
        if (left[option.key] != right[option.key]) keys.push_back(option.key);
    }
    return keys;
}

}  // namespace visagist
