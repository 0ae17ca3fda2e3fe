// The frozen face recognition network in LibTorch: who a made face is, with gradients back to its pixels.
#pragma once
#include <torch/torch.h>

#include <cstdint>
#include <vector>

#include "core/face/embedder.h"

namespace visagist {

/// dlib's ResNet of 29 convolutions. Its weights never learn; gradients flow through it. All of it computes
/// in fp32, whatever the autocast around it.
class FaceNetImpl : public torch::nn::Module {
public:
    /// From FaceEmbedder::weights(). Throws Error(Damaged) where one is missing.
    explicit FaceNetImpl(const std::vector<NamedNumbers>& weights);

    struct Output {
        torch::Tensor embedding;              ///< [B,128]; undefined where it was not asked for
        std::vector<torch::Tensor> features;  ///< [B,32,35,35], [B,64,17,17], [B,128,8,8]
    };
    /// Aligned faces [B,3,R,R] in [-1,1] on the module's device, seen through `views` (as chipsFromFaces()).
    Output forward(const torch::Tensor& faces, const torch::Tensor& views = {}, bool embed = true);
    /// Chips [B,3,150,150] in [0,255].
    Output ofChips(const torch::Tensor& chips, bool embed = true);

private:
    /// A convolution with the affine layer behind it folded in.
    torch::Tensor convolved(const torch::Tensor& x, std::size_t index, std::int64_t stride,
                            std::int64_t padding) const;

    std::vector<torch::Tensor> m_weights, m_biases;
    torch::Tensor m_linear, m_mean;
};
TORCH_MODULE(FaceNet);

/// The network from its model file, on `device`. Throws Error(NotFound | Damaged).
FaceNet loadFaceNet(torch::Device device);

/// Aligned faces [B,3,R,R] in [-1,1] → dlib's chips [B,3,150,150] in [0,255], linear in the pixels: bilinear,
/// without aliasing where it shrinks; the border goes on. `views` [B,3] (or undefined for dlib's own cut):
/// how much more than that the chip shows (1 = as much), and its shift to the right and down in chips.
torch::Tensor chipsFromFaces(const torch::Tensor& faces, const torch::Tensor& views = {});

/// 1 - cos between embeddings and what they should be, mean over the batch: 0 … 2. [B,128] each.
torch::Tensor identityLoss(const torch::Tensor& embeddings, const torch::Tensor& wanted);

/// Mean absolute difference of features, mean over the layers. Gradients reach `made` only.
torch::Tensor featureLoss(const FaceNetImpl::Output& made, const FaceNetImpl::Output& real);

}  // namespace visagist
