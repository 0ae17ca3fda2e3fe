// What happened in a run, newest first: checkpoints, changes of options, warnings.
#pragma once
#include <QStandardItemModel>

#include "core/store/run_table.h"
#include "ui/widgets/metric_plot.h"

namespace visagist {

/// Roles of TwoLineDelegate, and the step.
class RunHistoryModel : public QStandardItemModel {
    Q_OBJECT
public:
    static constexpr int StepRole = Qt::UserRole + 20;
    using QStandardItemModel::QStandardItemModel;

    void setHistory(const std::vector<Event>& events, const std::vector<OptionChange>& changes);
    /// The newest row of this step; invalid where there is none.
    QModelIndex rowOfStep(std::int64_t step) const;

    /// The same things as marks on the plot.
    static std::vector<MetricPlot::Mark> marks(const std::vector<Event>& events,
                                               const std::vector<OptionChange>& changes);
    /// "Learning rate 2e-4 → 1e-4", in the words of the options table.
    static QString changeText(const OptionChange& change, bool withBefore);
};

}  // namespace visagist
