// Curves of a run over its steps: raw and smoothed, with a legend that tells the values under the cursor, and
// marks for what happened.
#pragma once
#include <QStringList>
#include <QTimer>
#include <QWidget>
#include <map>
#include <optional>
#include <vector>

#include "ui/widgets/metric_series.h"

class QCustomPlot;

namespace visagist {

class LegendStrip;
class PlotOverlay;

/// Redraws at most ten times a second, and draws no more than a few points a pixel column however long a run
/// is.
class MetricPlot : public QWidget {
    Q_OBJECT
public:
    struct Curve {
        std::string name;  ///< of the metric
        QString label;     ///< in the words of the person
        int colour = 0;    ///< index of the series colour
    };
    struct Mark {
        enum class Kind { Checkpoint, StarredCheckpoint, OptionChange, Rollback };
        Kind kind = Kind::Checkpoint;
        std::int64_t step = 0;
        QString text;
        bool operator==(const Mark&) const = default;
    };

    explicit MetricPlot(QWidget* parent = nullptr);
    ~MetricPlot() override;

    /// Which metrics are drawn, in the order of the legend.
    void setCurves(std::vector<Curve> curves);
    /// Takes the place of the whole curve.
    void setSeries(const std::string& name, MetricSeries series);
    /// One more point of a live run; any number of them costs one redraw.
    void append(const std::string& name, std::int64_t step, double value);
    /// Takes away all points and marks.
    void clear();
    void setMarks(std::vector<Mark> marks);
    void addMark(Mark mark);

    void setLogarithmic(bool on);
    void setSmoothing(double share);         ///< 0 (none) … 1
    void setLastSteps(std::int64_t steps);   ///< shows these only; 0: the whole run
    void setEmptyText(const QString& text);  ///< shown while there is no point
    void setAxisText(const QString& stepWord, const QString& stepPattern);  ///< "step", "Step %1"

    /// The plot as it stands, in the colours that it has.
    QPixmap picture();
    /// Draws at once what would be drawn within a tenth of a second.
    void redraw();

    // What is on the screen, for tests and screen readers.
    double lowerValue() const;
    double upperValue() const;
    double lowerStep() const;
    double upperStep() const;
    int drawnPoints() const;
    std::size_t memoryBytes() const;
    int redrawCount() const { return m_redraws; }

Q_SIGNALS:
    void markClicked(std::int64_t step);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Column;
    struct Drawn;
    void scheduleRedraw();
    void paintInTheme();
    void setAxes();
    std::vector<Column> columnsOf(const MetricSeries& series, double from, double to, int width) const;
    void setValueRange(const std::vector<std::vector<Column>>& curves);
    void drawCurve(std::size_t index, const std::vector<Column>& columns);
    void showCursor(std::optional<double> step);
    void clickAt(const QPoint& place);

    std::vector<Curve> m_curves;
    std::map<std::string, MetricSeries> m_series;
    bool m_logarithmic = true;
    double m_smoothing = 0.6;
    std::int64_t m_lastSteps = 0;
    std::optional<double> m_cursor;
    QString m_emptyText, m_stepPattern;
    int m_redraws = 0;
    QTimer m_timer;
    LegendStrip* m_legend;
    QCustomPlot* m_plot;
    PlotOverlay* m_overlay;
};

}  // namespace visagist
