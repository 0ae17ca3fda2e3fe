#include <QSignalSpy>
#include <QTest>
#include <QThread>
#include <condition_variable>
#include <stdexcept>

#include "ui/bridge/background_job.h"

using namespace visagist;

namespace {

/// Work that goes on until it is stopped, as an import does.
std::any untilStopped(std::stop_token stop, const BackgroundJob::Report& report) {
    std::mutex mutex;
    std::condition_variable_any never;
    std::unique_lock lock(mutex);
    report(1, 10);
    never.wait(lock, stop, [] { return false; });
    throw Error(ErrorCode::Cancelled, VISAGIST_TEXT("Cancelled."));
}

JobOutcome outcomeOf(BackgroundJob& job, BackgroundJob::Work work) {
    std::optional<JobOutcome> outcome;
    QObject::connect(&job, &BackgroundJob::finished, &job, [&](const JobOutcome& told) { outcome = told; });
    job.start(std::move(work));
    if (!QTest::qWaitFor([&] { return outcome.has_value(); }, 10000)) qFatal("the job never finished");
    return *outcome;
}

}  // namespace

class TestBackgroundJob : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void resultComesBackInTheWindowsThread() {
        BackgroundJob job;
        Qt::HANDLE worker = nullptr, receiver = nullptr;
        connect(&job, &BackgroundJob::finished, this, [&] { receiver = QThread::currentThreadId(); });
        const JobOutcome outcome =
            outcomeOf(job, [&](std::stop_token, const BackgroundJob::Report&) -> std::any {
                worker = QThread::currentThreadId();
                return 42;
            });
        QVERIFY(outcome.succeeded());
        QCOMPARE(std::any_cast<int>(outcome.result), 42);
        QCOMPARE(receiver, QThread::currentThreadId());
        QVERIFY(worker != receiver);
        QVERIFY(!job.isRunning());
    }

    void lastProgressIsToldBeforeTheEnd() {
        BackgroundJob job;
        QStringList order;
        connect(&job, &BackgroundJob::progressed, this,
                [&](qint64 done, qint64 total) { order += QStringLiteral("%1/%2").arg(done).arg(total); });
        connect(&job, &BackgroundJob::finished, this, [&] { order += QStringLiteral("end"); });
        outcomeOf(job, [](std::stop_token, const BackgroundJob::Report& report) -> std::any {
            for (int i = 1; i <= 1000; ++i) report(i, 1000);
            return {};
        });
        QVERIFY(order.size() >= 2);
        QVERIFY2(order.size() < 100, "progress is told ten times a second, not a thousand times");
        QCOMPARE(order[order.size() - 2], QStringLiteral("1000/1000"));
        QCOMPARE(order.last(), QStringLiteral("end"));
    }

    void errorsKeepTheirSentence() {
        BackgroundJob job;
        const JobOutcome outcome =
            outcomeOf(job, [](std::stop_token, const BackgroundJob::Report&) -> std::any {
                throw Error(ErrorCode::DiskFull, VISAGIST_TEXT("There is no file %1."), {"a.png"});
            });
        QVERIFY(!outcome.succeeded());
        QCOMPARE(outcome.error->code(), ErrorCode::DiskFull);
        QCOMPARE(outcome.error->message().arguments, std::vector<std::string>{"a.png"});
    }

    void strangeExceptionsBecomeErrors() {
        BackgroundJob job;
        const JobOutcome outcome =
            outcomeOf(job, [](std::stop_token, const BackgroundJob::Report&) -> std::any {
                throw std::runtime_error("odd");
            });
        QCOMPARE(outcome.error->code(), ErrorCode::Internal);
        QCOMPARE(outcome.error->what(), "odd");
    }

    void stoppedWorkIsCancelled() {
        BackgroundJob job;
        QSignalSpy progressed(&job, &BackgroundJob::progressed);
        QSignalSpy finished(&job, &BackgroundJob::finished);
        job.start(untilStopped);
        QVERIFY(progressed.wait());
        job.requestStop();
        QVERIFY(job.isStopping());
        QVERIFY(finished.wait());
        QVERIFY(finished[0][0].value<JobOutcome>().cancelled());
    }

    void stopAndWaitTellsTheEndBeforeItReturns() {
        BackgroundJob job;
        QSignalSpy finished(&job, &BackgroundJob::finished);
        job.start(untilStopped);
        job.stopAndWait();
        QCOMPARE(finished.size(), 1);
        QVERIFY(!job.isRunning());
        job.stopAndWait();  // nothing is on: nothing happens
        QCOMPARE(finished.size(), 1);
    }

    void destroyedWhileRunningStopsTheWork() {
        bool ended = false;
        {
            BackgroundJob job;
            job.start([&](std::stop_token stop, const BackgroundJob::Report& report) -> std::any {
                try {
                    return untilStopped(std::move(stop), report);
                } catch (...) {
                    ended = true;
                    throw;
                }
            });
        }
        QVERIFY(ended);
    }

    void mayBeStartedAgain() {
        BackgroundJob job;
        for (int round = 0; round < 3; ++round) {
            const JobOutcome outcome = outcomeOf(
                job, [=](std::stop_token, const BackgroundJob::Report&) -> std::any { return round; });
            QCOMPARE(std::any_cast<int>(outcome.result), round);
            disconnect(&job, &BackgroundJob::finished, nullptr, nullptr);
        }
    }
};

QTEST_GUILESS_MAIN(TestBackgroundJob)
#include "tst_background_job.moc"
