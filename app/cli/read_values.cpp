#include "app/cli/read_values.h"

namespace visagist::cli {

namespace {

void setTyped(Recipe& recipe, const TypedOptions& typed) {
    for (const auto& [key, value] : typed) setOptionFromText(recipe, key, value);
}

/// The preset with what was typed.
Recipe typedRecipe(const auto& flags) {
    Recipe recipe = presetRecipe(flags.preset);
    setTyped(recipe, flags.typed);
    return recipe;
}

void read(TrainFlags& flags) {
    flags.recipe = typedRecipe(flags);
    const auto every = flags.recipe.train.reportEvery;
    if (flags.stopAfter && *flags.stopAfter % every != 0)
        throw Error(
            ErrorCode::InvalidArgument,
            VISAGIST_TEXT(
                "A run stops at a report: --stop-after must be a multiple of --report-every, which is "
                "%1; given was %2."),
            {std::to_string(every), std::to_string(*flags.stopAfter)});
}

void read(RateFlags& flags) { flags.recipe = typedRecipe(flags); }

void read(ResumeFlags& flags) {
    Recipe any;  // what an option may be is the same for every run
    setTyped(any, flags.typed);
}

void read(DemoFlags& flags) {
    flags.recipe = typedRecipe(flags);
    setOption(flags.recipe, "minutes", flags.minutes);
    setOption(flags.recipe, "seed", flags.seed);
}

void read(QualityFlags& flags) {
    if (flags.project.empty() == flags.out.empty())
        throw Error(ErrorCode::InvalidArgument,
                    VISAGIST_TEXT("Name a demo project, or with --out the folder of a demo."));
}

}  // namespace

void readValues(Request& request) {
    std::visit(
        [](auto& flags) {
            if constexpr (requires { read(flags); }) read(flags);
        },
        request);
}

}  // namespace visagist::cli
