#include "app/commands/demo_pictures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <opencv2/imgproc.hpp>

#include "core/image/resize.h"

namespace visagist::cli {

namespace {

constexpr int kFont = cv::FONT_HERSHEY_SIMPLEX;
const cv::Scalar kPaper(250, 250, 250), kInk(40, 40, 40), kFaint(205, 205, 205);
/// Told apart by people with any colour vision (after Okabe and Ito, "Color Universal Design", 2008); RGB.
const std::array<cv::Scalar, 6> kColours{cv::Scalar(0, 114, 178), cv::Scalar(213, 94, 0),
                                         cv::Scalar(0, 158, 115), cv::Scalar(204, 121, 167),
                                         cv::Scalar(230, 159, 0), cv::Scalar(86, 180, 233)};

void put(cv::Mat& canvas, const std::string& text, cv::Point at, double scale = 0.45) {
    cv::putText(canvas, text, at, kFont, scale, kInk, 1, cv::LINE_AA);
}

int widthOf(const std::string& text, double scale = 0.45) {
    int base = 0;
    return cv::getTextSize(text, kFont, scale, 1, &base).width;
}

void putCentred(cv::Mat& canvas, const std::string& text, int x, int y, double scale = 0.45) {
    put(canvas, text, {x - widthOf(text, scale) / 2, y}, scale);
}

Image imageOf(const cv::Mat& canvas) {
    Image image(canvas.cols, canvas.rows, 3);
    for (int y = 0; y < canvas.rows; ++y) std::memcpy(image.row(y), canvas.ptr(y), image.bytesPerRow());
    return image;
}

bool drawable(const MetricPoint& point) { return std::isfinite(point.value) && point.value > 0; }

/// Where the plot lies in the picture, and what it shows.
struct Axes {
    static constexpr int kWidth = 960, kHeight = 540, kLeft = 76, kRight = 24, kTop = 44, kBottom = 56;
    std::int64_t firstStep = 0, lastStep = 1;
    int lowest = -3, highest = 0;  ///< powers of ten

