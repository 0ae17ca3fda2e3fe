#include "core/train/run_time.h"

#include <algorithm>
#include <array>

#include "core/base/error.h"
#include "core/train/schedule.h"
#include "core/train/step_bench.h"

namespace visagist {

namespace {

/// A plan of 99 steps in which each stage has 33, whatever the run's own shares.
constexpr std::int64_t kSteps = 99;
/// The gradient penalty comes at every 16th step, this one among them.
constexpr std::int64_t kPenalty = 16, kStepWithPenalty = 80;

double secondsPerStep(StepBench& bench, Stage stage, const std::stop_token& stop) {
    std::int64_t first = 0;
    while (bench.stageOf(first) != stage) ++first;
    const auto seconds = [&](std::int64_t step) {
        if (stop.stop_requested()) throw Error(ErrorCode::Cancelled, VISAGIST_TEXT("Stopped."));
        return bench.run(step, step + 1).seconds;
    };
    seconds(first);  // the first of a stage asks for memory
    const double usual = std::min(seconds(first + 1), seconds(first + 2));
    if (stage != Stage::Detail) return usual;
    return (usual * (kPenalty - 1) + seconds(kStepWithPenalty)) / kPenalty;
}

}  // namespace

std::vector<RunTime::Part> plannedParts(const TrainOptions& options) {
    constexpr int kPieces = 1000;
    std::array<std::int64_t, 3> pieces{};
    for (int i = 0; i < kPieces; ++i) {
        const auto step = static_cast<std::int64_t>((i + 0.5) / kPieces * static_cast<double>(options.steps));
        const Stage stage = options.stage == StageWish::Auto
                                ? stageAt(options, runFraction(options, step, 0))
                                : static_cast<Stage>(static_cast<int>(options.stage) - 1);
        ++pieces[static_cast<std::size_t>(stage)];
    }
    std::vector<RunTime::Part> parts;
    for (const Stage stage : {Stage::Shape, Stage::Mix, Stage::Detail}) {
        const std::int64_t share = pieces[static_cast<std::size_t>(stage)];
        if (share > 0) parts.push_back({.stage = stage, .steps = options.steps * share / kPieces});
    }
    return parts;
}

RunTime measureRunTime(const std::filesystem::path& project, const Recipe& recipe,
                       const std::vector<std::int64_t>& people, std::stop_token stop) {
    Recipe measured = recipe;
    measured.train.mixturesFrom = 1.0 / 3;
    measured.train.detailFrom = 2.0 / 3;
    StepBench bench({.project = project, .people = people, .batches = 4}, measured, kSteps, stop);
    RunTime time{.parts = plannedParts(recipe.train)};
    for (RunTime::Part& part : time.parts) {
        part.secondsPerStep = secondsPerStep(bench, part.stage, stop) * recipe.optim.accumulation;
        time.seconds += part.secondsPerStep * static_cast<double>(part.steps);
    }
    if (recipe.train.minutes > 0) time.seconds = std::min(time.seconds, recipe.train.minutes * 60);
    return time;
}

}  // namespace visagist
