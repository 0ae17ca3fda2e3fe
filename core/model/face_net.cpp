#include "core/model/face_net.h"

#include <algorithm>
#include <array>

#include "core/base/error.h"
#include "core/model/device.h"
#include "core/model/pixels.h"

namespace visagist {

namespace F = torch::nn::functional;

namespace {

/// What dlib takes from red, green and blue before it divides by 256.
constexpr std::array<float, 3> kMean{122.782f, 117.001f, 104.298f};
constexpr std::size_t kConvolutions = 29;
/// The residual blocks of two convolutions after the first: whether they halve the size (and, but for the
/// last, double the channels).
constexpr std::array<bool, 14> kHalves{false, false, false, true, false, false, false,
                                       true,  false, false, true, false, false, true};
/// Blocks behind which features are compared.
constexpr std::array<std::size_t, 3> kFeatureBlocks{2, 6, 9};

torch::Tensor tensorOf(const std::vector<NamedNumbers>& weights, const std::string& name) {
    const auto found =
        std::find_if(weights.begin(), weights.end(), [&](const auto& one) { return one.name == name; });
    if (found == weights.end()) {
        throw Error(ErrorCode::Damaged, VISAGIST_TEXT("The face network has no tensor called %1."), {name});
    }
    return torch::tensor(found->values).view(found->shape);
}

/// The sum as dlib forms it: what one of them lacks in channels, rows or columns is 0.
torch::Tensor sumOf(torch::Tensor a, torch::Tensor b) {
    const auto grown = [](const torch::Tensor& x, const torch::Tensor& other) {
        const auto more = [&](int dimension) {
            return std::max<std::int64_t>(0, other.size(dimension) - x.size(dimension));
        };
        const std::vector<std::int64_t> by{0, more(3), 0, more(2), 0, more(1)};
        return by[1] + by[3] + by[5] > 0 ? torch::constant_pad_nd(x, by) : x;
    };
    const torch::Tensor first = grown(a, b);
    return first + grown(b, first);
}

/// [B or 1, 150, R]: row i holds the weights with which the R pixels of a crop's line make pixel i of the
/// chip's. The unit crop lies at `origin` and is `length` pixels of the chip long.
torch::Tensor resampling(std::int64_t resolution, double origin, double length, const torch::Tensor& size,
                         const torch::Tensor& shift) {
    const auto options = size.options();
    const double middle = kChipSide / 2.0, perPixel = static_cast<double>(resolution) / length;
    const torch::Tensor offsets = torch::arange(kChipSide, options) + (0.5 - middle);
    const torch::Tensor places =
        offsets.view({1, -1}) * size.view({-1, 1}) + (middle + shift.view({-1, 1}) * kChipSide);
    const torch::Tensor centres =
        ((places - origin) * perPixel - 0.5).clamp(0, static_cast<double>(resolution - 1));
    const torch::Tensor reach = torch::clamp_min(size * perPixel, 1).view({-1, 1, 1});
    const torch::Tensor distance =
        (centres.unsqueeze(2) - torch::arange(resolution, options).view({1, 1, -1})).abs();
    const torch::Tensor weights = torch::clamp_min(1 - distance / reach, 0);
    return weights / weights.sum(2, true);
}

}  // namespace

FaceNetImpl::FaceNetImpl(const std::vector<NamedNumbers>& weights) {
    const torch::NoGradGuard noGrad;
    for (std::size_t i = 0; i < kConvolutions; ++i) {
        const std::string name = "conv" + std::to_string(i);
        const torch::Tensor scale = tensorOf(weights, name + ".scale");
        const torch::Tensor weight = tensorOf(weights, name + ".weight") * scale.view({-1, 1, 1, 1});
        const torch::Tensor bias = tensorOf(weights, name + ".bias") * scale;
        const std::string key = std::to_string(i);
        m_weights.push_back(
            register_buffer("weight" + key, weight.contiguous(at::MemoryFormat::ChannelsLast)));
        m_biases.push_back(register_buffer("bias" + key, bias + tensorOf(weights, name + ".shift")));
    }
    m_linear = register_buffer("linear", tensorOf(weights, "linear.weight"));
    m_mean = register_buffer("mean", torch::tensor(at::ArrayRef<float>(kMean)).view({1, 3, 1, 1}));
}

FaceNetImpl::Output FaceNetImpl::forward(const torch::Tensor& faces, const torch::Tensor& views, bool embed) {
    return ofChips(chipsFromFaces(faces, views), embed);
}

torch::Tensor FaceNetImpl::convolved(const torch::Tensor& x, std::size_t index, std::int64_t stride,
                                     std::int64_t padding) const {
    return torch::conv2d(x, m_weights[index], m_biases[index], stride, padding);
}

FaceNetImpl::Output FaceNetImpl::ofChips(const torch::Tensor& chips, bool embed) {
    const AutocastOff fp32(m_mean.device());
    Output output;
    torch::Tensor x = ((chips.to(torch::kFloat32) - m_mean) / 256).contiguous(at::MemoryFormat::ChannelsLast);
    x = torch::max_pool2d(convolved(x, 0, 2, 0).relu_(), 3, 2);
    const std::size_t last = embed ? kHalves.size() : kFeatureBlocks.back() + 1;
    for (std::size_t block = 0; block < last; ++block) {
        const bool halves = kHalves[block];
        const torch::Tensor once = convolved(x, 2 * block + 1, halves ? 2 : 1, halves ? 0 : 1).relu_();
        const torch::Tensor twice = convolved(once, 2 * block + 2, 1, 1);
        x = sumOf(twice, halves ? torch::avg_pool2d(x, 2) : x).relu_();
        if (std::find(kFeatureBlocks.begin(), kFeatureBlocks.end(), block) != kFeatureBlocks.end())
            output.features.push_back(x);
    }
    if (embed) output.embedding = torch::matmul(x.mean({2, 3}), m_linear);
    return output;
}

FaceNet loadFaceNet(torch::Device device) {
    FaceNet net(FaceEmbedder().weights());
    net->to(device);
    return net;
}

torch::Tensor chipsFromFaces(const torch::Tensor& faces, const torch::Tensor& views) {
    const AutocastOff fp32(faces.device());
    const torch::Tensor seen = views.defined()
                                   ? views.to(faces.device(), torch::kFloat32, /*non_blocking=*/true)
                                   : torch::tensor({1.0f, 0.0f, 0.0f}).view({1, 3}).to(faces.device());
    const Affine place = chipFromUnit();
    const auto along = [&](int dimension, double origin, double length, int shift) {
        return resampling(faces.size(dimension), origin, length, seen.select(1, 0), seen.select(1, shift));
    };
    const torch::Tensor rows = along(2, place.y0, place.yy, 2), columns = along(3, place.x0, place.xx, 1);
    const torch::Tensor narrow = torch::matmul(rows.unsqueeze(1), faces.to(torch::kFloat32));
    return colourValues(torch::matmul(narrow, columns.unsqueeze(1).transpose(2, 3)));
}

torch::Tensor identityLoss(const torch::Tensor& embeddings, const torch::Tensor& wanted) {
    return (1 - torch::cosine_similarity(embeddings, wanted.detach(), 1)).mean();
}

torch::Tensor featureLoss(const FaceNetImpl::Output& made, const FaceNetImpl::Output& real) {
    torch::Tensor sum;
    for (std::size_t i = 0; i < made.features.size(); ++i) {
        const torch::Tensor distance = torch::l1_loss(made.features[i], real.features[i].detach());
        sum = sum.defined() ? sum + distance : distance;
    }
    return sum / static_cast<double>(made.features.size());
}

}  // namespace visagist
