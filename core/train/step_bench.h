// How fast training steps are, apart from a run: a plan of steps on batches that are held in memory, which
// another program can take too. Torch is not visible here.
#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "core/data/augment.h"
#include "core/options/recipe.h"
#include "core/store/tensor_bytes.h"
#include "core/train/trainer.h"

namespace visagist {

/// The faces that steps are done on.
struct StepBenchFaces {
    std::filesystem::path project;
    std::vector<std::int64_t> people{};  ///< ids; empty: everybody
    std::size_t batches = 16;            ///< that are held on the device, and come again in turn
};

/// Steps whose stages have the recipe's shares of the run, at its highest learning rate and the discriminator
/// at full weight.
class StepBench {
public:
    /// On the faces of a project, with the weights that its recipe's seed gives; nothing is stored but
    /// the cache of aligned faces. Throws Error as a training run does before its first step.
    StepBench(const StepBenchFaces& faces, const Recipe& recipe, std::int64_t steps,
              std::stop_token stop = {});
    /// On given batches, from given weights: "generator/…", "discriminator/…" and "classifier/…", as in a
    /// checkpoint. Without a loader to measure.
    StepBench(const Recipe& recipe, int people, const std::vector<Examples>& batches,
              const std::vector<TensorBytes>& weights, std::int64_t steps);
    ~StepBench();

    /// plan.json (options, people, threads, steps), weights.safetensors (as in a checkpoint) and
    /// batches.safetensors in `folder`, from which the same steps can be done elsewhere. Throws
    /// Error(WriteFailed | DiskFull).
    void write(const std::filesystem::path& folder) const;

    struct Turn {
        double seconds = 0;
        std::vector<std::map<std::string, double>> losses;  ///< of each step
    };
    /// The steps first … end-1 of the plan.
    Turn run(std::int64_t first, std::int64_t end);
    /// One step of each stage, then everything as it was at the start.
    void warm();

    std::int64_t steps() const;
    Stage stageOf(std::int64_t step) const;
    std::string deviceName() const, precision() const;  ///< in words

    /// The share of its time that a loop of `count` steps with a loader beside it waits for batches.
    double dataWaitShare(std::int64_t count, std::stop_token stop);
    /// Batches a second of the loader alone, over `count` batches.
    double loaderBatchesPerSecond(std::int64_t count, std::stop_token stop);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

}  // namespace visagist
