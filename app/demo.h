// The demo: people that do not exist, a network trained on them, and pictures and figures of what it learned.
#pragma once
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>

#include "app/cli_options.h"
#include "app/cli_report.h"
#include "app/quality.h"
#include "app/training_run.h"

namespace visagist::cli {

struct DemoRequest {
    std::filesystem::path folder;
    double minutes = 5;  ///< of training; 0 makes the project only
    int people = 3, faces = 200;
    std::int64_t seed = 1;
    std::string preset = "sketch";
    TypedOptions typed;
};

struct DemoResult {
    std::filesystem::path project;
    std::optional<TrainingResult> training;
    std::optional<Quality> quality;
    std::filesystem::path fusedImage, comparison, sampleGrid, lossPlot;  ///< empty: not made
};

/// Makes or completes the project, trains a new run or goes on with the newest, and leaves fused.png,
/// comparison.png, sample-grid.png and loss-plot.png in the folder. A run that was stopped or failed leaves
/// no pictures. Throws Error.
DemoResult runDemo(const DemoRequest& request, const Report& report, std::stop_token stop);

}  // namespace visagist::cli
