#include "core/image/draw.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "core/base/error.h"
#include "core/image/opencv_bridge.h"

namespace visagist {
namespace {

constexpr int kShift = 4;  // sub-pixel bits of OpenCV's drawing

cv::Point fixedPoint(Point p) {
    const auto fixed = [](double value) {
        return static_cast<int>(std::lround((std::clamp(value, -1e6, 1e6) - 0.5) * (1 << kShift)));
    };
    return {fixed(p.x), fixed(p.y)};
}

cv::Scalar scalarOf(Colour c) { return {double(c.red), double(c.green), double(c.blue)}; }

}  // namespace

void drawLine(Image& image, Point from, Point to, Colour colour, int thickness) {
    cv::Mat mat = matOf(image);
    cv::line(mat, fixedPoint(from), fixedPoint(to), scalarOf(colour), thickness, cv::LINE_AA, kShift);
}

void drawBox(Image& image, const Rect& box, Colour colour, int thickness) {
    const Point a{box.x, box.y}, b{box.x + box.width, box.y}, c{box.x + box.width, box.y + box.height},
        d{box.x, box.y + box.height};
    drawLine(image, a, b, colour, thickness);
    drawLine(image, b, c, colour, thickness);
    drawLine(image, c, d, colour, thickness);
    drawLine(image, d, a, colour, thickness);
}

void drawPoint(Image& image, Point centre, Colour colour, double radius) {
    cv::Mat mat = matOf(image);
    cv::circle(mat, fixedPoint(centre), static_cast<int>(std::lround(radius * (1 << kShift))),
               scalarOf(colour), cv::FILLED, cv::LINE_AA, kShift);
}

Image tiled(std::span<const Image> images, int columns, int gap, Colour background) {
    if (images.empty() || columns < 1 || gap < 0)
        throw Error(ErrorCode::InvalidArgument, VISAGIST_TEXT("There are no pictures to lay side by side."));
    int cellWidth = 1, cellHeight = 1;
    for (const Image& image : images) {
        cellWidth = std::max(cellWidth, image.width());
        cellHeight = std::max(cellHeight, image.height());
    }
    const int count = static_cast<int>(images.size());
    const int across = std::min(columns, count), down = (count + columns - 1) / columns;
    Image sheet(gap + across * (cellWidth + gap), gap + down * (cellHeight + gap), 3);
    cv::Mat to = matOf(sheet);
    to.setTo(scalarOf(background));
    for (int i = 0; i < count; ++i) {
        const Image& image = images[static_cast<std::size_t>(i)];
        if (image.empty()) continue;
        const int x = gap + i % columns * (cellWidth + gap) + (cellWidth - image.width()) / 2;
        const int y = gap + i / columns * (cellHeight + gap) + (cellHeight - image.height()) / 2;
        cv::Mat cell = to(cv::Rect(x, y, image.width(), image.height()));
        if (image.channels() == 1)
            cv::cvtColor(matOf(image), cell, cv::COLOR_GRAY2RGB);
        else
            matOf(image).copyTo(cell);
    }
    return sheet;
}

}  // namespace visagist
