// A 3x3 convolution of a map that was doubled in size, without doubling it first.
#pragma once
#include <torch/torch.h>

namespace visagist {

/// conv2d(nearest-neighbour x2 of `x`, weight, padding 1), without bias. x [B,I,H,W], weight [O,I,3,3] →
/// [B,O,2H,2W].
///
/// Of the nine pixels under the kernel some are copies of the same small pixel, so that each of the four
/// places within a small pixel has a 2x2 kernel of its own, made of sums of the nine weights: 4/9 of the
/// arithmetic. On the processor; elsewhere the plain way.
torch::Tensor upsampledConvolution(const torch::Tensor& x, const torch::Tensor& weight);

/// Nearest-neighbour x2.
torch::Tensor upsampled(const torch::Tensor& x);

}  // namespace visagist
