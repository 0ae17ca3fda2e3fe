// Random numbers that are a function of what they are for, so that a resumed run needs no stored generator.
#pragma once
#include <cstddef>
#include <cstdint>

namespace visagist {

/// Random numbers that depend on nothing but the seed; the same on every platform and standard library.
class SeededRandom {
public:
    explicit SeededRandom(std::uint64_t seed) : m_state(seed) {}
    std::uint64_t bits();  ///< SplitMix64 (Steele et al. 2014)
    double uniform();      ///< [0, 1)
    double uniform(double low, double high) { return low + (high - low) * uniform(); }
    double normal();                       ///< mean 0, variance 1 (Box-Muller)
    std::size_t below(std::size_t count);  ///< 0 … count - 1

private:
    std::uint64_t m_state;
};

/// A seed for one use, from the run's seed and the numbers that name the use.
std::uint64_t mixedSeed(std::uint64_t seed, std::uint64_t a, std::uint64_t b = 0);

/// Where `index` of 0 … count-1 goes in the shuffle named by `seed`: a permutation without a table (a Feistel
/// network over the next power of four, walked until it lands inside; Black and Rogaway 2002).
std::size_t shuffledPlace(std::size_t index, std::size_t count, std::uint64_t seed);

}  // namespace visagist
