// The bottom line: what the run is doing, what it computes on, memory, and what happened last.
#pragma once
#include <QFrame>
#include <QTimer>

#include "core/train/run_state.h"

class QLabel;
class QProgressBar;
class QPushButton;

namespace visagist {

class TrainingSession;

class StatusLine : public QFrame {
    Q_OBJECT

public:
    explicit StatusLine(TrainingSession& training, QWidget* parent = nullptr);

    /// The last event; the whole sentence is in the tooltip.
    void tell(const QString& sentence);
    QString lastEvent() const { return m_sentence; }
    QString stateText() const;
    void retranslate();

Q_SIGNALS:
    void logWanted();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void showRun();
    void showMemory();
    void showLastEvent();
    QFrame* upright();

    TrainingSession& m_training;
    QTimer m_timer;
    QString m_sentence;
    QLabel *m_dot, *m_state, *m_step, *m_speed, *m_left, *m_device, *m_memory, *m_event;
    QProgressBar* m_bar;
    QFrame *m_deviceLine, *m_memoryLine;
    QPushButton* m_log;
};

}  // namespace visagist
