// How long a run would take on this machine, from a few of its steps. Torch is not visible here.
#pragma once
#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <vector>

#include "core/options/recipe.h"
#include "core/train/trainer.h"

namespace visagist {

struct RunTime {
    struct Part {
        Stage stage = Stage::Shape;
        std::int64_t steps = 0;
        double secondsPerStep = 0;
    };
    std::vector<Part> parts;  ///< the stages that the run has, in order
    double seconds = 0;       ///< of the whole run; its time limit where that is less
};

/// Which stages a run has, by its schedule and options, without their times.
std::vector<RunTime::Part> plannedParts(const TrainOptions& options);

/// Does four to five real steps of each stage on faces of `people` (ids; empty: everybody), with fresh
/// weights, and stores nothing but the cache of aligned faces. As fast as training: seconds on a graphics
/// card, minutes for large presets on a processor. Throws Error as a run does before its first step;
/// Cancelled between two steps.
RunTime measureRunTime(const std::filesystem::path& project, const Recipe& recipe,
                       const std::vector<std::int64_t>& people = {}, std::stop_token stop = {});

}  // namespace visagist
