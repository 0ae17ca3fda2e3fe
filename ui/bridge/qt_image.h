// Pictures between core (Image) and Qt (QImage).
#pragma once
#include <QImage>

#include "core/image/image.h"

namespace visagist {

/// A copy; grey, RGB and RGBA of 8 and 16 bits. An empty picture gives a null QImage. Any thread.
QImage qImageFrom(const Image& image);

/// A copy of 8 bits, RGB, or RGBA where `image` has alpha. Any thread.
Image imageFrom(const QImage& image);

}  // namespace visagist
