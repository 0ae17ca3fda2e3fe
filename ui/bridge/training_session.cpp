#include "ui/bridge/training_session.h"

#include <type_traits>

namespace visagist {

namespace {

constexpr int kDrainMilliseconds = 100;  // the window does the same work however fast training runs

}  // namespace

TrainingSession::TrainingSession(QObject* parent) : QObject(parent) {
    m_timer.setInterval(kDrainMilliseconds);
    connect(&m_timer, &QTimer::timeout, this, &TrainingSession::drain);
}

TrainingSession::~TrainingSession() = default;

void TrainingSession::start(std::unique_ptr<Trainer> trainer) {
    if (!canStart(m_state)) return;
    m_run.reset();
    m_progress = {};
    m_control = std::make_unique<RunControl>();
    setState(RunState::Starting);
    m_timer.start();
    m_thread = std::jthread(
        [this, control = m_control.get(), trainer = std::move(trainer)](std::stop_token stop) mutable {
            std::optional<TrainEvent> outcome;
            runAndReport(*trainer, stop, *control, [&](TrainEvent event) {
                if (std::holds_alternative<RunOutcome>(event))
                    outcome = std::move(event);
                else
                    m_inbox.post(std::move(event));
            });
            trainer.reset();  // its memory and locks are free before the outcome is seen
            m_inbox.post(std::move(*outcome));
        });
}

void TrainingSession::requestStop() {
    if (!canStop(m_state)) return;
    m_thread.request_stop();
    setState(RunState::Stopping);
}

void TrainingSession::pause() {
    if (canPause(m_state)) m_control->pause();
}

void TrainingSession::resume() {
    if (canResume(m_state)) m_control->resume();
}

void TrainingSession::saveNow() {
    if (canSave(m_state)) m_control->saveNow();
}

void TrainingSession::changeOption(const std::string& key, const std::string& value) {
    if (isActive(m_state)) m_control->change(key, value);
}

void TrainingSession::drain() {
    std::vector<TrainEvent> events = m_inbox.drain();
    const SampleGrid* newest = nullptr;  // of several grids only the newest is worth painting
    for (const TrainEvent& event : events) {
        if (const auto* sample = std::get_if<SampleGrid>(&event)) newest = sample;
    }
    for (const TrainEvent& event : events) {
        const auto* sample = std::get_if<SampleGrid>(&event);
        if (!sample || sample == newest) handle(event);
    }
}

void TrainingSession::handle(const TrainEvent& event) {
    std::visit(
        [this](const auto& value) {
            using T = std::remove_cvref_t<decltype(value)>;
            if constexpr (std::is_same_v<T, RunStarted>) {
                m_run = value;
                Q_EMIT started(value);
            } else if constexpr (std::is_same_v<T, RunState>) {
                const bool stopping = m_thread.get_stop_token().stop_requested();
                if (isActive(value) && !stopping) setState(value);  // the end is told by the outcome alone
            } else if constexpr (std::is_same_v<T, Progress>) {
                m_progress = value;
                Q_EMIT progressed(value);
            } else if constexpr (std::is_same_v<T, SampleGrid>) {
                Q_EMIT sampled(value);
            } else if constexpr (std::is_same_v<T, Measured>) {
                Q_EMIT measured(value);
            } else if constexpr (std::is_same_v<T, CheckpointSaved>) {
                Q_EMIT checkpointSaved(value);
            } else if constexpr (std::is_same_v<T, RolledBack>) {
                Q_EMIT rolledBack(value);
            } else if constexpr (std::is_same_v<T, OptionChanged>) {
                Q_EMIT optionChanged(value);
            } else if constexpr (std::is_same_v<T, Notice>) {
                Q_EMIT noticed(value);
            } else {
                finish(value);
            }
        },
        event);
}

void TrainingSession::finish(const RunOutcome& outcome) {
    m_timer.stop();
    m_thread.join();  // the outcome is the last thing it does
    m_thread = {};
    setState(outcome.end);
    Q_EMIT finished(outcome);
}

void TrainingSession::setState(RunState state) {
    if (state == m_state) return;
    m_state = state;
    Q_EMIT stateChanged(state);
}

}  // namespace visagist
