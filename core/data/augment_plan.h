// What is done to one face on its way into a batch: plain numbers, drawn on the host and carried out on the
// training device.
#pragma once
#include <array>
#include <cstdint>
#include <optional>

namespace visagist {

class SeededRandom;
struct DataOptions;

constexpr int kWarpGrid = 5, kMostOccluders = 2;

/// Something in front of the face: a rounded shape with a gradient of two colours. Lengths in pixels.
struct Occluder {
    float x, y;            ///< its centre
    float alongX, alongY;  ///< unit vector of its first axis
    float halfLength, halfBreadth;
    float from[3], to[3];  ///< colours in [-1,1] at both ends of the first axis
    bool operator==(const Occluder&) const = default;
};

/// Trivially copyable; without a change it says that the face is copied as it is. Pixel centres lie at whole
/// numbers.
struct AugmentPlan {
    float affine[6] = {1, 0, 0, 0, 1, 0};                     ///< picture → face, rows (x, y, 1)
    float warp[kWarpGrid * kWarpGrid * 2] = {};               ///< displacement (x, y) in pixels, row by row
    float colour[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};  ///< rows (r, g, b, 1) of values in [-1,1]
    float blur = 0;                     ///< standard deviation in pixels, at most kMostBlur
    std::int32_t jpegQuality = 0;       ///< 1 … 100; 0 is none
    std::int32_t moves = 0, bends = 0;  ///< whether `affine` and `warp` say anything
    std::int32_t occluders = 0;
    Occluder occluder[kMostOccluders] = {};
    bool operator==(const AugmentPlan&) const = default;
};

/// The widest blur: its window of 3 deviations to each side is what a tile sees of its neighbours.
constexpr float kMostBlur = 8 / 3.0f;

/// Mean and deviation of a face's colours inside its mask: of luma and two colour differences.
struct FaceColours {
    std::array<double, 3> mean{}, deviation{};
};

/// face: interleaved RGB + mask, [R,R,4]. Of about 4,000 pixels; nothing where the mask is empty.
std::optional<FaceColours> coloursOf(const std::uint8_t* face, int resolution);

/// Colours whose distribution a face takes over from another (mean and deviation of each channel of a luma
/// and colour difference space, after Reinhard et al. 2001).
struct ColourTransfer {
    FaceColours own, other;
};

/// From the face `other` to the face `own`, both as in coloursOf(); nothing where either has no colours.
std::optional<ColourTransfer> transferBetween(const std::uint8_t* own, const std::uint8_t* other,
                                              int resolution);

/// The same turn, shift, mirror and colours for what the encoder sees and what the decoder is to make; warp
/// (a smooth random field, standard deviation 2.5 % of the width times `warp`), occluders, blur and JPEG for
/// the encoder only. `transfer` is used where there is one, whatever the options say.
AugmentPlan drawPlan(const DataOptions& options, double warp, int resolution, SeededRandom random,
                     const std::optional<ColourTransfer>& transfer = {});

}  // namespace visagist
