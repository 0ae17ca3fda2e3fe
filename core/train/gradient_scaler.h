// Dynamic loss scaling for fp16, and the check for values that are not numbers, without waiting for the
// device.
#pragma once
#include <torch/torch.h>

#include <nlohmann/json.hpp>

namespace visagist {

/// Micikevicius et al. 2018 with PyTorch's constants: 65536 at first, doubled after 2,000 good steps, halved
/// on overflow. Disabled (fp32, bf16) the scale is 1 and only the check remains.
class GradientScaler {
public:
    GradientScaler() = default;
    GradientScaler(torch::Device device, bool enabled, double initialScale = 65536,
                   int growthInterval = 2000);

    torch::Tensor scaled(const torch::Tensor& loss) const { return m_enabled ? loss * m_scale : loss; }
    /// Divides the gradients by the scale; returns a float scalar on the device: 1 where one of them was not
    /// finite, else 0.
    torch::Tensor unscale(const std::vector<torch::Tensor>& gradients) const;
    /// Adapts the scale after a step.
    void update(const torch::Tensor& foundInf);

    bool enabled() const { return m_enabled; }
    double scale() const { return m_scale.item<double>(); }  ///< waits for the device
    nlohmann::json state() const;                            ///< waits for the device
    void load(const nlohmann::json& state);

private:
    bool m_enabled = false;
    int m_growthInterval = 2000;
    torch::Tensor m_scale, m_growthTracker;
};

}  // namespace visagist
