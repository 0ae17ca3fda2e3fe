// Picture files for tests, made byte by byte where libraries would not make them.
#pragma once
#include <QByteArray>
#include <array>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <string>
#include <vector>

#include "core/image/image.h"

namespace visagist::test {

using Bytes = std::vector<std::uint8_t>;

/// A smooth RGB picture with no symmetry, so that every wrong turn shows.
inline Image smoothPicture(int width, int height) {
    Image image(width, height, 3);
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            const double u = (x + 0.5) / width, v = (y + 0.5) / height;
            std::uint8_t* p = image.row(y) + 3 * x;
            p[0] = static_cast<std::uint8_t>(40 + 170 * u);
            p[1] = static_cast<std::uint8_t>(60 + 150 * v);
            p[2] = static_cast<std::uint8_t>(120 + 80 * std::sin(5 * u + 2 * v));
        }
    }
    return image;
}

/// OpenCV's encoder for `ending` (".jpg", ".webp", ".tif", ".bmp").
inline Bytes encoded(const Image& rgb, const std::string& ending, const std::vector<int>& options = {}) {
    const cv::Mat view(rgb.height(), rgb.width(), CV_8UC3, const_cast<std::uint8_t*>(rgb.data()));
    cv::Mat bgr;
    cv::cvtColor(view, bgr, cv::COLOR_RGB2BGR);
    Bytes bytes;
    cv::imencode(ending, bgr, bytes, options);
    return bytes;
}

inline void append(Bytes& bytes, const Bytes& more) { bytes.insert(bytes.end(), more.begin(), more.end()); }
inline void append(Bytes& bytes, const std::string& text) {
    bytes.insert(bytes.end(), text.begin(), text.end());
}
inline void appendBig(Bytes& bytes, std::uint32_t value, int size) {
    for (int i = size - 1; i >= 0; --i) bytes.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
}
inline void appendLittle(Bytes& bytes, std::uint32_t value, int size) {
    for (int i = 0; i < size; ++i) bytes.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
}

/// A TIFF structure that holds an orientation and nothing else, as EXIF does.
inline Bytes exifBlock(int orientation, bool bigEndian) {
    Bytes exif;
    exif.reserve(64);
    const auto number = [&](std::uint32_t value, int size) {
        bigEndian ? appendBig(exif, value, size) : appendLittle(exif, value, size);
    };
    append(exif, bigEndian ? std::string("MM") : std::string("II"));
    number(42, 2), number(8, 4), number(1, 2);
    number(0x0112, 2), number(3, 2), number(1, 4), number(static_cast<std::uint32_t>(orientation), 2),
        number(0, 2);
    number(0, 4);
    return exif;
}

inline Bytes jpegWithExif(const Bytes& jpeg, int orientation) {
    Bytes exif = exifBlock(orientation, orientation % 2 == 0);
    Bytes bytes(jpeg.begin(), jpeg.begin() + 2);
    appendBig(bytes, 0xFFE1, 2), appendBig(bytes, static_cast<std::uint32_t>(exif.size() + 8), 2);
    append(bytes, std::string("Exif\0\0", 6)), append(bytes, exif);
    bytes.insert(bytes.end(), jpeg.begin() + 2, jpeg.end());
    return bytes;
}

inline std::uint32_t pngCrc(const Bytes& bytes) {
    std::uint32_t crc = ~0u;
    for (const std::uint8_t byte : bytes) {
        crc ^= byte;
        for (int bit = 0; bit < 8; ++bit) crc = crc & 1 ? (crc >> 1) ^ 0xEDB88320u : crc >> 1;
    }
    return ~crc;
}

inline void appendPngChunk(Bytes& png, const std::string& type, const Bytes& body) {
    Bytes checked(type.begin(), type.end());
    append(checked, body);
    appendBig(png, static_cast<std::uint32_t>(body.size()), 4);
    append(png, checked);
    appendBig(png, pngCrc(checked), 4);
}

