#undef QT_NO_KEYWORDS  // qcustomplot.h needs the keywords
#include <qcustomplot.h>

#include "ui/widgets/metric_plot.h"

#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "ui/models/words.h"
#include "ui/theme/theme.h"
#include "ui/widgets/legend_strip.h"
#include "ui/widgets/plot_overlay.h"

namespace visagist {

namespace {

constexpr int kRedrawMilliseconds = 100;
constexpr double kRawOpacity = 0.28, kSmoothWidth = 1.6;
constexpr double kLeast = 1e-12, kMost = 1e12;  // what a value axis can show
const double kNone = std::numeric_limits<double>::quiet_NaN();

/// The p-th share of the sorted values.
double quantile(const std::vector<double>& sorted, double p) {
    return sorted[static_cast<std::size_t>(p * static_cast<double>(sorted.size() - 1))];
}

}  // namespace

/// The points that fall on one column of pixels.
struct MetricPlot::Column {
    double step = 0;  ///< middle of its points
    MetricSeries::Span span;
};

MetricPlot::MetricPlot(QWidget* parent)
    : QWidget(parent), m_legend(new LegendStrip(this)), m_plot(new QCustomPlot(this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_legend);
    column->addWidget(m_plot, 1);
    m_plot->addLayer(QStringLiteral("over"), m_plot->layer(QStringLiteral("axes")), QCustomPlot::limAbove);
    m_plot->layer(QStringLiteral("over"))
        ->setMode(QCPLayer::lmBuffered);  // the cursor moves without the curves
    m_overlay = new PlotOverlay(m_plot);
    m_overlay->setLayer(QStringLiteral("over"));
    m_plot->axisRect()->setMinimumMargins(QMargins(46, 16, 14, 22));
    m_plot->setMinimumHeight(120);
    m_plot->setMouseTracking(true);
    m_plot->installEventFilter(this);
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &MetricPlot::redraw);
    setAxes();
    paintInTheme();
    scheduleRedraw();
}

MetricPlot::~MetricPlot() = default;

void MetricPlot::setCurves(std::vector<Curve> curves) {
    m_curves = std::move(curves);
    m_plot->clearGraphs();
    for (std::size_t i = 0; i < 2 * m_curves.size(); ++i) {  // raw ones below all smoothed ones
        QCPGraph* graph = m_plot->addGraph();
        graph->setAdaptiveSampling(false);  // there is never more than a few points a pixel
    }
    paintInTheme();
    scheduleRedraw();
}

void MetricPlot::setSeries(const std::string& name, MetricSeries series) {
    m_series[name] = std::move(series);
    scheduleRedraw();
}

void MetricPlot::append(const std::string& name, std::int64_t step, double value) {
    m_series[name].add(step, value);
    scheduleRedraw();
}

void MetricPlot::clear() {
    m_series.clear();
    m_overlay->marks.clear();
    m_cursor.reset();
    scheduleRedraw();
}

void MetricPlot::setMarks(std::vector<Mark> marks) {
    std::stable_sort(marks.begin(), marks.end(),
                     [](const Mark& a, const Mark& b) { return a.step < b.step; });
    m_overlay->marks = std::move(marks);
    scheduleRedraw();
}

void MetricPlot::addMark(Mark mark) {
    const auto after =
        std::upper_bound(m_overlay->marks.begin(), m_overlay->marks.end(), mark.step,
                         [](std::int64_t step, const Mark& other) { return step < other.step; });
    m_overlay->marks.insert(after, std::move(mark));
    scheduleRedraw();
}

void MetricPlot::setLogarithmic(bool on) {
    m_logarithmic = on;
    setAxes();
    scheduleRedraw();
}

void MetricPlot::setSmoothing(double share) {
    m_smoothing = std::clamp(share, 0.0, 1.0);
    scheduleRedraw();
}

void MetricPlot::setLastSteps(std::int64_t steps) {
    m_lastSteps = steps;
    scheduleRedraw();
}

void MetricPlot::setEmptyText(const QString& text) {
    m_emptyText = text;
    scheduleRedraw();
}

void MetricPlot::setAxisText(const QString& stepWord, const QString& stepPattern) {
    m_overlay->stepWord = stepWord;
    m_stepPattern = stepPattern;
    scheduleRedraw();
}

QPixmap MetricPlot::picture() {
    redraw();
    return grab();
}

void MetricPlot::scheduleRedraw() {
    if (!m_timer.isActive()) m_timer.start(kRedrawMilliseconds);
}

