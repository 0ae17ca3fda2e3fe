// A picture that owns its pixels: the value that crosses threads.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace visagist {

/// Row-major, tightly packed, interleaved samples: 1 (grey), 3 (RGB) or 4 (RGBA, straight alpha) channels of
/// 8 or 16 bits in the machine's byte order. Colours are sRGB.
class Image {
public:
    Image() = default;
    /// A black (and, with alpha, transparent) picture.
    Image(int width, int height, int channels, int bitDepth = 8)
        : m_width(width),
          m_height(height),
          m_channels(channels),
          m_bitDepth(bitDepth),
          m_bytes(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) *
                  static_cast<std::size_t>(channels) * static_cast<std::size_t>(bitDepth / 8)) {}

    int width() const { return m_width; }
    int height() const { return m_height; }
    int channels() const { return m_channels; }
    int bitDepth() const { return m_bitDepth; }
    bool empty() const { return m_bytes.empty(); }

    std::size_t bytesPerRow() const {
        return static_cast<std::size_t>(m_width) * static_cast<std::size_t>(m_channels) *
               static_cast<std::size_t>(m_bitDepth / 8);
    }
    std::uint8_t* data() { return m_bytes.data(); }
    const std::uint8_t* data() const { return m_bytes.data(); }
    std::uint8_t* row(int y) { return m_bytes.data() + bytesPerRow() * static_cast<std::size_t>(y); }
    const std::uint8_t* row(int y) const {
        return m_bytes.data() + bytesPerRow() * static_cast<std::size_t>(y);
    }
    std::size_t byteCount() const { return m_bytes.size(); }

    bool operator==(const Image&) const = default;

private:
    int m_width = 0, m_height = 0, m_channels = 0, m_bitDepth = 8;
    std::vector<std::uint8_t> m_bytes;
};

}  // namespace visagist
