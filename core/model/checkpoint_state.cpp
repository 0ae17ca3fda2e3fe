#include "core/model/checkpoint_state.h"

namespace visagist {

namespace {
constexpr int kFormat = 1;
}

std::string CheckpointState::toJson() const {
    return nlohmann::json{{"format", kFormat},
                          {"recipe", visagist::toJson(recipe)},
                          {"people", people},
                          {"step", step},
                          {"scalers", scalers}}
        .dump();
}

CheckpointState CheckpointState::fromJson(const std::string& text) {
    const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
    if (!json.is_object() || !json.contains("recipe") || !json.contains("people") ||
        !json["people"].is_array()) {
        throw Error(
            ErrorCode::Damaged,
            VISAGIST_TEXT("The checkpoint's description cannot be read. Choose an older checkpoint."));
    }
    if (json.value("format", 0) > kFormat) {
        throw Error(ErrorCode::NewerVersion,
                    VISAGIST_TEXT("The checkpoint was made by a newer Visagist. Update Visagist to use it."));
    }
    return {.recipe = recipeFromJson(json["recipe"]),
            .people = json["people"].get<std::vector<std::string>>(),
            .step = json.value("step", std::int64_t{0}),
            .scalers = json.value("scalers", nlohmann::json::object())};
}

}  // namespace visagist
