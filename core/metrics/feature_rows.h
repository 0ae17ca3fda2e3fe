// What a network sees in a set of pictures, as numbers.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace visagist {

/// One row of `dimensions` features a picture, row-major.
struct FeatureRows {
    int dimensions = 0;
    std::vector<double> values;

    std::int64_t count() const {
        return dimensions > 0 ? static_cast<std::int64_t>(values.size()) / dimensions : 0;
    }
};

}  // namespace visagist
