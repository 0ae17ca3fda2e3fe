#include <QTest>

#include "tests/support/error_of.h"
#include "tests/support/store_fixture.h"

using namespace visagist;

class TestRunTable : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aRunKeepsItsRecipe() {
        test::StoreFixture store;
        Run run;
        run.name = "第一";
        run.dataset = insertDataset(store.database(), {});
        run.recipe = presetRecipe("studio");
        run.recipe.optim.learningRate = 1e-3 / 3;
        const auto id = insertRun(store.database(), run);
        const Run found = findRun(store.database(), id).value();
        QCOMPARE(found.name, run.name);
        QVERIFY(found.recipe == run.recipe);
        QCOMPARE(found.end, RunEnd::None);
        QVERIFY(found.startedAt > 1'600'000'000'000);
        QVERIFY(!findRun(store.database(), id + 1));
    }
    void aRecipeOutOfRangeIsNotStored() {
        test::StoreFixture store;
        Run run;
        run.dataset = insertDataset(store.database(), {});
        run.recipe.data.batchSize = 0;
        VISAGIST_VERIFY_ERROR(ErrorCode::InvalidArgument, insertRun(store.database(), run));
        QVERIFY(runs(store.database()).empty());
    }
    void theNewestRunComesFirst() {
        test::StoreFixture store;
        const auto first = store.addRun(), second = store.addRun();
        QCOMPARE(runs(store.database()).at(0).id, second);
        QCOMPARE(runs(store.database()).at(1).id, first);
    }
    void progressIsKept() {
        test::StoreFixture store;
        const auto id = store.addRun();
        for (const RunEnd end : {RunEnd::Completed, RunEnd::Stopped, RunEnd::Failed, RunEnd::None}) {
            setRunProgress(store.database(), id, 77, end);
            QCOMPARE(findRun(store.database(), id)->end, end);
            QCOMPARE(findRun(store.database(), id)->step, std::int64_t{77});
        }
    }
    void changesOnTheWayMakeTheCurrentRecipe() {
        test::StoreFixture store;
        const auto id = store.addRun();
        insertOptionChange(store.database(), id, {.step = 10, .key = "warp", .before = "1", .after = "0.5"});
        insertOptionChange(store.database(), id, {.step = 20, .key = "warp", .before = "0.5", .after = "0"});
        insertOptionChange(store.database(), id, {.step = 30, .key = "flip", .before = "off", .after = "on"});
        insertOptionChange(store.database(), id,
                           {.step = 40, .key = "gone_option", .before = "1", .after = "2"});
        const Recipe now = currentRecipe(store.database(), id);
        QCOMPARE(now.data.warp, 0.0);
        QVERIFY(now.data.flip);
        QVERIFY(findRun(store.database(), id)->recipe == Recipe());
        const auto changes = optionChanges(store.database(), id);
        QCOMPARE(changes.size(), std::size_t{4});
        QCOMPARE(changes[1].step, std::int64_t{20});
        QCOMPARE(changes[1].before, std::string("0.5"));
        QVERIFY(changes[1].time > 0);
        VISAGIST_VERIFY_ERROR(ErrorCode::NotFound, currentRecipe(store.database(), 99));
    }
    void eventsKeepTheirSentencesForTranslation() {
        test::StoreFixture store;
        const auto id = store.addRun();
        Event event;
        event.run = id;
        event.step = 5;
        event.kind = Event::Kind::Rollback;
        event.message = {"Back to %1 of %2.", {"文件", "broken \xff name"}};
        insertEvent(store.database(), event);
        event.run = 0;
        event.kind = Event::Kind::Info;
        insertEvent(store.database(), event);
        const auto ofRun = events(store.database(), id), ofProject = events(store.database(), 0);
        QCOMPARE(ofRun.size(), std::size_t{1});
        QCOMPARE(ofRun[0].kind, Event::Kind::Rollback);
        QCOMPARE(ofRun[0].message.source, event.message.source);
        QCOMPARE(ofRun[0].message.arguments.at(0), std::string("文件"));
        QCOMPARE(ofRun[0].message.arguments.size(), std::size_t{2});
        QCOMPARE(ofProject.size(), std::size_t{1});
    }
    void brokenOptionsAreDamage() {
        test::StoreFixture store;
        const auto id = store.addRun();
        store.database().execute("UPDATE run SET recipe = '{\"warp\":'");
        VISAGIST_VERIFY_ERROR(ErrorCode::Damaged, findRun(store.database(), id));
    }
    void aRecipeOfAnOlderVersionGetsDefaults() {
        test::StoreFixture store;
        const auto id = store.addRun();
        store.database().execute("UPDATE run SET recipe = '{\"warp\": 2, \"forgotten\": true}'");
        const Recipe recipe = findRun(store.database(), id)->recipe;
        QCOMPARE(recipe.data.warp, 2.0);
        QCOMPARE(recipe.data.batchSize, Recipe().data.batchSize);
    }
};

QTEST_APPLESS_MAIN(TestRunTable)
#include "tst_run_table.moc"
