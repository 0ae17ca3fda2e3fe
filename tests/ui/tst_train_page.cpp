#include <QAction>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <atomic>
#include <map>

#include "core/store/face_table.h"
#include "core/store/person_table.h"
#include "core/store/run_table.h"
#include "core/store/source_table.h"
#include "tests/support/face_project.h"
#include "tests/support/fake_trainer.h"
#include "ui/bridge/project_session.h"
#include "ui/bridge/training_session.h"
#include "ui/pages/augment_preview_dialog.h"
#include "ui/pages/rate_dialog.h"
#include "ui/pages/run_header.h"
#include "ui/pages/run_panel.h"
#include "ui/pages/train_page.h"
#include "ui/widgets/needs_panel.h"
#include "ui/widgets/notice_bar.h"
#include "ui/widgets/options_form.h"
#include "ui/widgets/plot_panel.h"
#include "ui/widgets/rate_plot.h"
#include "ui/widgets/sample_grid.h"

using namespace visagist;
using visagist::test::FakeTrainer;

namespace {

/// A project with the page on it, and trainers that end as told.
struct Room {
    QTemporaryDir folder;
    ProjectSession session;
    TrainingSession training;
    std::unique_ptr<TrainPage> page;
    std::int64_t steps = 1'000'000'000, failAt = 0;
    std::optional<TrainRequest> asked;

    Room() {
        session.create(std::filesystem::path(folder.path().toStdString()) / "test.visagist");
        page = std::make_unique<TrainPage>(session, training);
        page->setTrainerFactory([this](TrainRequest request) {
            asked = request;
            auto trainer = std::make_unique<FakeTrainer>();
            trainer->steps = steps;
            trainer->failAt = failAt;
            trainer->project = request.project;
            trainer->resumed = request.resumeRun;
            return trainer;
        });
    }
    RunHeader& head() const { return page->header(); }
};

CheckpointInfo checkpointOf(std::int64_t run) {
    CheckpointInfo checkpoint;
    checkpoint.id = 12;
    checkpoint.run = run;
    checkpoint.step = 3;
    return checkpoint;
}

/// What may be pressed is what the state allows, and nothing else.
void buttonsFollow(const Room& room) {
    const RunState state = room.training.state();
    QCOMPARE(room.head().start->isVisible(), canStart(state));
    QCOMPARE(room.head().stop->isVisible(), isActive(state));
    QCOMPARE(room.head().stop->isVisible() && room.head().stop->isEnabled(), canStop(state));
    QCOMPARE(room.head().pause->isVisible() && room.head().pause->isEnabled(),
             canPause(state) || canResume(state));
    QCOMPARE(room.head().save->isVisible() && room.head().save->isEnabled(), canSave(state));
}

}  // namespace

