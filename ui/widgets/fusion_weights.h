// The arithmetic of a mix: weights of people that always sum to one.
#pragma once
#include <cstddef>
#include <random>
#include <vector>

namespace visagist {

/// One weight set to `value`; the others that are not locked share the rest in their old proportions (evenly,
/// if they were all 0). `value` is limited to what the locked ones leave. Weights sum to 1 before and after.
std::vector<double> rebalanced(std::vector<double> weights, const std::vector<bool>& locked,
                               std::size_t index, double value);

/// Those not locked share what the locked ones leave by their `parts`.
std::vector<double> sharedOut(std::vector<double> weights, const std::vector<bool>& locked,
                              const std::vector<double>& parts);

/// Everybody who is not locked gets the same share of what the locked ones leave.
std::vector<double> evened(std::vector<double> weights, const std::vector<bool>& locked);

/// Everybody who is not locked gets a random share (uniform on the simplex) of what the locked ones leave.
std::vector<double> randomised(std::vector<double> weights, const std::vector<bool>& locked,
                               std::mt19937& random);

/// Whole per cents that sum to exactly 100 (largest remainders).
std::vector<int> percents(const std::vector<double>& weights);

}  // namespace visagist
