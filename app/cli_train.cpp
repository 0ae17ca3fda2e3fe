#include "app/cli_commands.h"
#include "app/cli_options.h"
#include "app/training_run.h"
#include "core/base/path.h"
#include "core/store/person_table.h"
#include "core/store/project.h"
#include "core/store/run_table.h"

namespace visagist::cli {

namespace {

struct TrainFlags {
    std::string project, preset = "sketch", name;
    std::vector<std::string> people;
    std::optional<std::int64_t> stopAfter;
    TypedOptions typed;
};

struct ResumeFlags {
    std::string project;
    std::optional<std::int64_t> run, checkpoint;
    TypedOptions typed;
};

std::string namesOf(const std::vector<Person>& people) {
    std::string names;
    for (const Person& person : people) names += (names.empty() ? "" : ", ") + person.name;
    return names.empty() ? "nobody" : names;
}

std::vector<std::int64_t> personIds(const std::filesystem::path& path,
                                    const std::vector<std::string>& names) {
    if (names.empty()) return {};
    const Project project = Project::open(path, Access::ReadOnly);
    std::vector<std::int64_t> ids;
    for (const std::string& name : names) {
        const auto person = findPerson(project.database(), name);
        if (!person)
            throw Error(ErrorCode::InvalidArgument, VISAGIST_TEXT("%1 has nobody called %2; there are: %3."),
                        {utf8FromPath(path), name, namesOf(people(project.database()))});
        ids.push_back(person->id);
    }
    return ids;
}

ExitCode endTraining(const TrainingResult& result, const Report& report, const std::string& project) {
    const ExitCode code = finishTraining(result, report, project);
    if (code == kDone)
        report.say("Run " + std::to_string(result.run) + " is done: step " +
                   std::to_string(result.outcome.step) + " after " + durationInWords(result.minutes * 60) +
                   (result.checkpoint ? ", checkpoint " + std::to_string(*result.checkpoint) : "") + ".");
    report.result(trainingJson(result));
    return code;
}

ExitCode train(const TrainFlags& flags, const Report& report, std::stop_token stop) {
    TrainRequest request;
    request.project = pathFromUtf8(flags.project);
    request.recipe = recipeOf(flags.preset, flags.typed);
    request.name = flags.name;
    request.people = personIds(request.project, splitList(flags.people));
    if (flags.stopAfter && *flags.stopAfter % request.recipe.train.reportEvery != 0)
        throw Error(
            ErrorCode::InvalidArgument,
            VISAGIST_TEXT(
                "A run stops at a report: --stop-after must be a multiple of --report-every, which is "
                "%1; given was %2."),
            {std::to_string(request.recipe.train.reportEvery), std::to_string(*flags.stopAfter)});
    return endTraining(runTraining(std::move(request), report, stop, flags.stopAfter), report, flags.project);
}

Run runToResume(Database& database, const ResumeFlags& flags) {
    if (flags.run) {
        if (auto run = findRun(database, *flags.run)) return *run;
        throw Error(ErrorCode::NotFound, VISAGIST_TEXT("%1 has no run %2."),
                    {flags.project, std::to_string(*flags.run)});
    }
    std::vector<Run> all = runs(database);
    if (all.empty())
        throw Error(ErrorCode::NotFound,
                    VISAGIST_TEXT("%1 has no run yet; start one with visagist-cli train."), {flags.project});
    return all.front();
}

ExitCode resume(const ResumeFlags& flags, const Report& report, std::stop_token stop) {
    TrainRequest request;
    request.project = pathFromUtf8(flags.project);
    request.changes = flags.typed;
    request.checkpoint = flags.checkpoint;
    {
        const Project project = Project::open(request.project, Access::ReadOnly);
        const Run run = runToResume(project.database(), flags);
        request.resumeRun = run.id;
        request.recipe = currentRecipe(project.database(), run.id);
    }
    for (const auto& [key, value] : flags.typed) setOptionFromText(request.recipe, key, value);
    return endTraining(runTraining(std::move(request), report, stop), report, flags.project);
}

void addTrain(CLI::App& app, Command& command) {
    auto flags = std::make_shared<TrainFlags>();
    CLI::App* sub = addCommand(
        app, command, "train", "Train a new run",
        [flags](const Report& report, std::stop_token stop) { return train(*flags, report, stop); });
    sub->add_option("PROJECT", flags->project, "The project file")->required();
    addPresetFlag(*sub, flags->preset);
    sub->add_option("--people", flags->people, "Names of the people to train on, as a,b (default: all)");
    sub->add_option("--name", flags->name, "Name of the run");
    sub->add_option("--stop-after", flags->stopAfter,
                    "Stop and save after this step; resume goes on to the end")
        ->check(CLI::PositiveNumber);
    const Recipe sketch = presetRecipe(flags->preset);
    addOptionFlags(*sub, flags->typed, &sketch, [](const OptionInfo&) { return true; });
    sub->footer(
        "Behind each option: what it may be, and its value in the sketch preset. OMP_NUM_THREADS sets how "
        "many "
        "threads compute.");
}

void addResume(CLI::App& app, Command& command) {
    auto flags = std::make_shared<ResumeFlags>();
    CLI::App* sub = addCommand(
        app, command, "resume", "Go on with a run that was stopped",
        [flags](const Report& report, std::stop_token stop) { return resume(*flags, report, stop); });
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

}  // namespace

void addTrainCommands(CLI::App& app, Command& command) {
    addTrain(app, command);
    addResume(app, command);
}

}  // namespace visagist::cli
