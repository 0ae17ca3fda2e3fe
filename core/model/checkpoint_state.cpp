#include "core/model/checkpoint_state.h"

#include <algorithm>

namespace visagist {

namespace {
constexpr int kFormat = 1;
}

std::string CheckpointState::toJson() const {
    return nlohmann::json{{"format", kFormat},    {"recipe", visagist::toJson(recipe)},
                          {"people", people},     {"step", step},
                          {"examples", examples}, {"scalers", scalers},
                          {"course", course}}
        .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);  // names may not be UTF-8
}

CheckpointState CheckpointState::fromJson(const std::string& text) {
    const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
    const auto is = [&](const char* key, auto isKind) {
        const auto entry = json.find(key);
        return entry != json.end() && isKind(*entry);
    };
    const auto isInteger = [](const nlohmann::json& value) { return value.is_number_integer(); };
    const auto isObject = [](const nlohmann::json& value) { return value.is_object(); };
    const auto isListOfNames = [](const nlohmann::json& value) {
        return value.is_array() && std::all_of(value.begin(), value.end(),
                                               [](const nlohmann::json& name) { return name.is_string(); });
    };
    if (json.is_object() && is("format", isInteger) && json["format"] > kFormat) {
        throw Error(ErrorCode::NewerVersion,
                    VISAGIST_TEXT("The checkpoint was made by a newer Visagist. Update Visagist to use it."));
    }
    if (!json.is_object() || !is("format", isInteger) || !is("recipe", isObject) ||
        !is("people", isListOfNames) || !is("step", isInteger) || !is("scalers", isObject)) {
        throw Error(
            ErrorCode::Damaged,
            VISAGIST_TEXT("The checkpoint's description cannot be read. Choose an older checkpoint."));
    }
    CheckpointState state{.recipe = recipeFromJson(json["recipe"]),
                          .people = json["people"].get<std::vector<std::string>>(),
                          .step = json["step"].get<std::int64_t>(),
                          .examples = 0,
                          .scalers = json["scalers"],
                          .course = json.value("course", nlohmann::json::object())};
    // Earlier checkpoints do not say: batch and accumulation could not change in their runs.
    state.examples = is("examples", isInteger)
                         ? json["examples"].get<std::int64_t>()
                         : state.step * state.recipe.optim.accumulation * state.recipe.data.batchSize;
    return state;
}

}  // namespace visagist
