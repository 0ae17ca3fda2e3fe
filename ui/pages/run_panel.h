// The left side of Train: the runs of the project, and what happened in the chosen one.
#pragma once
#include <QWidget>
#include <optional>

#include "ui/models/run_history_model.h"
#include "ui/models/run_list_model.h"

class QLabel;
class QListView;
class QPushButton;
class QToolButton;

namespace visagist {

class RunPanel : public QWidget {
    Q_OBJECT
public:
    explicit RunPanel(QWidget* parent = nullptr);

    RunListModel& runs() { return *m_runs; }
    RunHistoryModel& history() { return *m_history; }
    /// The chosen run; nothing: a new one is being set up.
    std::optional<std::int64_t> chosen() const { return m_chosen; }
    /// Says nothing.
    void choose(std::optional<std::int64_t> run);
    void setNewEnabled(bool enabled);
    void showHistoryRow(std::int64_t step);
    void retranslate();

Q_SIGNALS:
    void chosenChanged();  ///< by the person

private:
    void refresh();

    std::optional<std::int64_t> m_chosen;
    bool m_quiet = false;
    RunListModel* m_runs;
    RunHistoryModel* m_history;
    QLabel* m_title;
    QToolButton* m_new;
    QListView* m_list;
    QLabel* m_empty;
    QLabel* m_historyTitle;
    QListView* m_historyList;
};

}  // namespace visagist
