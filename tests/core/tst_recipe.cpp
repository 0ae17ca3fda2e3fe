#include <QTest>
#include <algorithm>
#include <cmath>
#include <fstream>
#include <set>

#include "core/options/recipe.h"
#include "tests/support/error_of.h"
#include "tests/support/test_data.h"

using namespace visagist;
using nlohmann::json;

namespace {

/// A recipe in which every option differs from its default.
Recipe everythingChanged() {
    Recipe recipe;
    const Recipe defaults;
    for (const OptionInfo& option : optionTable()) {
        const json before = optionValue(defaults, option.key);
        switch (option.kind) {
            case OptionInfo::Kind::Switch:
                setOption(recipe, option.key, !before.get<bool>());
                break;
            case OptionInfo::Kind::Choice:
                setOption(recipe, option.key,
                          before == option.choices.back().key ? option.choices.front().key
                                                              : option.choices.back().key);
                break;
            case OptionInfo::Kind::Integer:
            case OptionInfo::Kind::Real:
                setOption(recipe, option.key, before.get<double>() == option.min ? option.max : option.min);
                break;
        }
    }
    return recipe;
}

/// The sentence with which a value is refused; "" if it is taken.
std::string refusal(const std::string& key, const json& value) {
    Recipe recipe;
    const auto error = test::errorOf([&] { setOption(recipe, key, value); });
    if (!error) return {};
    return error->code() == ErrorCode::InvalidArgument && recipe == Recipe() ? error->what()
                                                                             : "wrong kind of error";
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

class TestRecipe : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyOptionSurvivesJson() {
        const Recipe changed = everythingChanged();
        QCOMPARE(changedKeys(changed, Recipe()).size(), optionTable().size());
        QVERIFY(recipeFromJson(json::parse(toJson(changed).dump())) == changed);
        QVERIFY(recipeFromJson(toJson(Recipe())) == Recipe());
    }
    void everyOptionSurvivesText() {
        const Recipe changed = everythingChanged();
        Recipe copy;
        for (const OptionInfo& option : optionTable())
            setOptionFromText(copy, option.key, optionText(changed, option.key));
        QVERIFY(copy == changed);
    }
    void everyDefaultAndPresetIsWithinItsRange() {
        QCOMPARE(presets().size(), std::size_t{4});
        for (const Preset& preset : presets()) {
            const Recipe recipe = presetRecipe(preset.key);
            for (const OptionInfo& option : optionTable()) {
                Recipe copy;
                setOption(copy, option.key, optionValue(recipe, option.key));
            }
        }
        QCOMPARE(pixels(presetRecipe("final").model.resolution), 512);
        const auto error = test::errorOf([] { presetRecipe("huge"); });
        QVERIFY(error && contains(error->what(), "huge") && contains(error->what(), "sketch"));
    }
    void keysAreFrozen() {
        // Projects hold these names. A new option is added to the list; none is ever renamed or taken away.
        std::ifstream file(test::referenceData() / "option_keys.txt");
        std::set<std::string> frozen, present;
        for (std::string line; std::getline(file, line);) frozen.insert(line);
        for (const OptionInfo& option : optionTable()) {
            QVERIFY2(present.insert(option.key).second, ("twice: " + option.key).c_str());
            QVERIFY2(frozen.contains(option.key), ("not in option_keys.txt: " + option.key).c_str());
        }
        for (const std::string& key : frozen) QVERIFY2(present.contains(key), ("gone: " + key).c_str());
    }
    void everyOptionIsExplained() {
        for (const OptionInfo& option : optionTable()) {
            QVERIFY2(!option.label.empty() && !option.help.empty() && !option.section.empty(),
                     option.key.c_str());
            const bool ranged =
                option.kind == OptionInfo::Kind::Integer || option.kind == OptionInfo::Kind::Real;
            QVERIFY2(!ranged || option.min < option.max, option.key.c_str());
            QVERIFY2(option.kind != OptionInfo::Kind::Choice || option.choices.size() > 1,
                     option.key.c_str());
        }
    }
    void aValueOutOfRangeNamesOptionRangeAndValue() {
        const std::string sentence = refusal("batch_size", 1000);
        QVERIFY2(
            contains(sentence, "batch_size") && contains(sentence, "1 to 256") && contains(sentence, "1000"),
            sentence.c_str());
        QVERIFY(!refusal("learning_rate", 1e-8).empty());
        QVERIFY(!refusal("warp", -0.001).empty());
        const std::string large = refusal("steps", 0);
        QVERIFY2(contains(large, "1 to 100000000"), large.c_str());
    }
    void aFractionIsNotCutToAWholeNumber() {
        QVERIFY(contains(refusal("batch_size", 3.7), "3.7"));
        Recipe recipe;
        setOption(recipe, "batch_size", 3.0);
        QCOMPARE(recipe.data.batchSize, 3);
    }
    void whatIsNotANumberIsRefused() {
        QVERIFY(contains(refusal("warp", std::nan("")), "not a finite number"));
        QVERIFY(!refusal("warp", INFINITY).empty());
        for (const json& value : {json(), json("1"), json(true), json::array(), json::object()}) {
            QVERIFY2(contains(refusal("warp", value), "warp"), value.dump().c_str());
            QVERIFY2(contains(refusal("batch_size", value), "batch_size"), value.dump().c_str());
        }
        QVERIFY(!refusal("seed", 1e300).empty());
        QVERIFY(!refusal("seed", std::uint64_t{18'446'744'073'709'551'615u}).empty());
    }
    void aSwitchTakesOnlyTrueAndFalse() {
        QVERIFY(contains(refusal("flip", 1), "true or false"));
        QVERIFY(refusal("flip", true).empty());
    }
    void anUnknownChoiceListsTheKnown() {
        const std::string sentence = refusal("decay", "fast");
        QVERIFY2(contains(sentence, "cosine, linear, constant") && contains(sentence, "fast"),
                 sentence.c_str());
        QVERIFY(!refusal("resolution", 64).empty());
    }
    void anUnknownKeyIsRefusedWhenSetAndPassedOverWhenRead() {
        QVERIFY(contains(refusal("no_such_option", 1), "no_such_option"));
        QVERIFY(recipeFromJson({{"no_such_option", 1}, {"warp", 2}}).data.warp == 2.0);
    }
    void aMissingKeyKeepsTheDefault() { QVERIFY(recipeFromJson(json::object()) == Recipe()); }
    void aWrongValueInJsonIsRefused() {
        VISAGIST_VERIFY_ERROR(ErrorCode::InvalidArgument, recipeFromJson({{"batch_size", 0}}));
    }
    void textIsReadAsAPersonTypesIt() {
        Recipe recipe;
        setOptionFromText(recipe, "learning_rate", "3e-4");
        setOptionFromText(recipe, "flip", "on");
        setOptionFromText(recipe, "precision", "bf16");
        setOptionFromText(recipe, "resolution", "128");
        setOptionFromText(recipe, "seed", "7");
        QCOMPARE(recipe.optim.learningRate, 3e-4);
        QVERIFY(recipe.data.flip);
        QCOMPARE(recipe.train.precision, Precision::Bf16);
        QCOMPARE(recipe.model.resolution, Resolution::R128);
        QCOMPARE(recipe.train.seed, std::int64_t{7});
        for (const char* text : {"", "x", "nan", "inf", "1e999", "0,5", "1 2", "-", "0x10"})
            VISAGIST_VERIFY_ERROR(ErrorCode::InvalidArgument, setOptionFromText(recipe, "warp", text));
        VISAGIST_VERIFY_ERROR(ErrorCode::InvalidArgument, setOptionFromText(recipe, "no_such", "1"));
    }
};

QTEST_APPLESS_MAIN(TestRecipe)
#include "tst_recipe.moc"
