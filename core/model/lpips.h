// LPIPS: how different two pictures look to a person, from the features of VGG16 (Zhang et al. 2018).
#pragma once
#include <torch/torch.h>

#include <filesystem>
#include <string>
#include <vector>

#include "core/store/tensor_bytes.h"

namespace visagist {

/// The file that holds trunk and linear weights, written by installer/convert_lpips.py.
inline constexpr const char* kLpipsFile = "lpips-vgg16.safetensors";

/// Version 0.1 with the VGG16 trunk. Its weights never learn; gradients flow through it. All of it computes
/// in fp32, whatever the autocast around it.
class LpipsImpl : public torch::nn::Module {
public:
    /// `weights` by the names of torchvision's trunk ("features.0.weight", "features.0.bias", …) and of the
    /// linear layers of PyPI's lpips ("lin0.model.1.weight" [1,C,1,1], …). Throws Error(Damaged) where one is
    /// missing or of another shape.
    explicit LpipsImpl(const std::vector<TensorBytes>& weights);

    /// Pictures [B,3,H,W] in [-1,1], at least 16 pixels each way, on the module's device → [B], 0 for equal
    /// ones. Gradients reach `made` only.
    torch::Tensor distance(const torch::Tensor& made, const torch::Tensor& photos);

private:
    /// After each block of the trunk, every place's channels of unit length: five maps, each half as wide.
    std::vector<torch::Tensor> features(const torch::Tensor& pictures) const;

    std::vector<torch::Tensor> m_weights, m_biases, m_linear;
    torch::Tensor m_shift, m_scale;
};
TORCH_MODULE(Lpips);

/// Where the user's file is to lie. Throws Error(NotFound) that says how it is made.
std::filesystem::path lpipsFile();

/// From lpipsFile(), on `device`. Throws Error(NotFound | ReadFailed | Damaged).
Lpips loadLpips(torch::Device device);

/// FLOP of looking once at a picture of `resolution` pixels a side.
double lpipsFlops(int resolution);

}  // namespace visagist
