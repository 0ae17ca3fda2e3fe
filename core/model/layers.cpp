#include "core/model/layers.h"

#include <algorithm>
#include <cmath>

namespace visagist {

namespace nn = torch::nn;

int channelsAt(int width, int size) { return std::clamp(width / size, 8, 512); }

nn::Conv2d convolution(int in, int out, int kernel, int stride) {
    nn::Conv2d conv(nn::Conv2dOptions(in, out, kernel).stride(stride).padding(kernel / 2));
    nn::init::kaiming_normal_(conv->weight, 0.2, torch::kFanIn, torch::kLeakyReLU);
    nn::init::zeros_(conv->bias);
    return conv;
}

ResidualBlockImpl::ResidualBlockImpl(int channels)
    : m_first(register_module("first", convolution(channels, channels, 3))),
      m_second(register_module("second", convolution(channels, channels, 3))) {}

torch::Tensor ResidualBlockImpl::forward(const torch::Tensor& x) {
    const torch::Tensor inner = m_first(torch::leaky_relu(x, 0.2));
    return (x + m_second(torch::leaky_relu(inner, 0.2))) * M_SQRT1_2;
}

AdaInImpl::AdaInImpl(int styleSize, int channels)
    : m_channels(channels), m_affine(register_module("affine", nn::Linear(styleSize, 2 * channels))) {
    nn::init::normal_(m_affine->weight, 0, 0.3 / std::sqrt(styleSize));
    nn::init::zeros_(m_affine->bias);
}

torch::Tensor AdaInImpl::forward(const torch::Tensor& x, const torch::Tensor& style) {
    const auto affine = m_affine(style).view({-1, 2, m_channels, 1, 1});
    const torch::Tensor scale = affine.select(1, 0) + 1, shift = affine.select(1, 1);
    const torch::Tensor normalised =
        torch::group_norm(x, m_channels);  // one group a channel: instance normalisation
    return torch::addcmul(shift.to(normalised.dtype()), normalised, scale.to(normalised.dtype()));
}

}  // namespace visagist
