// Adam over all weights of a module at once, with a state that checkpoints can hold.
#pragma once
#include <torch/torch.h>

#include <string>
#include <vector>

#include "core/store/checkpoint_store.h"

namespace visagist {

/// Kingma and Ba 2015, by LibTorch's fused kernel. The state is our own, since LibTorch's optimiser loader
/// has dropped options in the past.
class Adam {
public:
    Adam() = default;
    explicit Adam(const torch::nn::Module& module);

    /// One step with the gradients that are there; skipped on the device, without a wait, where `foundInf` (a
    /// float scalar) is 1.
    void step(double learningRate, double beta1, double beta2, const torch::Tensor& foundInf);
    void zeroGradients();
    /// The gradients that are there.
    std::vector<torch::Tensor> gradients() const;

    void append(std::vector<TensorBytes>& to, const std::string& part) const;
    /// The same tensors under the same names, not copied.
    void collect(std::vector<std::pair<std::string, torch::Tensor>>& to, const std::string& part) const;
    /// Throws Error(Damaged) where a tensor is missing or does not fit.
    void load(const std::string& part, const std::vector<TensorBytes>& from);

private:
    struct Slot {
        std::string name;
        torch::Tensor weight, mean, square;
    };
    std::vector<Slot> m_slots;
    torch::Tensor m_steps;
};

}  // namespace visagist
