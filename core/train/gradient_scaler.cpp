#include "core/train/gradient_scaler.h"

namespace visagist {

GradientScaler::GradientScaler(torch::Device device, bool enabled, double initialScale, int growthInterval)
    : m_enabled(enabled),
      m_growthInterval(growthInterval),
      m_scale(torch::full({}, enabled ? initialScale : 1.0,
                          torch::TensorOptions().dtype(torch::kFloat32).device(device))),
      m_growthTracker(torch::zeros({}, torch::TensorOptions().dtype(torch::kInt32).device(device))) {}

torch::Tensor GradientScaler::unscale(const std::vector<torch::Tensor>& gradients) const {
    const torch::NoGradGuard noGrad;
    torch::Tensor foundInf = torch::zeros({}, m_scale.options());
    if (!gradients.empty())
        at::_amp_foreach_non_finite_check_and_unscale_(gradients, foundInf, m_scale.reciprocal());
    return foundInf;
}

void GradientScaler::update(const torch::Tensor& foundInf) {
    if (!m_enabled) return;
    const torch::NoGradGuard noGrad;
    at::_amp_update_scale_(m_scale, m_growthTracker, foundInf, 2.0, 0.5, m_growthInterval);
}

nlohmann::json GradientScaler::state() const {
    return {{"scale", m_scale.item<double>()}, {"growth_tracker", m_growthTracker.item<int>()}};
}

void GradientScaler::load(const nlohmann::json& state) {
    if (!m_enabled) return;
    m_scale.fill_(state.value("scale", 65536.0));
    m_growthTracker.fill_(state.value("growth_tracker", 0));
}

}  // namespace visagist
