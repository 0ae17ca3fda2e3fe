#include "core/metrics/frechet_distance.h"

#include "core/metrics/feature_tensor.h"

namespace visagist {

namespace {

/// A mean [D], and M [min(N,D), D] with Mᵀ·M the covariance.
struct Spread {
    torch::Tensor mean, root;
};

Spread spreadOf(const torch::Tensor& features) {
    const torch::Tensor mean = features.mean(0);
    torch::Tensor root = (features - mean) / std::sqrt(static_cast<double>(features.size(0) - 1));
    if (root.size(0) > root.size(1)) root = std::get<1>(torch::linalg_qr(root, "r"));
    return {mean, root};
}

}  // namespace

double frechetDistance(const FeatureRows& a, const FeatureRows& b) {
    const torch::InferenceMode inference;
    const auto [first, second] = checkedPair(a, b);
    const Spread one = spreadOf(first), other = spreadOf(second);
    const torch::Tensor traces = one.root.square().sum() + other.root.square().sum();
    const torch::Tensor overlap = torch::linalg_svdvals(torch::mm(one.root, other.root.t())).sum();
    return ((one.mean - other.mean).square().sum() + traces - 2 * overlap).item<double>();
}

}  // namespace visagist
