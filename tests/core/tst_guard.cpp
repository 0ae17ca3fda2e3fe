#include <QTest>
#include <cmath>
#include <limits>

#include "core/train/guard.h"

using namespace visagist;

namespace {

using Metrics = std::map<std::string, double>;

/// Steps of reports of 10 until the guard says something; -1 where it never does within `most`.
std::int64_t stepsUntilTold(Guard& guard, const Metrics& metrics, std::int64_t most) {
    for (std::int64_t step = 10; step <= most; step += 10) {
        if (guard.look(metrics, 10)) return step;
    }
    return -1;
}

}  // namespace

class TestGuard : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aRunThatLearnsIsLeftAlone() {
        Guard guard;
        for (int i = 0; i < 2000; ++i) {
            const double wave = 1 + 0.5 * std::sin(i * 0.7);
            const Metrics metrics{{"reconstruction", wave * (0.3 + 3 * std::exp(-i / 100.0))},
                                  {"diversity", 0.8},
                                  {"discriminator", 1.2 * wave}};
            QVERIFY(!guard.look(metrics, 10));
        }
    }
    void aLossThatJumpsAndStaysIsTold() {
        Guard guard;
        QCOMPARE(stepsUntilTold(guard, {{"reconstruction", 0.2}}, 1000), std::int64_t{-1});
        QCOMPARE(stepsUntilTold(guard, {{"reconstruction", 15}}, 1000), std::int64_t{200});
        Guard spike;
        stepsUntilTold(spike, {{"reconstruction", 0.2}}, 1000);
        for (int i = 0; i < 50; ++i) {  // single bad reports are no jump
            QVERIFY(!spike.look({{"reconstruction", 15}}, 10));
            QVERIFY(!spike.look({{"reconstruction", 0.2}}, 10));
        }
    }
    void aLossThatIsNotANumberIsTold() {
        Guard guard;
        QCOMPARE(stepsUntilTold(guard, {{"reconstruction", std::numeric_limits<double>::quiet_NaN()}}, 1000),
                 std::int64_t{200});
    }
    void facesThatAreAllAlikeAreTold() {
        Guard guard;
        stepsUntilTold(guard, {{"diversity", 0.7}}, 500);
        const auto step = stepsUntilTold(guard, {{"diversity", 0.01}}, 1000);
        QCOMPARE(step, std::int64_t{200});
    }
    void aDiscriminatorThatWinsIsTold() {
        Guard guard;
        QCOMPARE(stepsUntilTold(guard, {{"discriminator", 0.7}}, 500), std::int64_t{-1});
        QCOMPARE(stepsUntilTold(guard, {{"discriminator", 0.001}}, 500), std::int64_t{200});
    }
    void anotherStageBeginsAnew() {
        Guard guard;
        stepsUntilTold(guard, {{"reconstruction", 0.2}}, 1000);
        guard.forget();
        QCOMPARE(stepsUntilTold(guard, {{"reconstruction", 2}}, 1000), std::int64_t{-1});
    }
};

QTEST_APPLESS_MAIN(TestGuard)
#include "tst_guard.moc"