void MetricPlot::setAxes() {
    QCPAxis* values = m_plot->yAxis;
    values->setScaleType(m_logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    if (m_logarithmic)
        values->setTicker(QSharedPointer<ValueLogTicker>::create());
    else
        values->setTicker(QSharedPointer<ValueTicker>::create());
    m_plot->xAxis->setTicker(QSharedPointer<StepTicker>::create());
}

void MetricPlot::paintInTheme() {
    m_plot->setBackground(QBrush(colour(tokens().plot)));
    paintAxis(*m_plot->xAxis);
    paintAxis(*m_plot->yAxis);
    for (std::size_t i = 0; i < m_curves.size(); ++i) {
        QColor ink = seriesColour(m_curves[i].colour);
        m_plot->graph(static_cast<int>(m_curves.size() + i))->setPen(QPen(ink, kSmoothWidth));
        ink.setAlphaF(static_cast<float>(kRawOpacity));
        m_plot->graph(static_cast<int>(i))->setPen(QPen(ink, 1));
    }
}

void MetricPlot::redraw() {
    m_timer.stop();
    ++m_redraws;
    double first = 0, last = 0;
    bool any = false;
    for (const Curve& curve : m_curves) {
        const auto series = m_series.find(curve.name);
        if (series == m_series.end() || series->second.empty()) continue;
        any = true;
        last = std::max(last, static_cast<double>(series->second.lastStep()));
    }
    if (m_lastSteps > 0) first = std::max(0.0, last - static_cast<double>(m_lastSteps));
    if (last <= first) last = first + 10;
    m_plot->xAxis->setRange(first, last + (last - first) * 0.01);

    const int width = std::max(50, m_plot->axisRect()->width());
    std::vector<std::vector<Column>> columns(m_curves.size());
    for (std::size_t i = 0; i < m_curves.size(); ++i) {
        const auto series = m_series.find(m_curves[i].name);
        if (series != m_series.end()) columns[i] = columnsOf(series->second, first, last, width);
    }
    setValueRange(columns);
    for (std::size_t i = 0; i < m_curves.size(); ++i) drawCurve(i, columns[i]);
    m_overlay->emptyText = any ? QString() : m_emptyText;
    showCursor(m_cursor);
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

std::vector<MetricPlot::Column> MetricPlot::columnsOf(const MetricSeries& series, double from, double to,
                                                      int width) const {
    std::vector<Column> columns;
    int lastColumn = -1;
    for (const MetricSeries::Span& span : series.between(from, to)) {
        const double middle = (static_cast<double>(span.first) + static_cast<double>(span.last)) / 2;
        const int column = static_cast<int>(std::floor((middle - from) / (to - from) * width));
        if (!columns.empty() && column == lastColumn) {
            columns.back().span.add(span);
        } else {
            columns.push_back({middle, span});
        }
        lastColumn = column;
    }
    return columns;
}

void MetricPlot::setValueRange(const std::vector<std::vector<Column>>& curves) {
    std::vector<double> values;
    for (const auto& columns : curves) {
        for (const Column& column : columns) {
            if (!column.span.count) continue;
            for (const double value : {column.span.low, column.span.high}) {
                if (!m_logarithmic) values.push_back(std::clamp(value, -kMost, kMost));
                if (m_logarithmic && value > 0)
                    values.push_back(std::log10(std::clamp(value, kLeast, kMost)));
            }
        }
    }
    if (values.empty()) values = m_logarithmic ? std::vector<double>{-2, 0} : std::vector<double>{0, 1};
    std::sort(values.begin(), values.end());
    // A lone spike may leave the picture; it must not press everything else flat.
    double low = quantile(values, 0.01), high = quantile(values, 0.99);
    const double spare = std::max(high - low, m_logarithmic ? 0.3 : std::abs(high) * 0.01 + 1e-9);
    low = std::max(values.front(), low - spare);
    high = std::min(values.back(), high + spare);
    const double edge = std::max((high - low) * 0.06, spare * 0.06);
    double lower = low - edge, upper = high + edge;
    if (!m_logarithmic && low >= 0 && lower < (high - low) * 0.2) lower = 0;
    m_plot->yAxis->setRange(m_logarithmic ? std::pow(10.0, lower) : lower,
                            m_logarithmic ? std::pow(10.0, upper) : upper);
}

void MetricPlot::drawCurve(std::size_t index, const std::vector<Column>& columns) {
    const QCPRange range = m_plot->yAxis->range();
    const auto shown = [&](double value) {  // painters do not bear coordinates far outside the picture
        if (m_logarithmic && !(value > 0)) return kNone;
        if (m_logarithmic) return std::clamp(value, range.lower / 1e3, range.upper * 1e3);
        return std::clamp(value, range.lower - 10 * range.size(), range.upper + 10 * range.size());
    };
    // Over up to 60 columns, but never over so many of the points that the curve lags behind them.
    const double span = std::min(60.0, static_cast<double>(columns.size()) / 8) * m_smoothing * m_smoothing;
    const double keep = 1 - 1 / (1 + span);
    QVector<double> rawSteps, raw, smoothSteps, smooth;
    // As the eye sees them: on a logarithmic axis one value far above the others does not lift the curve.
    const auto onAxis = [&](double value) { return m_logarithmic ? std::log(value) : value; };
    const auto offAxis = [&](double value) { return m_logarithmic ? std::exp(value) : value; };
    double state = 0, weight = 0;
    for (const Column& column : columns) {
        const bool averaged = column.span.count && (!m_logarithmic || column.span.mean() > 0);
        if (column.span.count) {
            rawSteps << column.step << column.step;
            raw << shown(column.span.low) << shown(column.span.high);
        }
        if (averaged) {
            state = keep * state + (1 - keep) * onAxis(column.span.mean());
            weight = keep * weight + (1 - keep);
            smoothSteps << column.step;
            smooth << shown(offAxis(state / weight));
        }
        if (column.span.gap) {
            rawSteps << column.step;
            raw << kNone;
            smoothSteps << column.step;
            smooth << kNone;
        }
    }
    m_plot->graph(static_cast<int>(index))->setData(rawSteps, raw, true);
    m_plot->graph(static_cast<int>(m_curves.size() + index))->setData(smoothSteps, smooth, true);
}

void MetricPlot::showCursor(std::optional<double> step) {
    m_overlay->cursor = step;
    m_overlay->dots.clear();
    std::vector<LegendStrip::Entry> entries;
    for (const Curve& curve : m_curves) {
        const auto series = m_series.find(curve.name);
        if (series == m_series.end() || series->second.empty()) continue;
        const std::int64_t at = step ? static_cast<std::int64_t>(*step) : series->second.lastStep();
        const double value = series->second.valueAt(at);
        const QColor ink = seriesColour(curve.colour);
        entries.push_back({curve.label, shortValue(value), ink});
        if (step && std::isfinite(value)) m_overlay->dots.push_back({value, ink});
    }
    const bool named = step && !entries.empty() && !m_stepPattern.isEmpty();
    m_legend->setEntries(
        named ? m_stepPattern.arg(QLocale().toString(static_cast<qlonglong>(*step))) : QString(), entries);
    m_legend->setLeftMargin(m_plot->axisRect()->left());
}

bool MetricPlot::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_plot && event->type() == QEvent::MouseMove) {
        const QPoint place = static_cast<QMouseEvent*>(event)->pos();
        const QRect area = m_plot->axisRect()->rect();
        m_cursor.reset();
        if (place.x() >= area.left() && place.x() <= area.right())
            m_cursor = std::max(0.0, m_plot->xAxis->pixelToCoord(place.x()));
    } else if (watched == m_plot && event->type() == QEvent::Leave) {
        m_cursor.reset();
    } else if (watched == m_plot && event->type() == QEvent::MouseButtonRelease) {
        clickAt(static_cast<QMouseEvent*>(event)->pos());
        return false;
    } else {
        return QWidget::eventFilter(watched, event);
    }
    showCursor(m_cursor);
    m_plot->layer(QStringLiteral("over"))->replot();
    return false;
}

