#include "core/model/layers.h"

#include <algorithm>
#include <cmath>

#include "core/model/adain.h"

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
    const torch::Tensor affine =
        m_affine(style).to(x.scalar_type() == torch::kFloat64 ? torch::kFloat64 : torch::kFloat32);
    return adaIn(x, affine.narrow(1, 0, m_channels) + 1, affine.narrow(1, m_channels, m_channels), 0.2);
}

}  // namespace visagist
