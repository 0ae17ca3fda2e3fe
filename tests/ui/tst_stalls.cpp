#include <QAction>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "core/data/demo_project.h"
#include "ui/bridge/project_session.h"
#include "ui/bridge/stall_meter.h"
#include "ui/bridge/training_session.h"
#include "ui/pages/run_header.h"
#include "ui/pages/train_page.h"
#include "ui/widgets/options_form.h"
#include "ui/widgets/samples_panel.h"

using namespace visagist;

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
