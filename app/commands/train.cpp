#include <array>
#include <cstdio>

#include "app/commands/commands.h"
#include "app/commands/name_list.h"
#include "app/commands/training_run.h"
#include "app/report/progress_line.h"
#include "core/base/path.h"
#include "core/base/platform.h"
#include "core/store/person_table.h"
#include "core/store/project.h"
#include "core/store/run_table.h"
#include "core/train/rate_finder.h"
#include "core/train/run_time.h"

namespace visagist::cli {

namespace {

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
    nlohmann::json json = trainingJson(result);
    json["peakMemoryBytes"] = peakResidentBytes();
    report.result(json);
    return code;
}

/// What the run would need.
ExitCode sayEstimate(const TrainFlags& flags, const Report& report, std::stop_token stop) {
    const std::filesystem::path project = pathFromUtf8(flags.project);
    const std::vector<std::int64_t> people = personIds(project, splitList(flags.people));
    const StartAdvice advice = adviseStart(project, flags.recipe, people);
    for (const Message& message : advice.warnings) report.note(message.english());
    if (!advice.blocking.empty())
        throw Error(ErrorCode::InvalidArgument, advice.blocking.front().source,
                    advice.blocking.front().arguments);
    const RunTime time = measureRunTime(project, flags.recipe, people, std::move(stop));
    report.say("Memory: about " + bytesInWords(advice.memoryBytes) + ". Time: about " +
               durationInWords(time.seconds) + ".");
    nlohmann::json parts = nlohmann::json::array();
    for (const RunTime::Part& part : time.parts) {
        report.say("  " + std::string(stageName(part.stage)) + ": " + std::to_string(part.steps) +
                   " steps of " + fixed(part.secondsPerStep, 3) + " s");
        parts.push_back({{"stage", stageName(part.stage)},
                         {"steps", part.steps},
                         {"secondsPerStep", part.secondsPerStep}});
    }
    report.result(
        {{"memoryBytes", advice.memoryBytes}, {"seconds", time.seconds}, {"stages", std::move(parts)}});
    return kDone;
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

}  // namespace

ExitCode perform(const TrainFlags& flags, const Report& report, std::stop_token stop) {
    if (flags.estimate) return sayEstimate(flags, report, std::move(stop));
    TrainRequest request;
    request.project = pathFromUtf8(flags.project);
    request.recipe = flags.recipe;
    request.name = flags.name;
    request.startFrom = flags.startFrom;
    request.startProject = pathFromUtf8(flags.startProject);
    request.people = personIds(request.project, splitList(flags.people));
    return endTraining(runTraining(std::move(request), report, stop, flags.stopAfter), report, flags.project);
}

ExitCode perform(const RateFlags& flags, const Report& report, std::stop_token stop) {
    const std::filesystem::path project = pathFromUtf8(flags.project);
    ProgressLine progress("Trying rates");
    const RateAdvice advice =
        findLearningRate(project, flags.recipe, personIds(project, splitList(flags.people)), std::move(stop),
                         [&](int done, int all) { progress.count(done, all); });
    progress.clear();
    nlohmann::json trials = nlohmann::json::array();
    report.say("  rate      loss");
    for (std::size_t i = 0; i < advice.trials.size(); ++i) {
        const RateTrial& trial = advice.trials[i];
        trials.push_back({{"rate", trial.rate}, {"loss", numberOrNull(trial.loss, 5)}});
        std::array<char, 40> line{};
        std::snprintf(line.data(), line.size(), "  %.1e  %.4f", trial.rate, trial.loss);
        if (i % 5 == 0) report.say(line.data());
    }
    std::array<char, 16> rate{};
    std::snprintf(rate.data(), rate.size(), "%.1e", advice.suggested);
    report.say(std::string("The loss fell fastest at a learning rate of ") + rate.data() +
               ". Try --learning-rate " + rate.data() + ".");
    report.result({{"suggested", advice.suggested}, {"trials", std::move(trials)}});
    return kDone;
}

ExitCode perform(const ResumeFlags& flags, const Report& report, std::stop_token stop) {
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

}  // namespace visagist::cli
