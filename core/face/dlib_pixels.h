// Pictures and shapes on their way to dlib and back, for the .cpp files of face/ only.
#pragma once
#include <dlib/array2d.h>
#include <dlib/geometry.h>
#include <dlib/image_processing/generic_image.h>
#include <dlib/pixel.h>

#include "core/image/geometry.h"
#include "core/image/image.h"

namespace visagist {

/// `photo` is RGB, 8 bit; `pixels` an array2d or a matrix of rgb_pixel.
template <class Pixels>
void copyPixels(const Image& photo, Pixels& pixels) {
    pixels.set_size(photo.height(), photo.width());
    dlib::image_view<Pixels> rows(pixels);
    for (int y = 0; y < photo.height(); ++y) {
        const std::uint8_t* from = photo.row(y);
        for (int x = 0; x < photo.width(); ++x, from += 3) rows[y][x] = {from[0], from[1], from[2]};
    }
}

/// dlib names a pixel by its centre and counts the last column in; we measure from edge to edge.
inline Rect rectFromDlib(const dlib::rectangle& r) {
    return {double(r.left()), double(r.top()), double(r.width()), double(r.height())};
}
inline Point pointFromDlib(const dlib::point& p) { return {double(p.x()) + 0.5, double(p.y()) + 0.5}; }

}  // namespace visagist
