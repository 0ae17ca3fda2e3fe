#include <QTest>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/train/schedule.h"
#include "tests/support/test_data.h"

using namespace visagist;

namespace {

TrainOptions options(std::int64_t steps, double minutes = 0) {
    TrainOptions result;
    result.steps = steps;
    result.minutes = minutes;
    return result;
}

}  // namespace

class TestSchedule : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cosineWithWarmUpIsPyTorchs() {
        std::ifstream file(test::referenceData() / "optim.json");
        const auto wanted = nlohmann::json::parse(file)["cosine"];
        OptimOptions optim;
        optim.learningRate = wanted["base"].get<double>();
        optim.warmupSteps = wanted["warmup"].get<int>();
        optim.finalShare = 0;
        const auto total = wanted["total"].get<std::int64_t>();
        for (std::int64_t step = 0; step <= total; ++step) {
            const double rate =
                learningRateAt(optim, step, static_cast<double>(step) / static_cast<double>(total), total);
            const double difference = rate - wanted["lr"][static_cast<std::size_t>(step)].get<double>();
            QVERIFY2(std::abs(difference) <= 1e-18,
                     qPrintable(QString("step %1: %2 off").arg(step).arg(difference)));
        }
    }
    void linearDecayFallsEvenlyToItsFinalShare() {
        OptimOptions optim;
        optim.decay = Decay::Linear;
        optim.decayFrom = 0.5;
        QCOMPARE(learningRateAt(optim, 100, 0.1, 1000), 2e-4);
        QCOMPARE(learningRateAt(optim, 500, 0.5, 1000), 2e-4);
        QCOMPARE(learningRateAt(optim, 750, 0.75, 1000), 2e-4 * 0.55);
        QCOMPARE(learningRateAt(optim, 1000, 1, 1000), 2e-5);
    }
    void aConstantRateStaysAfterItsWarmUp() {
        OptimOptions optim;
        optim.decay = Decay::Constant;
        optim.warmupSteps = 4;
        QCOMPARE(learningRateAt(optim, 0, 0, 1000), 5e-5);
        QCOMPARE(learningRateAt(optim, 3, 0.003, 1000), 2e-4);
        for (const double fraction : {0.004, 0.5, 1.0})
            QCOMPARE(learningRateAt(optim, 4, fraction, 1000), 2e-4);
    }
    void decayThatBeginsAtTheEndNeverBegins() {
        OptimOptions optim;
        optim.decayFrom = 1;
        QCOMPARE(learningRateAt(optim, 1000, 1, 1000), 2e-4);
    }
    void aWarmUpLongerThanTheRunOnlyRises() {
        OptimOptions optim;
        optim.warmupSteps = 5000;
        double before = 0;
        for (std::int64_t step = 0; step < 1000; ++step) {
            const double rate = learningRateAt(optim, step, static_cast<double>(step) / 1000, 1000);
            QVERIFY(rate > before && rate < 2e-4);
            before = rate;
        }
    }
    void stagesComeAtTheirShares() {
        const TrainOptions half = options(10000);
        QVERIFY(stageAt(half, 0) == Stage::Shape);
        QVERIFY(stageAt(half, 0.1999) == Stage::Shape);
        QVERIFY(stageAt(half, 0.2) == Stage::Mix);
        QVERIFY(stageAt(half, 0.6999) == Stage::Mix);
        QVERIFY(stageAt(half, 0.7) == Stage::Detail);
        QVERIFY(stageAt(half, 1) == Stage::Detail);
    }
    void withoutALimitTheRunGoesBySteps() {
        QCOMPARE(runFraction(options(10000), 2500, 1e6), 0.25);
        QCOMPARE(runFraction(options(10000), 20000, 0), 1.0);
    }
    void underATimeLimitItGoesByTheClock() {
        const TrainOptions five = options(1'000'000, 5);
        QCOMPARE(runFraction(five, 10, 150), 0.5);
        QCOMPARE(runFraction(five, 10, 301), 1.0);
        QCOMPARE(runFraction(options(1000, 5), 900, 30), 0.9);  // whichever is further
        OptimOptions optim;
        optim.decay = Decay::Linear;
        optim.finalShare = 0;
        QCOMPARE(learningRateAt(optim, 10, runFraction(five, 10, 150), plannedSteps(five)), 1e-4);
    }
    void aTrialIsPlannedAsAThousandSteps() {
        QCOMPARE(plannedSteps(options(20)), std::int64_t{1000});
        QCOMPARE(plannedSteps(options(2000)), std::int64_t{2000});
        QCOMPARE(runFraction(options(20), 20, 0), runFraction(options(40), 20, 0));
    }
    void restartsLetTheRateFallSeveralTimes() {
        OptimOptions optim;
        optim.decay = Decay::Cosine;
        optim.restarts = 1;
        const auto rate = [&](double fraction) {
            return learningRateAt(optim, static_cast<std::int64_t>(fraction * 1000), fraction, 1000);
        };
        QCOMPARE(rate(0), 2e-4);
        QCOMPARE(rate(0.25), 2e-4 * 0.55);
        QVERIFY(rate(0.499) < 2.1e-5);
        QCOMPARE(rate(0.5), 2e-4);  // and up again
        QCOMPARE(rate(0.75), 2e-4 * 0.55);
        QCOMPARE(rate(1), 2e-5);
    }
};

QTEST_APPLESS_MAIN(TestSchedule)
#include "tst_schedule.moc"
