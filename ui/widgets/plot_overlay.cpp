#undef QT_NO_KEYWORDS  // qcustomplot.h needs the keywords
#include <qcustomplot.h>

#include "ui/widgets/plot_overlay.h"

#include <cmath>

#include "ui/models/words.h"
#include "ui/theme/theme.h"

namespace visagist {

namespace {

constexpr double kMark = 4.5;  // half the width of a diamond or triangle

QPolygonF diamond(QPointF centre) {
    return QPolygonF({centre + QPointF(0, -kMark), centre + QPointF(kMark, 0), centre + QPointF(0, kMark),
                      centre + QPointF(-kMark, 0)});
}

QPolygonF triangle(QPointF centre) {
    return QPolygonF(
        {centre + QPointF(0, -kMark), centre + QPointF(kMark, kMark), centre + QPointF(-kMark, kMark)});
}

}  // namespace

void paintAxis(QCPAxis& axis) {
    const Tokens& theme = tokens();
    axis.setBasePen(QPen(colour(theme.axis), 1));
    axis.setTickPen(QPen(colour(theme.axis), 1));
    axis.setSubTickPen(QPen(Qt::NoPen));
    axis.setTickLengthIn(0);
    axis.setTickLengthOut(4);
    axis.setTickLabelFont(font(Type::Caption));
    axis.setTickLabelColor(colour(theme.muted));
    axis.grid()->setPen(QPen(colour(theme.grid), 1));
    axis.grid()->setZeroLinePen(QPen(colour(theme.grid), 1));
}

void PlotOverlay::draw(QCPPainter* painter) {
    const QCPAxis* axis = mParentPlot->xAxis;
    const QRect area = mParentPlot->axisRect()->rect();
    painter->setAntialiasing(true);
    painter->setFont(font(Type::Caption));
    painter->setPen(colour(tokens().muted));
    painter->drawText(area.adjusted(0, 0, -6, -4), Qt::AlignRight | Qt::AlignBottom, stepWord);
    if (!emptyText.isEmpty()) painter->drawText(area, Qt::AlignCenter | Qt::TextWordWrap, emptyText);
    double textEnd = area.left() - 20;
    for (const MetricPlot::Mark& mark : marks) {
        const double x = axis->coordToPixel(static_cast<double>(mark.step));
        if (x >= area.left() - 0.5 && x <= area.right() + 0.5) drawMark(painter, mark, x, textEnd);
    }
    if (cursor) drawCursor(painter);
}

void PlotOverlay::drawMark(QCPPainter* painter, const MetricPlot::Mark& mark, double x,
                           double& textEnd) const {
    using Kind = MetricPlot::Mark::Kind;
    const QRect area = mParentPlot->axisRect()->rect();
    painter->setPen(Qt::NoPen);
    if (mark.kind == Kind::Checkpoint || mark.kind == Kind::StarredCheckpoint) {
        const bool starred = mark.kind == Kind::StarredCheckpoint;
        painter->setBrush(colour(starred ? tokens().accent : tokens().axis));
        painter->drawEllipse(QPointF(x, area.bottom() + 0.5), starred ? 3.0 : 2.0, starred ? 3.0 : 2.0);
        return;
    }
    const bool rollback = mark.kind == Kind::Rollback;
    const QColor ink = colour(rollback ? tokens().warn : tokens().text);
    painter->setBrush(ink);
    const QPointF top(x, area.top() - 6);
    painter->drawPolygon(rollback ? triangle(top) : diamond(top));
    painter->setBrush(Qt::NoBrush);
    painter->setPen(QPen(ink, 1, rollback ? Qt::SolidLine : Qt::DashLine));
    painter->setAntialiasing(false);
    painter->drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
    painter->setAntialiasing(true);
    const QFontMetrics metrics(painter->font());
    const int width = metrics.horizontalAdvance(mark.text);
    const double left = std::min(x + 8, static_cast<double>(area.right() - width));
    if (left < textEnd + 6) return;  // words never cover each other
    painter->setPen(ink);
    painter->drawText(QPointF(left, area.top() - 6 + metrics.ascent() / 2.0 - 1), mark.text);
    textEnd = left + width;
}

void PlotOverlay::drawCursor(QCPPainter* painter) const {
    const QRect area = mParentPlot->axisRect()->rect();
    const double x = mParentPlot->xAxis->coordToPixel(*cursor);
    painter->setAntialiasing(false);
    painter->setPen(QPen(colour(tokens().muted), 1));
    painter->drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
    painter->setAntialiasing(true);
    for (const Dot& dot : dots) {
        const double y = mParentPlot->yAxis->coordToPixel(dot.value);
        if (!(y >= area.top() && y <= area.bottom())) continue;
        painter->setPen(QPen(colour(tokens().plot), 1.5));
        painter->setBrush(dot.colour);
        painter->drawEllipse(QPointF(x, y), 4, 4);
    }
}

QVector<double> ValueLogTicker::createTickVector(double, const QCPRange& range) {
    QVector<double> ticks;
    if (!(range.lower > 0)) return ticks;
    const int first = static_cast<int>(std::floor(std::log10(range.lower)));
    const int last = static_cast<int>(std::ceil(std::log10(range.upper)));
    const int decades = last - first;
    const int every = std::max(1, decades / 8);
    for (int decade = first; decade <= last; ++decade) {
        if ((decade - first) % every) continue;
        const double power = std::pow(10.0, decade);
        ticks.append(power);
        if (decades <= 5) ticks << 2 * power << 5 * power;
    }
    return ticks;
}

QString ValueLogTicker::getTickLabel(double tick, const QLocale&, QChar, int) { return shortValue(tick); }

QString ValueTicker::getTickLabel(double tick, const QLocale&, QChar, int) {
    return std::abs(tick) < 1e-12 ? QStringLiteral("0") : shortValue(tick);
}

double StepTicker::getTickStep(const QCPRange& range) {
    return std::max(1.0, QCPAxisTicker::getTickStep(range));  // there are no half steps
}

QString StepTicker::getTickLabel(double tick, const QLocale&, QChar, int) {
    const QLocale locale;
    if (std::abs(tick) >= 1e6) return locale.toString(tick / 1e6, 'g', 4) + QStringLiteral(" M");
    if (std::abs(tick) >= 1e4) return locale.toString(tick / 1e3, 'g', 5) + QStringLiteral(" k");
    return locale.toString(tick, 'f', 0);
}

}  // namespace visagist
