#include <QTest>

#include "tests/support/error_of.h"
#include "tests/support/store_fixture.h"

using namespace visagist;

class TestDatasetTable : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void peopleKeepTheirOrderAndFacesTheirSplit() {
        test::StoreFixture store;
        std::vector<std::int64_t> ids;
        for (const char* name : {"Ada", "Ben", "Cleo"}) ids.push_back(store.addFace(name, name));
        const auto list = people(store.database());
        Dataset made;
        made.createdAt = 42;
        made.people = {list[2].id, list[0].id, list[1].id};
        made.faces = {{ids[2], list[2].id, Split::Test},
                      {ids[0], list[0].id, Split::Train},
                      {ids[1], list[1].id, Split::Validation}};
        const auto id = insertDataset(store.database(), made);
        const Dataset found = dataset(store.database(), id);
        QCOMPARE(found.id, id);
        QCOMPARE(found.createdAt, std::int64_t{42});
        QCOMPARE(found.people, made.people);
        QCOMPARE(found.faces.size(), std::size_t{3});
        for (std::size_t i = 0; i < 3; ++i) QCOMPARE(found.faces[i].face, ids[i]);
        QCOMPARE(found.faces[0].split, Split::Train);
        QCOMPARE(found.faces[1].split, Split::Validation);
        QCOMPARE(found.faces[2].split, Split::Test);
    }
    void aDatasetStaysAsItWasWhenFacesChange() {
        test::StoreFixture store;
        const auto face = store.addFace("Ada", "a");
        const auto run = findRun(store.database(), store.addRun()).value();
        const auto ben = ensurePerson(store.database(), "Ben");
        setFacePerson(store.database(), std::vector{face}, ben);
        setFaceExcluded(store.database(), std::vector{face}, true);
        const Dataset found = dataset(store.database(), run.dataset);
        QCOMPARE(found.faces.at(0).person, findPerson(store.database(), "Ada")->id);
    }
    void aFaceThatIsNotThereUndoesTheWhole() {
        test::StoreFixture store;
        Dataset wrong;
        wrong.faces = {{99, 1, Split::Train}};
        VISAGIST_VERIFY_ERROR(ErrorCode::Internal, insertDataset(store.database(), wrong));
        VISAGIST_VERIFY_ERROR(ErrorCode::NotFound, dataset(store.database(), 1));
    }
};

QTEST_APPLESS_MAIN(TestDatasetTable)
#include "tst_dataset_table.moc"
