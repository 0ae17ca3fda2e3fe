// How good the picture of an aligned face is: its detail, its exposure, its colour.
#pragma once
#include <optional>

#include "core/image/image.h"

namespace visagist {

/// Side in pixels at which aligned faces are judged, so that scores of crops of any size can be compared.
inline constexpr int kJudgedSide = 256;

struct DetailScores {
    /// 0 … 1: the power of the Laplacian against that of the picture's coarser structure, over the face. It
    /// does not depend on brightness and contrast; noise counts as detail. After Pech-Pacheco et al., "Diatom
    /// autofocusing in brightfield microscopy", 2000 (variance of the Laplacian).
    std::optional<double> sharp;
    /// 0 … 1: how much less of the structure's detail is left along the most blurred direction than along the
    /// least. Below about 0.12 where nothing moved, blurred all around or not; from 0.2 on motion.
    std::optional<double> motion;
};

struct ExposureScores {
    std::optional<double> bright;    ///< mean luma (BT.601), 0 … 1
    std::optional<double> clipped;   ///< share of pixels at 0 … 2 or 253 … 255
    std::optional<double> contrast;  ///< 0 … 1: two standard deviations of luma
    std::optional<double> hue;       ///< degrees, 0 … 360 (0 red, 120 green); nothing without colour
};

/// Of an aligned face (RGB, 8 bit) under its mask (grey, 8 bit, any size; empty: canonicalFaceMask()).
/// Nothing where the mask holds no face or the face is plain. Any thread. Throw Error(InvalidArgument) for
/// another kind of picture.
DetailScores detailOf(const Image& face, const Image& mask);
ExposureScores exposureOf(const Image& face, const Image& mask);

}  // namespace visagist