class TestTrainPage : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aClosedProjectIsBorne() {
        ProjectSession session;
        TrainingSession training;
        const TrainPage page(session, training);
        QVERIFY(!page.header().start->isEnabled());
        QVERIFY(!page.header().start->toolTip().isEmpty());
    }

    void thePreviewOfAugmentationFollowsTheOptions() {
        test::FaceProject faces;
        faces.addNumbered("Ada", 100, 3);
        faces.addNumbered("Ben", 200, 1);
        ProjectSession session;
        session.open(faces.project().path());
        TrainingSession training;
        TrainPage page(session, training);
        AugmentPreviewDialog& dialog = page.showAugmentation();
        QTRY_COMPARE(dialog.grid().rows(), 4);
        QCOMPARE(dialog.grid().columns(), 7);
        // Ada and Ben in turn; faces of one colour stay as they are, however they are bent.
        const auto greenOf = [&](int row, int column) {
            return dialog.grid().cell(row, column).pixelColor(32, 32).green();
        };
        QCOMPARE(greenOf(0, 0), 100);
        QCOMPARE(greenOf(1, 0), 200);
        QCOMPARE(greenOf(0, 1), 100);
        const auto isPlain = [&](int row, int column) {
            const QImage cell = dialog.grid().cell(row, column).convertToFormat(QImage::Format_RGB32);
            for (int y = 0; y < cell.height(); ++y) {
                for (int x = 0; x < cell.width(); ++x) {
                    if (cell.pixel(x, y) != cell.pixel(0, 0)) return false;
                }
            }
            return true;
        };
        QVERIFY(isPlain(0, 1));
        page.form().edit("occluders", 1.0);
        QTRY_VERIFY(!isPlain(0, 1));
        for (int row = 0; row < 4; ++row) {
            QVERIFY(isPlain(row, 0));
            for (int draw = 0; draw < 3; ++draw) {
                QVERIFY(!isPlain(row, 1 + 2 * draw));  // what the encoder sees
                QVERIFY(isPlain(row, 2 + 2 * draw));   // what the decoder is asked for
            }
        }
        session.close();
        QVERIFY(!dialog.isVisible());
    }

    void theTimeIsMeasuredWhenAskedForAndForgottenWithAnotherOption() {
        test::FaceProject faces;
        faces.addNumbered("Ada", 100, 3);
        faces.addNumbered("Ben", 200, 3);
        ProjectSession session;
        session.open(faces.project().path());
        TrainingSession training;
        TrainPage page(session, training);
        auto* measure = page.needs().findChild<QPushButton*>();
        QTRY_VERIFY(measure->isEnabled());
        QVERIFY(page.needs().timeText().isEmpty());
        for (const auto& [key, value] : std::map<std::string, int>{
                 {"encoder_channels", 8}, {"decoder_width", 512}, {"inter_channels", 16}, {"batch_size", 1}})
            page.form().edit(key, value);
        measure->click();
        QVERIFY(page.needs().timeText().contains(QStringLiteral("measuring")));
        QTRY_VERIFY_WITH_TIMEOUT(page.needs().timeText().contains(QStringLiteral("about")), 120'000);
        page.form().edit("batch_size", 2);
        QVERIFY(page.needs().timeText().isEmpty());
        measure->click();
        measure->click();  // no longer wanted
        QTRY_VERIFY_WITH_TIMEOUT(page.needs().timeText().isEmpty(), 60'000);
        QVERIFY(page.notice().text().isEmpty() || !page.notice().isFailure());
    }

    void aLearningRateIsLookedForAndTaken() {
        test::FaceProject faces;
        faces.addNumbered("Ada", 100, 3);
        Room room;
        room.session.open(faces.project().path());
        RateDialog& dialog = room.page->showRateTest();
        QTRY_VERIFY(dialog.testButton().isEnabled());
        std::atomic<int> batch = 0;
        dialog.setFinder([&](const std::filesystem::path&, const Recipe& recipe, std::stop_token,
                             const std::function<void(int, int)>& progress) {
            batch = static_cast<int>(recipe.data.batchSize);
            progress(3, 3);
            return RateAdvice{.trials = {{1e-5, 3}, {1e-4, 2}, {1e-3, 1}, {1e-2, 4}}, .suggested = 3e-4};
        });
        QVERIFY(!dialog.useButton().isVisible());
        room.page->form().edit("batch_size", std::int64_t{5});
        dialog.testButton().click();
        QTRY_VERIFY(dialog.useButton().isVisible());
        QCOMPARE(batch.load(), 5);
        QCOMPARE(dialog.plot().drawnPoints(), 4);
        QCOMPARE(dialog.plot().line(), 3e-4);
        dialog.useButton().click();
        QCOMPARE(room.page->form().recipe().optim.learningRate, 3e-4);
        QVERIFY(dialog.useButton().isVisible());  // the rate itself was not among what was tested
        room.page->form().edit("batch_size", std::int64_t{6});
        QVERIFY(!dialog.useButton().isVisible());
        QCOMPARE(dialog.plot().drawnPoints(), 0);
    }
    void aLearningRateThatCannotBeLookedForSaysWhy() {
        test::FaceProject faces;
        faces.addNumbered("Ada", 100, 3);
        Room room;
        room.session.open(faces.project().path());
        room.page->setConsentQuestion([](const QStringList&) { return true; });
        RateDialog& dialog = room.page->showRateTest();
        QTRY_VERIFY(dialog.testButton().isEnabled());
        dialog.setFinder([](const std::filesystem::path&, const Recipe&, std::stop_token,
                            const std::function<void(int, int)>&) -> RateAdvice {
            throw Error(ErrorCode::OutOfMemory, VISAGIST_TEXT("The memory is used up."));
        });
        dialog.testButton().click();
        QTRY_COMPARE(dialog.said(), QStringLiteral("The memory is used up."));
        QVERIFY(!dialog.useButton().isVisible());
        // Beside a run nothing is tried.
        room.page->start();
        QTRY_COMPARE(room.training.state(), RunState::Running);
        QVERIFY(!dialog.testButton().isEnabled());
        room.training.requestStop();
        QTRY_VERIFY(!isActive(room.training.state()));
    }
    void aPreviewWithoutFacesSaysSo() {
        Room room;
        AugmentPreviewDialog& dialog = room.page->showAugmentation();
        QSignalSpy drawn(&dialog, &AugmentPreviewDialog::drawn);
        QTRY_VERIFY(drawn.size() > 0);
        QCOMPARE(dialog.grid().rows(), 0);
    }

    void aProjectWithoutFacesCannotStartAndSaysWhy() {
        Room room;
        QTRY_VERIFY(!room.head().start->isEnabled());
        QTRY_VERIFY(!room.page->notice().text().isEmpty());
        QVERIFY(room.page->notice().isFailure());
        QVERIFY(room.head().start->toolTip().contains(QStringLiteral("face")));
    }

    void theButtonsFollowTenStartsAndStops() {
        Room room;
        for (int i = 0; i < 10; ++i) {
            room.page->start();
            buttonsFollow(room);
            QTRY_COMPARE(room.training.state(), RunState::Running);
            buttonsFollow(room);
            room.head().stop->trigger();
            QCOMPARE(room.training.state(), RunState::Stopping);
            buttonsFollow(room);
            QVERIFY(!room.head().stop->isEnabled());
            QTRY_COMPARE(room.training.state(), RunState::Stopped);
            buttonsFollow(room);
        }
        QCOMPARE(room.page->runPanel().runs().rowCount(),
                 1);  // the first was made, the others went on with it
    }

    void theButtonsFollowTheNaturalEnd() {
        Room room;
        room.steps = 20;
        room.page->start();
        QTRY_COMPARE(room.training.state(), RunState::Completed);
        buttonsFollow(room);
        QVERIFY(room.head().start->text() == QStringLiteral("Resume"));
    }

    void theButtonsFollowAFailureInTheFirstStep() {
        Room room;
        room.failAt = 1;
        room.page->start();
        QTRY_COMPARE(room.training.state(), RunState::Failed);
        buttonsFollow(room);
        QCOMPARE(room.page->notice().text(), QStringLiteral("The memory is used up at step 1."));
        QVERIFY(room.page->notice().isFailure());
    }

    void pauseBecomesResumeAndBack() {
        Room room;
        room.page->start();
        QTRY_COMPARE(room.training.state(), RunState::Running);
        room.head().pause->trigger();
        QTRY_COMPARE(room.training.state(), RunState::Paused);
        buttonsFollow(room);
        QCOMPARE(room.head().pause->text(), QStringLiteral("Resume"));
        room.head().pause->trigger();
        QTRY_COMPARE(room.training.state(), RunState::Running);
        QCOMPARE(room.head().pause->text(), QStringLiteral("Pause"));
    }

    void theOptionsOfTheFormAreTrainedWith() {
        Room room;
        room.page->form().edit("learning_rate", 1e-3);
        room.page->start();
        QVERIFY(room.asked.has_value());
        QCOMPARE(room.asked->recipe.optim.learningRate, 1e-3);
        QVERIFY(!room.asked->resumeRun);
    }

    void aLiveOptionIsChangedInTheRun() {
        Room room;
        QSignalSpy changed(&room.training, &TrainingSession::optionChanged);
        room.page->start();
        QTRY_COMPARE(room.training.state(), RunState::Running);
        QTRY_VERIFY(room.page->runPanel().chosen().has_value());
        room.page->form().edit("learning_rate", 1e-3);
        QTRY_COMPARE(changed.count(), 1);
        QCOMPARE(changed[0][0].value<OptionChanged>().key, std::string("learning_rate"));
    }

    void aBranchStartsWithTheCheckpointsWeightsAndItsRunsOptions() {
        Room room;
        room.steps = 3;
        room.page->form().edit("batch_size", std::int64_t{5});
        room.page->start();
        QTRY_COMPARE(room.training.state(), RunState::Completed);
        const std::int64_t run = room.page->runPanel().chosen().value();
        room.page->runPanel().choose(std::nullopt);
        room.page->form().edit("batch_size", std::int64_t{2});

        room.page->branchFrom(checkpointOf(run));
        QVERIFY(!room.page->runPanel().chosen());
        QVERIFY(room.head().title().contains(QStringLiteral("Sketch 64, run")));
        QCOMPARE(room.page->form().recipe(), currentRecipe(room.session.database(), run));
        room.page->form().edit("batch_size", std::int64_t{7});
        room.page->start();
        QCOMPARE(room.asked->startFrom, std::optional<std::int64_t>(12));
        QVERIFY(!room.asked->resumeRun);
        QCOMPARE(room.asked->recipe.data.batchSize, 7);
        QTRY_COMPARE(room.training.state(), RunState::Completed);

        // The next new run is one of its own again.
        Q_EMIT room.page->runPanel().chosenChanged();
        room.page->runPanel().choose(std::nullopt);
        Q_EMIT room.page->runPanel().chosenChanged();
        room.page->start();
        QVERIFY(!room.asked->startFrom);
    }
    void anotherRunThatIsChosenEndsTheBranch() {
        Room room;
        room.steps = 3;
        room.page->start();
        QTRY_COMPARE(room.training.state(), RunState::Completed);
        const std::int64_t run = room.page->runPanel().chosen().value();
        room.page->branchFrom(checkpointOf(run));
        room.page->runPanel().choose(run);
        Q_EMIT room.page->runPanel().chosenChanged();
        room.page->runPanel().choose(std::nullopt);
        Q_EMIT room.page->runPanel().chosenChanged();
        QVERIFY(!room.head().title().contains(QStringLiteral("Sketch 64, run")));
        room.page->start();
        QVERIFY(!room.asked->startFrom);
    }
    void resumingSendsOnlyWhatChanged() {
        Room room;
        room.page->start();
        QTRY_COMPARE(room.training.state(), RunState::Running);
        room.head().stop->trigger();
        QTRY_COMPARE(room.training.state(), RunState::Stopped);
        room.page->form().edit("steps", 40000);
        room.page->start();
        QVERIFY(room.asked->resumeRun.has_value());
        QCOMPARE(room.asked->changes, (std::map<std::string, std::string>{{"steps", "40000"}}));
    }

    void theCurvesGrowWhileItRuns() {
        Room room;
        room.page->resize(1200, 800);
        room.page->start();
        QTRY_VERIFY(room.training.progress().step > 20);
        QTRY_VERIFY(room.page->plots().plot().memoryBytes() > 0);
        room.page->plots().plot().redraw();
        QVERIFY(room.page->plots().plot().drawnPoints() > 10);
    }

    void peopleWithoutConsentAreAskedAboutAndTheAnswerIsKept() {
        Room room;
        Database& database = room.session.database();
        const std::int64_t ada = ensurePerson(database, "Ada");
        Face face;
        face.person = ada;
        Source source;
        source.path = "/nowhere/ada.png";
        face.source = putSource(database, source);
        const std::vector<std::uint8_t> png{1, 2, 3};
        insertFace(database, face, png, {});
        QStringList askedFor;
        bool answer = false;
        room.page->setConsentQuestion([&](const QStringList& names) {
            askedFor = names;
            return answer;
        });
        room.page->start();
        QCOMPARE(askedFor, QStringList{QStringLiteral("Ada")});
        QCOMPARE(room.training.state(), RunState::Idle);
        answer = true;
        room.page->start();
        QVERIFY(isActive(room.training.state()));
        QCOMPARE(people(database).front().consent, Consent::Asked);
    }

    void aProjectClosedWhileItTrainsIsBorne() {
        Room room;
        room.page->start();
        QTRY_COMPARE(room.training.state(), RunState::Running);
        room.session.close();
        QTest::qWait(300);
        QVERIFY(isActive(room.training.state()));
    }
};

QTEST_MAIN(TestTrainPage)
#include "tst_train_page.moc"
