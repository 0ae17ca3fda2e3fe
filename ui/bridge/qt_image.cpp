#include "ui/bridge/qt_image.h"

#include <cstring>

#include "core/base/error.h"

namespace visagist {

namespace {

/// The QImage format with the same bytes; 16-bit RGB has none and is widened by the caller.
QImage::Format sameBytes(const Image& image) {
    const bool deep = image.bitDepth() == 16;
    if (image.channels() == 1) return deep ? QImage::Format_Grayscale16 : QImage::Format_Grayscale8;
    if (image.channels() == 4) return deep ? QImage::Format_RGBA64 : QImage::Format_RGBA8888;
    return deep ? QImage::Format_RGBX64 : QImage::Format_RGB888;
}

}  // namespace

QImage qImageFrom(const Image& image) {
    if (image.empty()) return {};
    QImage result(image.width(), image.height(), sameBytes(image));
    if (result.isNull())
        throw Error(ErrorCode::OutOfMemory,
                    VISAGIST_TEXT("There is not enough memory to show a picture of %1 x %2 pixels."),
                    {std::to_string(image.width()), std::to_string(image.height())});
    const bool widened = result.format() == QImage::Format_RGBX64;
    for (int y = 0; y < image.height(); ++y) {
        if (!widened) {
            std::memcpy(result.scanLine(y), image.row(y), image.bytesPerRow());
            continue;
        }
        auto* to = reinterpret_cast<quint16*>(result.scanLine(y));
        const std::uint8_t* from = image.row(y);
        for (int x = 0; x < image.width(); ++x, to += 4, from += 6) {
            std::memcpy(to, from, 6);
            to[3] = 0xFFFF;
        }
    }
    return result;
}

Image imageFrom(const QImage& image) {
    if (image.isNull()) return {};
    const bool alpha = image.hasAlphaChannel();
    const QImage plain = image.convertToFormat(alpha ? QImage::Format_RGBA8888 : QImage::Format_RGB888);
    Image result(plain.width(), plain.height(), alpha ? 4 : 3);
    for (int y = 0; y < plain.height(); ++y)
        std::memcpy(result.row(y), plain.constScanLine(y), result.bytesPerRow());
    return result;
}

}  // namespace visagist
