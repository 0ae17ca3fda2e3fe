#include <QTest>

#include "core/model/checkpoint_state.h"
#include "tests/support/error_of.h"

using namespace visagist;

namespace {

CheckpointState sample() {
    CheckpointState state;
    state.recipe = presetRecipe("studio");
    state.recipe.optim.learningRate = 0.000123;
    state.people = {"Zoë", "人", "O'Neil \"x\""};
    state.step = 123'456'789;
    state.scalers = {{"generator", {{"scale", 32768.0}, {"growth_tracker", 7}}}};
    return state;
}

}  // namespace

class TestCheckpointState : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatIsWrittenIsRead() {
        const CheckpointState wanted = sample(), read = CheckpointState::fromJson(wanted.toJson());
        QVERIFY(read.recipe == wanted.recipe);
        QVERIFY(read.people == wanted.people);
        QCOMPARE(read.step, wanted.step);
        QVERIFY(read.scalers == wanted.scalers);
        QCOMPARE(read.toJson(), wanted.toJson());
    }
    void namesThatAreNotUtf8CanBeSaved() {
        CheckpointState state = sample();
        state.people = {"Zo\xEB"};
        QCOMPARE(CheckpointState::fromJson(state.toJson()).people.size(), std::size_t{1});
    }
    void aNewerFormatIsRefused() {
        auto json = nlohmann::json::parse(sample().toJson());
        json["format"] = 2;
        VISAGIST_VERIFY_ERROR(ErrorCode::NewerVersion, CheckpointState::fromJson(json.dump()));
        json.erase("people");  // whatever a newer format holds instead
        VISAGIST_VERIFY_ERROR(ErrorCode::NewerVersion, CheckpointState::fromJson(json.dump()));
    }
    void whatIsNoDescriptionIsDamaged_data() {
        QTest::addColumn<QString>("text");
        QTest::addRow("empty") << "";
        QTest::addRow("cut off") << QString::fromStdString(sample().toJson()).chopped(5);
        QTest::addRow("a list") << "[]";
        QTest::addRow("nothing in it") << "{}";
        QTest::addRow("no people") << R"({"format": 1, "recipe": {}})";
        QTest::addRow("people without names") << R"({"format": 1, "recipe": {}, "people": [1, 2]})";
        QTest::addRow("a format in words") << R"({"format": "one", "recipe": {}, "people": []})";
        QTest::addRow("a recipe that is none") << R"({"format": 1, "recipe": 3, "people": ["a"]})";
        QTest::addRow("a step in words") << R"({"format": 1, "recipe": {}, "people": ["a"], "step": "x"})";
    }
    void whatIsNoDescriptionIsDamaged() {
        QFETCH(QString, text);
        VISAGIST_VERIFY_ERROR(ErrorCode::Damaged, CheckpointState::fromJson(text.toStdString()));
    }
};

QTEST_APPLESS_MAIN(TestCheckpointState)
#include "tst_checkpoint_state.moc"
