// The pictures that a demo leaves behind: sample grid with titles, curves of the losses.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "core/image/image.h"
#include "core/store/metric_table.h"

namespace visagist::cli {

/// `grid` (RGB, square cells, a column for each title) enlarged so that a face is at least 128 px wide, with
/// its titles above.
Image titledGrid(const Image& grid, const std::vector<std::string>& columnTitles);

struct Curve {
    std::string name;
    std::vector<MetricPoint> points;
};

/// Curves over steps with a logarithmic value axis, grid lines at the powers of ten and a legend. What is not
/// a number or not above 0 is a gap. Without any point an empty frame that says so.
Image lossPlot(std::span<const Curve> curves, const std::string& title);

}  // namespace visagist::cli
