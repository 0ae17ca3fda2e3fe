#undef QT_NO_KEYWORDS  // qcustomplot.h needs the keywords
#include <qcustomplot.h>

#include "ui/widgets/rate_plot.h"

#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "ui/theme/theme.h"
#include "ui/widgets/plot_overlay.h"

namespace visagist {

namespace {

constexpr double kLeastRate = 1e-6, kMostRate = 0.1;  // of an empty plot

}  // namespace

RatePlot::RatePlot(QWidget* parent)
    : QWidget(parent), m_plot(new QCustomPlot(this)), m_overlay(new PlotOverlay(m_plot)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_plot);
    for (QCPAxis* axis : {m_plot->xAxis, m_plot->yAxis}) {
        axis->setScaleType(QCPAxis::stLogarithmic);
        axis->setTicker(QSharedPointer<ValueLogTicker>::create());
    }
    m_plot->axisRect()->setMinimumMargins(QMargins(46, 16, 14, 22));
    m_plot->setMinimumHeight(160);
    m_plot->addGraph();  // the curve
    m_plot->addGraph();  // the line
    paintInTheme();
    setPoints({}, 0);
}

void RatePlot::setPoints(const std::vector<Point>& points, double suggested) {
    m_suggested = suggested;
    QVector<double> rates, losses;
    for (const Point& point : points) {
        if (!(point.rate > 0) || !(point.loss > 0) || !std::isfinite(point.loss)) continue;
        rates << point.rate;
        losses << point.loss;
    }
    m_plot->graph(0)->setData(rates, losses, true);
    m_plot->xAxis->setRange(rates.isEmpty() ? kLeastRate : rates.front(),
                            rates.size() < 2 ? kMostRate : rates.back());
    const auto [low, high] = std::minmax_element(losses.cbegin(), losses.cend());
    const double least = losses.isEmpty() ? 0.1 : *low, most = losses.isEmpty() ? 10 : *high;
    m_plot->yAxis->setRange(least / 1.2, most * 1.2);
    if (suggested > 0)
        m_plot->graph(1)->setData({suggested, suggested}, {least / 1.2, most * 1.2}, true);
    else
        m_plot->graph(1)->setData({}, {}, true);
    m_overlay->emptyText = rates.isEmpty() ? m_emptyText : QString();
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void RatePlot::setEmptyText(const QString& text) {
    m_emptyText = text;
    if (drawnPoints() == 0) m_overlay->emptyText = text;
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void RatePlot::setAxisText(const QString& rateWord) {
    m_overlay->stepWord = rateWord;
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

int RatePlot::drawnPoints() const { return m_plot->graph(0)->dataCount(); }

void RatePlot::paintInTheme() {
    m_plot->setBackground(QBrush(colour(tokens().plot)));
    paintAxis(*m_plot->xAxis);
    paintAxis(*m_plot->yAxis);
    m_plot->graph(0)->setPen(QPen(seriesColour(0), 1.6));
    m_plot->graph(1)->setPen(QPen(colour(tokens().accent), 1, Qt::DashLine));
}

void RatePlot::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        paintInTheme();
        m_plot->replot(QCustomPlot::rpQueuedReplot);
    }
    QWidget::changeEvent(event);
}

}  // namespace visagist
