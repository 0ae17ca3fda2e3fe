// Looks for a learning rate to start with. Neither Qt nor torch is visible here.
#pragma once
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/options/recipe.h"

namespace visagist {

struct RateTrial {
    double rate = 0, loss = 0;  ///< the loss smoothed over the trials before
};

struct RateAdvice {
    std::vector<RateTrial> trials;  ///< by rising rate, up to where the loss ran away
    double suggested = 0;  ///< where the loss fell fastest; the recipe's own rate where it never fell
};

/// The range test of Smith 2017: a fresh network of `recipe` takes up to 100 steps of reconstruction while
/// the rate rises from 1e-6 to 0.1 by equal factors, until the loss is four times its lowest. Nothing is
/// stored but the cache of aligned faces. `people` as in TrainRequest. Throws Error as a run's start does,
/// and Error(Cancelled) on a stop.
RateAdvice findLearningRate(const std::filesystem::path& project, const Recipe& recipe,
                            const std::vector<std::int64_t>& people = {}, std::stop_token stop = {},
                            const std::function<void(int done, int all)>& progress = {});

/// The rate of the steepest fall of the losses over the logarithm of the rate, before their lowest; nothing
/// where they never fall.
std::optional<double> steepestRate(const std::vector<RateTrial>& trials);

}  // namespace visagist
