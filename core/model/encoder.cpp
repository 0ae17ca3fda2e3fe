#include <algorithm>

#include "core/model/fusion_net.h"

namespace visagist {

namespace nn = torch::nn;

EncoderImpl::EncoderImpl(const ModelOptions& options)
    : m_layers(register_module("layers", nn::ModuleList())) {
    int in = 3, channels = options.encoderChannels;
    for (int size = pixels(options.resolution); size > 8; size /= 2) {
        m_layers->push_back(convolution(in, channels, 5, 2));
        in = channels;
        channels = std::min(2 * channels, 512);
        const bool firstOrLast = m_layers->size() == 1 || size == 16;
        if (firstOrLast) m_layers->push_back(ResidualBlock(in));
    }
    m_code = register_module("code", nn::Linear(in * 8 * 8, options.codeSize));
}

torch::Tensor EncoderImpl::forward(torch::Tensor face) {
    torch::Tensor x = std::move(face);
    for (const auto& layer : *m_layers) {
        if (auto* conv = layer->as<nn::Conv2dImpl>()) {
            x = torch::leaky_relu(conv->forward(x), 0.1);
        } else {
            x = layer->as<ResidualBlockImpl>()->forward(x);
        }
    }
    x = x.flatten(1).to(torch::kFloat32);
    x = x * torch::rsqrt(x.square().mean(1, true) + 1e-8);
    // The code has unit mean square: without that, training against the classifier makes it grow without
    // bound.
    const torch::Tensor code = m_code(x).to(torch::kFloat32);
    return code * torch::rsqrt(code.square().mean(1, true) + 1e-8);
}

}  // namespace visagist
