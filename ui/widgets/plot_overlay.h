// What lies over the curves of a plot: marks, the cursor, the word of the step axis. Include after
// qcustomplot.h.
#pragma once
#include <optional>
#include <vector>

#include "ui/widgets/metric_plot.h"

namespace visagist {

class PlotOverlay : public QCPAbstractItem {
public:
    explicit PlotOverlay(QCustomPlot* plot) : QCPAbstractItem(plot) { setClipToAxisRect(false); }

    struct Dot {
        double value = 0;
        QColor colour;
    };
    std::vector<MetricPlot::Mark> marks;  ///< by rising step
    std::optional<double> cursor;         ///< step
    std::vector<Dot> dots;                ///< on the curves, at the cursor
    QString stepWord, emptyText;

    double selectTest(const QPointF&, bool, QVariant* = nullptr) const override { return -1; }

protected:
    void draw(QCPPainter* painter) override;

private:
    void drawMark(QCPPainter* painter, const MetricPlot::Mark& mark, double x, double& textEnd) const;
    void drawCursor(QCPPainter* painter) const;
};

/// An axis and its grid in the colours and font of the theme.
void paintAxis(QCPAxis& axis);

/// Ticks at 1, 2, 5 a decade while there is room, then at whole decades; "0.05", "20", "1e-4".
class ValueLogTicker : public QCPAxisTicker {
protected:
    QVector<double> createTickVector(double tickStep, const QCPRange& range) override;
    double getTickStep(const QCPRange&) override { return 1; }
    int getSubTickCount(double) override { return 0; }
    QString getTickLabel(double tick, const QLocale& locale, QChar format, int precision) override;
};

/// "0.05", "1e-4" on a linear axis.
class ValueTicker : public QCPAxisTicker {
protected:
    QString getTickLabel(double tick, const QLocale& locale, QChar format, int precision) override;
};

/// "500", "20 k", "1.5 M".
class StepTicker : public QCPAxisTicker {
protected:
    double getTickStep(const QCPRange& range) override;
    int getSubTickCount(double) override { return 0; }
    QString getTickLabel(double tick, const QLocale& locale, QChar format, int precision) override;
};

}  // namespace visagist
