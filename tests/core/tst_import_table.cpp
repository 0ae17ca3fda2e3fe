#include <QTest>
#include <set>

#include "core/options/import_table.h"
#include "tests/support/error_of.h"

using namespace visagist;

class TestImportTable : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyOptionHasItsRowOnce() {
        std::set<std::string> keys;
        for (const OptionInfo& option : importOptionTable()) {
            QVERIFY2(keys.insert(option.key).second, option.key.c_str());
            QVERIFY2(!option.label.empty() && !option.help.empty(), option.key.c_str());
        }
        QCOMPARE(keys.size(), std::tuple_size_v<decltype(ImportOptions::fields())>);
    }

    void optionsSurviveBeingWrittenAsText() {
        ImportOptions options;
        options.detector = DetectorKind::Scrfd;
        options.frames = FrameChoice::SceneCuts;
        options.framesPerSecond = 0.3;
        options.trimTo = 12.25;
        options.tiles = true;
        options.minFace = 71;
        QVERIFY(importOptionsFromText(importOptionsText(options)) == options);
    }

    void whatCannotBeUsedOfAStoredTextHasItsDefault() {
        const ImportOptions options = importOptionsFromText(
            R"({"detector": "from_the_future", "min_face": -5, "jitter": 4, "unknown": [], "tiles": 1})");
        ImportOptions expected;
        expected.jitter = 4;
        QVERIFY(options == expected);
        QVERIFY(importOptionsFromText("") == ImportOptions{});
        QVERIFY(importOptionsFromText("{\"min_face\": 9") == ImportOptions{});
        QVERIFY(importOptionsFromText("[1]") == ImportOptions{});
    }

    void aValueThatIsRefusedChangesNothing() {
        ImportOptions options;
        for (const auto& [key, value] : std::vector<std::pair<std::string, nlohmann::json>>{
                 {"min_face", 0}, {"min_face", 2.5}, {"detector", "dlib"}, {"tiles", "yes"}, {"nose", 1}}) {
            const auto error = test::errorOf([&] { setImportOption(options, key, value); });
            QVERIFY2(error && error->code() == ErrorCode::InvalidArgument, key.c_str());
        }
        QVERIFY(options == ImportOptions{});
        setImportOption(options, "detector", "mtcnn");
        QVERIFY(options.detector == DetectorKind::Mtcnn);
        QCOMPARE(importOptionValue(options, "detector").get<std::string>(), std::string("mtcnn"));
    }
};

QTEST_APPLESS_MAIN(TestImportTable)
#include "tst_import_table.moc"