void MetricPlot::clickAt(const QPoint& place) {
    constexpr double kNear = 6;  // pixels
    double best = kNear;
    std::optional<std::int64_t> step;
    for (const Mark& mark : m_overlay->marks) {
        const double distance =
            std::abs(m_plot->xAxis->coordToPixel(static_cast<double>(mark.step)) - place.x());
        if (distance > best) continue;
        best = distance;
        step = mark.step;
    }
    if (step) Q_EMIT markClicked(*step);
}

void MetricPlot::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        paintInTheme();
        scheduleRedraw();
    }
    QWidget::changeEvent(event);
}

void MetricPlot::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    scheduleRedraw();
}

double MetricPlot::lowerValue() const { return m_plot->yAxis->range().lower; }
double MetricPlot::upperValue() const { return m_plot->yAxis->range().upper; }
double MetricPlot::lowerStep() const { return m_plot->xAxis->range().lower; }
double MetricPlot::upperStep() const { return m_plot->xAxis->range().upper; }

int MetricPlot::drawnPoints() const {
    int points = 0;
    for (int i = 0; i < m_plot->graphCount(); ++i) points += m_plot->graph(i)->dataCount();
    return points;
}

std::size_t MetricPlot::memoryBytes() const {
    std::size_t bytes = 0;
    for (const auto& [name, series] : m_series) bytes += series.memoryBytes();
    return bytes;
}

}  // namespace visagist
