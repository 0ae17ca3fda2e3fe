#include "core/data/seeded_random.h"

#include <cmath>
#include <numbers>

namespace visagist {

std::uint64_t SeededRandom::bits() {
    m_state += 0x9E3779B97F4A7C15ull;
    std::uint64_t z = m_state;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
}

double SeededRandom::uniform() { return static_cast<double>(bits() >> 11) * 0x1.0p-53; }

double SeededRandom::normal() {
    const double radius = std::sqrt(-2 * std::log(1 - uniform()));
    return radius * std::cos(2 * std::numbers::pi * uniform());
}

std::size_t SeededRandom::below(std::size_t count) {
    return static_cast<std::size_t>(uniform() * static_cast<double>(count));
}

std::uint64_t mixedSeed(std::uint64_t seed, std::uint64_t a, std::uint64_t b) {
    SeededRandom first(seed);
    SeededRandom second(first.bits() ^ a);
    return SeededRandom(second.bits() ^ b).bits();
}

std::size_t shuffledPlace(std::size_t index, std::size_t count, std::uint64_t seed) {
    unsigned halfBits = 1;
    while ((std::size_t{1} << (2 * halfBits)) < count) ++halfBits;
    const std::size_t mask = (std::size_t{1} << halfBits) - 1;
    do {
        std::size_t left = index >> halfBits, right = index & mask;
        for (std::uint64_t round = 0; round < 4; ++round) {
            const std::size_t mixed = left ^ (static_cast<std::size_t>(mixedSeed(seed, round, right)) & mask);
            left = right;
            right = mixed;
        }
        index = (left << halfBits) | right;
    } while (index >= count);
    return index;
}

}  // namespace visagist
