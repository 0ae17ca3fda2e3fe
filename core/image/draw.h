// Marks on pictures, and pictures side by side: contact sheets and sample grids.
#pragma once
#include <span>

#include "core/image/geometry.h"
#include "core/image/image.h"

namespace visagist {

struct Colour {
    std::uint8_t red = 0, green = 0, blue = 0;
};

/// All draw on RGB, 8 bit, in the picture's continuous pixel coordinates; what lies outside is cut.
/// `thickness` and `radius` are in pixels.
void drawLine(Image& image, Point from, Point to, Colour colour, int thickness = 1);
void drawBox(Image& image, const Rect& box, Colour colour, int thickness = 2);
void drawPoint(Image& image, Point centre, Colour colour, double radius = 2);

/// Pictures in rows of `columns`, `gap` pixels apart and around, on `background`; cells have the size of the
/// largest picture and each lies in the middle of its own. RGB or grey, 8 bit; the result is RGB. Throws
/// Error(InvalidArgument) for no pictures or no columns.
Image tiled(std::span<const Image> images, int columns, int gap = 2, Colour background = {32, 32, 32});

}  // namespace visagist
