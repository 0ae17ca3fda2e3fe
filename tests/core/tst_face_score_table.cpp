#include <QTest>
#include <cmath>
#include <set>

#include "core/store/face_group_table.h"
#include "core/store/face_look_table.h"
#include "core/store/face_score_table.h"
#include "tests/support/error_of.h"
#include "tests/support/store_fixture.h"

using namespace visagist;

namespace {

FaceScores someScores() {
    FaceScores scores;
    scores.sharp = 0.5;
    scores.yaw = -20;
    scores.lightX = 0.25;
    return scores;
}

void changeCrop(Database& database, std::int64_t face, const std::string& hash) {
    database.prepare("UPDATE face SET crop_sha256 = ? WHERE id = ?").bind(1, hash).bind(2, face).run();
}

}  // namespace

class TestFaceScoreTable : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theTableIsTheColumns() {
        test::StoreFixture project;
        std::set<std::string> columns, keys;
        Statement row = project.database().prepare("SELECT name FROM pragma_table_info('face_score')");
        while (row.step()) columns.insert(row.text(0));
        for (const ScoreInfo& score : faceScoreTable()) {
            QVERIFY2(keys.insert(score.key).second, score.key);
            QVERIFY2(columns.contains(score.key), score.key);
            QVERIFY(*score.label && *score.help && score.min < score.max);
            QCOMPARE(findScore(score.key), &score);
        }
        QCOMPARE(columns.size(), keys.size() + 3);  // face, crop_sha256, version
        QVERIFY(!findScore("beauty"));
    }
    void scoresComeBackAsTheyWereStored() {
        test::StoreFixture project;
        const std::int64_t face = project.addFace("Ada", "/a.png");
        QVERIFY(!faceScores(project.database(), face));
        putFaceScores(project.database(), std::vector<ScoredFace>{{face, "crop", someScores()}});
        QVERIFY(faceScores(project.database(), face) == someScores());
        QCOMPARE(allFaceScores(project.database()).size(), 1u);
        QVERIFY(allFaceScores(project.database())[0].scores == someScores());
    }
    void whatIsNoNumberIsNotKnown() {
        test::StoreFixture project;
        const std::int64_t face = project.addFace("Ada", "/a.png");
        FaceScores scores = someScores();
        scores.sharp = NAN;
        putFaceScores(project.database(), std::vector<ScoredFace>{{face, "crop", scores}});
        QVERIFY(!faceScores(project.database(), face)->sharp);
    }
    void aNewMeasurementKeepsWhatOthersFoundOut() {
        test::StoreFixture project;
        const std::int64_t face = project.addFace("Ada", "/a.png");
        setFaceScore(project.database(), "loss", std::vector<FaceNumber>{{face, 0.1}});
        QVERIFY(!faceScores(project.database(), face));  // never measured
        QCOMPARE(unscoredFaces(project.database(), false).size(), 1u);
        putFaceScores(project.database(), std::vector<ScoredFace>{{face, "crop", someScores()}});
        setFaceScore(project.database(), "distance", std::vector<FaceNumber>{{face, 0.3}});
        FaceScores sharper = someScores();
        sharper.sharp = 0.75;
        putFaceScores(project.database(), std::vector<ScoredFace>{{face, "crop", sharper}});
        const auto stored = faceScores(project.database(), face);
        QCOMPARE(*stored->loss, 0.1);
        QCOMPARE(*stored->distance, 0.3);
        QCOMPARE(*stored->sharp, 0.75);
        VISAGIST_VERIFY_ERROR(ErrorCode::InvalidArgument,
                              setFaceScore(project.database(), "beauty; DROP TABLE face", {}));
    }
    void aChangedCropIsMeasuredAgain() {
        test::StoreFixture project;
        Database& database = project.database();
        const std::int64_t face = project.addFace("Ada", "/a.png"), other = project.addFace("Ada", "/b.png");
        putFaceScores(database, std::vector<ScoredFace>{{face, "crop", someScores()}, {other, "crop", {}}});
        putFaceLooks(database,
                     std::vector<StoredLook>{{face, "crop", {1, 2}, {3}}, {other, "crop", {1}, {2}}});
        StoredEmbedding embedding;
        embedding.face = face;
        embedding.cropSha256 = "crop";
        embedding.numbers[5] = 0.25f;
        putFaceEmbeddings(database, std::vector{embedding});
        replaceDuplicates(database, std::vector<DuplicateRow>{{face, face, 0}, {other, face, 1}});
        QCOMPARE(unscoredFaces(database, false).size(), 0u);
        const auto lacking = unscoredFaces(database, true);
        QVERIFY(lacking.size() == 1 && lacking[0].face == other && lacking[0].embedding && !lacking[0].look);
        QCOMPARE(faceEmbeddings(database)[0].numbers[5], 0.25f);
        QCOMPARE(faceLooks(database)[0].signature, (std::vector<std::uint8_t>{1, 2}));

        changeCrop(database, face, "crop");
        QVERIFY(faceScores(database, face));  // the same
        changeCrop(database, face, "another");
        QVERIFY(!faceScores(database, face));
        QCOMPARE(faceLooks(database).size(), 1u);
        QVERIFY(faceEmbeddings(database).empty());
        QCOMPARE(duplicates(database).size(), 1u);
        const auto again = unscoredFaces(database, false);
        QVERIFY(again.size() == 1 && again[0].face == face && again[0].scores && again[0].look);
        // What was measured of the old crop in the meantime is not taken for the new one.
        putFaceScores(database, std::vector<ScoredFace>{{face, "crop", someScores()}});
        putFaceLooks(database, std::vector<StoredLook>{{face, "crop", {1, 2}, {3}}});
        QCOMPARE(unscoredFaces(database, false).size(), 1u);
    }
    void groupsAreReplacedWhole() {
        test::StoreFixture project;
        Database& database = project.database();
        const std::int64_t a = project.addFace("Ada", "/a.png"), b = project.addFace("Ben", "/b.png");
        const std::int64_t ben = findFace(database, b)->person;
        const std::vector<IdentityRow> rows{{a, a, true, ben}, {b, b, false, {}}};
        replaceIdentities(database, rows);
        QCOMPARE(identities(database), rows);
        replaceIdentities(database, std::vector<IdentityRow>{{b, b, false, {}}, {999, b, false, {}}});
        QCOMPARE(identities(database).size(), 1u);
        const std::vector<SceneRow> shots{{a, a}, {b, a}};
        replaceScenes(database, shots);
        QCOMPARE(scenes(database), shots);
    }
};

QTEST_APPLESS_MAIN(TestFaceScoreTable)
#include "tst_face_score_table.moc"
