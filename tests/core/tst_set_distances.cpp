#include <QTest>
#include <cmath>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

#include "core/base/error.h"
#include "core/data/seeded_random.h"
#include "core/metrics/frechet_distance.h"
#include "core/metrics/kernel_distance.h"
#include "tests/support/error_of.h"
#include "tests/support/test_data.h"

using namespace visagist;

namespace {

FeatureRows storedRows(const std::string& name, int columns) {
    std::ifstream file(test::referenceData() / "fid" / ("fid_" + name + ".f64"), std::ios::binary);
    const std::string bytes(std::istreambuf_iterator<char>(file), {});
    FeatureRows rows{columns, std::vector<double>(bytes.size() / sizeof(double))};
    std::memcpy(rows.values.data(), bytes.data(), bytes.size());
    return rows;
}

FeatureRows normalRows(int count, int columns, std::uint64_t seed, double shift = 0) {
    SeededRandom random(seed);
    FeatureRows rows{columns, {}};
    for (int i = 0; i < count * columns; ++i) rows.values.push_back(random.normal() + shift);
    return rows;
}

FeatureRows constantRows(int count, int columns, double value) {
    return {columns, std::vector<double>(static_cast<std::size_t>(count * columns), value)};
}

}  // namespace

class TestSetDistances : public QObject {
    Q_OBJECT

    nlohmann::json m_reference;

private Q_SLOTS:
    void initTestCase() {
        std::ifstream file(test::referenceData() / "fid" / "fid.json");
        m_reference = nlohmann::json::parse(file);
    }

    void distancesAreThoseOfScipyAlsoWhereACovarianceIsSingular() {
        for (const auto& row : m_reference["cases"]) {
            const auto rows = [&](int side) {
                const std::string name = row["sets"][static_cast<std::size_t>(side)];
                return storedRows(name, m_reference["sets"][name]["columns"]);
            };
            const FeatureRows a = rows(0), b = rows(1);
            const double distance = frechetDistance(a, b);
            QVERIFY(std::abs(distance - row["exact"].get<double>()) < 1e-8 * (1 + std::abs(distance)));
            QVERIFY(std::abs(distance - row["scipy"].get<double>()) < 1e-4);
            const double kid = row["kid"];
            QVERIFY(std::abs(wholeKernelDistance(a, b) - kid) < 1e-10 * (1 + std::abs(kid)));
        }
    }

    void aSetAgainstItselfIsNought() {
        for (const int count : {2, 10, 100}) {  // fewer and more rows than columns
            const FeatureRows rows = normalRows(count, 48, 3);
            QVERIFY(std::abs(frechetDistance(rows, rows)) < 1e-6);
        }
    }

    void theDistanceIsTheSameBothWays() {
        const FeatureRows few = normalRows(20, 32, 5), many = normalRows(300, 32, 6, 0.4);
        QVERIFY(std::abs(frechetDistance(few, many) - frechetDistance(many, few)) < 1e-9);
    }

    void shiftedSetsAreApartByTheSquareOfTheShift() {
        const FeatureRows rows = normalRows(200, 16, 7);
        FeatureRows shifted = rows;
        for (double& value : shifted.values) value += 0.5;
        QVERIFY(std::abs(frechetDistance(rows, shifted) - 16 * 0.25) < 1e-9);
    }

    void constantPicturesHaveADistanceToo() {
        const FeatureRows constant = constantRows(10, 8, 0.25), spread = normalRows(500, 8, 9);
        QVERIFY(std::abs(frechetDistance(constant, constant)) < 1e-12);
        const double distance = frechetDistance(constant, spread);
        QVERIFY(std::isfinite(distance) && distance > 0);
    }

    void oneOrNoPictureIsRefused() {
        for (const int count : {0, 1}) {
            const auto error =
                test::errorOf([&] { frechetDistance(normalRows(count, 8, 1), normalRows(9, 8, 2)); });
            QVERIFY(error && error->code() == ErrorCode::InvalidArgument);
            QVERIFY(QString::fromStdString(error->what()).contains(QString::number(count)));
            QVERIFY(test::errorOf([&] { kernelDistance(normalRows(9, 8, 1), normalRows(count, 8, 2)); }));
        }
    }

    void featuresOfOtherNetworksOrNoNumbersAreRefused() {
        QVERIFY(test::errorOf([] { frechetDistance(normalRows(9, 8, 1), normalRows(9, 16, 2)); }));
        FeatureRows damaged = normalRows(9, 8, 1);
        damaged.values[13] = std::numeric_limits<double>::quiet_NaN();
        QVERIFY(test::errorOf([&] { frechetDistance(damaged, normalRows(9, 8, 2)); }));
        damaged.values[13] = std::numeric_limits<double>::infinity();
        QVERIFY(test::errorOf([&] { kernelDistance(damaged, normalRows(9, 8, 2)); }));
    }

    void subsetsAreDrawnBySeedAndAverageToTheWhole() {
        const FeatureRows a = normalRows(400, 16, 11), b = normalRows(400, 16, 12, 0.3);
        const KernelDistanceRequest request{.subsets = 50, .subsetSize = 200, .seed = 4};
        const KernelDistance first = kernelDistance(a, b, request), again = kernelDistance(a, b, request);
        QCOMPARE(first.mean, again.mean);
        QCOMPARE(first.deviation, again.deviation);
        QVERIFY(first.deviation > 0);
        QVERIFY(std::abs(first.mean - wholeKernelDistance(a, b)) < 3 * first.deviation);
        KernelDistanceRequest other = request;
        other.seed = 5;
        QVERIFY(kernelDistance(a, b, other).mean != first.mean);
    }

    void aSubsetOfTheWholeSetIsTheWholeDistance() {
        const FeatureRows a = normalRows(60, 16, 13), b = normalRows(60, 16, 14, 0.2);
        const KernelDistance all = kernelDistance(a, b, {.subsets = 3, .subsetSize = 1000});
        QVERIFY(std::abs(all.mean - wholeKernelDistance(a, b)) < 1e-10);
        QVERIFY(all.deviation < 1e-10);
        QVERIFY(test::errorOf([&] { kernelDistance(a, b, {.subsets = 0}); }));
        QVERIFY(test::errorOf([&] { kernelDistance(a, b, {.subsets = 1, .subsetSize = 1}); }));
    }
};

QTEST_GUILESS_MAIN(TestSetDistances)
#include "tst_set_distances.moc"
