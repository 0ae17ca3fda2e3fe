#include <QTest>
#include <algorithm>

#include "core/data/demo_faces.h"
#include "core/metrics/likeness.h"
#include "tests/support/error_of.h"

using namespace visagist;

namespace {

constexpr int kPeople = 5;

Image picture(const std::vector<double>& shares, std::uint64_t content) {
    std::vector<DemoIdentity> people;
    for (int person = 0; person < kPeople; ++person) people.push_back(demoPerson(person));
    return renderDemoFace(mixDemoPeople(people, shares), randomDemoContent(content), 64).image;
}

Image pictureOf(int person, std::uint64_t content) {
    std::vector<double> shares(kPeople);
    shares[static_cast<std::size_t>(person)] = 1;
    return picture(shares, content);
}

std::vector<LabelledFace> photographs(int each) {
    std::vector<LabelledFace> faces;
    for (int i = 0; i < each; ++i) {
        for (int person = 0; person < kPeople; ++person)
            faces.push_back({pictureOf(person, static_cast<std::uint64_t>(i * kPeople + person)), person});
    }
    return faces;
}

LikenessRequest shortly(int passes) {
    return {.people = kPeople, .passes = passes, .batch = 32, .device = Device::Cpu};
}

}  // namespace

class TestLikeness : public QObject {
    Q_OBJECT
private:
    std::unique_ptr<LikenessJudge> m_judge;

private Q_SLOTS:
    void initTestCase() { m_judge = LikenessJudge::trained(photographs(16), shortly(60)); }

    void picturesThatItNeverSawAreTakenForTheirPerson() {
        int right = 0;
        for (int i = 0; i < 50; ++i) {
            const int person = i % kPeople;
            const auto face = pictureOf(person, static_cast<std::uint64_t>(1000 + i));
            right += nearestPeople(m_judge->similarities(face), 1)[0] == person;
        }
        QVERIFY2(right >= 45, qPrintable(QString::number(right)));
    }
    void trueHalfMixesLieNearestToTheirTwoPeopleMoreOftenThanByChance() {
        int right = 0, fusions = 0;
        for (int a = 0; a < kPeople; ++a) {
            for (int b = a + 1; b < kPeople; ++b) {
                std::vector<double> shares(kPeople);
                shares[static_cast<std::size_t>(a)] = shares[static_cast<std::size_t>(b)] = 0.5;
                for (int content = 0; content < 3; ++content, ++fusions) {
                    const Image face = picture(shares, static_cast<std::uint64_t>(2000 + fusions));
                    auto nearest = nearestPeople(m_judge->similarities(face), 2);
                    std::ranges::sort(nearest);
                    right += nearest == std::vector{a, b};
                }
            }
        }
        // By chance 3 of 30.
        QVERIFY2(right >= 8, qPrintable(QString::number(right)));
    }
    void theSameFacesAndSeedGiveTheSameJudge() {
        const auto faces = photographs(3);
        const Image face = pictureOf(2, 77);
        const auto first = LikenessJudge::trained(faces, shortly(5))->similarities(face);
        QCOMPARE(LikenessJudge::trained(faces, shortly(5))->similarities(face), first);
        LikenessRequest other = shortly(5);
        other.seed = 2;
        QVERIFY(LikenessJudge::trained(faces, other)->similarities(face) != first);
    }
    void facesOfAnySizeAreJudged() {
        const Image small = pictureOf(1, 5);
        QCOMPARE(m_judge->similarities(small).size(), std::size_t{kPeople});
        const Image large = renderDemoFace(demoPerson(1), randomDemoContent(5), 200).image;
        QCOMPARE(nearestPeople(m_judge->similarities(large), 1)[0], 1);
    }
    void whoCannotBeToldApartIsRefused() {
        auto faces = photographs(1);
        const auto refused = [&](const LikenessRequest& request) {
            VISAGIST_VERIFY_ERROR(ErrorCode::InvalidArgument, LikenessJudge::trained(faces, request));
        };
        refused({.people = 1});
        refused({.people = kPeople + 1});
        faces.back().person = kPeople;
        refused(shortly(1));
        faces.back() = {Image(8, 8, 1), 0};
        refused(shortly(1));
    }
    void trainingCanBeStopped() {
        std::stop_source stop;
        int done = 0;
        const auto stopAtThree = [&](int step, int total) {
            QCOMPARE(total, 100);
            done = step;
            if (step == 3) stop.request_stop();
        };
        VISAGIST_VERIFY_ERROR(ErrorCode::Cancelled, LikenessJudge::trained(photographs(32), shortly(20),
                                                                           stop.get_token(), stopAtThree));
        QCOMPARE(done, 3);
    }
    void nearestComeFirstAndTheFirstOfEquals() {
        const std::vector<double> likeness{0.1, 0.7, -0.2, 0.7};
        QCOMPARE(nearestPeople(likeness, 3), (std::vector{1, 3, 0}));
        QCOMPARE(nearestPeople(likeness, 9).size(), std::size_t{4});
    }
};

QTEST_GUILESS_MAIN(TestLikeness)
#include "tst_likeness.moc"
