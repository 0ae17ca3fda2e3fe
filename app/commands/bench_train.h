// How fast training is: the step against the same step in PyTorch, and the loader against the step.
#pragma once
#include <nlohmann/json.hpp>
#include <stop_token>

#include "app/cli/requests.h"
#include "app/report/report.h"

namespace visagist::cli {

/// One row for `preset`: {"preset", "batch", "steps", "device", "oursPerSecond", "pytorchEagerPerSecond",
/// "pytorchCompilePerSecond", "ratioEager", "bf16OverFp32", "dataWaitShare", "lossMaxRelativeDifference",
/// "estimateOverMeasured"}; null is what could not be measured, and "notes" says why. Faces a second; ours
/// and PyTorch's steps take turns, five at a time, and a stage's time is the median of its turns, so that
/// what else the machine does hits both alike. Throws Error.
nlohmann::json benchTrain(const TrainBenchFlags& flags, const std::string& preset, std::stop_token stop);

/// {"loaderPerSecond", "stepPerSecond", "ratio"} in faces.
nlohmann::json benchLoader(const LoaderBenchFlags& flags, std::stop_token stop);

}  // namespace visagist::cli
