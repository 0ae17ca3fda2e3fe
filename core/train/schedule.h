// Where a run stands by its steps and its clock: stage and learning rate.
#pragma once
#include <cstdint>

#include "core/options/recipe.h"
#include "core/train/trainer.h"

namespace visagist {

/// Runs shorter than this are trials: their stages and learning rate go as in a run of this length, so that a
/// run that is lengthened from 20 steps to 40 equals one of 40 from the start.
inline constexpr std::int64_t kShortestPlan = 1000;

/// How much of the run is done after `step` steps and `seconds` of training, 0 … 1: by steps, or by the clock
/// under a time limit, whichever is further.
double runFraction(const TrainOptions& options, std::int64_t step, double seconds);

Stage stageAt(const TrainOptions& options, double fraction);

/// The learning rate of the step after `step` steps. Warm-up rises linearly over its steps; from `decayFrom`
/// (or the end of warm-up) on, cosine (Loshchilov and Hutter 2017) or linear decay ends at finalShare of the
/// highest; with restarts it falls several times, each time from the highest.
double learningRateAt(const OptimOptions& options, std::int64_t step, double fraction,
                      std::int64_t plannedSteps);

/// Steps by which the schedule is planned.
std::int64_t plannedSteps(const TrainOptions& options);

}  // namespace visagist
