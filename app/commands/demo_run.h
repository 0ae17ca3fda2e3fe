// The demo: people that do not exist, a network trained on them, and pictures and figures of what it learned.
#pragma once
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>

#include "app/cli/requests.h"
#include "app/commands/quality.h"
#include "app/commands/training_run.h"
#include "app/report/report.h"

namespace visagist::cli {

struct DemoResult {
    std::filesystem::path project;
    std::optional<TrainingResult> training;
    std::optional<Quality> quality;
    std::filesystem::path fusedImage, comparison, sampleGrid, lossPlot;  ///< empty: not made
};

/// Makes or completes the project, trains a new run or goes on with the newest, and leaves fused.png,
/// comparison.png, sample-grid.png and loss-plot.png in the folder. A run that was stopped or failed leaves
/// no pictures. Throws Error.
DemoResult runDemo(const DemoFlags& flags, const Report& report, std::stop_token stop);

}  // namespace visagist::cli
