#include "app/cli/option_flags.h"
#include "app/cli/parser.h"

namespace visagist::cli {

void addDemoCommand(CLI::App& app, Command& command) {
    auto flags = std::make_shared<DemoFlags>();
    CLI::App* sub =
        addCommand(app, command, "demo", "Make people, train on them, show and measure a fusion", flags);
    sub->add_option("--out", flags->out, "Folder for the project and the pictures; made where it is missing")
        ->required();
    sub->add_option("--minutes", flags->minutes, "Training time; 0 makes the project and trains nothing")
        ->check(CLI::Range(0.0, 1e6))
        ->capture_default_str();
    sub->add_option("--people", flags->people, "How many people, 2 … 8")
        ->check(CLI::Range(2, 8))
        ->capture_default_str();
    sub->add_option("--faces", flags->faces, "Pictures of each")
        ->check(CLI::Range(1, 100'000))
        ->capture_default_str();
    sub->add_option("--seed", flags->seed, "The same seed makes the same pictures and the same run")
        ->check(CLI::Range(std::int64_t{0}, std::int64_t{100'000'000}))
        ->capture_default_str();
    addPresetFlag(*sub, flags->preset);
    addOptionFlags(*sub, flags->typed, nullptr,
                   [](const OptionInfo& option) { return option.key != "seed" && option.key != "minutes"; });
    for (const OptionInfo& option : optionTable()) {
        CLI::Option* flag = sub->get_option_no_throw(flagOf(option.key));
        if (flag && option.key != "steps" && option.key != "seed" && option.key != "minutes") flag->group("");
    }
    sub->footer(
        "Every option of the train command is taken too. Run again with the same --out, it goes on with the "
        "run "
        "that stands there.");
}

}  // namespace visagist::cli
