#include <QSignalSpy>
#include <QTest>
#include <cmath>
#include <limits>

#include "ui/widgets/metric_plot.h"

using namespace visagist;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
const double kNaN = std::numeric_limits<double>::quiet_NaN();

MetricSeries seriesOf(const std::vector<double>& values) {
    MetricSeries series;
    for (std::size_t i = 0; i < values.size(); ++i) series.add(static_cast<std::int64_t>(i) + 1, values[i]);
    return series;
}

}  // namespace

class TestMetricPlot : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void valuesThatAreNoNumbersLeaveAFiniteAxis_data() {
        QTest::addColumn<std::vector<double>>("values");
        QTest::addColumn<bool>("logarithmic");
        const std::vector<double> mixed{1, kNaN, kInfinity, -kInfinity, 1e30, 0, 0.5, -3};
        const std::vector<double> none{kNaN, kNaN, kInfinity};
        for (const bool logarithmic : {false, true}) {
            const char* axis = logarithmic ? "log" : "linear";
            QTest::addRow("mixed, %s", axis) << mixed << logarithmic;
            QTest::addRow("no number at all, %s", axis) << none << logarithmic;
            QTest::addRow("zeros, %s", axis) << std::vector<double>(5, 0.0) << logarithmic;
            QTest::addRow("negative, %s", axis) << std::vector<double>{-1, -2} << logarithmic;
            QTest::addRow("one point, %s", axis) << std::vector<double>{3} << logarithmic;
            QTest::addRow("empty, %s", axis) << std::vector<double>{} << logarithmic;
            QTest::addRow("huge only, %s", axis) << std::vector<double>{1e300, 1e308} << logarithmic;
        }
    }
    void valuesThatAreNoNumbersLeaveAFiniteAxis() {
        QFETCH(std::vector<double>, values);
        QFETCH(bool, logarithmic);
        MetricPlot plot;
        plot.resize(600, 300);
        plot.setCurves({{"generator", QStringLiteral("Generator"), 0}});
        plot.setLogarithmic(logarithmic);
        plot.setSeries("generator", seriesOf(values));
        plot.show();
        QVERIFY(QTest::qWaitForWindowExposed(&plot));
        QVERIFY(!plot.picture().isNull());
        for (const double edge : {plot.lowerValue(), plot.upperValue(), plot.lowerStep(), plot.upperStep()})
            QVERIFY(std::isfinite(edge));
        QVERIFY(plot.lowerValue() < plot.upperValue());
        QVERIFY(plot.lowerStep() < plot.upperStep());
        if (logarithmic) QVERIFY(plot.lowerValue() > 0);
    }

    void aSpikeDoesNotPressTheCurveFlat() {
        std::vector<double> values(1000, 0.5);
        for (std::size_t i = 0; i < values.size(); ++i) values[i] += 0.1 * std::sin(static_cast<double>(i));
        values[500] = 1e30;
        MetricPlot plot;
        plot.setCurves({{"generator", {}, 0}});
        plot.setLogarithmic(false);
        plot.setSeries("generator", seriesOf(values));
        plot.redraw();
        QVERIFY(plot.upperValue() < 10);
    }

    void twoMillionPointsTakeBoundedMemoryAndFewDrawnPoints() {
        MetricPlot plot;
        plot.resize(800, 400);
        std::vector<MetricPlot::Curve> curves;
        for (int c = 0; c < 6; ++c) curves.push_back({"curve" + std::to_string(c), {}, c});
        plot.setCurves(curves);
        MetricSeries series;
        for (std::int64_t step = 1; step <= 2'000'000; ++step)
            series.add(step, step == 1'234'567 ? 50.0 : 1 + 0.1 * std::sin(static_cast<double>(step)));
        for (int c = 0; c < 6; ++c) plot.setSeries("curve" + std::to_string(c), series);
        plot.redraw();
        QVERIFY2(plot.memoryBytes() < 12u << 20, qPrintable(QString::number(plot.memoryBytes())));
        QVERIFY2(plot.drawnPoints() < 6 * 4 * 800, qPrintable(QString::number(plot.drawnPoints())));
        QCOMPARE(series.lastStep(), std::int64_t{2'000'000});
    }

    void aSpikeAndAGapSurviveTheThinning() {
        MetricSeries series;
        for (std::int64_t step = 1; step <= 1'000'000; ++step) {
            double value = 1;
            if (step == 400'000) value = 77;
            if (step == 600'000) value = kNaN;
            series.add(step, value);
        }
        double highest = 0;
        bool gap = false;
        for (const MetricSeries::Span& span : series.between(0, 1e6)) {
            if (span.count) highest = std::max(highest, span.high);
            gap |= span.gap;
        }
        QCOMPARE(highest, 77.0);
        QVERIFY(gap);
    }

    void theLastStepsAreKeptAsTheyAre() {
        MetricSeries series;
        for (std::int64_t step = 1; step <= 100'000; ++step) series.add(step, static_cast<double>(step));
        QCOMPARE(series.between(99'000, 100'000).size(), std::size_t{1002});  // and one on the left
        QCOMPARE(series.valueAt(99'500), 99'500.0);
    }

    void goingBackToACheckpointTakesAwayWhatCameAfter() {
        MetricSeries series;
        for (std::int64_t step = 1; step <= 1000; ++step) series.add(step, 1);
        series.add(500, 2);
        QCOMPARE(series.lastStep(), std::int64_t{500});
        QCOMPARE(series.valueAt(900), 2.0);
        QCOMPARE(series.valueAt(499), 1.0);
    }

    void aCurveStartsWithItsFirstValue() {
        MetricSeries series;
        series.add(100, 4);
        QVERIFY(std::isnan(series.valueAt(50)));
        QCOMPARE(series.valueAt(100), 4.0);
    }

    void appendingAThousandTimesRedrawsAFewTimes() {
        MetricPlot plot;
        plot.resize(400, 200);
        plot.setCurves({{"generator", {}, 0}});
        plot.show();
        QVERIFY(QTest::qWaitForWindowExposed(&plot));
        QTest::qWait(300);
        const int before = plot.redrawCount();
        for (int i = 1; i <= 1000; ++i) plot.append("generator", i, 1.0 / i);
        QTRY_VERIFY(plot.redrawCount() > before);
        QVERIFY(plot.redrawCount() <= before + 2);
    }
};

QTEST_MAIN(TestMetricPlot)
#include "tst_metric_plot.moc"
