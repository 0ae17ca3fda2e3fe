// How near two pictures are, as peak signal-to-noise ratio.
#pragma once
#include <cstdint>
#include <optional>

#include "core/image/image.h"

namespace visagist {

/// PSNR over many pairs of pictures: the squared error of every sample of every pair is summed first, so the
/// result is that of the mean squared error over all pictures, not the mean of the pictures' own ratios (in
/// which one perfect picture would outweigh the rest). All channels count alike, sRGB values as stored.
class PsnrSum {
public:
    /// Both pictures have the same size, channels and depth; else Error(InvalidArgument).
    void add(const Image& truth, const Image& made);
    std::int64_t pictures() const { return m_pictures; }
    /// Decibels: 10·log10(peak² / mean squared error), peak 255 (8 bit) or 65535 (16 bit). Infinite for equal
    /// pictures, nothing before the first pair.
    std::optional<double> decibels() const;

private:
    double m_squares = 0;  ///< of differences as shares of the peak
    std::int64_t m_samples = 0, m_pictures = 0;
};

/// PSNR of one pair, as PsnrSum.
double psnr(const Image& truth, const Image& made);

}  // namespace visagist
