// A curve of any length in bounded memory: smallest, largest and mean value of equal spans of steps.
#pragma once
#include <cstdint>
#include <deque>
#include <limits>
#include <vector>

#include "core/store/metric_table.h"

namespace visagist {

/// Keeps the newest kRecent points as they are, and all points as at most kBuckets spans; when these are used
/// up, neighbours are joined and a span becomes twice as long. A value that is not finite is kept as a gap.
class MetricSeries {
public:
    static constexpr std::size_t kBuckets = 8192, kRecent = 16384;

    struct Span {
        std::int64_t first = 0, last = 0;  ///< steps of its first and last point
        double low = std::numeric_limits<double>::quiet_NaN();
        double high = std::numeric_limits<double>::quiet_NaN();
        double sum = 0;           ///< of the finite values
        std::uint32_t count = 0;  ///< of finite values; 0: nothing but gap
        bool gap = false;         ///< holds a value that is not finite
        double mean() const { return sum / count; }
        void add(std::int64_t step, double value);
        void add(const Span& later);
    };

    MetricSeries() = default;
    explicit MetricSeries(const std::vector<MetricPoint>& points);

    /// Steps rise; a step at or below the last one (a run gone back to a checkpoint) takes away what came
    /// after it.
    void add(std::int64_t step, double value);
    bool empty() const { return m_spans.empty(); }
    std::int64_t firstStep() const { return empty() ? 0 : m_spans.front().first; }
    std::int64_t lastStep() const { return empty() ? 0 : m_spans.back().last; }
    /// The value at the newest point at or before `step`; not-a-number where there is none or a gap.
    double valueAt(std::int64_t step) const;
    /// What is there from step `from` to `to`, with one span on either side, as finely as it is kept.
    std::vector<Span> between(double from, double to) const;
    /// Bytes that the points take, whatever their number.
    std::size_t memoryBytes() const;

private:
    void removeFrom(std::int64_t step);
    void joinNeighbours();

    std::vector<Span> m_spans;
    std::int64_t m_spanSteps = 1;  ///< steps that a span covers, counted from 0
    std::deque<MetricPoint> m_recent;
};

}  // namespace visagist
