#include <QTest>
#include <algorithm>
#include <cmath>

#include "core/data/demo_faces.h"
#include "core/image/decode.h"
#include "core/model/device_report.h"
#include "core/store/metric_table.h"
#include "core/store/person_table.h"
#include "tests/support/training.h"

using namespace visagist;
using test::atStep, test::DemoProjects, test::newRun, test::tinyRecipe, test::Told, test::train;
namespace fs = std::filesystem;

namespace {

bool has(const std::vector<RunState>& states, RunState wanted) {
    return std::find(states.begin(), states.end(), wanted) != states.end();
}

/// Largest step told of.
std::int64_t lastStep(const Told& told) {
    std::int64_t last = 0;
    for (const Progress& progress : told.all<Progress>()) last = std::max(last, progress.step);
    return last;
}

std::vector<Event> storedEvents(const fs::path& project, std::int64_t run) {
    return events(Project::open(project, Access::ReadOnly).database(), run);
}

}  // namespace

class TestTrainingRun : public QObject {
    Q_OBJECT
    DemoProjects m_projects;

private Q_SLOTS:
    void initTestCase() { setComputeThreads(1); }

    void aRunTellsWhatItIsAndDoes() {
        const fs::path project = m_projects.make(3);
        Recipe recipe = tinyRecipe(6);
        recipe.train.sampleEvery = 3;
        recipe.train.saveEvery = 4;
        const Told told = train(newRun(project, recipe));
        VISAGIST_ENDS(told, RunState::Completed);
        QCOMPARE(told.outcome().step, std::int64_t{6});

        QCOMPARE(told.all<RunStarted>().size(), std::size_t{1});
        const RunStarted started = told.all<RunStarted>().at(0);
        QVERIFY(started.people ==
                (std::vector<std::string>{demoPersonName(0), demoPersonName(1), demoPersonName(2)}));
        QCOMPARE(started.step, std::int64_t{0});
        QCOMPARE(started.precision, std::string("fp32"));
        QVERIFY(started.device.starts_with("CPU"));
        QCOMPARE(started.trainFaces, std::int64_t{3 * 6});
        QCOMPARE(started.validationFaces, std::int64_t{3});
        QVERIFY(started.parameters > 10'000);

        const auto states = told.all<RunState>();
        QVERIFY(states.front() == RunState::Starting && states.at(1) == RunState::Running);
        std::vector<std::int64_t> steps;
        for (const Progress& progress : told.all<Progress>()) {
            if (progress.metrics.contains("generator")) steps.push_back(progress.step);
            for (const auto& [name, value] : progress.metrics) QVERIFY2(std::isfinite(value), name.c_str());
        }
        QVERIFY(steps == (std::vector<std::int64_t>{1, 2, 3, 4, 5, 6}));
        std::vector<std::int64_t> grids, saved;
        for (const SampleGrid& grid : told.all<SampleGrid>()) {
            grids.push_back(grid.step);
            QCOMPARE(grid.rows, 3);
            QCOMPARE(grid.columns, 6);
            QCOMPARE(grid.image.width(), 6 * 64);
            QCOMPARE(grid.image.height(), 3 * 64);
        }
        QVERIFY(grids == (std::vector<std::int64_t>{0, 3, 6}));
        for (const CheckpointSaved& one : told.all<CheckpointSaved>()) saved.push_back(one.step);
        QVERIFY(saved == (std::vector<std::int64_t>{4, 6}));
    }
    void theProjectRemembersTheRun() {
        const fs::path path = m_projects.make();
        Recipe recipe = tinyRecipe(4);
        recipe.train.sampleEvery = 2;
        TrainRequest request = newRun(path, recipe);
        request.name = "Première 一";
        const Told told = train(request);
        const Project project = Project::open(path, Access::ReadOnly);
        const Run run = *findRun(project.database(), told.run());
        QCOMPARE(run.name, request.name);
        QVERIFY(run.recipe == recipe && run.end == RunEnd::Completed);
        QCOMPARE(run.step, std::int64_t{4});
        for (const char* name : {"generator", "reconstruction", "learning_rate"})
            QCOMPARE(metric(project.database(), run.id, name).size(), std::size_t{4});
        QCOMPARE(metric(project.database(), run.id, "validation").size(), std::size_t{3});
        const auto grids = samples(project.database(), run.id);
        QCOMPARE(grids.size(), std::size_t{3});
        const Image stored = decodeImage(samplePng(project.database(), run.id, 4));
        QVERIFY(stored == told.all<SampleGrid>().back().image);
        const auto info = test::checkpoints(path).at(0);
        QCOMPARE(info.run, run.id);
        QVERIFY(info.metrics.contains("generator") && info.metrics.contains("validation"));
    }
    void theFirstColumnOfTheSamplesIsThePhoto() {
        const Told told = train(newRun(m_projects.make(), tinyRecipe(1)));
        const auto grids = told.all<SampleGrid>();
        QVERIFY(grids.size() >= 2);
        for (int y = 0; y < grids[0].image.height(); ++y) {
            QVERIFY(std::equal(grids[0].image.row(y), grids[0].image.row(y) + 64 * 3, grids[1].image.row(y)));
            QVERIFY(!std::equal(grids[0].image.row(y), grids[0].image.row(y) + 64 * 3,
                                grids[0].image.row(y) + 64 * 3));
        }
        QCOMPARE(SampleGrid::columnTitles().size(), static_cast<std::size_t>(grids[0].columns));
    }
    void lossesFallAsItLearns() {
        Recipe recipe = tinyRecipe(60);
        recipe.optim.learningRate = 2e-3;
        const auto progress = train(newRun(m_projects.make(), recipe)).all<Progress>();
        const auto mean = [&](std::int64_t from, std::int64_t to) {
            double sum = 0;
            for (const Progress& one : progress) {
                const auto loss = one.metrics.find("reconstruction");
                if (loss != one.metrics.end() && one.step > from && one.step <= to) sum += loss->second;
            }
            return sum / static_cast<double>(to - from);
        };
        QVERIFY(mean(50, 60) < 0.8 * mean(0, 10));
    }
    void aStopIsObeyedAfterTheStepAndTheWorkIsSaved() {
        const fs::path project = m_projects.make();
        const Told told = train(newRun(project, tinyRecipe(1000)),
                                atStep(3, [](auto&, auto& stop) { stop.request_stop(); }));
        VISAGIST_ENDS(told, RunState::Stopped);
        QCOMPARE(lastStep(told), std::int64_t{3});
        QCOMPARE(told.outcome().step, std::int64_t{3});
        QCOMPARE(test::checkpoints(project).at(0).step, std::int64_t{3});
        QVERIFY(test::storedRun(project, told.run()).end == RunEnd::Stopped);
        QVERIFY(has(told.all<RunState>(), RunState::Stopping));
    }
    void aStopWhileItWaitsForFacesLosesNothing() {
        // A changed option empties the loader, so that the run waits for faces when it is stopped.
        const fs::path project = m_projects.make();
        const Told told = train(newRun(project, tinyRecipe(1000)),
                                [](const TrainEvent& event, RunControl& control, std::stop_source& stop) {
                                    const auto* progress = std::get_if<Progress>(&event);
                                    if (progress && progress->step == 3) control.change("warp", "0.5");
                                    if (std::holds_alternative<OptionChanged>(event)) stop.request_stop();
                                });
        VISAGIST_ENDS(told, RunState::Stopped);
        QVERIFY(told.outcome().step >= 3);
        QCOMPARE(test::checkpoints(project).at(0).step, told.outcome().step);
    }
    void aStopBeforeTheFirstStepEndsAtOnce() {
        const fs::path project = m_projects.make();
        const Told told = train(newRun(project, tinyRecipe(1000)),
                                [](const TrainEvent& event, auto&, std::stop_source& stop) {
                                    if (std::holds_alternative<RunState>(event)) stop.request_stop();
                                });
        VISAGIST_ENDS(told, RunState::Stopped);
        QVERIFY(told.all<Progress>().empty());
        // The project is as good as before.
        VISAGIST_ENDS(train(newRun(project, tinyRecipe(1))), RunState::Completed);
    }
    void whilePausedNothingGoesOnButSavesAndChanges() {
        const fs::path project = m_projects.make();
        int paused = 0;
        const Told told = train(newRun(project, tinyRecipe(6)),
                                [&](const TrainEvent& event, RunControl& control, std::stop_source&) {
                                    const auto* progress = std::get_if<Progress>(&event);
                                    if (progress && progress->step == 3 && paused == 0) control.pause();
                                    const auto* state = std::get_if<RunState>(&event);
                                    if (!state || *state != RunState::Paused) return;
                                    ++paused;
                                    if (paused == 1) control.saveNow();
                                    if (paused == 2) control.change("learning_rate", "0.001");
                                    if (paused == 3) control.resume();
                                });
        VISAGIST_ENDS(told, RunState::Completed);
        QCOMPARE(paused, 3);
        bool isPaused = false;
        for (const TrainEvent& event : told.events) {
            if (const auto* state = std::get_if<RunState>(&event)) isPaused = *state == RunState::Paused;
            QVERIFY(!(isPaused && std::holds_alternative<Progress>(event)));
        }
        const auto saved = told.all<CheckpointSaved>();
        QCOMPARE(saved.at(0).step, std::int64_t{3});
        QCOMPARE(told.all<OptionChanged>().at(0).step, std::int64_t{3});
        QCOMPARE(lastStep(told), std::int64_t{6});
    }
    void aPausedRunCanBeStopped() {
        const fs::path project = m_projects.make();
        const Told told = train(newRun(project, tinyRecipe(1000)),
                                [](const TrainEvent& event, RunControl& control, std::stop_source& stop) {
                                    const auto* progress = std::get_if<Progress>(&event);
                                    if (progress && progress->step == 2) control.pause();
                                    const auto* state = std::get_if<RunState>(&event);
                                    if (state && *state == RunState::Paused) stop.request_stop();
                                });
        VISAGIST_ENDS(told, RunState::Stopped);
        QCOMPARE(test::checkpoints(project).at(0).step, std::int64_t{2});
    }
    void aLiveOptionCountsFromTheNextStepAndIsStored() {
        const fs::path path = m_projects.make();
        Recipe recipe = tinyRecipe(6);
        recipe.optim.decay = Decay::Constant;
        const Told told = train(newRun(path, recipe), atStep(3, [](RunControl& control, auto&) {
                                    control.change("learning_rate", "0.01");
                                    control.change("learning_rate", "0.001");  // a later wish counts
                                }));
        VISAGIST_ENDS(told, RunState::Completed);
        QCOMPARE(told.all<OptionChanged>().size(), std::size_t{1});
        const OptionChanged change = told.all<OptionChanged>().at(0);
        QCOMPARE(change.step, std::int64_t{3});
        QCOMPARE(change.key, std::string("learning_rate"));
        QCOMPARE(change.before, std::string("0.0002"));
        QCOMPARE(change.after, std::string("0.001"));
        const Project project = Project::open(path, Access::ReadOnly);
        for (const MetricPoint& point : metric(project.database(), told.run(), "learning_rate"))
            QCOMPARE(point.value, point.step <= 3 ? 2e-4 : 1e-3);
        QCOMPARE(optionChanges(project.database(), told.run()).size(), std::size_t{1});
        QCOMPARE(currentRecipe(project.database(), told.run()).optim.learningRate, 1e-3);
        QCOMPARE(findRun(project.database(), told.run())->recipe.optim.learningRate, 2e-4);
    }
    void optionsThatShapeTheRunAreRefusedWhileItIsOn() {
        const fs::path path = m_projects.make();
        const Told told = train(newRun(path, tinyRecipe(4)), atStep(2, [](RunControl& control, auto&) {
                                    control.change("batch_size", "4");
                                    control.change("warp", "99");
                                    control.change("no_such_option", "1");
                                }));
        VISAGIST_ENDS(told, RunState::Completed);
        for (const char* key : {"batch_size", "warp", "no_such_option"}) QVERIFY2(told.warned(key), key);
        QVERIFY(told.all<OptionChanged>().empty());
        QVERIFY(optionChanges(Project::open(path, Access::ReadOnly).database(), told.run()).empty());
    }
    void aRunCanBeLengthenedWhileItIsOn() {
        const Told told = train(newRun(m_projects.make(), tinyRecipe(3)),
                                atStep(2, [](RunControl& control, auto&) { control.change("steps", "5"); }));
        VISAGIST_ENDS(told, RunState::Completed);
        QCOMPARE(told.outcome().step, std::int64_t{5});
    }
    void oneRunAtATimeTrainsInAProject() {
        const fs::path project = m_projects.make();
        std::optional<Told> second;
        const Told first =
            train(newRun(project, tinyRecipe(3)),
                  atStep(1, [&](auto&, auto&) { second = train(newRun(project, tinyRecipe(1))); }));
        VISAGIST_FAILS(*second, ErrorCode::Busy, "being trained");
        QCOMPARE(second->events.size(), std::size_t{2});  // it only began
        VISAGIST_ENDS(first, RunState::Completed);
        VISAGIST_ENDS(train(newRun(project, tinyRecipe(1))), RunState::Completed);
    }
    void aCheckpointThatCannotBeSavedIsAWarning() {
        const fs::path project = m_projects.make(), file = test::checkpointsOf(project),
                       away = fs::path(file) += ".away";
        Recipe recipe = tinyRecipe(6);
        recipe.train.saveEvery = 2;
        const Told told =
            train(newRun(project, recipe), [&](const TrainEvent& event, RunControl&, std::stop_source&) {
                const auto* saved = std::get_if<CheckpointSaved>(&event);
                if (saved && saved->step == 2) fs::rename(file, away), fs::create_directory(file);
                const auto* notice = std::get_if<Notice>(&event);
                if (notice && notice->message.english().find("step 4") != std::string::npos)
                    fs::remove(file), fs::rename(away, file);
            });
        VISAGIST_ENDS(told, RunState::Completed);
        QVERIFY(told.warned("step 4 could not be saved"));
        std::vector<std::int64_t> steps;
        for (const CheckpointInfo& info : test::checkpoints(project)) steps.push_back(info.step);
        QVERIFY(steps == (std::vector<std::int64_t>{6, 2}));
        const auto stored = storedEvents(project, told.run());
        QVERIFY(std::any_of(stored.begin(), stored.end(),
                            [](const Event& e) { return e.kind == Event::Kind::Warning && e.step == 4; }));
    }
    void trainingStandsStillForTheCopyAlone() {
        const fs::path project = m_projects.make();
        Recipe recipe = tinyRecipe(6);
        recipe.train.saveEvery = 3;
        const Told told = train(newRun(project, recipe));
        VISAGIST_ENDS(told, RunState::Completed);
        const auto saved = told.all<CheckpointSaved>();
        QCOMPARE(saved.size(), std::size_t{2});
        for (const CheckpointSaved& one : saved) {
            QVERIFY(one.pauseSeconds > 0 && one.pauseSeconds < one.seconds);
            QVERIFY(one.addedBytes > 0 && one.addedBytes <= one.bytes);
        }
        QVERIFY(saved[1].addedBytes < saved[0].bytes);  // the discriminator had not begun to learn
        QVERIFY(has(told.all<RunState>(), RunState::Saving));
        const auto stored = storedEvents(project, told.run());
        QCOMPARE(std::count_if(stored.begin(), stored.end(),
                               [](const Event& e) { return e.kind == Event::Kind::Checkpoint; }),
                 std::ptrdiff_t{2});
    }
    void aSaveThatIsAskedForWhileAnotherIsUnderWayIsMade() {
        // Another connection keeps the file locked until the second wish is told.
        const fs::path project = m_projects.make(), file = test::checkpointsOf(project);
        std::optional<Database> other;
        const Told told = train(newRun(project, tinyRecipe(8)),
                                [&](const TrainEvent& event, RunControl& control, std::stop_source&) {
                                    const auto* progress = std::get_if<Progress>(&event);
                                    if (!progress || !progress->metrics.contains("generator")) return;
                                    if (progress->step == 2) {
                                        other.emplace(file, Access::ReadWrite);
                                        other->execute("BEGIN IMMEDIATE");
                                        control.saveNow();
                                    }
                                    if (progress->step == 4) {
                                        control.saveNow();
                                        other.reset();
                                    }
                                });
        VISAGIST_ENDS(told, RunState::Completed);
        std::vector<std::int64_t> steps;
        for (const CheckpointSaved& one : told.all<CheckpointSaved>()) steps.push_back(one.step);
        QVERIFY(steps == (std::vector<std::int64_t>{2, 4, 8}));
    }
    void aStopDuringASaveEndsWithTheLastStepSaved() {
        const fs::path project = m_projects.make(), file = test::checkpointsOf(project);
        std::optional<Database> other;
        const Told told =
            train(newRun(project, tinyRecipe(1000)),
                  [&](const TrainEvent& event, RunControl& control, std::stop_source& stop) {
                      const auto* progress = std::get_if<Progress>(&event);
                      if (progress && progress->metrics.contains("generator") && progress->step == 2) {
                          other.emplace(file, Access::ReadWrite);
                          other->execute("BEGIN IMMEDIATE");
                          control.saveNow();
                      }
                      if (progress && progress->metrics.contains("generator") && progress->step == 4)
                          stop.request_stop();
                      const auto* state = std::get_if<RunState>(&event);
                      if (state && *state == RunState::Stopping) other.reset();
                  });
        VISAGIST_ENDS(told, RunState::Stopped);
        std::vector<std::int64_t> steps;
        for (const CheckpointInfo& info : test::checkpoints(project)) steps.push_back(info.step);
        QVERIFY(steps == (std::vector<std::int64_t>{4, 2}));
        QCOMPARE(told.outcome().step, std::int64_t{4});
    }
    void aLastCheckpointThatCannotBeSavedIsAFailure() {
        const fs::path project = m_projects.make(), file = test::checkpointsOf(project);
        const Told told = train(newRun(project, tinyRecipe(3)), atStep(2, [&](auto&, auto&) {
                                    fs::rename(file, fs::path(file) += ".away");
                                    fs::create_directory(file);
                                }));
        VISAGIST_ENDS(told, RunState::Failed);
        QVERIFY(test::storedRun(project, told.run()).end == RunEnd::Failed);
    }
    void onlyTheNewestAndTheStarredCheckpointsStay() {
        const fs::path project = m_projects.make();
        Recipe recipe = tinyRecipe(10);
        recipe.train.saveEvery = 2;
        recipe.train.keepLast = 2;
        recipe.data.validation = 0;  // or the best would stay too
        const Told told =
            train(newRun(project, recipe), [&](const TrainEvent& event, RunControl&, std::stop_source&) {
                const auto* saved = std::get_if<CheckpointSaved>(&event);
                if (saved && saved->step == 4)
                    CheckpointStore(test::checkpointsOf(project), Access::ReadWrite)
                        .setStarred(saved->checkpoint, true);
            });
        VISAGIST_ENDS(told, RunState::Completed);
        std::vector<std::int64_t> steps;
        for (const CheckpointInfo& info : test::checkpoints(project)) steps.push_back(info.step);
        QVERIFY(steps == (std::vector<std::int64_t>{10, 8, 4}));
    }
    void onePersonAloneIsTrainedWithAWarning() {
        const fs::path path = m_projects.make();
        TrainRequest request = newRun(path, tinyRecipe(3));
        request.recipe.train.mixturesFrom = request.recipe.train.detailFrom = 0;
        request.people = {people(Project::open(path, Access::ReadOnly).database()).at(1).id};
        const Told told = train(request);
        VISAGIST_ENDS(told, RunState::Completed);
        QVERIFY(told.warned("Only one person"));
        QVERIFY(told.all<RunStarted>().at(0).people == std::vector<std::string>{demoPersonName(1)});
        QCOMPARE(told.all<SampleGrid>().back().rows, 1);
    }
    void nobodyCannotBeTrained() {
        const QTemporaryDir folder;
        const fs::path path = pathFromUtf8(folder.filePath("empty.visagist").toStdString());
        Project::create(path);
        VISAGIST_FAILS(train(newRun(path, tinyRecipe(3))), ErrorCode::InvalidArgument, "no face to train on");
        QVERIFY(runs(Project::open(path).database()).empty());
        VISAGIST_FAILS(train(newRun(path.parent_path() / "none.visagist", tinyRecipe(1))),
                       ErrorCode::NotFound, "none");
    }
    void fewerFacesThanABatchAreTrainedWithAWarning() {
        Recipe recipe = tinyRecipe(2);
        recipe.data.batchSize = 24;
        const Told told = train(newRun(m_projects.make(), recipe));
        VISAGIST_ENDS(told, RunState::Completed);
        QVERIFY(told.warned("fewer faces to train on (12) than a batch holds (24)"));
    }
    void manyPeopleShareTheNetwork() {
        Recipe recipe = tinyRecipe(3);
        recipe.train.mixturesFrom = recipe.train.detailFrom = 0;
        const Told told = train(newRun(m_projects.make(7), recipe));
        VISAGIST_ENDS(told, RunState::Completed);
        QCOMPARE(told.all<SampleGrid>().back().rows, 4);
    }
    void smallerNumberFormatsTrainToo_data() {
        QTest::addColumn<int>("precision");
        QTest::addRow("bf16") << static_cast<int>(Precision::Bf16);
        QTest::addRow("fp16") << static_cast<int>(Precision::Fp16);
    }
    void smallerNumberFormatsTrainToo() {
        QFETCH(int, precision);
        const fs::path path = m_projects.make();
        Recipe recipe = tinyRecipe(3);
        recipe.train.precision = static_cast<Precision>(precision);
        recipe.train.mixturesFrom = recipe.train.detailFrom = 0;
        const Told told = train(newRun(path, recipe));
        VISAGIST_ENDS(told, RunState::Completed);
        QCOMPARE(told.all<RunStarted>().at(0).precision, std::string(QTest::currentDataTag()));
        bool scaled = false;
        for (const Progress& progress : told.all<Progress>()) {
            for (const auto& [name, value] : progress.metrics) QVERIFY2(std::isfinite(value), name.c_str());
            scaled = scaled || progress.metrics.contains("loss_scale");
        }
        QCOMPARE(scaled, recipe.train.precision == Precision::Fp16);
        VISAGIST_ENDS(train(test::resumed(path, told.run(), {{"steps", "4"}})), RunState::Completed);
    }
    void aGraphicsCardThatIsNotThereIsNamed() {
        if (!deviceReport().gpus.empty()) QSKIP("there is a graphics card here");
        Recipe recipe = tinyRecipe(1);
        recipe.train.device = Device::Cuda;
        VISAGIST_FAILS(train(newRun(m_projects.make(), recipe)), ErrorCode::Unsupported, "graphics card");
    }
    void adviceBeforeTheStartChangesNothing() {
        const fs::path path = m_projects.make();
        const StartAdvice advice = adviseStart(path, tinyRecipe(1));
        QVERIFY(advice.blocking.empty());
        QVERIFY(!advice.warnings.empty());  // 8 faces are few
        QVERIFY(advice.memoryBytes > 300'000'000);
        QVERIFY(adviseStart(path, presetRecipe("studio")).memoryBytes > 10 * advice.memoryBytes);
        // What Sketch with a batch of 8 and of 64 took at its peak on the machine of the README.
        const fs::path three = m_projects.make(3);
        for (const auto& [batch, megabytes] : {std::pair(8, 626.0), std::pair(64, 1079.0)}) {
            Recipe sketch = presetRecipe("sketch");
            sketch.data.batchSize = batch;
            const double share =
                static_cast<double>(adviseStart(three, sketch).memoryBytes) / (megabytes * 1e6);
            QVERIFY2(std::abs(share - 1) < 0.15, qPrintable(QString::number(share)));
        }
        QVERIFY(runs(Project::open(path).database()).empty());
    }
};

QTEST_APPLESS_MAIN(TestTrainingRun)
#include "tst_training_run.moc"
