// The three networks of MTCNN (Zhang et al., "Joint face detection and alignment using multi-task cascaded
// convolutional networks", 2016) with the weights of facenet-pytorch.
#pragma once
#include <torch/torch.h>

#include <map>
#include <string>
#include <vector>

#include "core/store/tensor_bytes.h"

namespace visagist {

/// What a network says of each place: all on the processor, in fp32.
struct MtcnnOutput {
    torch::Tensor boxes;   ///< corrections of the box's four sides, in widths and heights of the box
    torch::Tensor scores;  ///< 0 … 1, that there is a face
    torch::Tensor points;  ///< the O net's: x of the five points, then y, in the box
};

/// Pictures go in as [B,3,H,W], (value - 127.5) / 128. Without gradients; may be shared by threads.
class MtcnnNets {
public:
    /// Of the tensors "pnet/conv1.weight" … in `weights`. Throws Error(Damaged) where one is missing or of
    /// another shape.
    explicit MtcnnNets(const std::vector<TensorBytes>& weights);

    /// Fully convolutional with windows of 12 pixels, 2 apart: boxes [B,4,h,w], scores [B,h,w].
    MtcnnOutput proposals(const torch::Tensor& pictures) const;
    /// Of pictures of 24 x 24: boxes [B,4], scores [B].
    MtcnnOutput refined(const torch::Tensor& pictures) const;
    /// Of pictures of 48 x 48: boxes [B,4], scores [B], points [B,10].
    MtcnnOutput placed(const torch::Tensor& pictures) const;

private:
    struct Layer {
        torch::Tensor weight, bias, slope;  ///< slope: of the PReLU behind it, where there is one
    };
    const Layer& layer(const std::string& name) const { return m_layers.at(name); }
    /// Convolution and PReLU.
    torch::Tensor convolved(const torch::Tensor& x, const std::string& name) const;
    torch::Tensor connected(const torch::Tensor& x, const std::string& name) const;
    std::map<std::string, Layer> m_layers;
};

}  // namespace visagist
