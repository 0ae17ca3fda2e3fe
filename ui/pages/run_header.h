// The head of Train: which run, how far, and the buttons that steer it.
#pragma once
#include <QWidget>

#include "core/train/trainer.h"

class QAction;
class QLabel;
class QProgressBar;
class QPushButton;

namespace visagist {

/// The buttons' actions are shared with the window's menu. What may be pressed is asked of the run's state
/// alone.
class RunHeader : public QWidget {
    Q_OBJECT
public:
    explicit RunHeader(QWidget* parent = nullptr);

    QAction* start;
    QAction* pause;
    QAction* save;
    QAction* stop;

    struct Facts {
        RunState state = RunState::Idle;  ///< of the session
        bool isActiveRun = false;         ///< the run that is shown is the one that is on
        bool resumes = false;             ///< Start goes on with the run that is shown
        QString title{}, people{};
        double fraction = -1;   ///< −1: no bar
        QString detail{};       ///< beside the bar
        QString whyNotStart{};  ///< "" where it may
    };
    void setFacts(const Facts& facts);
    const QString& title() const { return m_facts.title; }
    void retranslate();

private:
    void showActions();

    Facts m_facts;
    QLabel* m_title;
    QLabel* m_people;
    QProgressBar* m_bar;
    QLabel* m_detail;
    QPushButton* m_start;
    QPushButton* m_pause;
    QPushButton* m_save;
    QPushButton* m_stop;
};

}  // namespace visagist
