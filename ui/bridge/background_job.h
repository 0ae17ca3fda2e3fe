// A long piece of work beside the window.
#pragma once
#include <QObject>
#include <QTimer>
#include <any>
#include <functional>
#include <optional>
#include <stop_token>
#include <thread>

#include "core/base/error.h"
#include "core/base/inbox.h"

namespace visagist {

/// How a job ended: with a result, or with an error (Cancelled where it was stopped).
struct JobOutcome {
    std::any result;
    std::optional<Error> error;
    bool succeeded() const { return !error; }
    bool cancelled() const { return error && error->code() == ErrorCode::Cancelled; }
};

/// The work runs on a thread of its own and sees only what it was given by value; progress is
/// handed to the GUI thread ten times a second. Destroying the job asks the work to stop and waits for it.
class BackgroundJob : public QObject {
    Q_OBJECT

public:
    /// Callable from the work's thread as often as it likes.
    using Report = std::function<void(qint64 done, qint64 total)>;
    /// Returns the result; throws Error, with Cancelled where it obeyed `stop`.
    using Work = std::function<std::any(std::stop_token stop, const Report& report)>;

    explicit BackgroundJob(QObject* parent = nullptr);
    ~BackgroundJob() override;

    /// Begins; only while no work is running.
    void start(Work work);
    void requestStop();
    bool isRunning() const { return m_running; }
    bool isStopping() const { return m_running && m_thread.get_stop_token().stop_requested(); }
    /// Ends the work and waits for it; finished() is emitted before this returns.
    void stopAndWait();

Q_SIGNALS:
    void progressed(qint64 done, qint64 total);
    /// Exactly once for each start(), after the last progressed().
    void finished(const visagist::JobOutcome& outcome);

private:
    struct Step {
        qint64 done = 0, total = 0;
    };
    void drain();

    Inbox<Step> m_steps;
    Inbox<JobOutcome> m_outcomes;
    QTimer m_timer;
    bool m_running = false;
    std::jthread m_thread;  // last: it must end before what it uses
};

}  // namespace visagist
