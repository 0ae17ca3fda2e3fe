// dlib's own embeddings, kept with the tests, and the pictures that they are of.
#pragma once
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <vector>

#include "core/face/embedder.h"
#include "tests/support/test_data.h"

namespace visagist::test {

inline nlohmann::json dlibEmbeddings() {
    std::ifstream file(referenceData() / "dlib_embeddings.json");
    return nlohmann::json::parse(file);
}

/// The reference's chip that is a formula.
inline Image formulaChip() {
    Image chip(kChipSide, kChipSide, 3);
    for (int y = 0; y < kChipSide; ++y) {
        for (int x = 0; x < kChipSide; ++x) {
            for (int c = 0; c < 3; ++c) {
                const double v = 128 + 100 * std::sin(0.05 * x + 0.9 * c) * std::cos(0.07 * y - 0.4 * c) +
                                 20 * std::sin(0.31 * x + 0.27 * y);
                chip.row(y)[3 * x + c] = static_cast<std::uint8_t>(std::floor(v));
            }
        }
    }
    return chip;
}

inline std::vector<Point> landmarksOf(const nlohmann::json& face) {
    std::vector<Point> points;
    for (const auto& p : face["points5"])
        points.push_back({p[0].get<double>() + 0.5, p[1].get<double>() + 0.5});
    return points;
}

/// Largest difference of any of the 128 numbers.
template <class Numbers>
double differenceTo(const nlohmann::json& embedding, const Numbers& numbers) {
    double largest = 0;
    for (std::size_t i = 0; i < kEmbeddingSize; ++i)
        largest = std::max(largest, std::abs(embedding[i].get<double>() - double(numbers[i])));
    return largest;
}

}  // namespace visagist::test

/// Skips the running test, by name, where the face network's model file is not on this machine.
#define VISAGIST_NEEDS_FACE_NET()                \
    do {                                         \
        try {                                    \
            visagist::faceNetFile();             \
        } catch (const visagist::Error& error) { \
            QSKIP(error.what());                 \
        }                                        \
    } while (false)