/// A PNG of any kind: `samples` are the rows as PNG stores them, without filter bytes; `extra` are chunks
/// before the pixels.
inline Bytes pngFile(int width, int height, int bits, int colourType, const Bytes& samples,
                     const std::vector<std::pair<std::string, Bytes>>& extra = {}) {
    Bytes png{0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'}, header;
    appendBig(header, static_cast<std::uint32_t>(width), 4),
        appendBig(header, static_cast<std::uint32_t>(height), 4);
    append(header, Bytes{static_cast<std::uint8_t>(bits), static_cast<std::uint8_t>(colourType), 0, 0, 0});
    appendPngChunk(png, "IHDR", header);
    for (const auto& [type, body] : extra) appendPngChunk(png, type, body);
    const std::size_t rowBytes = samples.size() / static_cast<std::size_t>(height);
    QByteArray rows;
    for (std::size_t y = 0; y < static_cast<std::size_t>(height); ++y) {
        rows.append('\0');
        rows.append(reinterpret_cast<const char*>(samples.data() + y * rowBytes),
                    static_cast<qsizetype>(rowBytes));
    }
    const QByteArray packed = qCompress(rows).mid(4);  // Qt puts the length before zlib's stream
    appendPngChunk(png, "IDAT", Bytes(packed.begin(), packed.end()));
    appendPngChunk(png, "IEND", {});
    return png;
}

inline Bytes rgbPng(const Image& rgb, const std::vector<std::pair<std::string, Bytes>>& extra = {}) {
    return pngFile(rgb.width(), rgb.height(), 8, 2, Bytes(rgb.data(), rgb.data() + rgb.byteCount()), extra);
}

/// A simple (lossy or lossless) WebP put into the extended container, with an EXIF chunk behind it.
inline Bytes webpWithExif(const Bytes& webp, int width, int height, int orientation) {
    Bytes body, exif = exifBlock(orientation, true);
    append(body, std::string("WEBPVP8X"));
    appendLittle(body, 10, 4), appendLittle(body, 0x08, 4);
    appendLittle(body, static_cast<std::uint32_t>(width - 1), 3),
        appendLittle(body, static_cast<std::uint32_t>(height - 1), 3);
    body.insert(body.end(), webp.begin() + 12, webp.end());
    append(body, std::string("EXIF"));
    appendLittle(body, static_cast<std::uint32_t>(exif.size()), 4), append(body, exif);
    Bytes bytes;
    append(bytes, std::string("RIFF"));
    appendLittle(bytes, static_cast<std::uint32_t>(body.size()), 4), append(bytes, body);
    return bytes;
}

/// An uncompressed RGB TIFF of one strip with an orientation.
inline Bytes tiffWithOrientation(const Image& rgb, int orientation, bool bigEndian) {
    Bytes tiff;
    const auto number = [&](std::uint32_t value, int size) {
        bigEndian ? appendBig(tiff, value, size) : appendLittle(tiff, value, size);
    };
    const auto entry = [&](std::uint32_t tag, std::uint32_t type, std::uint32_t count, std::uint32_t value) {
        number(tag, 2), number(type, 2), number(count, 4);
        type == 3 && count == 1 ? (number(value, 2), number(0, 2)) : number(value, 4);
    };
    const auto bytes = static_cast<std::uint32_t>(rgb.byteCount());
    append(tiff, bigEndian ? std::string("MM") : std::string("II"));
    number(42, 2), number(8, 4), number(10, 2);
    const std::uint32_t bitsAt = 8 + 2 + 10 * 12 + 4, pixelsAt = bitsAt + 6;
    entry(256, 3, 1, static_cast<std::uint32_t>(rgb.width())),
        entry(257, 3, 1, static_cast<std::uint32_t>(rgb.height()));
    entry(258, 3, 3, bitsAt), entry(259, 3, 1, 1), entry(262, 3, 1, 2), entry(273, 4, 1, pixelsAt);
    entry(274, 3, 1, static_cast<std::uint32_t>(orientation)), entry(277, 3, 1, 3);
    entry(278, 3, 1, static_cast<std::uint32_t>(rgb.height())), entry(279, 4, 1, bytes);
    number(0, 4);
    for (int i = 0; i < 3; ++i) number(8, 2);
    append(tiff, Bytes(rgb.data(), rgb.data() + rgb.byteCount()));
    return tiff;
}

/// The orientation that undoes `orientation`.
inline int inverseOrientation(int orientation) {
    return orientation == 6 ? 8 : orientation == 8 ? 6 : orientation;
}

inline void save(const std::filesystem::path& path, const Bytes& bytes) {
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

/// Mean absolute difference of two pictures of one size; 256 where their shapes differ.
inline double meanDifference(const Image& a, const Image& b) {
    if (a.width() != b.width() || a.height() != b.height() || a.channels() != b.channels()) return 256;
    double sum = 0;
    for (std::size_t i = 0; i < a.byteCount(); ++i) sum += std::abs(int(a.data()[i]) - int(b.data()[i]));
    return sum / static_cast<double>(a.byteCount());
}

}  // namespace visagist::test
