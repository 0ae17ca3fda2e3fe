#include <QTest>
#include <cmath>

#include "core/model/device_report.h"
#include "core/train/rate_finder.h"
#include "tests/support/error_of.h"
#include "tests/support/training.h"

using namespace visagist;

class TestRateFinder : public QObject {
    Q_OBJECT
    test::DemoProjects m_projects;

private Q_SLOTS:
    void initTestCase() { setComputeThreads(1); }

    void theSteepestFallIsFound() {
        std::vector<RateTrial> trials;
        for (int i = 0; i < 60; ++i) {  // flat, a fall around 1e-3, then up and away
            const double power = -6 + i / 12.0;
            const double fall = 1 / (1 + std::exp(6 * (power + 3)));
            trials.push_back({std::pow(10, power), fall + (power > -2 ? 5 * (power + 2) : 0)});
        }
        const auto rate = steepestRate(trials);
        QVERIFY(rate);
        QVERIFY2(*rate > 5e-4 && *rate < 2e-3, qPrintable(QString::number(*rate)));
    }
    void lossesThatOnlyRiseSuggestNothing() {
        std::vector<RateTrial> trials;
        for (int i = 0; i < 20; ++i) trials.push_back({1e-6 * (i + 1), 1.0 + i});
        QVERIFY(!steepestRate(trials));
        QVERIFY(!steepestRate({}));
    }
    void aRealNetworkGetsARateBetweenNothingAndTooMuch() {
        const auto project = m_projects.make();
        Recipe recipe = test::tinyRecipe(1);
        recipe.data.batchSize = 4;
        int last = 0;
        const RateAdvice advice = findLearningRate(project, recipe, {}, {}, [&](int done, int all) {
            last = done;
            QCOMPARE(all, 100);
        });
        QVERIFY(advice.trials.size() > 20);
        QCOMPARE(static_cast<std::size_t>(last), advice.trials.size());
        for (std::size_t i = 1; i < advice.trials.size(); ++i)
            QVERIFY(advice.trials[i].rate > advice.trials[i - 1].rate);
        QVERIFY2(advice.suggested > 1e-5 && advice.suggested < 0.1,
                 qPrintable(QString::number(advice.suggested)));
        // Nothing was stored: no run, no data set, no checkpoint.
        QVERIFY(runs(Project::open(project, Access::ReadOnly).database()).empty());
        QVERIFY(!std::filesystem::exists(test::checkpointsOf(project)));
        // The same again gives the same.
        QCOMPARE(findLearningRate(project, recipe).suggested, advice.suggested);
    }
    void aStopIsObeyed() {
        std::stop_source stop;
        stop.request_stop();
        const auto error = test::errorOf(
            [&] { findLearningRate(m_projects.make(), test::tinyRecipe(1), {}, stop.get_token()); });
        QVERIFY(error && error->code() == ErrorCode::Cancelled);
    }
};

QTEST_APPLESS_MAIN(TestRateFinder)
#include "tst_rate_finder.moc"
