// The runs of a project, newest first; the one that is on tells its state live.
#pragma once
#include <QAbstractListModel>
#include <optional>
#include <vector>

#include "core/store/run_table.h"
#include "core/train/run_state.h"

namespace visagist {

/// Roles of TwoLineDelegate: name; state; step.
class RunListModel : public QAbstractListModel {
    Q_OBJECT
public:
    explicit RunListModel(QObject* parent = nullptr) : QAbstractListModel(parent) {}

    void setRuns(std::vector<Run> runs);
    const Run* run(std::int64_t id) const;
    const Run* at(int row) const;
    QModelIndex indexOf(std::int64_t id) const;
    /// The run that is on now, and how it stands; nothing: none is.
    void setActive(std::optional<std::int64_t> id, RunState state, std::int64_t step);
    void retranslate();

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

private:
    std::vector<Run> m_runs;
    std::optional<std::int64_t> m_active;
    RunState m_state = RunState::Idle;
    std::int64_t m_step = 0;
};

}  // namespace visagist
