#include <QTest>

#include "core/store/schema.h"
#include "tests/support/error_of.h"
#include "tests/support/store_fixture.h"

using namespace visagist;

class TestSourceTable : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatIsPutIsFound() {
        test::StoreFixture store;
        const Source put{.path = "/photos/é 人.jpg",
                         .sha256 = "ab",
                         .width = 640,
                         .height = 480,
                         .state = SourceState::Refused,
                         .reason = "cut off",
                         .importedAt = 1234567890123,
                         .kind = SourceKind::Video,
                         .choice = "{\"frames\":\"every_nth\"}",
                         .progress = {7000000000, 12, 34}};
        const auto id = putSource(store.database(), put);
        const Source found = findSource(store.database(), put.path).value();
        QCOMPARE(found.id, id);
        QCOMPARE(found.sha256, put.sha256);
        QCOMPARE(found.width, 640);
        QCOMPARE(found.height, 480);
        QCOMPARE(found.state, SourceState::Refused);
        QCOMPARE(found.reason, put.reason);
        QCOMPARE(found.importedAt, put.importedAt);
        QCOMPARE(found.kind, SourceKind::Video);
        QCOMPARE(found.choice, put.choice);
        QVERIFY(found.progress == put.progress);
        QVERIFY(!findSource(store.database(), "/photos/other.jpg"));
    }
    void copiesOfAPictureAreFoundByContent() {
        test::StoreFixture store;
        for (const char* path : {"a", "b", "c"})
            putSource(store.database(), {.path = path, .sha256 = *path == 'c' ? "2" : "1", .reason = ""});
        QCOMPARE(sourcesWithContent(store.database(), "1").size(), std::size_t{2});
        QVERIFY(sourcesWithContent(store.database(), "3").empty());
    }
    void importingAgainReplacesTheFaces() {
        test::StoreFixture store;
        store.addFace("Ada", "a");
        const auto kept = store.addFace("Ada", "b");
        const auto id = findSource(store.database(), "a")->id;
        QCOMPARE(putSource(store.database(), {.path = "a", .sha256 = "new", .reason = ""}), id);
        const auto left = faces(store.database(), {.person = {}, .withExcluded = true});
        QCOMPARE(left.size(), std::size_t{1});
        QCOMPARE(left[0].id, kept);
        QCOMPARE(sources(store.database()).size(), std::size_t{2});
    }
    void facesOfARunStayForItToBeResumed() {
        test::StoreFixture store;
        const auto trained = store.addFace("Ada", "a");
        store.addRun();
        putSource(store.database(), {.path = "a", .sha256 = "new", .reason = ""});
        QVERIFY(findFace(store.database(), trained)->excluded);
        QCOMPARE(faceCropPng(store.database(), trained).size(), std::size_t{3});
        QVERIFY(faces(store.database()).empty());
        store.addFace("Ada", "a");  // its place is free for what replaces it
    }
    void aFilmsProgressIsKeptWithItsFaces() {
        test::StoreFixture store;
        store.addFace("Ada", "film.mp4");
        const auto id = findSource(store.database(), "film.mp4")->id;
        setSourceProgress(store.database(), id, {250, 100, 25}, SourceState::Partial);
        const Source found = findSource(store.database(), "film.mp4").value();
        QVERIFY(found.progress == (FrameProgress{250, 100, 25}));
        QCOMPARE(found.state, SourceState::Partial);
        QCOMPARE(faces(store.database()).size(), std::size_t{1});
        VISAGIST_VERIFY_ERROR(ErrorCode::NotFound,
                              setSourceProgress(store.database(), id + 1, {}, SourceState::Imported));
    }
    void aProjectFromBeforeFilmsIsBroughtUpToDate() {
        QTemporaryDir folder;
        const auto path = pathFromUtf8(folder.path().toStdString()) / "old.visagist";
        {
            Database old(path, Access::ReadWrite, true);
            Schema first = projectSchema();
            first.steps = first.steps.first(1);
            applySchema(old, first, true);
            // Picture 2 was imported again after a run had been trained on its face.
            old.execute(R"sql(
                INSERT INTO setting VALUES ('crop_size', '64');
                INSERT INTO person VALUES (1, 'Ada', 0, 'unknown');
                INSERT INTO source VALUES (1, 'a.png', '', 8, 8, 'imported', '', 0), (2, 'b.png', '', 8, 8,
                    'imported', '', 0);
                INSERT INTO face SELECT value, 1, iif(value = 1, 1, 2), 0, zeroblob(48), x'', zeroblob(32), 0, '',
                    value = 2 FROM (SELECT 1 AS value UNION SELECT 2 UNION SELECT 3))sql");
        }
        const Project project = Project::open(path);
        QCOMPARE(findSource(project.database(), "a.png")->kind, SourceKind::Picture);
        QCOMPARE(faces(project.database(), {.person = {}, .withExcluded = true}).size(), std::size_t{3});
        QCOMPARE(faces(project.database()).at(1).id, std::int64_t{3});
        Face twice = findFace(project.database(), 3).value();
        VISAGIST_VERIFY_ERROR(ErrorCode::Internal, insertFace(project.database(), twice, {}, {}));
        twice.frame = 1;
        twice.frameTime = 0.04;
        QCOMPARE(findFace(project.database(), insertFace(project.database(), twice, {}, {}))->frameTime,
                 0.04);
    }
    void anUnknownStateIsDamage() {
        test::StoreFixture store;
        putSource(store.database(), {.path = "a", .sha256 = "", .reason = ""});
        store.database().execute("UPDATE source SET state = 'strange'");
        VISAGIST_VERIFY_ERROR(ErrorCode::Damaged, sources(store.database()));
    }
};

QTEST_APPLESS_MAIN(TestSourceTable)
#include "tst_source_table.moc"
