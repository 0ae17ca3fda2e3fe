#include <QTest>
#include <atomic>
#include <chrono>
#include <thread>

#include "core/base/run_control.h"

using namespace visagist;
using namespace std::chrono_literals;

class TestRunControl : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aJobThatIsNotPausedDoesNotWait() {
        RunControl control;
        QVERIFY(!control.waitWhilePaused({}));
    }
    void resumeWakesAPausedJob() {
        RunControl control;
        control.pause();
        std::atomic<bool> stillPaused = true;
        std::jthread job([&](const std::stop_token& stop) { stillPaused = control.waitWhilePaused(stop); });
        std::this_thread::sleep_for(10ms);
        control.resume();
        job.join();
        QVERIFY(!stillPaused);
    }
    void stopWakesAPausedJob() {
        RunControl control;
        control.pause();
        std::jthread job([&](const std::stop_token& stop) { control.waitWhilePaused(stop); });
        job.request_stop();
        job.join();
        QVERIFY(control.paused());
    }
    void aSaveWishWakesAPausedJobThatStaysPaused() {
        RunControl control;
        control.pause();
        std::atomic<bool> stillPaused = false, saved = false;
        std::jthread job([&](const std::stop_token& stop) {
            stillPaused = control.waitWhilePaused(stop);
            saved = control.takeSaveRequest();
        });
        std::this_thread::sleep_for(10ms);
        control.saveNow();
        job.join();
        QVERIFY(stillPaused);
        QVERIFY(saved);
        QVERIFY(!control.takeSaveRequest());
    }
    void aChangedOptionWakesAPausedJob() {
        RunControl control;
        control.pause();
        std::jthread job([&](const std::stop_token& stop) { control.waitWhilePaused(stop); });
        std::this_thread::sleep_for(10ms);
        control.change("warp", "0");
        job.join();
        QCOMPARE(control.takeChanges().size(), std::size_t{1});
    }
    void aLaterWishForAnOptionReplacesTheEarlier() {
        RunControl control;
        control.change("warp", "0");
        control.change("batch_size", "4");
        control.change("warp", "1");
        const auto changes = control.takeChanges();
        QCOMPARE(changes.size(), std::size_t{2});
        QCOMPARE(changes[0].first, std::string("batch_size"));
        QCOMPARE(changes[1].second, std::string("1"));
        QVERIFY(control.takeChanges().empty());
    }
};

QTEST_APPLESS_MAIN(TestRunControl)
#include "tst_run_control.moc"
