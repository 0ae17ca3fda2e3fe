#include "core/image/netpbm_reader.h"

#include <algorithm>
#include <cctype>

#include "core/image/decode_error.h"

namespace visagist {
namespace {

/// Reads the whole numbers of a netpbm header, or of a text picture, passing over space and comments.
class Tokens {
public:
    Tokens(std::span<const std::uint8_t> bytes, std::string_view name) : m_bytes(bytes), m_name(name) {}

    std::int64_t next() {
        while (m_at < m_bytes.size() && (std::isspace(m_bytes[m_at]) || m_bytes[m_at] == '#')) {
            if (m_bytes[m_at] == '#')
                while (m_at < m_bytes.size() && m_bytes[m_at] != '\n') ++m_at;
            else
                ++m_at;
        }
        if (m_at >= m_bytes.size()) throw cutOffError(m_name);
        std::int64_t value = 0;
        const std::size_t start = m_at;
        while (m_at < m_bytes.size() && std::isdigit(m_bytes[m_at]) && value < 1'000'000'000)
            value = value * 10 + (m_bytes[m_at++] - '0');
        if (m_at == start) throw brokenPictureError(m_name, "a number is missing");
        return value;
    }
    std::span<const std::uint8_t> rest() const {  // one white space ends the header
        return m_at < m_bytes.size() ? m_bytes.subspan(m_at + 1) : m_bytes.subspan(m_bytes.size());
    }

private:
    std::span<const std::uint8_t> m_bytes;
    std::string_view m_name;
    std::size_t m_at = 2;
};

std::uint8_t scaled(std::int64_t value, std::int64_t maximum) {
    return static_cast<std::uint8_t>((std::min(value, maximum) * 255 + maximum / 2) / maximum);
}

}  // namespace

Image decodeNetpbm(std::span<const std::uint8_t> bytes, std::string_view name, std::int64_t maxPixels,
                   int& bits) {
    const int kind = bytes[1] - '0';
    if (kind == 1 || kind == 4) {
        throw Error(ErrorCode::Unsupported,
                    VISAGIST_TEXT("\"%1\" is a black and white bitmap (PBM), which is not read."),
                    {std::string(name)});
    }
    const int channels = kind == 3 || kind == 6 ? 3 : 1;
    Tokens tokens(bytes, name);
    const std::int64_t width = tokens.next(), height = tokens.next(), maximum = tokens.next();
    requireSize(name, width, height, maxPixels);
    if (maximum < 1 || maximum > 65535) throw brokenPictureError(name, "its maximum is out of range");
    bits = maximum > 255 ? 16 : 8;

    const auto samples = static_cast<std::size_t>(width * height * channels);
    const bool text = kind < 4;
    const std::size_t sampleBytes = bits == 16 ? 2 : 1;
    // In a text picture a sample takes two characters at least, but for the last.
    if (tokens.rest().size() < (text ? samples * 2 - 2 : samples * sampleBytes)) throw cutOffError(name);
    Image image(static_cast<int>(width), static_cast<int>(height), channels);
    const auto raw = tokens.rest();
    for (std::size_t i = 0; i < samples; ++i) {
        const std::int64_t value = text               ? tokens.next()
                                   : sampleBytes == 1 ? raw[i]
                                                      : raw[2 * i] * 256 + raw[2 * i + 1];
        image.data()[i] = scaled(value, maximum);
    }
    return image;
}

}  // namespace visagist
