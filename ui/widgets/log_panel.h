// The log: newest at the bottom, by level, with a search.
#pragma once
#include <QTimer>
#include <QWidget>
#include <array>

#include "ui/models/log_model.h"

class QLabel;
class QLineEdit;
class QPushButton;
class QTableView;
class QToolButton;

namespace visagist {

class LogPanel : public QWidget {
    Q_OBJECT

public:
    explicit LogPanel(QWidget* parent = nullptr);

    void retranslate();
    /// The lines that are shown, one a line.
    QString shownText() const;
    const LogModel& model() const { return m_model; }
    QTableView* view() const { return m_view; }

private:
    void poll();
    void choose(int button);
    void save();

    LogModel m_model;
    LogFilter m_filter;
    QTimer m_timer;
    QLabel* m_heading;
    std::array<QPushButton*, 4> m_levels;  ///< all, info, warnings, errors
    QLineEdit* m_search;
    QToolButton *m_copy, *m_save;
    QTableView* m_view;
};

}  // namespace visagist
