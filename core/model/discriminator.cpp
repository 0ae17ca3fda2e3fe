#include <cmath>

#include "core/model/fusion_net.h"

namespace visagist {

namespace nn = torch::nn;

namespace {

/// Appends one channel: the standard deviation over groups of (up to) four pictures, which shows whether
/// samples are all alike. Karras et al. 2018, minibatch standard deviation.
torch::Tensor withBatchDeviation(const torch::Tensor& x) {
    const std::int64_t batch = x.size(0), group = batch % 4 == 0 ? 4 : batch % 2 == 0 ? 2 : 1;
    const torch::Tensor grouped =
        x.reshape({group, batch / group, x.size(1), x.size(2), x.size(3)}).to(torch::kFloat32);
    const torch::Tensor variance = (grouped - grouped.mean(0, true)).square().mean(0);
    const torch::Tensor deviation = (variance + 1e-8).sqrt().mean({1, 2, 3}, true);  // [batch/group,1,1,1]
    return torch::cat({x, deviation.repeat({group, 1, x.size(2), x.size(3)}).to(x.dtype())}, 1);
}

}  // namespace

ContentClassifierImpl::ContentClassifierImpl(const ModelOptions& options, int people)
    : m_hidden(register_module("hidden", nn::Linear(options.codeSize, 64))),
      m_logits(register_module("logits", nn::Linear(64, people))) {}

torch::Tensor ContentClassifierImpl::forward(const torch::Tensor& code) {
    return m_logits(torch::leaky_relu(m_hidden(code), 0.2));
}

DiscriminatorImpl::DiscriminatorImpl(const ModelOptions& options, int people)
    : m_first(register_module("first", nn::ModuleList())),
      m_second(register_module("second", nn::ModuleList())),
      m_skip(register_module("skip", nn::ModuleList())) {
    int size = pixels(options.resolution), in = channelsAt(options.discriminatorWidth, size);
    m_fromRgb = register_module("from_rgb", convolution(3, in, 1));
    for (; size > 8; size /= 2) {
        const int out = channelsAt(options.discriminatorWidth, size / 2);
        m_first->push_back(convolution(in, in, 3));
        m_second->push_back(convolution(in, out, 3));
        m_skip->push_back(convolution(in, out, 1));
        in = out;
    }
    m_last = register_module("last", convolution(in + 1, in, 3));
    m_features = register_module("features", nn::Linear(in * 8 * 8, 256));
    m_real = register_module("real", nn::Linear(256, 1));
    m_peopleVectors = register_parameter("people_vectors", torch::zeros({people, 256}));
}

DiscriminatorImpl::Output DiscriminatorImpl::forward(const torch::Tensor& face, const torch::Tensor& person) {
    Output output;
    torch::Tensor x = torch::leaky_relu(m_fromRgb(face), 0.2);
    for (std::size_t i = 0; i < m_first->size(); ++i) {
        const torch::Tensor skip = m_skip[i]->as<nn::Conv2dImpl>()->forward(torch::avg_pool2d(x, 2));
        x = torch::leaky_relu(m_first[i]->as<nn::Conv2dImpl>()->forward(x), 0.2);
        x = torch::leaky_relu(m_second[i]->as<nn::Conv2dImpl>()->forward(x), 0.2);
        x = (torch::avg_pool2d(x, 2) + skip) * M_SQRT1_2;
        output.features.push_back(x);
    }
    x = torch::leaky_relu(m_last(withBatchDeviation(x)), 0.2);
    const torch::Tensor features = torch::leaky_relu(m_features(x.flatten(1)), 0.2).to(torch::kFloat32);
    output.face = m_real(features).squeeze(1).to(torch::kFloat32);
    if (person.defined())
        output.person = output.face + (m_peopleVectors.index_select(0, person) * features).sum(1);
    return output;
}

}  // namespace visagist
