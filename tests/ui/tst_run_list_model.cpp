#include <QAbstractItemModelTester>
#include <QTest>

#include "ui/models/run_history_model.h"
#include "ui/models/run_list_model.h"
#include "ui/models/two_line_delegate.h"

using namespace visagist;

namespace {

std::vector<Run> two() {
    std::vector<Run> list(2);
    list[0].id = 2;
    list[0].name = "Sketch 64, run 2";
    list[1].id = 1;
    list[1].name = "Sketch 64, run 1";
    list[1].end = RunEnd::Completed;
    return list;
}

}  // namespace

class TestRunListModel : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void itIsAProperModel() {
        RunListModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setRuns(two());
        model.setActive(2, RunState::Running, 10);
        model.setRuns({});
        QCOMPARE(model.rowCount(), 0);
    }

    void aRunWhoseProcessDiedIsInterruptedNotRunning() {
        RunListModel model;
        model.setRuns(two());
        const auto stateOf = [&](int row) {
            return model.index(row).data(TwoLineDelegate::SecondLineRole).toString();
        };
        QCOMPARE(stateOf(0), QStringLiteral("Interrupted"));
        QCOMPARE(stateOf(1), QStringLiteral("Done"));
        model.setActive(2, RunState::Paused, 10);
        QCOMPARE(stateOf(0), QStringLiteral("Paused"));
        model.setActive({}, RunState::Idle, 0);
        QCOMPARE(stateOf(0), QStringLiteral("Interrupted"));
    }

    void theHistoryIsNewestFirstInWords() {
        RunHistoryModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        Event saved;
        saved.step = 1000;
        saved.time = 20;
        saved.kind = Event::Kind::Checkpoint;
        saved.message = {"Checkpoint %1 saved.", {"1000"}};
        OptionChange change;
        change.step = 500;
        change.time = 10;
        change.key = "learning_rate";
        change.before = "0.0002";
        change.after = "0.0001";
        model.setHistory({saved}, {change});
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.index(0, 0).data().toString(), QStringLiteral("Checkpoint 1000 saved."));
        QCOMPARE(model.index(1, 0).data().toString(), QStringLiteral("Learning rate 2e-4 → 1e-4"));
        QCOMPARE(model.rowOfStep(500), model.index(1, 0));
        QVERIFY(!model.rowOfStep(7).isValid());
        QCOMPARE(RunHistoryModel::marks({saved}, {change}).size(), std::size_t{2});
    }
};

QTEST_MAIN(TestRunListModel)
#include "tst_run_list_model.moc"
