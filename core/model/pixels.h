// From what a network makes to bytes of a picture.
#pragma once
#include <torch/torch.h>

namespace visagist {

/// Planes [N,C,H,W] in [0,255] on any device → interleaved bytes [N,H,W,C] on the CPU, rounded and clamped.
torch::Tensor interleavedBytes(const torch::Tensor& planes);

/// Faces in [-1,1] as values in [0,255].
inline torch::Tensor colourValues(const torch::Tensor& faces) { return (faces + 1) * 127.5; }

}  // namespace visagist
