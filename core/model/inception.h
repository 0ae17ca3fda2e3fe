// InceptionV3 as the Fréchet inception distance reads it (Szegedy et al. 2016; weights and changes of Heusel
// et al. 2017).
#pragma once
#include <torch/torch.h>

#include <array>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "core/store/tensor_bytes.h"

namespace visagist {

/// The file with the weights, written by installer/convert_inception.py.
inline constexpr const char* kInceptionFile = "inception-fid.safetensors";
/// How wide the pictures are that it looks at, and how many features it gives.
inline constexpr int kInceptionSide = 299, kInceptionFeatures = 2048;

/// A convolution and the batch normalisation behind it, by its name in torchvision's and pytorch-fid's files:
/// "Mixed_5b.branch1x1" has the tensors "Mixed_5b.branch1x1.conv.weight" and "….bn.weight", "….bn.bias",
/// "….bn.running_mean", "….bn.running_var".
struct InceptionUnit {
    std::string name;
    std::int64_t in, out;
    std::array<std::int64_t, 2> kernel;  ///< rows, columns
    std::int64_t stride = 1;
    bool padded = true;  ///< by half the kernel, so that the map keeps its size at a stride of 1
};
/// All 94, from the input on.
const std::vector<InceptionUnit>& inceptionUnits();

/// The network in evaluation, in fp32, without its classifier. Each normalisation is multiplied into its
/// convolution when the weights are read. May be shared by threads.
class Inception {
public:
    /// Throws Error(Damaged) where a tensor is missing or of another shape.
    Inception(const std::vector<TensorBytes>& weights, torch::Device device);

    /// Pictures [B,3,299,299] in [-1,1] on the device → what the four blocks give: [B,64,73,73],
    /// [B,192,35,35], [B,768,17,17], [B,2048,8,8].
    std::array<torch::Tensor, 4> blocks(const torch::Tensor& pictures) const;
    /// The last block averaged over the map: [B,2048].
    torch::Tensor features(const torch::Tensor& pictures) const;
    torch::Device device() const { return m_device; }

private:
    struct Unit {
        torch::Tensor weight, bias;
        std::array<std::int64_t, 2> padding;
        std::int64_t stride;
    };
    torch::Tensor unit(const torch::Tensor& x, const std::string& name) const;
    /// Several units, one behind the other: `block` + each of `names`.
    torch::Tensor chain(torch::Tensor x, const std::string& block,
                        std::initializer_list<const char*> names) const;
    torch::Tensor blockA(const torch::Tensor& x, const std::string& name) const;
    torch::Tensor blockB(const torch::Tensor& x, const std::string& name) const;
    torch::Tensor blockC(const torch::Tensor& x, const std::string& name) const;
    torch::Tensor blockD(const torch::Tensor& x, const std::string& name) const;
    torch::Tensor blockE(const torch::Tensor& x, const std::string& name, bool pooledByMaximum) const;

    std::map<std::string, Unit> m_units;
    torch::Device m_device;
};

/// Where the user's file is to lie. Throws Error(NotFound) that says how it is made.
std::filesystem::path inceptionFile();

}  // namespace visagist
