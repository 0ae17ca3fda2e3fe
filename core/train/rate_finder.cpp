#include "core/train/rate_finder.h"

#include <algorithm>
#include <cmath>

#include "core/data/aligned_cache.h"
#include "core/data/batch_loader.h"
#include "core/data/dataset_split.h"
#include "core/model/device.h"
#include "core/store/project.h"
#include "core/train/train_step.h"

namespace visagist {

namespace {

constexpr int kTrials = 100;
constexpr double kLowest = 1e-6, kHighest = 0.1;
constexpr double kSmoothing = 0.9, kRanAway = 4;

double rateOf(int trial) { return kLowest * std::pow(kHighest / kLowest, trial / double{kTrials - 1}); }

}  // namespace

std::optional<double> steepestRate(const std::vector<RateTrial>& trials) {
    const auto lowest = std::min_element(
        trials.begin(), trials.end(), [](const RateTrial& a, const RateTrial& b) { return a.loss < b.loss; });
    std::optional<double> best;
    double steepest = 0;
    // Slopes over five trials: a single one is noise.
    for (auto at = trials.begin(); lowest - at >= 5; ++at) {
        const double slope = ((at + 5)->loss - at->loss) / std::log((at + 5)->rate / at->rate);
        if (slope >= steepest) continue;
        steepest = slope;
        best = std::sqrt((at + 5)->rate * at->rate);
    }
    return best;
}

RateAdvice findLearningRate(const std::filesystem::path& path, const Recipe& recipe,
                            const std::vector<std::int64_t>& people, std::stop_token stop,
                            const std::function<void(int done, int all)>& progress) {
    const Project project = Project::open(path);
    const Dataset dataset = makeDataset(project.database(), people, recipe.data);
    const torch::Device device = chooseDevice(recipe.train.device);
    const Precision precision = choosePrecision(recipe.train.precision, device);
    const int count = static_cast<int>(dataset.people.size());
    const AlignedCache cache = AlignedCache::open(project, dataset, pixels(recipe.model.resolution), stop);
    BatchLoader loader(cache, recipe.data, static_cast<std::uint64_t>(recipe.train.seed), 0);
    Networks networks(recipe, count, device, precision);
    TrainStep step(networks, device, precision, count);
    RateAdvice advice;
    double average = 0, lowest = 0;
    for (int trial = 0; trial < kTrials; ++trial) {
        const auto batch = loader.next(stop);
        if (!batch)
            throw Error(ErrorCode::Cancelled, VISAGIST_TEXT("The search for a learning rate was stopped."));
        const StepPlan plan{.step = trial,
                            .learningRate = rateOf(trial),
                            .seed = static_cast<std::uint64_t>(recipe.train.seed)};
        step.accumulate(DeviceBatch(*batch, device), recipe, plan, 1);
        step.apply(recipe, plan);
        const double loss = step.takeLosses().at("reconstruction");
        average = kSmoothing * average + (1 - kSmoothing) * loss;
        const double smooth = average / (1 - std::pow(kSmoothing, trial + 1));
        if (!std::isfinite(smooth)) break;
        lowest = trial == 0 ? smooth : std::min(lowest, smooth);
        advice.trials.push_back({plan.learningRate, smooth});
        if (progress) progress(trial + 1, kTrials);
        if (smooth > kRanAway * lowest) break;
    }
    advice.suggested = steepestRate(advice.trials).value_or(recipe.optim.learningRate);
    return advice;
}

}  // namespace visagist
