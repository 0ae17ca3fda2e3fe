#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include "ui/widgets/number_edit.h"
#include "ui/widgets/option_row.h"
#include "ui/widgets/options_form.h"

using namespace visagist;

namespace {

NumberEdit* numberOf(OptionsForm& form, const char* key) {
    return qobject_cast<NumberEdit*>(form.row(key)->control());
}

void type(NumberEdit* edit, const QString& text) {
    auto* line = edit->findChild<QLineEdit*>();
    line->selectAll();
    QTest::keyClicks(line, text);
    QTest::keyClick(line, Qt::Key_Return);
}

}  // namespace

class TestOptionsForm : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyOptionOfTheTableHasARow() {
        OptionsForm form;
        QCOMPARE(form.shownRows(), static_cast<int>(optionTable().size()));
        for (const OptionInfo& option : optionTable()) {
            QVERIFY2(form.row(option.key), option.key.c_str());
            QVERIFY2(!form.row(option.key)->control()->accessibleName().isEmpty(), option.key.c_str());
            QVERIFY2(!form.row(option.key)->control()->toolTip().isEmpty(), option.key.c_str());
        }
    }

    void everyPresetComesBackAsItWas() {
        OptionsForm form;
        for (const Preset& preset : presets()) {
            form.choosePreset(preset.key);
            QCOMPARE(form.recipe(), presetRecipe(preset.key));
            form.setRecipe(presetRecipe(preset.key));
            QCOMPARE(form.preset(), std::string(preset.key));
        }
    }

    void aTypedNumberReachesTheRecipe() {
        OptionsForm form;
        QSignalSpy edited(&form, &OptionsForm::optionEdited);
        type(numberOf(form, "learning_rate"), QStringLiteral("3e-5"));
        QCOMPARE(form.recipe().optim.learningRate, 3e-5);
        QCOMPARE(edited.count(), 1);
        QCOMPARE(edited[0][0].toString(), QStringLiteral("learning_rate"));
        Recipe read;
        setOptionFromText(read, "learning_rate", edited[0][1].toString().toStdString());
        QCOMPARE(read.optim.learningRate, 3e-5);
        QVERIFY(form.row("learning_rate")->differs());
    }

    void aBadTextStaysAndTheLastGoodValueIsKept_data() {
        QTest::addColumn<QString>("text");
        for (const char* text : {"abc", "", "1e9", "-1", "nan", "inf", "0"})
            QTest::newRow(text) << QString::fromLatin1(text);
    }
    void aBadTextStaysAndTheLastGoodValueIsKept() {
        QFETCH(QString, text);
        OptionsForm form;
        const double before = form.recipe().optim.learningRate;
        QSignalSpy edited(&form, &OptionsForm::optionEdited);
        NumberEdit* edit = numberOf(form, "learning_rate");
        edit->findChild<QLineEdit*>()->setText(text);
        QTest::keyClick(edit->findChild<QLineEdit*>(), Qt::Key_Return);
        QCOMPARE(form.recipe().optim.learningRate, before);
        QCOMPARE(edited.count(), 0);
        QVERIFY(edit->isBad());
        QVERIFY(!form.row("learning_rate")->error().isEmpty());
        QCOMPARE(edit->findChild<QLineEdit*>()->text(), text);
        type(edit, QStringLiteral("0.001"));
        QVERIFY(form.row("learning_rate")->error().isEmpty());
        QCOMPARE(form.recipe().optim.learningRate, 0.001);
    }

    void aFractionInAWholeNumberIsRefused() {
        OptionsForm form;
        type(numberOf(form, "batch_size"), QStringLiteral("3.7"));
        QCOMPARE(form.recipe().data.batchSize, DataOptions{}.batchSize);
        QVERIFY(!form.row("batch_size")->error().isEmpty());
    }

    void thousandsAndUnitsAreRead() {
        OptionsForm form;
        NumberEdit* steps = numberOf(form, "steps");
        QVERIFY(steps->text().endsWith(QStringLiteral("steps")));
        type(steps, QLocale().toString(150000) + QStringLiteral(" steps"));
        QCOMPARE(form.recipe().train.steps, std::int64_t{150000});
        QCOMPARE(steps->text(), QLocale().toString(150000) + QStringLiteral(" steps"));
    }

    void arrowsStepByOneTwoFive() {
        OptionsForm form;
        NumberEdit* rate = numberOf(form, "learning_rate");
        rate->setFocus();
        rate->stepBy(1);
        QCOMPARE(form.recipe().optim.learningRate, 5e-4);
        rate->stepBy(-2);
        QVERIFY(std::abs(form.recipe().optim.learningRate - 1e-4) < 1e-12);
    }

    void leavingAFieldAloneChangesNothing() {
        OptionsForm form;
        Recipe recipe;
        recipe.losses.cycle = 0.123456789;
        form.setRecipe(recipe);
        QTest::keyClick(numberOf(form, "loss_cycle")->findChild<QLineEdit*>(), Qt::Key_Return);
        QCOMPARE(form.recipe(), recipe);
    }

    void whileRunningOnlyLiveOptionsMayChange() {
        OptionsForm form;
        form.setLock(OptionsForm::Lock::Running);
        for (const OptionInfo& option : optionTable()) {
            const QWidget* control = form.row(option.key)->control();
            QCOMPARE(control->isEnabledTo(&form), option.live());
            if (!option.live())
                QVERIFY(control->toolTip().contains(QStringLiteral("Locked while the run is on")));
        }
        form.setLock(OptionsForm::Lock::Network);
        QVERIFY(!form.row("resolution")->control()->isEnabledTo(&form));
        QVERIFY(form.row("batch_size")->control()->isEnabledTo(&form));
        form.setLock(OptionsForm::Lock::Nothing);
        QVERIFY(form.row("resolution")->control()->isEnabledTo(&form));
    }

    void aSearchShowsWhatItFinds() {
        OptionsForm form;
        form.search(QStringLiteral("discriminator width"));
        QCOMPARE(form.shownRows(), 1);
        QVERIFY(!form.row("discriminator_width")->isHidden());
        form.search(QStringLiteral("no option is like this"));
        QCOMPARE(form.shownRows(), 0);
        form.search({});
        QCOMPARE(form.shownRows(), static_cast<int>(optionTable().size()));
    }

    void deleteInARowGoesBackToThePreset() {
        OptionsForm form;
        form.edit("batch_size", 12);
        QVERIFY(form.row("batch_size")->differs());
        QTest::keyClick(form.row("batch_size"), Qt::Key_Delete);
        QCOMPARE(form.recipe(), Recipe{});
    }

    void choicesAndSwitchesReachTheRecipe() {
        OptionsForm form;
        auto* precision = qobject_cast<QComboBox*>(form.row("precision")->control());
        precision->setCurrentIndex(precision->findData(QStringLiteral("bf16")));
        Q_EMIT precision->activated(precision->currentIndex());
        QCOMPARE(form.recipe().train.precision, Precision::Bf16);
        qobject_cast<QCheckBox*>(form.row("flip")->control())->click();
        QVERIFY(form.recipe().data.flip);
    }

    void anUnknownValueIsToldInTheRow() {
        OptionsForm form;
        form.edit("batch_size", 100000);
        QCOMPARE(form.recipe(), Recipe{});
        QVERIFY(!form.row("batch_size")->error().isEmpty());
    }
};

QTEST_MAIN(TestOptionsForm)
#include "tst_options_form.moc"
