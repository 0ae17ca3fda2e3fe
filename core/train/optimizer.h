// Moves all weights of a module at once, with a state that checkpoints can hold.
#pragma once
#include <torch/torch.h>

#include <string>
#include <vector>

#include "core/model/weights.h"
#include "core/options/optim_options.h"
#include "core/store/checkpoint_store.h"

namespace visagist {

/// Adam (Kingma and Ba 2015) and AdamW (Loshchilov and Hutter 2019) by LibTorch's fused kernel; AdaBelief
/// (Zhuang et al. 2020) and Lion (Chen et al. 2023) by composed operations. The state is our own, since
/// LibTorch's optimiser loader has dropped options in the past.
class Optimizer {
public:
    Optimizer() = default;
    Optimizer(OptimizerKind kind, const torch::nn::Module& module);

    /// One step with the gradients that are there; skipped on the device, without a wait, where `foundInf` (a
    /// float scalar) is 1. Of `options` the betas and the weight decay are read, which only AdamW and Lion
    /// have.
    void step(const OptimOptions& options, double learningRate, const torch::Tensor& foundInf);
    void zeroGradients();
    /// The gradients that are there.
    std::vector<torch::Tensor> gradients() const;

    /// Its state under names that begin with `part`, not copied.
    void collect(NamedTensors& to, const std::string& part) const;
    /// Throws Error(Damaged) where a tensor is missing or does not fit.
    void load(const std::string& part, const std::vector<TensorBytes>& from);

private:
    struct Slot {
        std::string name;
        torch::Tensor weight, mean, square;  ///< Lion has no square
    };
    void fusedStep(const std::vector<Slot*>& moving, const OptimOptions& options, double learningRate,
                   const torch::Tensor& foundInf);
    void beliefStep(Slot& slot, const OptimOptions& options, double learningRate,
                    const torch::Tensor& foundInf) const;
    static void lionStep(Slot& slot, const OptimOptions& options, double learningRate,
                         const torch::Tensor& foundInf);

    OptimizerKind m_kind = OptimizerKind::Adam;
    std::vector<Slot> m_slots;
    torch::Tensor m_steps;
};

}  // namespace visagist
