// The loss over the learning rate, with the rate that is suggested.
#pragma once
#include <QWidget>
#include <vector>

class QCustomPlot;

namespace visagist {

class PlotOverlay;

class RatePlot : public QWidget {
    Q_OBJECT
public:
    struct Point {
        double rate = 0, loss = 0;
    };

    explicit RatePlot(QWidget* parent = nullptr);

    /// Points by rising rate; `suggested` 0: no line.
    void setPoints(const std::vector<Point>& points, double suggested);
    void setEmptyText(const QString& text);
    void setAxisText(const QString& rateWord);

    int drawnPoints() const;
    /// Where the line stands; 0 where there is none.
    double line() const { return m_suggested; }

protected:
    void changeEvent(QEvent* event) override;

private:
    void paintInTheme();

    double m_suggested = 0;
    QString m_emptyText;
    QCustomPlot* m_plot;
    PlotOverlay* m_overlay;
};

}  // namespace visagist
