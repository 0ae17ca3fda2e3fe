// The plots of a run: tabs for losses and rates, and how they are drawn.
#pragma once
#include <QWidget>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "ui/widgets/metric_plot.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QSlider;
class QTabBar;
class QToolButton;

namespace visagist {

class PlotPanel : public QWidget {
    Q_OBJECT
public:
    explicit PlotPanel(QWidget* parent = nullptr);

    MetricPlot& plot() { return *m_plot; }
    void clear();
    /// Takes the place of the curves of these names.
    void setHistory(std::map<std::string, MetricSeries> series);
    void append(std::int64_t step, const std::map<std::string, double>& values);
    void retranslate();

Q_SIGNALS:
    void markClicked(std::int64_t step);
    void told(const QString& sentence);

private:
    void showTab();
    /// The curves of measurements that there are, by what their names begin with.
    std::vector<MetricPlot::Curve> measuredCurves(std::initializer_list<const char*> beginnings) const;
    void note(const std::string& name);
    void exportPicture();

    std::set<std::string> m_measured;  ///< names of measurements that have points

    QTabBar* m_tabs;
    QLabel* m_smoothLabel;
    QSlider* m_smooth;
    QCheckBox* m_logarithmic;
    QComboBox* m_range;
    QToolButton* m_export;
    MetricPlot* m_plot;
};

}  // namespace visagist
