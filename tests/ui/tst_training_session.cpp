#include <QSignalSpy>
#include <QTest>

#include "tests/support/fake_trainer.h"
#include "ui/bridge/training_session.h"

using namespace visagist;
using visagist::test::FakeTrainer;

namespace {

std::unique_ptr<FakeTrainer> trainer(std::int64_t steps = 1'000'000'000, std::int64_t failAt = 0) {
    auto made = std::make_unique<FakeTrainer>();
    made->steps = steps;
    made->failAt = failAt;
    return made;
}

}  // namespace

class TestTrainingSession : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aStartedRunTellsItsProgress() {
        TrainingSession session;
        QCOMPARE(session.state(), RunState::Idle);
        QSignalSpy progressed(&session, &TrainingSession::progressed),
            started(&session, &TrainingSession::started);
        session.start(trainer());
        QCOMPARE(session.state(), RunState::Starting);
        QVERIFY(progressed.wait());
        QCOMPARE(started.count(), 1);
        QCOMPARE(session.state(), RunState::Running);
        QCOMPARE(session.run()->people.size(), std::size_t{2});
        QVERIFY(session.progress().step > 0);
    }

    void stopIsShownAtOnceAndEndsTheRun() {
        TrainingSession session;
        QSignalSpy finished(&session, &TrainingSession::finished),
            progressed(&session, &TrainingSession::progressed);
        session.start(trainer());
        QVERIFY(progressed.wait());
        session.requestStop();
        QCOMPARE(session.state(), RunState::Stopping);
        QVERIFY(finished.wait());
        QCOMPARE(session.state(), RunState::Stopped);
        QCOMPARE(finished[0][0].value<RunOutcome>().end, RunState::Stopped);
    }

    void nothingComesBackFromStoppingButTheEnd() {
        TrainingSession session;
        QSignalSpy progressed(&session, &TrainingSession::progressed),
            finished(&session, &TrainingSession::finished);
        session.start(trainer());
        QVERIFY(progressed.wait());
        session.requestStop();
        QList<RunState> states;
        connect(&session, &TrainingSession::stateChanged, this, [&](RunState state) { states << state; });
        QVERIFY(finished.wait());
        QCOMPARE(states, QList<RunState>{RunState::Stopped});
    }

    void aRunCanBeStartedAndStoppedTenTimes() {
        TrainingSession session;
        QSignalSpy finished(&session, &TrainingSession::finished);
        for (int i = 1; i <= 10; ++i) {
            QVERIFY(canStart(session.state()));
            session.start(trainer());
            session.requestStop();
            QVERIFY(finished.count() == i || finished.wait());
            QCOMPARE(finished.count(), i);
            QCOMPARE(session.state(), RunState::Stopped);
        }
    }

    void theNaturalEndIsCompleted() {
        TrainingSession session;
        QSignalSpy finished(&session, &TrainingSession::finished);
        session.start(trainer(5));
        QVERIFY(finished.wait());
        QCOMPARE(session.state(), RunState::Completed);
        QCOMPARE(session.progress().step, std::int64_t{5});
    }

    void aFailureIsToldInWords() {
        TrainingSession session;
        QSignalSpy finished(&session, &TrainingSession::finished);
        session.start(trainer(100, 1));
        QVERIFY(finished.wait());
        const auto outcome = finished[0][0].value<RunOutcome>();
        QCOMPARE(outcome.end, RunState::Failed);
        QCOMPARE(outcome.message.english(), std::string("The memory is used up at step 1."));
        QVERIFY(canStart(session.state()));
    }

    void pauseHoldsAndResumeGoesOn() {
        TrainingSession session;
        QSignalSpy progressed(&session, &TrainingSession::progressed);
        session.start(trainer());
        QVERIFY(progressed.wait());
        session.pause();
        QTRY_COMPARE(session.state(), RunState::Paused);
        const std::int64_t held = session.progress().step;
        QTest::qWait(250);
        QCOMPARE(session.progress().step, held);
        session.resume();
        QTRY_COMPARE(session.state(), RunState::Running);
        QTRY_VERIFY(session.progress().step > held);
    }

    void aPausedRunCanBeStopped() {
        TrainingSession session;
        QSignalSpy finished(&session, &TrainingSession::finished);
        session.start(trainer());
        QTRY_COMPARE(session.state(), RunState::Running);
        session.pause();
        QTRY_COMPARE(session.state(), RunState::Paused);
        session.requestStop();
        QVERIFY(finished.wait());
        QCOMPARE(session.state(), RunState::Stopped);
    }

    void savesAndChangesReachTheTrainer() {
        TrainingSession session;
        QSignalSpy saved(&session, &TrainingSession::checkpointSaved),
            changed(&session, &TrainingSession::optionChanged);
        session.start(trainer());
        QTRY_COMPARE(session.state(), RunState::Running);
        session.saveNow();
        session.changeOption("learning_rate", "1e-4");
        QTRY_COMPARE(saved.count(), 1);
        QTRY_COMPARE(changed.count(), 1);
        QCOMPARE(changed[0][0].value<OptionChanged>().after, std::string("1e-4"));
    }

    void aSecondStartWhileRunningIsPassedOver() {
        TrainingSession session;
        QSignalSpy started(&session, &TrainingSession::started);
        session.start(trainer());
        session.start(trainer());
        QTRY_COMPARE(session.state(), RunState::Running);
        QTest::qWait(150);
        QCOMPARE(started.count(), 1);
    }

    void destroyedWhileRunningItStopsAndJoins() {
        auto session = std::make_unique<TrainingSession>();
        session->start(trainer());
        QTRY_COMPARE(session->state(), RunState::Running);
        session.reset();  // would end the program, or hang until the test's time limit, if the thread went on
    }
};

QTEST_GUILESS_MAIN(TestTrainingSession)
#include "tst_training_session.moc"
