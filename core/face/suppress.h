// Non-maximum suppression: of the boxes that show one face, the best is kept.
#pragma once
#include <algorithm>
#include <cstddef>
#include <numeric>
#include <span>
#include <vector>

namespace visagist {

/// Indices of `scores` from the highest down (of equal ones the earlier first), without those for which
/// isSame(kept, index) is true of one that was kept before.
template <class Score>
std::vector<std::size_t> highestApart(std::span<const Score> scores, auto&& isSame) {
    std::vector<std::size_t> order(scores.size()), kept;
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return scores[a] > scores[b]; });
    for (const std::size_t i : order) {
        if (std::none_of(kept.begin(), kept.end(), [&](std::size_t better) { return isSame(better, i); }))
            kept.push_back(i);
    }
    return kept;
}

}  // namespace visagist
