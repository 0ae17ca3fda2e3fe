#include "core/image/animation_canvas.h"

#include <algorithm>

namespace visagist {
namespace {

void layOver(const std::uint8_t* over, std::uint8_t* under) {
    const int alpha = over[3];
    if (alpha == 255) std::copy_n(over, 4, under);
    if (alpha == 0 || alpha == 255) return;
    const int rest = under[3] * (255 - alpha), whole = alpha * 255 + rest;  // both times 255
    for (int c = 0; c < 3; ++c)
        under[c] = static_cast<std::uint8_t>((over[c] * alpha * 255 + under[c] * rest + whole / 2) / whole);
    under[3] = static_cast<std::uint8_t>((whole + 127) / 255);
}

Image part(const Image& image, int x, int y, int width, int height) {
    Image cut(width, height, 4);
    for (int row = 0; row < height; ++row)
        std::copy_n(image.row(y + row) + 4 * x, cut.bytesPerRow(), cut.row(row));
    return cut;
}

}  // namespace

void AnimationCanvas::disposeOfLast() {
    for (int row = 0; row < m_height; ++row) {
        std::uint8_t* to = m_pixels.row(m_y + row) + 4 * m_x;
        const auto bytes = static_cast<std::size_t>(4 * m_width);
        if (m_disposal == Disposal::Clear) std::fill_n(to, bytes, std::uint8_t{0});
        if (m_disposal == Disposal::Restore) std::copy_n(m_saved.row(row), bytes, to);
    }
    m_saved = {};
}

void AnimationCanvas::show(const Image& rgba, int x, int y, bool over, Disposal after) {
    disposeOfLast();
    m_x = x, m_y = y, m_width = rgba.width(), m_height = rgba.height();
    m_disposal = after;
    if (after == Disposal::Restore) m_saved = part(m_pixels, x, y, m_width, m_height);
    for (int row = 0; row < m_height; ++row) {
        const std::uint8_t* from = rgba.row(row);
        std::uint8_t* to = m_pixels.row(y + row) + 4 * x;
        if (!over) std::copy_n(from, rgba.bytesPerRow(), to);
        if (over)
            for (int i = 0; i < m_width; ++i, from += 4, to += 4) layOver(from, to);
    }
}

}  // namespace visagist