    int x(std::int64_t step) const {
        const double share = static_cast<double>(step - firstStep) /
                             static_cast<double>(std::max<std::int64_t>(lastStep - firstStep, 1));
        return kLeft + static_cast<int>(std::lround(share * (kWidth - kLeft - kRight)));
    }
    int y(double value) const {
        const double share = (std::log10(value) - lowest) / (highest - lowest);
        return kHeight - kBottom - static_cast<int>(std::lround(share * (kHeight - kTop - kBottom)));
    }
};

/// The range of all points; false where there is none.
bool fit(Axes& axes, std::span<const Curve> curves) {
    double least = INFINITY, most = 0;
    std::int64_t first = INT64_MAX, last = 0;
    for (const Curve& curve : curves) {
        for (const MetricPoint& point : curve.points) {
            if (!drawable(point)) continue;
            least = std::min(least, point.value);
            most = std::max(most, point.value);
            first = std::min(first, point.step);
            last = std::max(last, point.step);
        }
    }
    if (most <= 0) return false;
    axes.firstStep = first;
    axes.lastStep = std::max(last, first + 1);
    axes.lowest = static_cast<int>(std::floor(std::log10(least)));
    axes.highest = std::max(static_cast<int>(std::ceil(std::log10(most))), axes.lowest + 1);
    return true;
}

void drawAxes(cv::Mat& canvas, const Axes& axes) {
    const int right = Axes::kWidth - Axes::kRight, bottom = Axes::kHeight - Axes::kBottom;
    for (int power = axes.lowest; power <= axes.highest; ++power) {
        const int y = axes.y(std::pow(10.0, power));
        cv::line(canvas, {Axes::kLeft, y}, {right, y}, kFaint, 1);
        std::array<char, 32> label{};
        std::snprintf(label.data(), label.size(), "%g", std::pow(10.0, power));
        put(canvas, label.data(), {Axes::kLeft - 8 - widthOf(label.data()), y + 5});
    }
    constexpr int kTicks = 6;
    for (int i = 0; i <= kTicks; ++i) {
        const std::int64_t step = axes.firstStep + (axes.lastStep - axes.firstStep) * i / kTicks;
        cv::line(canvas, {axes.x(step), bottom}, {axes.x(step), bottom + 5}, kInk, 1);
        putCentred(canvas, std::to_string(step), axes.x(step), bottom + 22);
    }
    cv::rectangle(canvas, {Axes::kLeft, Axes::kTop}, {right, bottom}, kInk, 1);
    putCentred(canvas, "step", (Axes::kLeft + right) / 2, Axes::kHeight - 12);
}

void drawCurve(cv::Mat& canvas, const Axes& axes, const Curve& curve, const cv::Scalar& colour) {
    const MetricPoint* before = nullptr;
    for (const MetricPoint& point : curve.points) {
        if (!drawable(point)) {
            before = nullptr;
            continue;
        }
        const cv::Point at(axes.x(point.step), axes.y(point.value));
        if (before) {
            cv::line(canvas, {axes.x(before->step), axes.y(before->value)}, at, colour, 2, cv::LINE_AA);
        } else {
            cv::circle(canvas, at, 2, colour, cv::FILLED, cv::LINE_AA);
        }
        before = &point;
    }
}

void drawLegend(cv::Mat& canvas, std::span<const Curve> curves) {
    int width = 0;
    for (const Curve& curve : curves) width = std::max(width, widthOf(curve.name));
    const int left = Axes::kWidth - Axes::kRight - width - 56;
    const cv::Rect frame(left, Axes::kTop + 10, width + 46, 10 + 20 * static_cast<int>(curves.size()));
    cv::rectangle(canvas, frame, kPaper, cv::FILLED);
    cv::rectangle(canvas, frame, kFaint, 1);
    for (std::size_t i = 0; i < curves.size(); ++i) {
        const int y = frame.y + 18 + 20 * static_cast<int>(i);
        cv::line(canvas, {left + 8, y - 4}, {left + 30, y - 4}, kColours[i % kColours.size()], 2,
                 cv::LINE_AA);
        put(canvas, curves[i].name, {left + 38, y});
    }
}

}  // namespace

Image titledGrid(const Image& grid, const std::vector<std::string>& columnTitles) {
    const int columns = static_cast<int>(columnTitles.size());
    const int cell = grid.width() / columns;
    const int size = cell * std::max(1, (128 + cell - 1) / cell);
    constexpr int kHead = 30, kEdge = 12;
    const Image large = resized(grid, size * columns, size * (grid.height() / cell));
    cv::Mat canvas(kHead + large.height() + kEdge, large.width() + 2 * kEdge, CV_8UC3, kPaper);
    for (int y = 0; y < large.height(); ++y)
        std::memcpy(canvas.ptr(kHead + y) + 3 * kEdge, large.row(y), large.bytesPerRow());
    for (int column = 0; column < columns; ++column)
        putCentred(canvas, columnTitles[static_cast<std::size_t>(column)], kEdge + size * column + size / 2,
                   20);
    return imageOf(canvas);
}

Image lossPlot(std::span<const Curve> curves, const std::string& title) {
    cv::Mat canvas(Axes::kHeight, Axes::kWidth, CV_8UC3, kPaper);
    put(canvas, title, {Axes::kLeft, 28}, 0.6);
    Axes axes;
    const bool any = fit(axes, curves);
    drawAxes(canvas, axes);
    if (!any) {
        putCentred(canvas, "nothing was measured yet", Axes::kWidth / 2, Axes::kHeight / 2);
        return imageOf(canvas);
    }
    for (std::size_t i = 0; i < curves.size(); ++i)
        drawCurve(canvas, axes, curves[i], kColours[i % kColours.size()]);
    drawLegend(canvas, curves);
    return imageOf(canvas);
}

}  // namespace visagist::cli
