// Adaptive instance normalisation with the activation behind it, in one pass over memory.
#pragma once
#include <torch/torch.h>

namespace visagist {

/// leaky(n · scale + shift), n: every channel of every picture of `x` [B,C,H,W] at mean 0 and variance 1;
/// scale, shift [B,C] float32 (float64 for a float64 `x`). One kernel of our own on the processor, one on
/// graphics cards where this build has it, else adaInByParts(). A gradient of its gradient cannot be had
/// (c10::Error).
torch::Tensor adaIn(const torch::Tensor& x, const torch::Tensor& scale, const torch::Tensor& shift,
                    double slope);

/// The same from LibTorch's operations: what adaIn() is held against.
torch::Tensor adaInByParts(const torch::Tensor& x, const torch::Tensor& scale, const torch::Tensor& shift,
                           double slope);

}  // namespace visagist
