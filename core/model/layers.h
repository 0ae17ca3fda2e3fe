// The building blocks of encoder, decoder and discriminator.
#pragma once
#include <torch/torch.h>

namespace visagist {

/// Channels of a layer `size` pixels wide under a width budget: min(512, width / size), at least 8.
int channelsAt(int width, int size);

/// A convolution with stride and same-size padding, weights by He's rule for the given leak.
torch::nn::Conv2d convolution(int in, int out, int kernel, int stride = 1);

/// x + conv(leaky(conv(leaky(x)))), over √2.
class ResidualBlockImpl : public torch::nn::Module {
public:
    explicit ResidualBlockImpl(int channels);
    torch::Tensor forward(const torch::Tensor& x);  ///< [B,C,H,W] → [B,C,H,W]

private:
    torch::nn::Conv2d m_first, m_second;
};
TORCH_MODULE(ResidualBlock);

/// Adaptive instance normalisation (Huang and Belongie 2017): every channel of every picture to mean 0 and
/// variance 1, then scale and shift made from a style code; and a leaky ReLU of slope 0.2 behind it. A
/// constant that is added before changes nothing, so that a convolution before it has no use for a bias.
class AdaInImpl : public torch::nn::Module {
public:
    AdaInImpl(int styleSize, int channels);
    torch::Tensor forward(const torch::Tensor& x,
                          const torch::Tensor& style);  ///< [B,C,H,W], [B,S] → [B,C,H,W]

private:
    int m_channels;
    torch::nn::Linear m_affine;
};
TORCH_MODULE(AdaIn);

}  // namespace visagist
