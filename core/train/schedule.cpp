#include "core/train/schedule.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace visagist {

std::int64_t plannedSteps(const TrainOptions& options) { return std::max(options.steps, kShortestPlan); }

double runFraction(const TrainOptions& options, std::int64_t step, double seconds) {
    const double bySteps = static_cast<double>(step) / static_cast<double>(plannedSteps(options));
    const double byClock = options.minutes > 0 ? seconds / (60 * options.minutes) : 0;
    return std::clamp(std::max(bySteps, byClock), 0.0, 1.0);
}

Stage stageAt(const TrainOptions& options, double fraction) {
    if (fraction >= options.detailFrom) return Stage::Detail;
    return fraction >= options.mixturesFrom ? Stage::Mix : Stage::Shape;
}

double learningRateAt(const OptimOptions& options, std::int64_t step, double fraction, std::int64_t planned) {
    if (step < options.warmupSteps) {
        return options.learningRate * static_cast<double>(step + 1) /
               static_cast<double>(options.warmupSteps);
    }
    const double begin =
        std::max(options.decayFrom, static_cast<double>(options.warmupSteps) / static_cast<double>(planned));
    const double u = begin < 1 ? std::clamp((fraction - begin) / (1 - begin), 0.0, 1.0) : 0;
    // With restarts the decay runs several times; at the very end it stays down.
    const double cycles = options.restarts + 1, v = u < 1 ? u * cycles - std::floor(u * cycles) : 1;
    double share = 1;
    if (options.decay == Decay::Cosine) share = 0.5 * (1 + std::cos(std::numbers::pi * v));
    if (options.decay == Decay::Linear) share = 1 - v;
    return options.learningRate * (options.finalShare + (1 - options.finalShare) * share);
}

}  // namespace visagist
