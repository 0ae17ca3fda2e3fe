#include <QAction>
#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <algorithm>
#include <ctime>

#include "core/data/demo_project.h"
#include "ui/bridge/project_session.h"
#include "ui/bridge/training_session.h"
#include "ui/pages/run_header.h"
#include "ui/pages/train_page.h"
#include "ui/widgets/options_form.h"
#include "ui/widgets/samples_panel.h"

using namespace visagist;

namespace {

/// CPU time of the calling thread, which other processes cannot add to; 0 where the system does not tell it.
double ownMilliseconds() {
#ifdef Q_OS_UNIX
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
#else
    return 0;
#endif
}

/// Ticks every 5 ms and keeps by how much it came late, and how much of that the window's own work was.
class StallMeter : public QObject {
public:
    StallMeter() {
        m_timer.setTimerType(Qt::PreciseTimer);
        connect(&m_timer, &QTimer::timeout, this, &StallMeter::tick);
        m_clock.start();
        m_ownBefore = ownMilliseconds();
        m_timer.start(kTick);
    }
    double longest() const { return *std::max_element(m_late.begin(), m_late.end()); }
    double longestWork() const { return *std::max_element(m_work.begin(), m_work.end()); }
    double shareLaterThan(double milliseconds) const {
        const auto count =
            std::count_if(m_late.begin(), m_late.end(), [&](double late) { return late > milliseconds; });
        return static_cast<double>(count) / static_cast<double>(m_late.size());
    }
    std::size_t ticks() const { return m_late.size(); }

private:
    static constexpr int kTick = 5;  // ms
    void tick() {
        const double own = ownMilliseconds();
        m_late.push_back(static_cast<double>(m_clock.nsecsElapsed()) / 1e6 - kTick);
        m_work.push_back(own - m_ownBefore);
        m_ownBefore = own;
        m_clock.start();
    }

    std::vector<double> m_late, m_work;
    double m_ownBefore = 0;
    QElapsedTimer m_clock;
    QTimer m_timer;
};

}  // namespace

/// Real training, with samples and curves on the screen. How late the event loop came is printed, and depends
/// on what else the machine does; what is asserted is the window's own part of it.
class TestStalls : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theWindowStaysAliveWhileItTrains() {
        constexpr double kMostWork = 100;  // ms of CPU time at once; 50 is what is wanted
        const QTemporaryDir folder;
        DemoProjectRequest request;
        request.folder = folder.path().toStdString();
        request.people = 2;
        request.facesEach = 24;
        request.size = 128;
        const std::filesystem::path file = makeDemoProject(request);

        ProjectSession session;
        session.open(file);
        TrainingSession training;
        TrainPage page(session, training);
        page.setConsentQuestion([](const QStringList&) { return true; });
        page.resize(1440, 844);
        page.show();
        QVERIFY(QTest::qWaitForWindowExposed(&page));
        page.form().edit("sample_every", 10);
        page.form().edit("report_every", 1);
        page.form().edit("save_every", 20);
        page.form().edit("batch_size", 4);

        QSignalSpy sampled(&training, &TrainingSession::sampled),
            saved(&training, &TrainingSession::checkpointSaved);
        StallMeter meter;
        page.start();
        QTRY_COMPARE_WITH_TIMEOUT(training.state(), RunState::Running, 120'000);
        QTRY_VERIFY_WITH_TIMEOUT(sampled.count() >= 3 && saved.count() >= 1, 240'000);
        QVERIFY(page.samples().shownStep() > 0);
        qInfo(
            "longest stall of the event loop while training: %.1f ms, longest own work %.1f ms (%zu ticks, "
            "%.2f %% "
            "of them later than 50 ms)",
            meter.longest(), meter.longestWork(), meter.ticks(), 100 * meter.shareLaterThan(50));
        QVERIFY2(meter.longestWork() < kMostWork, qPrintable(QString::number(meter.longestWork())));

        QElapsedTimer stopping;
        stopping.start();
        page.header().stop->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(training.state(), RunState::Stopped, 60'000);
        qInfo("stopped and saved in %.1f s", static_cast<double>(stopping.elapsed()) / 1000);
    }
};

QTEST_MAIN(TestStalls)
#include "tst_stalls.moc"
