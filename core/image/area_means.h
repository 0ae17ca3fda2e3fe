// Means over parts of a picture, each in the same time however large: for pyramids and many crops.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "core/image/image.h"

namespace visagist {

/// Summed areas of an RGB picture of 8 bits (Crow, "Summed-area tables for texture mapping", 1984).
class AreaMeans {
public:
    /// Throws Error(InvalidArgument) for other pictures and empty ones.
    explicit AreaMeans(const Image& image);

    int width() const { return m_width; }
    int height() const { return m_height; }

    /// The part of the picture from pixel (left, top) on, of width x height pixels within it, at outWidth x
    /// outHeight: each pixel of the result is the mean of all pixels of the part that it touches,
    /// floor(i·w/W) … ceil((i+1)·w/W), as in adaptive average pooling; it may also grow. `planes` gets R, G
    /// and B one after the other, as (mean - 127.5) / 128, and holds 3·outWidth·outHeight numbers. Sums are
    /// exact.
    void read(int left, int top, int width, int height, int outWidth, int outHeight,
              std::span<float> planes) const;

private:
    int m_width = 0, m_height = 0;
    std::vector<std::uint32_t>
        m_sums;  ///< [height + 1][width + 1][3]; they run over, their differences do not
};

}  // namespace visagist
