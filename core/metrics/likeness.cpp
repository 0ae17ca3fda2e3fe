#include "core/metrics/likeness.h"

#include <torch/torch.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/error.h"
#include "core/image/resize.h"
#include "core/model/device.h"

namespace visagist {

namespace {

constexpr int kSide = 64;          ///< pixels of what the network sees
constexpr double kSharpness = 16;  ///< how many times the cosine goes into the softmax

/// [3,64,64] in [-1,1].
torch::Tensor seen(const Image& face) {
    if (face.channels() != 3 || face.bitDepth() != 8)
        throw Error(ErrorCode::InvalidArgument, VISAGIST_TEXT("A face to be judged must be RGB of 8 bits."));
    const Image small = resized(face, kSide, kSide);
    return torch::from_blob(const_cast<std::uint8_t*>(small.data()), {kSide, kSide, 3}, torch::kUInt8)
                   .permute({2, 0, 1})
                   .to(torch::kFloat32) /
               127.5 -
           1;
}

class NetworkImpl : public torch::nn::Module {
public:
    NetworkImpl() {
        int in = 3;
        for (const int out : {32, 64, 128, 256}) {
            m_layers->push_back(
                torch::nn::Conv2d(torch::nn::Conv2dOptions(in, out, 3).stride(2).padding(1).bias(false)));
            m_layers->push_back(torch::nn::BatchNorm2d(out));
            m_layers->push_back(torch::nn::LeakyReLU(torch::nn::LeakyReLUOptions().negative_slope(0.1)));
            in = out;
        }
        m_layers->push_back(torch::nn::Flatten());
        m_layers->push_back(torch::nn::Linear(torch::nn::LinearOptions(256 * 4 * 4, 128).bias(false)));
        register_module("layers", m_layers);
    }
    /// [N,3,64,64] → [N,128] of length 1.
    torch::Tensor forward(const torch::Tensor& faces) {
        return torch::nn::functional::normalize(m_layers->forward(faces));
    }

private:
    torch::nn::Sequential m_layers;
};
TORCH_MODULE(Network);

/// The same faces, turned, scaled and moved a little, brighter or darker, of another contrast, and some of
/// them soft, as made faces are.
torch::Tensor varied(const torch::Tensor& faces, at::Generator random) {
    const std::int64_t count = faces.size(0);
    const auto drawn = [&](double low, double high) {
        return torch::rand({count}, random) * (high - low) + low;
    };
    const torch::Tensor angle = drawn(-0.15, 0.15), size = drawn(0.9, 1.1);
    const torch::Tensor cosine = torch::cos(angle) * size, sine = torch::sin(angle) * size;
    const torch::Tensor map = torch::stack({torch::stack({cosine, -sine, drawn(-0.1, 0.1)}, 1),
                                            torch::stack({sine, cosine, drawn(-0.1, 0.1)}, 1)},
                                           1);
    namespace F = torch::nn::functional;
    const torch::Tensor grid = F::affine_grid(map.to(faces.device()), faces.sizes(), false);
    torch::Tensor result = F::grid_sample(
        faces, grid,
        F::GridSampleFuncOptions().mode(torch::kBilinear).padding_mode(torch::kBorder).align_corners(false));
    const torch::Tensor gain = drawn(0.8, 1.25).view({-1, 1, 1, 1}),
                        offset = drawn(-0.2, 0.2).view({-1, 1, 1, 1});
    result = result * gain.to(faces.device()) + offset.to(faces.device());
    const torch::Tensor soft =
        F::interpolate(torch::avg_pool2d(result, 2), F::InterpolateFuncOptions()
                                                         .size(std::vector<std::int64_t>{kSide, kSide})
                                                         .mode(torch::kBilinear)
                                                         .align_corners(false));
    const torch::Tensor isSoft = (drawn(0, 1) < 0.5).view({-1, 1, 1, 1}).to(faces.device());
    return torch::where(isSoft, soft, result);
}

class TrainedJudge : public LikenessJudge {
public:
    TrainedJudge(const torch::Tensor& faces, const torch::Tensor& person, const LikenessRequest& request,
                 const std::stop_token& stop, const std::function<void(int, int)>& progress)
        : m_device(chooseDevice(request.device)) {
        at::Generator random = at::make_generator<at::CPUGeneratorImpl>(request.seed);
        for (torch::Tensor& weight : m_network->parameters()) {
            const torch::NoGradGuard noGrad;
            if (weight.dim() < 2) continue;
            const double fanIn = static_cast<double>(weight[0].numel());
            weight.copy_(torch::randn(weight.sizes(), random) * std::sqrt(2 / fanIn));
        }
        torch::Tensor directions =
            torch::randn({request.people, 128}, random).to(m_device).set_requires_grad(true);
        m_network->to(m_device);
        const torch::Tensor all = faces.to(m_device), who = person.to(m_device);
        std::vector<torch::Tensor> weights = m_network->parameters();
        weights.push_back(directions);
        torch::optim::AdamW optimizer(weights, torch::optim::AdamWOptions(2e-3).weight_decay(1e-2));
        const int steps =
            static_cast<int>((all.size(0) * request.passes + request.batch - 1) / request.batch);
        for (int step = 0; step < steps; ++step) {
            if (stop.stop_requested())
                throw Error(ErrorCode::Cancelled, VISAGIST_TEXT("Measuring the quality was stopped."));
            const double done = static_cast<double>(step) / steps;
            for (auto& group : optimizer.param_groups())
                group.options().set_lr(2e-3 * 0.5 * (1 + std::cos(done * 3.14159265358979)));
            const torch::Tensor chosen = torch::randint(all.size(0), {request.batch}, random).to(m_device);
            const torch::Tensor embedded = m_network(varied(all.index_select(0, chosen), random));
            const torch::Tensor cosines = embedded.mm(torch::nn::functional::normalize(directions).t());
            const torch::Tensor loss =
                torch::cross_entropy_loss(cosines * kSharpness, who.index_select(0, chosen));
            optimizer.zero_grad();
            loss.backward();
            optimizer.step();
            if (progress) progress(step + 1, steps);
        }
        m_network->eval();
        const torch::NoGradGuard noGrad;
        const torch::Tensor of = torch::one_hot(who, request.people).to(torch::kFloat32);
        torch::Tensor sums = torch::zeros({request.people, 128}, all.options());
        for (std::int64_t from = 0; from < all.size(0); from += request.batch) {
            const std::int64_t count = std::min<std::int64_t>(request.batch, all.size(0) - from);
            sums += of.narrow(0, from, count).t().mm(m_network(all.narrow(0, from, count)));
        }
        m_means = torch::nn::functional::normalize(sums);
    }

