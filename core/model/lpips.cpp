#include "core/model/lpips.h"

#include <array>

#include "core/base/error.h"
#include "core/face/model_files.h"
#include "core/model/device.h"
#include "core/model/weights.h"
#include "core/store/safetensors.h"

namespace visagist {

namespace {

/// A convolution of VGG16's trunk: its number among torchvision's layers and its channels.
struct Convolution {
    int layer, out;
    bool endsBlock;
};
constexpr std::array<Convolution, 13> kTrunk{{{0, 64, false},
                                              {2, 64, true},
                                              {5, 128, false},
                                              {7, 128, true},
                                              {10, 256, false},
                                              {12, 256, false},
                                              {14, 256, true},
                                              {17, 512, false},
                                              {19, 512, false},
                                              {21, 512, true},
                                              {24, 512, false},
                                              {26, 512, false},
                                              {28, 512, true}}};
/// What the trunk's colours are centred and divided by: ImageNet's, for values in [-1,1].
constexpr std::array<float, 3> kShift{-0.030f, -0.088f, -0.188f}, kScale{0.458f, 0.448f, 0.450f};

torch::Tensor weightOf(const std::vector<TensorBytes>& weights, const std::string& name,
                       at::IntArrayRef shape) {
    torch::Tensor weight = torch::empty(shape);
    copyTensor(weight, name, weights);
    return weight;
}

torch::Tensor colours(const std::array<float, 3>& values) {
    return torch::tensor(at::ArrayRef<float>(values)).view({1, 3, 1, 1});
}

}  // namespace

LpipsImpl::LpipsImpl(const std::vector<TensorBytes>& weights)
    : m_shift(register_buffer("shift", colours(kShift))), m_scale(register_buffer("scale", colours(kScale))) {
    std::int64_t in = 3;
    for (const auto& [layer, out, endsBlock] : kTrunk) {
        const std::string number = std::to_string(layer), name = "features." + number;
        m_weights.push_back(register_buffer(
            "weight" + number,
            weightOf(weights, name + ".weight", {out, in, 3, 3}).contiguous(at::MemoryFormat::ChannelsLast)));
        m_biases.push_back(register_buffer("bias" + number, weightOf(weights, name + ".bias", {out})));
        if (endsBlock) {
            const std::string block = std::to_string(m_linear.size());
            m_linear.push_back(register_buffer(
                "linear" + block, weightOf(weights, "lin" + block + ".model.1.weight", {1, out, 1, 1})));
        }
        in = out;
    }
}

std::vector<torch::Tensor> LpipsImpl::features(const torch::Tensor& pictures) const {
    std::vector<torch::Tensor> features;
    torch::Tensor x =
        ((pictures.to(torch::kFloat32) - m_shift) / m_scale).contiguous(at::MemoryFormat::ChannelsLast);
    for (std::size_t i = 0; i < kTrunk.size(); ++i) {
        x = torch::conv2d(x, m_weights[i], m_biases[i], 1, 1).relu_();
        if (!kTrunk[i].endsBlock) continue;
        // The small number stands inside the root: outside it, a place without features has no gradient.
        features.push_back(x * torch::rsqrt(x.square().sum(1, true) + 1e-20));
        if (i + 1 < kTrunk.size()) x = torch::max_pool2d(x, 2);
    }
    return features;
}

torch::Tensor LpipsImpl::distance(const torch::Tensor& made, const torch::Tensor& photos) {
    const AutocastOff fp32(m_shift.device());
    std::vector<torch::Tensor> wanted;
    {
        const torch::NoGradGuard noGrad;
        wanted = features(photos);
    }
    const std::vector<torch::Tensor> seen = features(made);
    torch::Tensor sum;
    for (std::size_t i = 0; i < seen.size(); ++i) {
        const torch::Tensor here = torch::conv2d((seen[i] - wanted[i]).square(), m_linear[i]).mean({1, 2, 3});
        sum = sum.defined() ? sum + here : here;
    }
    return sum;
}

std::filesystem::path lpipsFile() {
    return userModelFile(kLpipsFile,
                         VISAGIST_TEXT("LPIPS needs the file \"%1\", which no package holds. Make it from "
                                       "torchvision's VGG16 weights with installer/convert_lpips.py."));
}

Lpips loadLpips(torch::Device device) {
    Lpips lpips(readSafetensors(lpipsFile()));
    lpips->to(device);
    return lpips;
}

double lpipsFlops(int resolution) {
    double flops = 0, in = 3, size = resolution;
    for (const auto& [layer, out, endsBlock] : kTrunk) {
        flops += 2 * 9 * in * out * size * size;
        in = out;
        if (endsBlock) size /= 2;
    }
    return flops;
}

}  // namespace visagist
