// A trained fusion network, ready to fuse: a driver face in, a fused face out. No torch is visible.
#pragma once
#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/image/image.h"
#include "core/options/recipe.h"

namespace visagist {

/// Weights of the people, in the order of Fuser::people(), for the three groups of levels. Each is made to
/// sum to 1 before use; all zero or a negative one is Error(InvalidArgument).
struct FusionWeights {
    std::vector<double> shape, features, texture;
    static FusionWeights uniform(std::vector<double> weights) { return {weights, weights, weights}; }
    bool operator==(const FusionWeights&) const = default;
};

struct FusedFace {
    Image face;  ///< RGB, R x R
    Image mask;  ///< grey, R x R
};

/// Belongs to one thread at a time. The averaged weights (EMA) are used.
class Fuser {
public:
    /// Loads checkpoint `id`, or the newest whole one. Throws Error(NotFound | Damaged | OutOfMemory |
    /// Unsupported).
    static std::unique_ptr<Fuser> open(const std::filesystem::path& project,
                                       std::optional<std::int64_t> checkpoint = {},
                                       Device device = Device::Auto);
    virtual ~Fuser() = default;
    virtual const std::vector<std::string>& people() const = 0;
    virtual int resolution() const = 0;
    virtual std::int64_t checkpoint() const = 0;
    virtual std::int64_t step() const = 0;
    /// Takes an aligned face (any size, RGB) and keeps its content code, so that fuse() runs the decoder
    /// only.
    virtual void setDriver(const Image& alignedFace) = 0;
    /// Throws Error(InvalidArgument) without a driver or for wrong weights.
    virtual FusedFace fuse(const FusionWeights& weights) = 0;
};

}  // namespace visagist
