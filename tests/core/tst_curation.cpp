// Scores, copies, identities, coverage, best faces and proposals of a whole project.
#include <QTest>
#include <algorithm>
#include <map>
#include <opencv2/imgproc.hpp>
#include <set>

#include "core/curate/best_faces.h"
#include "core/curate/coverage.h"
#include "core/curate/face_query.h"
#include "core/curate/group_jobs.h"
#include "core/curate/proposals.h"
#include "core/curate/score_job.h"
#include "core/data/dataset_split.h"
#include "core/data/demo_faces.h"
#include "core/image/opencv_bridge.h"
#include "core/image/resize.h"
#include "core/store/face_group_table.h"
#include "core/store/face_look_table.h"
#include "tests/support/curated_project.h"

using namespace visagist;

namespace {

DemoFace rendered(int person, double yaw, std::uint64_t seed) {
    DemoContent content = randomDemoContent(seed, 1);
    content.yaw = yaw;
    return renderDemoFace(demoPerson(person), content, 96);
}

std::vector<Point> landmarks(const DemoFace& face) {
    return {face.landmarks68.begin(), face.landmarks68.end()};
}

Image soft(const Image& image) {
    Image result = image;
    cv::GaussianBlur(matOf(image), matOf(result), cv::Size(), 2.5, 2.5);
    return result;
}

std::vector<std::int64_t> listed(Database& database, const char* query) {
    std::vector<std::int64_t> ids;
    for (const ListedFace& face : listFaces(database, parseFaceQuery(query))) ids.push_back(face.face);
    return ids;
}

constexpr ScoreRequest kWithoutNetwork{.embeddings = false, .threads = 2};

}  // namespace

class TestCuration : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void onlyNewAndChangedFacesAreMeasured() {
        test::CuratedProject project;
        Database& database = project.database();
        const DemoFace left = rendered(0, -30, 1), right = rendered(0, 30, 2);
        const std::int64_t a = project.add("Ada", "/a.png", left.image, landmarks(left)),
                           b = project.add("Ada", "/b.png", right.image);
        setFaceExcluded(database, std::vector{b}, true);
        std::int64_t last = 0;
        const ScoreReport first = scoreFaces(project.project(), kWithoutNetwork, {},
                                             [&](std::int64_t done, std::int64_t) { last = done; });
        QCOMPARE(first.faces, std::int64_t{2});
        QCOMPARE(first.scored, std::int64_t{2});
        QCOMPARE(last, std::int64_t{2});
        const FaceScores scores = *faceScores(database, a), without = *faceScores(database, b);
        QVERIFY(*scores.yaw < -15 && scores.pitch && scores.roll && scores.mouth && scores.eyes);
        QVERIFY(!without.yaw && !without.pitch && !without.mouth && !without.eyes);
        QVERIFY(without.sharp && without.bright && without.occlusion && without.lightX && without.hue);
        QCOMPARE(*scores.size, 200.0);
        QVERIFY(!scores.loss && !scores.distance);

