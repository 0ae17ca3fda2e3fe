#include "core/train/resume_checks.h"

#include <array>
#include <cstdio>

#include "core/train/schedule.h"

namespace visagist {

bool isNetworkOption(const std::string& key) {
    bool found = key == "optimizer";
    forEachField<ModelOptions>([&](const auto& field) { found = found || key == field.key; });
    return found;
}

void requireSameNetwork(const Recipe& project, std::size_t people, const CheckpointState& state) {
    for (const std::string& key : changedKeys(project, state.recipe)) {
        if (!isNetworkOption(key)) continue;
        throw Error(
            ErrorCode::InvalidArgument,
            VISAGIST_TEXT("Option %1 is %2 in the project, but the checkpoint was made with %3. It "
                          "shapes what a checkpoint holds and cannot change when a run goes on. Start a new "
                          "run, or go on from another checkpoint."),
            {key, optionText(project, key), optionText(state.recipe, key)});
    }
    if (people != state.people.size()) {
        throw Error(ErrorCode::InvalidArgument,
                    VISAGIST_TEXT("The checkpoint knows %1 people, but the run's data has %2. Start a new "
                                  "run."),
                    {std::to_string(state.people.size()), std::to_string(people)});
    }
}

std::vector<Message> resumeDifferences(const Recipe& before, const Computing& computedBefore,
                                       const Recipe& now, const Computing& computesNow) {
    std::vector<Message> found;
    if (before.data.batchSize != now.data.batchSize) {
        found.push_back({VISAGIST_TEXT("The run was trained with batch %1 and goes on with %2, from the face "
                                       "at which it stopped."),
                         {std::to_string(before.data.batchSize), std::to_string(now.data.batchSize)}});
    }
    if (before.optim.accumulation != now.optim.accumulation) {
        found.push_back(
            {VISAGIST_TEXT("The run was trained with accumulation %1 and goes on with %2, from the face at "
                           "which it stopped."),
             {std::to_string(before.optim.accumulation), std::to_string(now.optim.accumulation)}});
    }
    if (!computedBefore.precision.empty() && computedBefore.precision != computesNow.precision) {
        found.push_back({VISAGIST_TEXT("The run was trained in %1 and goes on in %2."),
                         {computedBefore.precision, computesNow.precision}});
    }
    if (computedBefore.threads > 0 && computesNow.threads > 0 &&
        computedBefore.threads != computesNow.threads) {
        found.push_back({VISAGIST_TEXT("The run was trained with %1 threads and goes on with %2. Sums are "
                                       "taken in another order, so that it will not equal an uninterrupted "
                                       "run to the last bit."),
                         {std::to_string(computedBefore.threads), std::to_string(computesNow.threads)}});
    }
    return found;
}

std::optional<Message> rateDifference(const Recipe& before, const Recipe& now, std::int64_t step,
                                      double seconds) {
    const auto rate = [&](const Recipe& recipe) {
        return learningRateAt(recipe.optim, step, runFraction(recipe.train, step, seconds),
                              plannedSteps(recipe.train));
    };
    const auto text = [](double value) {
        std::array<char, 24> digits{};
        std::snprintf(digits.data(), digits.size(), "%.3g", value);
        return std::string(digits.data());
    };
    if (rate(before) == rate(now)) return {};
    return Message{
        VISAGIST_TEXT("The learning rate goes on at %1 rather than %2, because the run's options or "
                      "its length are others now."),
        {text(rate(now)), text(rate(before))}};
}

}  // namespace visagist
