#include <QTest>

#include "tests/support/error_of.h"
#include "tests/support/store_fixture.h"

using namespace visagist;

class TestPersonTable : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aPersonIsAddedOnce() {
        test::StoreFixture store;
        const auto id = ensurePerson(store.database(), "Zoë 人");
        QCOMPARE(ensurePerson(store.database(), "Zoë 人"), id);
        QCOMPARE(people(store.database()).size(), std::size_t{1});
        QCOMPARE(findPerson(store.database(), "Zoë 人")->id, id);
        QVERIFY(!findPerson(store.database(), "zoë 人"));
    }
    void twoSpellingsOfALetterAreTwoPeople() {
        test::StoreFixture store;
        ensurePerson(store.database(), "\u00e9");
        ensurePerson(store.database(), "e\u0301");
        QCOMPARE(people(store.database()).size(), std::size_t{2});
    }
    void coloursRepeatAfterSix() {
        test::StoreFixture store;
        for (int i = 0; i < 8; ++i) ensurePerson(store.database(), "person " + std::to_string(i));
        std::vector<int> colours;
        for (const Person& person : people(store.database())) colours.push_back(person.colour);
        QCOMPARE(colours, (std::vector<int>{0, 1, 2, 3, 4, 5, 0, 1}));
    }
    void facesThatAreExcludedAreNotCounted() {
        test::StoreFixture store;
        store.addFace("Ada", "1");
        const auto out = store.addFace("Ada", "2");
        setFaceExcluded(store.database(), std::vector{out}, true);
        QCOMPARE(findPerson(store.database(), "Ada")->faces, std::int64_t{1});
    }
    void renamingToATakenNameIsRefused() {
        test::StoreFixture store;
        const auto ada = ensurePerson(store.database(), "Ada");
        ensurePerson(store.database(), "Ben");
        VISAGIST_VERIFY_ERROR(ErrorCode::InvalidArgument, renamePerson(store.database(), ada, "Ben"));
        VISAGIST_VERIFY_ERROR(ErrorCode::InvalidArgument, renamePerson(store.database(), ada, ""));
        VISAGIST_VERIFY_ERROR(ErrorCode::InvalidArgument, ensurePerson(store.database(), ""));
        renamePerson(store.database(), ada, "Ada");
        renamePerson(store.database(), ada, "Eva");
        QCOMPARE(findPerson(store.database(), "Eva")->id, ada);
    }
    void consentIsKept() {
        test::StoreFixture store;
        const auto ada = ensurePerson(store.database(), "Ada");
        QCOMPARE(findPerson(store.database(), "Ada")->consent, Consent::Unknown);
        for (const Consent consent : {Consent::Recorded, Consent::Asked, Consent::Unknown}) {
            setConsent(store.database(), ada, consent);
            QCOMPARE(findPerson(store.database(), "Ada")->consent, consent);
        }
    }
};

QTEST_APPLESS_MAIN(TestPersonTable)
#include "tst_person_table.moc"
