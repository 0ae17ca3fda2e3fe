#include <QTest>

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
                         .importedAt = 1234567890123};
        const auto id = putSource(store.database(), put);
        const Source found = findSource(store.database(), put.path).value();
        QCOMPARE(found.id, id);
        QCOMPARE(found.sha256, put.sha256);
        QCOMPARE(found.width, 640);
        QCOMPARE(found.height, 480);
        QCOMPARE(found.state, SourceState::Refused);
        QCOMPARE(found.reason, put.reason);
        QCOMPARE(found.importedAt, put.importedAt);
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
