// A training run on the command line: what it tells, and how it ended.
#pragma once
#include <map>
#include <optional>
#include <stop_token>
#include <string>

#include "app/report/report.h"
#include "core/train/trainer.h"

namespace visagist::cli {

struct TrainingResult {
    RunOutcome outcome;
    std::int64_t run = 0, firstStep = 0;
    std::optional<std::int64_t> checkpoint;  ///< the last that was saved
    double minutes = 0;                      ///< training time of the whole run, pauses and saves not counted
    std::optional<double> imagesPerSecond;   ///< over all reports of this call
    std::map<std::string, double> lastMetrics;  ///< the newest value of each
    SampleGrid samples;                         ///< the newest, may be empty
};

/// Runs the request on this thread and shows its progress on stderr. With `stopAfter` the run stops, saved,
/// when it reports that step.
TrainingResult runTraining(TrainRequest request, const Report& report, std::stop_token stop,
                           std::optional<std::int64_t> stopAfter = {});

/// "shape", "fusions" or "detail".
const char* stageName(Stage stage);

/// "completed", "stopped" or "failed".
std::string outcomeName(RunState end);

/// The exit code of a run that ended; says on stderr why a run failed or that it was stopped.
ExitCode finishTraining(const TrainingResult& result, const Report& report, const std::string& project);

/// {"run", "step", "outcome", "checkpoint", "minutes", "imagesPerSecond", "metrics"}.
nlohmann::json trainingJson(const TrainingResult& result);

}  // namespace visagist::cli
