#include <QTest>
#include <algorithm>
#include <set>

#include "core/curate/face_clusters.h"
#include "core/data/seeded_random.h"
#include "tests/support/error_of.h"

using namespace visagist;

namespace {

/// A face of `person`, `spread` from its mean; people are about 1 apart.
Embedding face(int person, std::uint64_t seed, double spread = 0.2) {
    SeededRandom who(mixedSeed(1, static_cast<std::uint64_t>(person))), random(mixedSeed(2, seed));
    Embedding result{};
    for (float& value : result)
        value = static_cast<float>(0.0625 * who.normal() + spread / std::sqrt(128.0) * random.normal());
    return result;
}

}  // namespace

class TestFaceClusters : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void peopleAreClustersLargestFirst() {
        std::vector<Embedding> faces;
        for (std::uint64_t i = 0; i < 5; ++i) faces.push_back(face(1, i));
        for (std::uint64_t i = 5; i < 25; ++i) faces.push_back(face(2, i));
        for (std::uint64_t i = 25; i < 35; ++i) faces.push_back(face(3, i));
        const std::vector<int> clusters = clustersOf(faces);
        for (std::size_t i = 0; i < faces.size(); ++i) QCOMPARE(clusters[i], i < 5 ? 2 : i < 25 ? 0 : 1);
        QCOMPARE(clustersOf(faces, {.threads = 1}), clusters);
    }
    void aPersonOfManyFacesIsOneClusterDespiteFewLinks() {
        std::vector<Embedding> faces;
        for (std::uint64_t i = 0; i < 600; ++i) faces.push_back(face(1, i, 0.3));
        const std::vector<int> clusters = clustersOf(faces, {.neighbours = 8});
        QCOMPARE(std::ranges::count(clusters, 0), std::ptrdiff_t{600});
    }
    void strangersStayAlone() {
        std::vector<Embedding> faces;
        for (int i = 0; i < 12; ++i) faces.push_back(face(i, static_cast<std::uint64_t>(i)));
        const std::vector<int> clusters = clustersOf(faces);
        QCOMPARE(std::set<int>(clusters.begin(), clusters.end()).size(), 12u);
        QVERIFY(clustersOf({}).empty());
        QCOMPARE(clustersOf(std::vector<Embedding>(1)), std::vector<int>{0});
    }
    void distancesAndMeansAreThoseOfTheNumbers() {
        const Embedding a = face(1, 1), b = face(2, 2);
        QVERIFY(std::abs(std::sqrt(double(squaredDistance(a, b))) - distanceBetween(a, b)) < 1e-5);
        const Embedding mean = meanEmbedding(std::vector{a, b, a}, {true, true, false});
        for (std::size_t k = 0; k < mean.size(); ++k) QVERIFY(std::abs(mean[k] - (a[k] + b[k]) / 2) < 1e-6f);
    }
    void aStopEndsIt() {
        std::stop_source stop;
        stop.request_stop();
        VISAGIST_VERIFY_ERROR(ErrorCode::Cancelled,
                              clustersOf(std::vector<Embedding>(4), {}, stop.get_token()));
    }
};

QTEST_APPLESS_MAIN(TestFaceClusters)
#include "tst_face_clusters.moc"
