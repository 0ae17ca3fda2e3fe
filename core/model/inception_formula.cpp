#include "core/model/inception_formula.h"

#include <cmath>
#include <span>

#include "core/model/inception.h"
#include "core/model/weights.h"

namespace visagist {

namespace {

/// Wellons' hash of 32 bits as a number in [-1,1).
double spread(std::uint32_t i, std::uint32_t t) {
    std::uint32_t x = i + t * 0x9E3779B9u;
    x ^= x >> 16;
    x *= 0x7FEB352Du;
    x ^= x >> 15;
    x *= 0x846CA68Bu;
    x ^= x >> 16;
    return 2 * (x / 4294967296.0) - 1;
}

torch::Tensor convolution(const InceptionUnit& unit, std::uint32_t t) {
    torch::Tensor weight = torch::empty({unit.out, unit.in, unit.kernel[0], unit.kernel[1]});
    const double reach = std::sqrt(6.0 / static_cast<double>(unit.in * unit.kernel[0] * unit.kernel[1]));
    std::span values(weight.mutable_data_ptr<float>(), static_cast<std::size_t>(weight.numel()));
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<float>(spread(static_cast<std::uint32_t>(i), t) * reach);
    return weight;
}

torch::Tensor wave(std::int64_t size, std::uint32_t t, double base, double height) {
    torch::Tensor values = torch::empty({size});
    for (std::int64_t i = 0; i < size; ++i)
        values[i] = base + height * std::sin(0.37 * static_cast<double>(i) + 1.7 * t);
    return values;
}

}  // namespace

std::vector<TensorBytes> formulaInceptionWeights() {
    constexpr std::uint32_t kTensorsOfUnit = 6;  // the last counts batches, and is not kept
    std::vector<TensorBytes> weights;
    std::uint32_t t = 0;
    for (const InceptionUnit& unit : inceptionUnits()) {
        const auto add = [&](const char* part, const torch::Tensor& tensor) {
            weights.push_back(bytesFromTensor(unit.name + part, tensor));
        };
        add(".conv.weight", convolution(unit, t));
        add(".bn.weight", wave(unit.out, t + 1, 1, 0.1));
        add(".bn.bias", wave(unit.out, t + 2, 0, 0.1));
        add(".bn.running_mean", wave(unit.out, t + 3, 0, 0.05));
        add(".bn.running_var", wave(unit.out, t + 4, 1, 0.2));
        t += kTensorsOfUnit;
    }
    return weights;
}

}  // namespace visagist