    std::vector<double> similarities(const Image& face) const override {
        const torch::NoGradGuard noGrad;
        const torch::Tensor cosines = m_network(seen(face).unsqueeze(0).to(m_device))
                                          .mm(m_means.t())
                                          .view(-1)
                                          .cpu()
                                          .to(torch::kFloat64);
        return {cosines.const_data_ptr<double>(), cosines.const_data_ptr<double>() + cosines.numel()};
    }

private:
    torch::Device m_device;
    mutable Network m_network;
    torch::Tensor m_means;  ///< [K,128] of length 1
};

}  // namespace

std::unique_ptr<LikenessJudge> LikenessJudge::trained(std::span<const LabelledFace> faces,
                                                      const LikenessRequest& request, std::stop_token stop,
                                                      const std::function<void(int, int)>& progress) {
    if (request.people < 2)
        throw Error(ErrorCode::InvalidArgument, VISAGIST_TEXT("To tell people apart takes two of them."));
    std::vector<int> counts(static_cast<std::size_t>(request.people));
    std::vector<torch::Tensor> pixels;
    std::vector<std::int64_t> person;
    for (const LabelledFace& face : faces) {
        if (face.person < 0 || face.person >= request.people)
            throw Error(ErrorCode::InvalidArgument, VISAGIST_TEXT("A face is of nobody known."));
        ++counts[static_cast<std::size_t>(face.person)];
        pixels.push_back(seen(face.face));
        person.push_back(face.person);
    }
    if (std::ranges::find(counts, 0) != counts.end())
        throw Error(ErrorCode::InvalidArgument, VISAGIST_TEXT("Somebody has no photograph to be known by."));
    return std::make_unique<TrainedJudge>(torch::stack(pixels), torch::tensor(person), request, stop,
                                          progress);
}

std::vector<int> nearestPeople(std::span<const double> similarities, std::size_t count) {
    std::vector<int> order(similarities.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, std::greater{},
                             [&](int person) { return similarities[static_cast<std::size_t>(person)]; });
    order.resize(std::min(count, order.size()));
    return order;
}

}  // namespace visagist
