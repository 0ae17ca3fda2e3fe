#include <QTest>

#include "core/curate/duplicate_search.h"
#include "core/curate/scene_search.h"
#include "core/data/demo_faces.h"
#include "core/data/seeded_random.h"
#include "core/image/resize.h"
#include "tests/support/error_of.h"

using namespace visagist;

namespace {

Image face(std::uint64_t seed) {
    return renderDemoFace(randomDemoPerson(seed % 7), randomDemoContent(mixedSeed(6, seed)), 64).image;
}

}  // namespace

class TestDuplicateSearch : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void copiesAmongOthersAreGrouped() {
        std::vector<PictureLook> looks;
        for (std::uint64_t seed = 1; seed <= 60; ++seed) looks.push_back(lookOf(face(seed)));
        looks.push_back(lookOf(resized(face(3), 48, 48)));                           // 60
        looks.push_back(lookOf(warped(face(3), {0.97, 0, 1, 0, 0.97, 1}, 64, 64)));  // 61
        looks.push_back(lookOf(face(10)));                                           // 62
        const auto groups = findCopies(looks, {.threads = 2});
        QCOMPARE(groups, (std::vector<std::vector<std::size_t>>{{2, 60, 61}, {9, 62}}));
        QCOMPARE(findCopies(looks, {.threads = 1}), groups);
    }
    void manyEqualPicturesAreOneGroup() {
        const std::vector<PictureLook> looks(3000, lookOf(face(1)));
        const auto groups = findCopies(looks);
        QCOMPARE(groups.size(), 1u);
        QCOMPARE(groups[0].size(), 3000u);
    }
    void nothingAndOneAreNoGroups() {
        QVERIFY(findCopies({}).empty());
        const std::vector<PictureLook> one(1, lookOf(face(1)));
        QVERIFY(findCopies(one).empty());
    }
    void aStopEndsIt() {
        std::stop_source stop;
        stop.request_stop();
        const std::vector<PictureLook> looks(10, lookOf(face(1)));
        VISAGIST_VERIFY_ERROR(ErrorCode::Cancelled, findCopies(looks, {}, stop.get_token()));
    }
    void framesOfOneShotAreAScene() {
        const Signature a = lookOf(face(1)).signature, b = lookOf(face(2)).signature;
        const auto frame = [](std::int64_t id, const char* path, const Signature& s,
                              std::int64_t person = 1) {
            return FramedFace{id, person, path, s};
        };
        const std::vector<FramedFace> faces{
            frame(1, "/v/take 1_0002.png", a),    frame(2, "/v/take 1_0001.png", a),
            frame(3, "/v/take 1_0005.png", a),    frame(4, "/v/take 1_0006.png", b),  // a cut
            frame(5, "/v/take 1_0020.png", b),                                        // a gap
            frame(6, "/v/take 2_0003.png", a),    frame(7, "/w/take 1_0003.png", a),
            frame(8, "/v/take 1_0003.png", a, 2), frame(9, "/v/portrait.png", a)};
        QCOMPARE(findScenes(faces), (std::vector<std::vector<std::size_t>>{{1, 0, 2}}));
        std::vector<FramedFace> longShot;
        for (int i = 0; i < 120; ++i) longShot.push_back({i + 1, 1, "/v/" + std::to_string(i) + ".jpg", a});
        const auto scenes = findScenes(longShot);
        QCOMPARE(scenes.size(), 3u);
        for (const auto& scene : scenes) QVERIFY(scene.size() <= kLongestScene);
    }
};

QTEST_APPLESS_MAIN(TestDuplicateSearch)
#include "tst_duplicate_search.moc"
