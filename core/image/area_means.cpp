#include "core/image/area_means.h"

#include <array>
#include <cassert>

#include "core/base/error.h"

namespace visagist {
namespace {

/// First pixel and one past the last, of those that pixel i of `out` touches among `in`.
struct Reach {
    std::size_t from, to;
};
std::vector<Reach> reaches(int first, int in, int out) {
    std::vector<Reach> all;
    for (std::int64_t i = 0; i < out; ++i) {
        all.push_back({static_cast<std::size_t>(first + i * in / out),
                       static_cast<std::size_t>(first + ((i + 1) * in + out - 1) / out)});
    }
    return all;
}

}  // namespace

AreaMeans::AreaMeans(const Image& image) : m_width(image.width()), m_height(image.height()) {
    if (image.empty() || image.channels() != 3 || image.bitDepth() != 8) {
        throw Error(ErrorCode::InvalidArgument,
                    VISAGIST_TEXT("Faces are looked for in RGB pictures of 8 bits."));
    }
    const std::size_t row = 3 * (static_cast<std::size_t>(m_width) + 1);
    m_sums.resize(row * (static_cast<std::size_t>(m_height) + 1));
    for (int y = 0; y < m_height; ++y) {
        const std::uint8_t* from = image.row(y);
        const std::uint32_t* above = m_sums.data() + row * static_cast<std::size_t>(y);
        std::uint32_t* to = m_sums.data() + row * static_cast<std::size_t>(y + 1);
        std::uint32_t red = 0, green = 0, blue = 0;
        for (std::size_t x = 3; x < row; x += 3, from += 3) {
            red += from[0], green += from[1], blue += from[2];
            to[x] = above[x] + red, to[x + 1] = above[x + 1] + green, to[x + 2] = above[x + 2] + blue;
        }
    }
}

void AreaMeans::read(int left, int top, int width, int height, int outWidth, int outHeight,
                     std::span<float> planes) const {
    assert(left >= 0 && top >= 0 && width > 0 && height > 0);
    assert(left + width <= m_width && top + height <= m_height);
    const std::size_t plane = static_cast<std::size_t>(outWidth) * static_cast<std::size_t>(outHeight);
    assert(planes.size() == 3 * plane);
    const std::vector<Reach> columns = reaches(left, width, outWidth), rows = reaches(top, height, outHeight);
    const std::size_t row = 3 * (static_cast<std::size_t>(m_width) + 1);
    std::size_t at = 0;
    for (const Reach& r : rows) {
        const std::uint32_t *above = m_sums.data() + row * r.from, *below = m_sums.data() + row * r.to;
        const auto rowCount = static_cast<float>(r.to - r.from);
        for (const Reach& c : columns) {
            const auto columnCount = static_cast<float>(c.to - c.from);
            for (std::size_t k = 0; k < 3; ++k) {
                const std::size_t l = 3 * c.from + k, e = 3 * c.to + k;
                const std::uint32_t sum = below[e] - below[l] - above[e] + above[l];
                // Divided one after the other, as LibTorch does.
                planes[k * plane + at] =
                    (static_cast<float>(sum) / rowCount / columnCount - 127.5f) * 0.0078125f;
            }
            ++at;
        }
    }
}

}  // namespace visagist
