#include "core/metrics/kernel_distance.h"

#include <algorithm>
#include <numeric>

#include "core/base/error.h"
#include "core/data/seeded_random.h"
#include "core/metrics/feature_tensor.h"

namespace visagist {

namespace {

/// (x·y/D + 1)³ of every row of `a` with every row of `b`.
torch::Tensor kernel(const torch::Tensor& a, const torch::Tensor& b) {
    return torch::mm(a, b.t()).div_(static_cast<double>(a.size(1))).add_(1).pow_(3);
}

double offDiagonalMean(const torch::Tensor& square) {
    const auto n = static_cast<double>(square.size(0));
    return (square.sum() - square.diagonal().sum()).item<double>() / (n * (n - 1));
}

double unbiased(const torch::Tensor& a, const torch::Tensor& b) {
    return offDiagonalMean(kernel(a, a)) + offDiagonalMean(kernel(b, b)) -
           2 * kernel(a, b).mean().item<double>();
}

/// `size` different numbers of 0 … count - 1: the first places of a shuffle.
torch::Tensor drawn(std::int64_t count, std::int64_t size, std::uint64_t seed) {
    std::vector<std::int64_t> order(static_cast<std::size_t>(count));
    std::iota(order.begin(), order.end(), 0);
    SeededRandom random(seed);
    for (std::size_t i = 0; i < static_cast<std::size_t>(size); ++i)
        std::swap(order[i], order[i + random.below(order.size() - i)]);
    order.resize(static_cast<std::size_t>(size));
    return torch::tensor(order, torch::kInt64);
}

}  // namespace

KernelDistance kernelDistance(const FeatureRows& a, const FeatureRows& b,
                              const KernelDistanceRequest& request) {
    if (request.subsets < 1 || request.subsetSize < 2) {
        throw Error(ErrorCode::InvalidArgument,
                    VISAGIST_TEXT("The kernel distance needs at least one subset of at least 2 pictures."));
    }
    const torch::InferenceMode inference;
    const auto [first, second] = checkedPair(a, b);
    const std::int64_t size = std::min({first.size(0), second.size(0), std::int64_t{request.subsetSize}});
    std::vector<double> values;
    for (int i = 0; i < request.subsets; ++i) {
        const auto subset = [&](const torch::Tensor& rows, std::uint64_t side) {
            return rows.index_select(
                0, drawn(rows.size(0), size, mixedSeed(request.seed, static_cast<std::uint64_t>(i), side)));
        };
        values.push_back(unbiased(subset(first, 0), subset(second, 1)));
    }
    const torch::Tensor all = torch::tensor(values, torch::kFloat64);
    return {all.mean().item<double>(), all.std(/*unbiased=*/false).item<double>()};
}

double wholeKernelDistance(const FeatureRows& a, const FeatureRows& b) {
    const torch::InferenceMode inference;
    const auto [first, second] = checkedPair(a, b);
    return unbiased(first, second);
}

}  // namespace visagist
