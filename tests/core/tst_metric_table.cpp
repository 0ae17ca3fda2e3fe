#include <QTest>
#include <cmath>
#include <limits>

#include "core/store/metric_table.h"
#include "tests/support/error_of.h"
#include "tests/support/store_fixture.h"

using namespace visagist;

class TestMetricTable : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void pointsComeByNameInOrderOfSteps() {
        test::StoreFixture store;
        const auto run = store.addRun();
        for (const int step : {20, 10, 30})
            insertMetrics(store.database(), run, step, {{"generator", step / 3.0}, {"validation", 1}});
        QCOMPARE(metricNames(store.database(), run), (std::vector<std::string>{"generator", "validation"}));
        QVERIFY(metricNames(store.database(), run + 1).empty());
        const auto points = metric(store.database(), run, "generator");
        QCOMPARE(points.size(), std::size_t{3});
        QCOMPARE(points[0].step, std::int64_t{10});
        QCOMPARE(points[2].value, 10.0);
        QCOMPARE(metric(store.database(), run, "generator", 10).size(), std::size_t{2});
    }
    void whatIsNotFiniteIsAGap() {
        test::StoreFixture store;
        const auto run = store.addRun();
        const double infinity = std::numeric_limits<double>::infinity();
        const std::vector<double> values{1, std::nan(""), infinity, -infinity, 1e30, 0};
        for (std::size_t i = 0; i < values.size(); ++i)
            insertMetrics(store.database(), run, static_cast<std::int64_t>(i), {{"generator", values[i]}});
        const auto points = metric(store.database(), run, "generator");
        QCOMPARE(points.size(), values.size());
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (std::isfinite(values[i])) QCOMPARE(points[i].value, values[i]);
            if (!std::isfinite(values[i])) QVERIFY(std::isnan(points[i].value));
        }
    }
    void aResumedRunWritesItsStepsAnew() {
        test::StoreFixture store;
        const auto run = store.addRun(), other = store.addRun();
        for (const int step : {10, 20, 30}) {
            for (const auto one : {run, other}) {
                insertMetrics(store.database(), one, step, {{"generator", 1}});
                insertSample(store.database(), one, step, {});
            }
        }
        removeMetricsAfter(store.database(), run, 10);
        removeSamplesAfter(store.database(), run, 10);
        insertMetrics(store.database(), run, 10, {{"generator", 2}});
        const auto points = metric(store.database(), run, "generator");
        QCOMPARE(points.size(), std::size_t{1});
        QCOMPARE(points[0].value, 2.0);
        QCOMPARE(samples(store.database(), run).size(), std::size_t{1});
        QCOMPARE(metric(store.database(), other, "generator").size(), std::size_t{3});
        QCOMPARE(samples(store.database(), other).size(), std::size_t{3});
    }
    void samplesThinOutEvenly() {
        test::StoreFixture store;
        const auto run = store.addRun();
        for (int step = 0; step <= 1000; step += 10) {
            const auto byte = static_cast<std::uint8_t>(step / 10);
            insertSample(store.database(), run, step, std::vector<std::uint8_t>{byte}, 12);
        }
        const auto kept = samples(store.database(), run);
        QCOMPARE(kept.size(), std::size_t{12});
        QCOMPARE(kept.front().step, std::int64_t{0});
        QCOMPARE(kept.back().step, std::int64_t{1000});
        for (std::size_t i = 1; i < kept.size(); ++i) QVERIFY(kept[i].step - kept[i - 1].step <= 200);
        QCOMPARE(samplePng(store.database(), run, 1000), (std::vector<std::uint8_t>{100}));
        VISAGIST_VERIFY_ERROR(ErrorCode::NotFound, samplePng(store.database(), run, 5));
    }
    void aSampleOfTheSameStepIsReplaced() {
        test::StoreFixture store;
        const auto run = store.addRun();
        insertSample(store.database(), run, 1, std::vector<std::uint8_t>{1});
        insertSample(store.database(), run, 1, std::vector<std::uint8_t>{2});
        QCOMPARE(samplePng(store.database(), run, 1), (std::vector<std::uint8_t>{2}));
        QCOMPARE(samples(store.database(), run).size(), std::size_t{1});
    }
};

QTEST_APPLESS_MAIN(TestMetricTable)
#include "tst_metric_table.moc"
