#include "ui/widgets/metric_series.h"

#include <algorithm>
#include <cmath>

namespace visagist {

void MetricSeries::Span::add(std::int64_t step, double value) {
    last = step;
    if (!std::isfinite(value)) {
        gap = true;
        return;
    }
    low = count ? std::min(low, value) : value;
    high = count ? std::max(high, value) : value;
    sum += value;
    ++count;
}

void MetricSeries::Span::add(const Span& later) {
    last = later.last;
    gap |= later.gap;
    if (!later.count) return;
    low = count ? std::min(low, later.low) : later.low;
    high = count ? std::max(high, later.high) : later.high;
    sum += later.sum;
    count += later.count;
}

MetricSeries::MetricSeries(const std::vector<MetricPoint>& points) {
    for (const MetricPoint& point : points) add(point.step, point.value);
}

void MetricSeries::add(std::int64_t step, double value) {
    if (!empty() && step <= lastStep()) removeFrom(step);
    const auto opens = [&] { return empty() || m_spans.back().first / m_spanSteps != step / m_spanSteps; };
    while (opens() && m_spans.size() == kBuckets) joinNeighbours();
    if (opens()) m_spans.push_back({.first = step, .last = step});
    m_spans.back().add(step, value);
    m_recent.push_back({step, value});
    if (m_recent.size() > kRecent) m_recent.pop_front();
}

void MetricSeries::removeFrom(std::int64_t step) {
    while (!m_recent.empty() && m_recent.back().step >= step) m_recent.pop_back();
    // A span that straddles the step keeps its older points' range: a span is finer than a pixel.
    while (!m_spans.empty() && m_spans.back().first >= step) m_spans.pop_back();
    if (!m_spans.empty()) m_spans.back().last = std::min(m_spans.back().last, step - 1);
}

void MetricSeries::joinNeighbours() {
    m_spanSteps *= 2;
    std::vector<Span> joined;
    joined.reserve(kBuckets);
    for (const Span& span : m_spans) {
        if (!joined.empty() && joined.back().first / m_spanSteps == span.first / m_spanSteps)
            joined.back().add(span);
        else
            joined.push_back(span);
    }
    m_spans = std::move(joined);
}

double MetricSeries::valueAt(std::int64_t step) const {
    const double none = std::numeric_limits<double>::quiet_NaN();
    if (!m_recent.empty() && m_recent.front().step <= step) {
        const auto after = std::upper_bound(m_recent.begin(), m_recent.end(), step,
                                            [](std::int64_t s, const MetricPoint& p) { return s < p.step; });
        const double value = std::prev(after)->value;
        return std::isfinite(value) ? value : none;
    }
    const auto after = std::upper_bound(m_spans.begin(), m_spans.end(), step,
                                        [](std::int64_t s, const Span& span) { return s < span.first; });
    if (after == m_spans.begin() || !std::prev(after)->count) return none;
    return std::prev(after)->mean();
}

std::vector<MetricSeries::Span> MetricSeries::between(double from, double to) const {
    std::vector<Span> result;
    const auto collect = [&](const auto& items, auto firstOf, auto lastOf, auto spanOf) {
        auto begin = std::partition_point(items.begin(), items.end(), [&](const auto& item) {
            return static_cast<double>(lastOf(item)) < from;
        });
        if (begin != items.begin()) --begin;
        for (; begin != items.end(); ++begin) {
            result.push_back(spanOf(*begin));
            if (static_cast<double>(firstOf(*begin)) > to) break;
        }
    };
    if (!m_recent.empty() && static_cast<double>(m_recent.front().step) <= std::max(from, 0.0)) {
        const auto stepOf = [](const MetricPoint& point) { return point.step; };
        collect(m_recent, stepOf, stepOf, [](const MetricPoint& point) {
            Span span{.first = point.step, .last = point.step};
            span.add(point.step, point.value);
            return span;
        });
    } else {
        collect(
            m_spans, [](const Span& span) { return span.first; }, [](const Span& span) { return span.last; },
            [](const Span& span) { return span; });
    }
    return result;
}

std::size_t MetricSeries::memoryBytes() const {
    return m_spans.capacity() * sizeof(Span) + m_recent.size() * sizeof(MetricPoint);
}

}  // namespace visagist
