#include "app/cli/option_flags.h"
#include "app/cli/parser.h"

namespace visagist::cli {

namespace {

void addTrain(CLI::App& app, Command& command) {
    auto flags = std::make_shared<TrainFlags>();
    CLI::App* sub = addCommand(app, command, "train", "Train a new run", flags);
    sub->add_option("PROJECT", flags->project, "The project file")->required();
    addPresetFlag(*sub, flags->preset);
    sub->add_option("--people", flags->people, "Names of the people to train on, as a,b (default: all)");
    sub->add_option("--name", flags->name, "Name of the run");
    sub->add_option("--stop-after", flags->stopAfter,
                    "Stop and save after this step; resume goes on to the end")
        ->check(CLI::PositiveNumber);
    sub->add_option("--start-from", flags->startFrom,
                    "Start with the weights of this checkpoint: more people, another resolution, a branch");
    sub->add_option(
        "--start-project", flags->startProject,
        "The project of that checkpoint (default: this one; without a number: its newest whole one)");
    sub->add_flag(
        "--estimate", flags->estimate,
        "Say how much memory and time the run would take, after a few steps of each stage; train nothing");
    const Recipe sketch = presetRecipe(flags->preset);
    addOptionFlags(*sub, flags->typed, &sketch, [](const OptionInfo&) { return true; });
    sub->footer(
        "Behind each option: what it may be, and its value in the sketch preset. OMP_NUM_THREADS sets how "
        "many "
        "threads compute.");
}

void addResume(CLI::App& app, Command& command) {
    auto flags = std::make_shared<ResumeFlags>();
    CLI::App* sub = addCommand(app, command, "resume", "Go on with a run that was stopped", flags);
    sub->add_option("PROJECT", flags->project, "The project file")->required();
    sub->add_option("--run", flags->run, "Number of the run (default: the newest)");
    sub->add_option("--checkpoint", flags->checkpoint,
                    "Number of the checkpoint to go on from (default: the run's newest whole one)");
    addOptionFlags(*sub, flags->typed, nullptr, [](const OptionInfo& option) {
        return option.section != ModelOptions::section() && option.key != "seed";
    });
    sub->footer(
        "Options that are not given stay as the run has them; --steps counts from the run's beginning.");
}

void addRate(CLI::App& app, Command& command) {
    auto flags = std::make_shared<RateFlags>();
    CLI::App* sub = addCommand(app, command, "learning-rate",
                               "Look for a learning rate to start with (range test)", flags);
    sub->add_option("PROJECT", flags->project, "The project file")->required();
    addPresetFlag(*sub, flags->preset);
    sub->add_option("--people", flags->people, "Names of the people to train on, as a,b (default: all)");
    addOptionFlags(*sub, flags->typed, nullptr, [](const OptionInfo& option) {
        return option.section == ModelOptions::section() || option.section == DataOptions::section() ||
               option.key == "optimizer" || option.key == "device" || option.key == "precision";
    });
    sub->footer(
        "A fresh network takes up to 100 steps while the rate rises from 1e-6 to 0.1. Nothing is stored in "
        "the "
        "project.");
}

}  // namespace

void addTrainCommands(CLI::App& app, Command& command) {
    addTrain(app, command);
    addRate(app, command);
    addResume(app, command);
}

}  // namespace visagist::cli
