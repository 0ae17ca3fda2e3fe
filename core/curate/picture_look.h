// What a face looks like, in few bytes: by which copies of it are found again.
#pragma once
#include <array>
#include <cstdint>

#include "core/image/image.h"

namespace visagist {

inline constexpr int kThumbnailSide = 24;
inline constexpr std::size_t kSignatureSize = 32;

/// A perceptual hash of 256 bits: the lowest frequencies of the picture's cosine transform (24 of brightness,
/// 4 each of two colour differences), each a byte in units of its usual spread. Unlike a hash of signs, it
/// tells aligned faces apart, whose signs are nearly all the same.
using Signature = std::array<std::uint8_t, kSignatureSize>;

struct PictureLook {
    Signature signature{};
    /// RGB, row-major, smoothed before it was made small, so that a copy that was cut or shifted by a
    /// fraction of its pixels can be laid over it.
    std::array<std::uint8_t, std::size_t{kThumbnailSide} * kThumbnailSide * 3> thumbnail{};
    bool operator==(const PictureLook&) const = default;
};

/// The look of `picture` (any size, 8 bit, grey, RGB or RGBA). Aligned faces are to be compared with aligned
/// faces. Any thread. Throws Error(InvalidArgument) for an empty picture or one of 16 bit.
PictureLook lookOf(const Image& picture);

/// The signature of the mirror image, to a byte's rounding.
Signature mirrored(const Signature& signature);

/// Mean difference of the signatures in usual spreads, 0 … 10: below 0.1 for pictures saved anew, below 0.35
/// for ones cut by 3 %, about 1 for two faces of no relation.
double signatureDistance(const Signature& a, const Signature& b);
/// What one byte that differs by one adds to it.
inline constexpr double kDistanceOfAByte = 1.0 / (24 * kSignatureSize);

/// The directions in which a signature moves as its picture is scaled, turned and shifted: orthonormal rows.
using LookTangents = std::array<std::array<float, kSignatureSize>, 4>;
LookTangents tangentsOf(const PictureLook& look);

/// Root mean square difference in usual spreads, without what a small motion of `a` explains (Simard et al.,
/// "Transformation invariance in pattern recognition", 1998).
double tangentDistance(const Signature& a, const LookTangents& tangents, const Signature& b);

}  // namespace visagist
