#include "ui/models/run_list_model.h"

#include "ui/models/two_line_delegate.h"
#include "ui/models/words.h"

namespace visagist {

void RunListModel::setRuns(std::vector<Run> runs) {
    beginResetModel();
    m_runs = std::move(runs);
    endResetModel();
}

const Run* RunListModel::run(std::int64_t id) const {
    for (const Run& run : m_runs) {
        if (run.id == id) return &run;
    }
    return nullptr;
}

const Run* RunListModel::at(int row) const {
    const bool inside = row >= 0 && row < static_cast<int>(m_runs.size());
    return inside ? &m_runs[static_cast<std::size_t>(row)] : nullptr;
}

QModelIndex RunListModel::indexOf(std::int64_t id) const {
    for (std::size_t i = 0; i < m_runs.size(); ++i) {
        if (m_runs[i].id == id) return index(static_cast<int>(i));
    }
    return {};
}

void RunListModel::setActive(std::optional<std::int64_t> id, RunState state, std::int64_t step) {
    const std::optional<std::int64_t> before = m_active;
    m_active = id;
    m_state = state;
    m_step = step;
    for (const auto& changed : {before, id}) {
        if (!changed) continue;
        const QModelIndex place = indexOf(*changed);
        if (place.isValid()) Q_EMIT dataChanged(place, place);
    }
}

void RunListModel::retranslate() {
    if (!m_runs.empty()) Q_EMIT dataChanged(index(0), index(rowCount() - 1));
}

int RunListModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_runs.size());
}

QVariant RunListModel::data(const QModelIndex& index, int role) const {
    const Run* run = index.isValid() ? at(index.row()) : nullptr;
    if (!run) return {};
    const bool active = m_active == run->id;
    switch (role) {
        case Qt::DisplayRole:
            return QString::fromStdString(run->name);
        case TwoLineDelegate::SecondLineRole:
            return active ? stateText(m_state) : endText(run->end);
        case TwoLineDelegate::SecondLineEndRole:
            return stepText(active ? m_step : run->step);
        case Qt::ToolTipRole:
            return agoText(run->changedAt);
        default:
            return {};
    }
}

}  // namespace visagist
