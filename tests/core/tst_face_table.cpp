#include <QTest>

#include "core/store/picture_table.h"
#include "tests/support/error_of.h"
#include "tests/support/store_fixture.h"

using namespace visagist;

class TestFaceTable : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aFaceComesBackExactly() {
        test::StoreFixture store;
        Face face;
        face.person = ensurePerson(store.database(), "Ada");
        face.source = putSource(store.database(), {.path = "/a", .sha256 = "", .reason = ""});
        face.indexInSource = 2;
        face.photoFromUnit = {0.1, 1.0 / 3, -7.25, 1e-300, -0.0, 1e9};
        for (int i = 0; i < 68; ++i) face.landmarks.push_back({i / 7.0, -i * 1e-3});
        face.box = {1.5, 2.5, 100.1, 99.9};
        face.score = 0.123456789;
        face.cropSha256 = "abc";
        const std::vector<std::uint8_t> crop{0, 1, 2, 255}, mask{9, 0};
        const auto id = insertFace(store.database(), face, crop, mask);
        const Face found = findFace(store.database(), id).value();
        QCOMPARE(found.person, face.person);
        QCOMPARE(found.indexInSource, 2);
        QVERIFY(found.photoFromUnit == face.photoFromUnit);
        QVERIFY(found.landmarks == face.landmarks);
        QVERIFY(found.box == face.box);
        QCOMPARE(found.score, face.score);
        QCOMPARE(found.cropSha256, face.cropSha256);
        QCOMPARE(found.sourcePath, std::string("/a"));
        QCOMPARE(faceCropPng(store.database(), id), crop);
        QCOMPARE(faceMaskPng(store.database(), id), mask);
    }
    void aFaceWithoutMaskOrLandmarksIsFine() {
        test::StoreFixture store;
        const auto id = store.addFace("Ada", "a");
        QVERIFY(faceMaskPng(store.database(), id).empty());
        QVERIFY(findFace(store.database(), id)->landmarks.empty());
    }
    void facesAreFilteredByPersonAndExclusion() {
        test::StoreFixture store;
        const auto first = store.addFace("Ada", "a"), second = store.addFace("Ada", "b");
        store.addFace("Ben", "c");
        setFaceExcluded(store.database(), std::vector{first}, true);
        const auto ada = findPerson(store.database(), "Ada")->id,
                   ben = findPerson(store.database(), "Ben")->id;
        QCOMPARE(faces(store.database()).size(), std::size_t{2});
        QCOMPARE(faces(store.database(), {.person = ada}).size(), std::size_t{1});
        QCOMPARE(faces(store.database(), {.person = ada, .withExcluded = true}).size(), std::size_t{2});
        setFacePerson(store.database(), std::vector{first, second}, ben);
        QCOMPARE(faces(store.database(), {.person = ben}).size(), std::size_t{2});
        QVERIFY(faces(store.database(), {.person = ada, .withExcluded = true}).empty());
    }
    void recordAndPixelsAreStoredTogetherOrNotAtAll() {
        test::StoreFixture store;
        store.addFace("Ada", "a");
        store.database().execute(
            "CREATE TEMP TRIGGER refuse BEFORE INSERT ON face BEGIN SELECT raise(ABORT, 'no'); END");
        VISAGIST_VERIFY_ERROR(ErrorCode::Internal, store.addFace("Ada", "a"));
        QCOMPARE(faces(store.database()).size(), std::size_t{1});
        QVERIFY(!store.database().inTransaction());
        store.database().execute("DROP TRIGGER refuse");
        store.database().execute(
            "CREATE TEMP TRIGGER refuse BEFORE INSERT ON picture BEGIN SELECT raise(ABORT, 'no'); END");
        Face other = faces(store.database()).front();
        other.cropSha256.clear();
        VISAGIST_VERIFY_ERROR(ErrorCode::Internal,
                              insertFace(store.database(), other, std::vector<std::uint8_t>{7}, {}));
        QCOMPARE(faces(store.database()).size(), std::size_t{1});
    }
    void aStateIsWrittenWhole() {
        test::StoreFixture store;
        const auto id = store.addFace("Ada", "a");
        const FaceState state{.person = ensurePerson(store.database(), "Ben"),
                              .excluded = true,
                              .photoFromUnit = {2, 0.1, 3, -0.1, 2, 1.0 / 3},
                              .landmarks = {{1, 2}, {3, 4.5}},
                              .cropSha256 = putPicture(store.database(), std::vector<std::uint8_t>{5}),
                              .maskSha256 = putPicture(store.database(), std::vector<std::uint8_t>{6}),
                              .maskLayers = "[]"};
        setFaceState(store.database(), id, state);
        QVERIFY(stateOf(findFace(store.database(), id).value()) == state);
        QCOMPARE(faceMaskPng(store.database(), id), std::vector<std::uint8_t>{6});
        VISAGIST_VERIFY_ERROR(ErrorCode::NotFound, setFaceState(store.database(), 99, state));
    }
    void manyFacesFitInOneTransaction() {
        test::StoreFixture store;
        {
            Transaction transaction(store.database());
            for (int i = 0; i < 50; ++i) store.addFace("Ada", std::to_string(i));
            transaction.commit();
        }
        {
            const Transaction undone(store.database());
            for (int i = 50; i < 60; ++i) store.addFace("Ada", std::to_string(i));
        }
        QCOMPARE(faces(store.database()).size(), std::size_t{50});
        QCOMPARE(sources(store.database()).size(), std::size_t{50});
    }
    void aFaceOfNobodyIsRefused() {
        test::StoreFixture store;
        Face face;
        face.person = 5;
        face.source = 6;
        VISAGIST_VERIFY_ERROR(ErrorCode::Internal, insertFace(store.database(), face, {}, {}));
    }
    void whatIsNotThereIsNotFound() {
        test::StoreFixture store;
        QVERIFY(!findFace(store.database(), 7));
        VISAGIST_VERIFY_ERROR(ErrorCode::NotFound, faceCropPng(store.database(), 7));
        VISAGIST_VERIFY_ERROR(ErrorCode::NotFound, faceMaskPng(store.database(), 7));
    }
    void aRecordOfWrongSizeIsDamage() {
        test::StoreFixture store;
        store.addFace("Ada", "a");
        store.database().execute("UPDATE face SET matrix = x'0102'");
        VISAGIST_VERIFY_ERROR(ErrorCode::Damaged, faces(store.database()));
    }
};

QTEST_APPLESS_MAIN(TestFaceTable)
#include "tst_face_table.moc"
