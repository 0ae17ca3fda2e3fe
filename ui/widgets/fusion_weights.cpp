#include "ui/widgets/fusion_weights.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace visagist {

namespace {

/// What the locked ones leave, those apart that `skip` names.
double freeShare(const std::vector<double>& weights, const std::vector<bool>& locked, std::size_t skip) {
    double taken = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) taken += locked[i] && i != skip ? weights[i] : 0;
    return std::max(0.0, 1 - taken);
}

/// Gives `share` to those not locked by their `parts`, evenly where all parts are 0.
void distribute(std::vector<double>& weights, const std::vector<bool>& locked, std::size_t skip, double share,
                const std::vector<double>& parts) {
    double sum = 0;
    std::size_t takers = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) {
        if (locked[i] || i == skip) continue;
        sum += parts[i];
        ++takers;
    }
    for (std::size_t i = 0; i < weights.size(); ++i) {
        if (locked[i] || i == skip) continue;
        weights[i] = sum > 0 ? share * parts[i] / sum : share / static_cast<double>(takers);
    }
}

}  // namespace

std::vector<double> rebalanced(std::vector<double> weights, const std::vector<bool>& locked,
                               std::size_t index, double value) {
    const double share = freeShare(weights, locked, index);
    bool othersMove = false;
    for (std::size_t i = 0; i < weights.size(); ++i) othersMove |= !locked[i] && i != index;
    weights[index] = othersMove ? std::clamp(value, 0.0, share) : share;
    const std::vector<double> parts = weights;
    distribute(weights, locked, index, share - weights[index], parts);
    return weights;
}

std::vector<double> sharedOut(std::vector<double> weights, const std::vector<bool>& locked,
                              const std::vector<double>& parts) {
    const std::size_t none = weights.size();
    distribute(weights, locked, none, freeShare(weights, locked, none), parts);
    return weights;
}

std::vector<double> evened(std::vector<double> weights, const std::vector<bool>& locked) {
    const std::vector<double> parts(weights.size(), 1.0);
    return sharedOut(std::move(weights), locked, parts);
}

std::vector<double> randomised(std::vector<double> weights, const std::vector<bool>& locked,
                               std::mt19937& random) {
    std::exponential_distribution<double> part(1);  // normalised exponentials are uniform on the simplex
    std::vector<double> parts(weights.size());
    std::generate(parts.begin(), parts.end(), [&] { return part(random); });
    return sharedOut(std::move(weights), locked, parts);
}

std::vector<int> percents(const std::vector<double>& weights) {
    std::vector<int> result(weights.size());
    std::vector<std::size_t> order(weights.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto rest = [&](std::size_t i) { return weights[i] * 100 - std::floor(weights[i] * 100 + 1e-9); };
    for (std::size_t i = 0; i < weights.size(); ++i)
        result[i] = static_cast<int>(std::floor(weights[i] * 100 + 1e-9));
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return rest(a) > rest(b); });
    const int missing = 100 - std::accumulate(result.begin(), result.end(), 0);
    for (int i = 0; i < missing && !order.empty(); ++i)
        ++result[order[static_cast<std::size_t>(i) % order.size()]];
    return result;
}

}  // namespace visagist
