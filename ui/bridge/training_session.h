// The training run of the window: a trainer in a thread of its own, its events as signals, and the one state
// that buttons ask.
#pragma once
#include <QObject>
#include <QString>
#include <QTimer>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "core/base/inbox.h"
#include "core/base/run_control.h"
#include "core/train/trainer.h"

namespace visagist {

/// Lives on the window's thread. One run at a time; after its end the next may be started. A run that is on
/// when the session is destroyed is stopped (which saves) and joined.
class TrainingSession : public QObject {
    Q_OBJECT
public:
    explicit TrainingSession(QObject* parent = nullptr);
    ~TrainingSession() override;

    /// Starts the trainer in its own thread. Only where canStart(state()).
    void start(std::unique_ptr<Trainer> trainer);

    RunState state() const { return m_state; }
    /// What the run told of itself at its start; empty before the first one.
    const std::optional<RunStarted>& run() const { return m_run; }
    /// The newest report of the run; step 0 before the first one.
    const Progress& progress() const { return m_progress; }

    /// Each asks and returns at once; the trainer obeys between two steps. A wish that the state does not
    /// allow is passed over. After requestStop() the state is Stopping until the run has ended.
    void requestStop();
    void pause();
    void resume();
    void saveNow();
    /// `value` as text; the trainer answers with optionChanged() or, where it refuses, with noticed().
    void changeOption(const std::string& key, const std::string& value);

Q_SIGNALS:
    void stateChanged(visagist::RunState state);
    void started(const visagist::RunStarted& run);
    void progressed(const visagist::Progress& progress);
    void sampled(const visagist::SampleGrid& sample);
    void measured(const visagist::Measured& faces);
    void checkpointSaved(const visagist::CheckpointSaved& checkpoint);
    void rolledBack(const visagist::RolledBack& back);
    void optionChanged(const visagist::OptionChanged& change);
    void noticed(const visagist::Notice& notice);
    /// Last of a run; the thread is joined and the state is the outcome's.
    void finished(const visagist::RunOutcome& outcome);

private:
    void drain();
    void handle(const TrainEvent& event);
    void finish(const RunOutcome& outcome);
    void setState(RunState state);

    RunState m_state = RunState::Idle;
    std::optional<RunStarted> m_run;
    Progress m_progress;
    QTimer m_timer;
    Inbox<TrainEvent> m_inbox;
    std::unique_ptr<RunControl> m_control;
    std::jthread m_thread;  // last: stopped and joined before what it uses goes
};

}  // namespace visagist
