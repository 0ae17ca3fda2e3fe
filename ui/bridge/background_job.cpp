#include "ui/bridge/background_job.h"

#include <exception>
#include <new>

namespace visagist {

namespace {

constexpr int kDrainMilliseconds = 100;

JobOutcome outcomeOf(const BackgroundJob::Work& work, std::stop_token stop,
                     const BackgroundJob::Report& report) {
    try {
        return {.result = work(std::move(stop), report), .error = {}};
    } catch (const Error& error) {
        return {.result = {}, .error = error};
    } catch (const std::bad_alloc&) {
        return {.result = {},
                .error =
                    Error(ErrorCode::OutOfMemory,
                          VISAGIST_TEXT("There was not enough memory. Close other programs and try again."))};
    } catch (const std::exception& error) {
        return {.result = {}, .error = Error(ErrorCode::Internal, VISAGIST_TEXT("%1"), {error.what()})};
    }
}

}  // namespace

BackgroundJob::BackgroundJob(QObject* parent) : QObject(parent) {
    m_timer.setInterval(kDrainMilliseconds);
    connect(&m_timer, &QTimer::timeout, this, &BackgroundJob::drain);
}

BackgroundJob::~BackgroundJob() = default;

void BackgroundJob::start(Work work) {
    Q_ASSERT(!m_running);
    m_running = true;
    m_timer.start();
    m_thread = std::jthread([this, work = std::move(work)](std::stop_token stop) {
        const Report report = [this](qint64 done, qint64 total) { m_steps.post({done, total}); };
        m_outcomes.post(outcomeOf(work, std::move(stop), report));
        QMetaObject::invokeMethod(this, &BackgroundJob::drain,
                                  Qt::QueuedConnection);  // need not wait for the timer
    });
}

void BackgroundJob::requestStop() { m_thread.request_stop(); }

void BackgroundJob::stopAndWait() {
    if (!m_running) return;
    m_thread.request_stop();
    m_thread.join();
    drain();
}

void BackgroundJob::drain() {
    const std::vector<JobOutcome> outcomes = m_outcomes.drain();  // first: its steps were posted before it
    const std::vector<Step> steps = m_steps.drain();
    if (!steps.empty()) Q_EMIT progressed(steps.back().done, steps.back().total);
    if (outcomes.empty()) return;
    m_timer.stop();
    m_running = false;
    Q_EMIT finished(outcomes.front());
}

}  // namespace visagist
