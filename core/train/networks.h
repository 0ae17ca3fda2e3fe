// Everything that learns, with its optimisers: what a checkpoint holds and resuming restores.
#pragma once
#include <torch/torch.h>

#include <string>
#include <vector>

#include "core/model/checkpoint_state.h"
#include "core/model/fusion_net.h"
#include "core/store/checkpoint_store.h"
#include "core/train/discriminator_views.h"
#include "core/train/gradient_scaler.h"
#include "core/train/host_copy.h"
#include "core/train/optimizer.h"

namespace visagist {

struct Networks {
    /// Fresh weights from the recipe's seed, on `device`, convolutions in channels-last order.
    Networks(const Recipe& recipe, int people, torch::Device device, Precision precision);

    FusionNet net{nullptr}, ema{nullptr};
    Discriminator discriminator{nullptr};
    ContentClassifier classifier{nullptr};
    Optimizer netOptimizer, discriminatorOptimizer, classifierOptimizer;
    GradientScaler netScaler, discriminatorScaler;
    DiscriminatorViews discriminatorViews;

    /// Moves the averaged weights towards the present ones: what `faces` faces changed counts by emaHalfLife,
    /// faster at the start.
    void updateAverage(double facesPerStep, double halfLife, std::int64_t step);

    /// Which parts of the generator learn from here on.
    void freeze(const OptimOptions& options);

    /// All of it by name, on its device, not copied.
    NamedTensors named() const;
    /// A host copy of all of it.
    std::vector<TensorBytes> tensors() const;
    nlohmann::json scalers() const;
    /// Throws Error(Damaged) where the checkpoint does not fit.
    void load(const std::vector<TensorBytes>& tensors, const nlohmann::json& scalers);
};

/// Puts the 4-dimensional weights of a module in channels-last order.
void toChannelsLast(torch::nn::Module& module);

}  // namespace visagist
