#include <cmath>

#include "core/model/fusion_net.h"
#include "core/model/upsampling.h"

namespace visagist {

namespace nn = torch::nn;

FusionDecoderImpl::FusionDecoderImpl(const ModelOptions& options, int people)
    : m_people(people), m_interChannels(options.interChannels) {
    const std::int64_t mapSize = std::int64_t{8} * 8 * m_interChannels;
    m_interWeight = register_parameter(
        "inter_weight", torch::randn({options.codeSize, mapSize}) / std::sqrt(options.codeSize));
    m_interBias = register_parameter("inter_bias", torch::zeros({mapSize}));
    m_interGain = register_parameter("inter_gain", torch::ones({people, m_interChannels}));
    m_interConstant = register_parameter("inter_constant", 0.1 * torch::randn({people, mapSize}));
    int in = m_interChannels;
    for (int size = 8; size <= pixels(options.resolution); size *= 2) {
        const int out = channelsAt(options.decoderWidth, size);
        const std::string name = std::to_string(size);
        Level level;
        level.size = size;
        level.first = register_module("first" + name, convolution(in, out, 3));
        level.second = register_module("second" + name, convolution(out, out, 3));
        level.skip = register_module("skip" + name, convolution(in, out, 1));
        level.firstStyle = register_module("first_style" + name, AdaIn(options.styleSize, out));
        level.secondStyle = register_module("second_style" + name, AdaIn(options.styleSize, out));
        level.toRgb = register_module("to_rgb" + name, convolution(out, 3, 1));
        nn::init::normal_(level.toRgb->weight, 0, 0.1 / std::sqrt(out));
        level.styles = register_parameter("styles" + name, torch::randn({people, options.styleSize}));
        m_levels.push_back(level);
        in = out;
    }
    m_toMask = register_module("to_mask", convolution(in, 1, 1));
}

torch::Tensor FusionDecoderImpl::startMap(const torch::Tensor& code, const torch::Tensor& weights) {
    const torch::Tensor map =
        torch::addmm(m_interBias, code, m_interWeight).view({-1, m_interChannels, 8, 8});
    const torch::Tensor gain = torch::matmul(weights, m_interGain).view({-1, m_interChannels, 1, 1});
    const torch::Tensor constant = torch::matmul(weights, m_interConstant).view(map.sizes());
    return (map * gain + constant).contiguous(torch::MemoryFormat::ChannelsLast);
}

FusionDecoderImpl::Output FusionDecoderImpl::forward(const torch::Tensor& code,
                                                     const torch::Tensor& weights) {
    torch::Tensor h = startMap(code, weights.select(1, 0)), rgb;
    for (Level& level : m_levels) {
        const torch::Tensor style = torch::matmul(weights.select(1, levelGroup(level.size)), level.styles);
        // The 1x1 skip commutes with nearest upsampling and is a quarter of the work before it.
        torch::Tensor skip = level.skip(h);
        const torch::Tensor& weight = level.first->weight;
        h = level.size > 8 ? upsampledConvolution(h, weight) : torch::conv2d(h, weight, {}, 1, 1);
        if (level.size > 8) skip = upsampled(skip);
        h = level.firstStyle(h, style);
        h = level.secondStyle(torch::conv2d(h, level.second->weight, {}, 1, 1), style);
        h = (h + skip) * M_SQRT1_2;
        const torch::Tensor here = level.toRgb(h);
        rgb = rgb.defined() ? torch::upsample_bilinear2d(rgb, here.sizes().slice(2), false) + here : here;
    }
    return {.face = torch::tanh(rgb.to(torch::kFloat32)), .maskLogits = m_toMask(h).to(torch::kFloat32)};
}

FusionNetImpl::FusionNetImpl(const ModelOptions& options, int people)
    : encoder(register_module("encoder", Encoder(options))),
      decoder(register_module("decoder", FusionDecoder(options, people))) {}

bool isOfPeople(const std::string& parameter) {
    for (const char* own : {"styles", "inter_gain", "inter_constant"}) {
        if (parameter.find(own) != std::string::npos) return true;
    }
    return false;
}

std::int64_t parameterCount(const nn::Module& module) {
    std::int64_t count = 0;
    for (const torch::Tensor& parameter : module.parameters()) count += parameter.numel();
    return count;
}

}  // namespace visagist