        QCOMPARE(scoreFaces(project.project(), kWithoutNetwork).faces, std::int64_t{0});
        project.add("Ada", "/c.png", soft(left.image));
        QCOMPARE(scoreFaces(project.project(), kWithoutNetwork).scored, std::int64_t{1});
    }
    void aDamagedFaceStopsNothing() {
        test::CuratedProject project;
        project.addFace("Ada", "/damaged.png");  // its pixels are no PNG
        const DemoFace face = rendered(0, 0, 1);
        project.add("Ada", "/a.png", face.image);
        const ScoreReport report = scoreFaces(project.project(), kWithoutNetwork);
        QCOMPARE(report.scored, std::int64_t{1});
        QCOMPARE(report.unreadable.size(), 1u);
        QVERIFY(report.unreadable[0].reason.english().find("damaged.png") != std::string::npos);
    }
    void aStoppedMeasurementGoesOn() {
        test::CuratedProject project;
        for (int i = 0; i < 70; ++i) {
            Image image = Image(32, 32, 3);
            image.data()[0] = static_cast<std::uint8_t>(i);
            project.add("Ada", "/" + std::to_string(i) + ".png", image);
        }
        std::stop_source stop;
        const ScoreReport first = scoreFaces(project.project(), kWithoutNetwork, stop.get_token(),
                                             [&](std::int64_t, std::int64_t) { stop.request_stop(); });
        QVERIFY(first.stopped && first.scored > 0 && first.scored < 70);
        const ScoreReport second = scoreFaces(project.project(), kWithoutNetwork);
        QCOMPARE(first.scored + second.scored, std::int64_t{70});
        QVERIFY(!second.stopped);
    }
    void theSharpestCopyIsTheOneToKeep() {
        test::CuratedProject project;
        const DemoFace face = rendered(1, 10, 5);
        const std::int64_t small = project.add("Ben", "/small.png", resized(face.image, 64, 64)),
                           good = project.add("Ben", "/good.png", face.image),
                           other = project.add("Ben", "/other.png", rendered(1, -25, 6).image);
        scoreFaces(project.project(), kWithoutNetwork);
        const DuplicateReport report = findDuplicates(project.project());
        QCOMPARE(report.groups, std::int64_t{1});
        QCOMPARE(report.extra, std::int64_t{1});
        QCOMPARE(report.faces, std::int64_t{3});
        QCOMPARE(listed(project.database(), "duplicate:yes"), (std::vector<std::int64_t>{small, good}));
        QCOMPARE(listed(project.database(), "duplicate:extra"), std::vector<std::int64_t>{small});
        QCOMPARE(listed(project.database(), "duplicate:no"), std::vector<std::int64_t>{other});
        const auto proposed = proposals(project.database());
        QVERIFY(std::ranges::any_of(
            proposed, [&](const Proposal& p) { return p.face == small && p.fault == Fault::Copy; }));
        // Once the good one is put aside, the other is no longer one too many.
        setFaceExcluded(project.database(), std::vector{good}, true);
        QVERIFY(listed(project.database(), "duplicate:extra").empty());
    }
    void framesOfAShotStayOnOneSide() {
        test::CuratedProject project;
        Database& database = project.database();
        std::map<std::int64_t, int> shotOf;
        for (int shot = 0; shot < 12; ++shot) {
            const DemoFace face = rendered(0, -30 + 5 * shot, static_cast<std::uint64_t>(100 + shot));
            for (int frame = 0; frame < 4; ++frame) {
                Image image = face.image;
                for (int i = 0; i < 300; ++i) image.data()[i] = static_cast<std::uint8_t>(60 * frame);
                char path[64];
                std::snprintf(path, sizeof path, "/shot%02d/frame_%04d.png", shot, frame);
                shotOf[project.add("Ada", path, image)] = shot;
            }
        }
        scoreFaces(project.project(), kWithoutNetwork);
        findDuplicates(project.project());
        QVERIFY(scenes(database).size() == 48 || duplicates(database).size() == 48);
        DataOptions options;
        options.validation = options.test = 0.15;
        std::map<int, std::set<Split>> sides;
        std::map<Split, int> counts;
        for (const DatasetFace& face : makeDataset(database, {}, options).faces) {
            sides[shotOf[face.face]].insert(face.split);
            ++counts[face.split];
        }
        for (const auto& [shot, split] : sides) QCOMPARE(split.size(), 1u);
        QVERIFY(counts[Split::Validation] >= 4 && counts[Split::Test] >= 4 && counts[Split::Train] >= 28);
    }
    void coverageCountsPosesAndNamesWhatIsMissing() {
        test::CuratedProject project;
        for (int i = 0; i < 12; ++i) {
            const DemoFace face = rendered(0, 20 + i, static_cast<std::uint64_t>(i));
            project.add("Ada", "/" + std::to_string(i) + ".png", face.image, landmarks(face));
        }
        project.add("Ben", "/b.png", rendered(1, 0, 1).image);
        scoreFaces(project.project(), kWithoutNetwork);
        const auto report = coverage(project.database());
        QCOMPARE(report.size(), 2u);
        QCOMPARE(report[0].faces, std::int64_t{12});
        QCOMPARE(report[0].posed, std::int64_t{12});
        std::int64_t sum = 0, leftHalf = 0;
        for (const auto& row : report[0].poses)
            for (std::size_t x = 0; x < kYawColumns; ++x)
                sum += row[x], leftHalf += x < kYawColumns / 2 ? row[x] : 0;
        QCOMPARE(sum, std::int64_t{12});
        QCOMPARE(leftHalf, std::int64_t{0});
        const auto says = [&](const char* hole) {
            return std::ranges::any_of(report[0].holes,
                                       [&](const CoverageHole& h) { return h.message.english() == hole; });
        };
        QVERIFY(says("No face of Ada looks far to the left."));
        QVERIFY(!says("No face of Ada looks to the right."));
        // What is behind a number is found by its query.
        const auto foundBy = [&](const std::string& query) {
            return static_cast<std::int64_t>(
                listFaces(project.database(), parseFaceQuery(query), parseFaceOrder("added")).size());
        };
        for (std::size_t y = 0; y < kPitchRows; ++y)
            for (std::size_t x = 0; x < kYawColumns; ++x)
                QCOMPARE(foundBy(poseQuery(report[0], y, x)), report[0].poses[y][x]);
        std::int64_t turned = 0;
        for (const CoverageAspect& aspect : report[0].aspects)
            for (const CoverageShare& share : aspect.shares) {
                QCOMPARE(foundBy(share.query), share.faces);
                if (std::string(aspect.key) == "yaw") turned += share.faces;
            }
        QCOMPARE(turned, std::int64_t{12});
        QVERIFY(report[1].holes.empty());  // one face is too few to speak of holes
        QCOMPARE(report[1].posed, std::int64_t{0});
    }
    void theBestFacesAreOfEveryPose() {
        test::CuratedProject project;
        std::map<std::int64_t, double> yaw;
        for (int i = 0; i < 20; ++i) {  // many ahead, few to the sides
            const double angle = i < 16 ? i % 5 - 2 : i < 18 ? -28 : 28;
            const DemoFace face = rendered(0, angle, static_cast<std::uint64_t>(i));
            yaw[project.add("Ada", "/" + std::to_string(i) + ".png", i % 2 ? soft(face.image) : face.image,
                            landmarks(face))] = angle;
        }
        scoreFaces(project.project(), kWithoutNetwork);
        const auto best = bestFaces(project.database(), parseFaceQuery("person:ada"), 5);
        QCOMPARE(best.size(), 5u);
        QVERIFY(std::ranges::any_of(best, [&](std::int64_t id) { return yaw[id] == -28; }));
        QVERIFY(std::ranges::any_of(best, [&](std::int64_t id) { return yaw[id] == 28; }));
        QCOMPARE(bestFaces(project.database(), {}, 100).size(), 20u);
        QVERIFY(bestFaces(project.database(), parseFaceQuery("person:ben"), 5).empty());
    }
    void blurredFacesAreProposedAndNothingIsPutAside() {
        test::CuratedProject project;
        std::int64_t blurred = 0;
        for (int i = 0; i < 9; ++i) {
            Image image = rendered(0, 0, static_cast<std::uint64_t>(i)).image;
            if (i == 8) image = soft(soft(soft(image)));
            blurred = project.add("Ada", "/" + std::to_string(i) + ".png", image);
        }
        scoreFaces(project.project(), kWithoutNetwork);
        std::vector<std::int64_t> found;
        for (const Proposal& one : proposals(project.database()))
            if (one.fault == Fault::Blurred) found.push_back(one.face);
        QCOMPARE(found, std::vector<std::int64_t>{blurred});
        QCOMPARE(listed(project.database(), "").size(), 9u);
    }
    void strangersAreNamedWithWhomTheyResemble() {
        test::CuratedProject project;
        Database& database = project.database();
        std::vector<StoredEmbedding> all;
        std::vector<std::int64_t> strangers;
        const auto add = [&](const char* person, int trueOne, int number) {
            Image image(16, 16, 3);
            image.data()[0] = static_cast<std::uint8_t>(number);
            image.data()[1] = static_cast<std::uint8_t>(trueOne);
            StoredEmbedding one;
            one.face = project.add(person, "/" + std::to_string(number) + ".png", image);
            one.cropSha256 = findFace(database, one.face)->cropSha256;
            one.numbers[static_cast<std::size_t>(trueOne)] = 0.7f;
            one.numbers[static_cast<std::size_t>(20 + number)] = 0.1f;
            all.push_back(one);
            return one.face;
        };
        for (int i = 0; i < 10; ++i) add("Ada", 1, i);
        for (int i = 10; i < 20; ++i) add("Ben", 2, i);
        for (int i = 20; i < 24; ++i) strangers.push_back(add("Ada", 2, i));
        putFaceEmbeddings(database, all);
        const IdentityReport report = findIdentities(project.project());
        QCOMPARE(report.faces, std::int64_t{24});
        QCOMPARE(report.groups, std::int64_t{2});
        QCOMPARE(report.outliers.size(), 1u);
        QCOMPARE(report.outliers[0].faces, strangers);
        QCOMPARE(*report.outliers[0].resembles, findPerson(database, "Ben")->id);
        QCOMPARE(listed(database, "outlier:yes"), strangers);
        QCOMPARE(listed(database, ("identity:" + std::to_string(strangers[0])).c_str()).size(), 14u);
        QCOMPARE(listed(database, "distance>0.5"), strangers);
        setFacePerson(database, strangers, findPerson(database, "Ben")->id);
        QVERIFY(findIdentities(project.project()).outliers.empty());
    }
};

QTEST_APPLESS_MAIN(TestCuration)
#include "tst_curation.moc"
