#include <QTest>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>

#include "core/base/clock.h"
#include "core/model/device_report.h"
#include "core/store/metric_table.h"
#include "tests/support/training.h"

using namespace visagist;
using test::DemoProjects, test::newRun, test::poison, test::resumed, test::tinyRecipe, test::Told,
    test::train;
namespace fs = std::filesystem;

namespace {

Recipe fortySteps(double mixturesFrom, double detailFrom) {
    Recipe recipe = tinyRecipe(40);
    recipe.train.mixturesFrom = mixturesFrom;
    recipe.train.detailFrom = detailFrom;
    return recipe;
}

Recipe withSteps(Recipe recipe, std::int64_t steps) {
    recipe.train.steps = steps;
    return recipe;
}

std::vector<TensorBytes> newestTensors(const fs::path& project) {
    CheckpointStore store(test::checkpointsOf(project), Access::ReadOnly);
    return store.load(store.list().at(0).id).tensors;
}

/// Steps of the points of a curve.
std::vector<std::int64_t> stepsOf(const fs::path& path, std::int64_t run, const std::string& name) {
    const Project project = Project::open(path, Access::ReadOnly);
    std::vector<std::int64_t> steps;
    for (const MetricPoint& point : metric(project.database(), run, name)) steps.push_back(point.step);
    return steps;
}

std::vector<std::int64_t> upTo(std::int64_t last) {
    std::vector<std::int64_t> steps;
    for (std::int64_t step = 1; step <= last; ++step) steps.push_back(step);
    return steps;
}

}  // namespace

class TestTrainingResume : public QObject {
    Q_OBJECT
    DemoProjects m_projects;

private Q_SLOTS:
    void initTestCase() { setComputeThreads(1); }

    void resumedRunEqualsUninterrupted_data() {
        QTest::addColumn<double>("mixturesFrom");
        QTest::addColumn<double>("detailFrom");
        QTest::addColumn<int>("accumulation");
        QTest::addRow("reconstruction") << 1.0 << 1.0 << 1;
        QTest::addRow("fusions") << 0.0 << 1.0 << 1;
        QTest::addRow("detail") << 0.0 << 0.0 << 1;
        QTest::addRow("all stages, accumulated") << 0.01 << 0.03 << 2;
    }
    void resumedRunEqualsUninterrupted() {
        QFETCH(double, mixturesFrom);
        QFETCH(double, detailFrom);
        QFETCH(int, accumulation);
        Recipe recipe = fortySteps(mixturesFrom, detailFrom);
        recipe.optim.accumulation = accumulation;
        const fs::path whole = m_projects.make(), halves = m_projects.make(), workers = m_projects.make();
        VISAGIST_ENDS(train(newRun(whole, recipe)), RunState::Completed);

        const Told first = train(newRun(halves, withSteps(recipe, 20)));
        VISAGIST_ENDS(first, RunState::Completed);
        QCOMPARE(test::checkpoints(halves).at(0).step, std::int64_t{20});
        const Told second = train(resumed(halves, first.run(), {{"steps", "40"}}));
        VISAGIST_ENDS(second, RunState::Completed);
        QCOMPARE(second.all<RunStarted>().at(0).step, std::int64_t{20});
        QCOMPARE(second.outcome().step, std::int64_t{40});
        const CheckpointInfo a = test::checkpoints(whole).at(0), b = test::checkpoints(halves).at(0);
        QCOMPARE(b.step, std::int64_t{40});
        QCOMPARE(b.weightsSha256, a.weightsSha256);
        QCOMPARE(b.stateSha256, a.stateSha256);

        recipe.data.workers = 3;
        VISAGIST_ENDS(train(newRun(workers, recipe)), RunState::Completed);
        QVERIFY(newestTensors(workers) == newestTensors(whole));  // optimisers and all
    }
    void aStoppedRunGoesOnAsIfNothingHadBeen() {
        const Recipe recipe = fortySteps(0, 0.01);
        const fs::path whole = m_projects.make(), stopped = m_projects.make();
        train(newRun(whole, recipe));
        const Told first =
            train(newRun(stopped, recipe), test::atStep(13, [](auto&, auto& stop) { stop.request_stop(); }));
        VISAGIST_ENDS(first, RunState::Stopped);
        QCOMPARE(test::checkpoints(stopped).at(0).step, std::int64_t{13});
        VISAGIST_ENDS(train(resumed(stopped, first.run())), RunState::Completed);
        QCOMPARE(test::checkpoints(stopped).at(0).stateSha256, test::checkpoints(whole).at(0).stateSha256);
        QVERIFY(stepsOf(stopped, first.run(), "generator") == upTo(40));
    }
    void anotherSeedIsAnotherRun() {
        const fs::path one = m_projects.make(), other = m_projects.make();
        Recipe recipe = tinyRecipe(2);
        train(newRun(one, recipe));
        recipe.train.seed = 8;
        train(newRun(other, recipe));
        QVERIFY(test::checkpoints(one).at(0).weightsSha256 != test::checkpoints(other).at(0).weightsSha256);
    }
    void aRunUnderATimeLimitEndsByTheClockAndCanBeLengthened() {
        const fs::path project = m_projects.make();
        Recipe recipe = tinyRecipe(1'000'000);
        recipe.train.minutes = 0.01;
        const Told first = train(newRun(project, recipe));
        VISAGIST_ENDS(first, RunState::Completed);
        const std::int64_t reached = first.outcome().step;
        QVERIFY(reached > 0 && reached < 1'000'000);
        const double seconds = first.all<Progress>().back().elapsedSeconds;
        QVERIFY(seconds >= 0.6);
        // Its time is over, so that going on adds nothing …
        const Told again = train(resumed(project, first.run()));
        VISAGIST_ENDS(again, RunState::Completed);
        QCOMPARE(again.outcome().step, reached);
        // … until it is given more, from where its clock stood.
        const Told longer =
            train(resumed(project, first.run(), {{"minutes", "0"}, {"steps", std::to_string(reached + 3)}}));
        VISAGIST_ENDS(longer, RunState::Completed);
        QCOMPARE(longer.outcome().step, reached + 3);
        QVERIFY(longer.all<Progress>().back().elapsedSeconds > seconds - 0.01);
    }
    void goingBackToAnOlderCheckpointReplacesWhatCameAfter() {
        const fs::path project = m_projects.make();
        Recipe recipe = tinyRecipe(12);
        recipe.train.saveEvery = 4;
        recipe.train.sampleEvery = 2;
        const Told first = train(newRun(project, recipe));
        const auto saved = test::checkpoints(project);
        QCOMPARE(saved.size(), std::size_t{3});
        TrainRequest request = resumed(project, first.run(), {{"steps", "7"}, {"sample_every", "5"}});
        request.checkpoint = saved.at(2).id;
        const Told second = train(request);
        VISAGIST_ENDS(second, RunState::Completed);
        QCOMPARE(second.all<RunStarted>().at(0).step, std::int64_t{4});
        QCOMPARE(second.outcome().step, std::int64_t{7});
        QVERIFY(stepsOf(project, first.run(), "generator") == upTo(7));
        std::vector<std::int64_t> grids;
        for (const SampleInfo& sample :
             samples(Project::open(project, Access::ReadOnly).database(), first.run()))
            grids.push_back(sample.step);
        QVERIFY(grids == (std::vector<std::int64_t>{0, 2, 4, 5, 7}));
        QCOMPARE(test::storedRun(project, first.run()).step, std::int64_t{7});
        // The newest checkpoint is the one to go on from now, though others are of later steps.
        QCOMPARE(train(resumed(project, first.run(), {{"steps", "8"}})).all<RunStarted>().at(0).step,
                 std::int64_t{7});
    }
    void aCheckpointOfAnotherRunIsRefused() {
        const fs::path project = m_projects.make();
        const Told first = train(newRun(project, tinyRecipe(1))),
                   second = train(newRun(project, tinyRecipe(1)));
        TrainRequest request = resumed(project, first.run(), {{"steps", "2"}});
        request.checkpoint = test::checkpoints(project).at(0).id;
        VISAGIST_FAILS(train(request), ErrorCode::InvalidArgument, "run " + std::to_string(second.run()));
    }
    void aRunWithoutCheckpointCannotGoOn() {
        const fs::path path = m_projects.make();
        train(newRun(path, tinyRecipe(1)));
        std::int64_t run = 0;
        {
            const Project project = Project::open(path);
            run = insertRun(project.database(),
                            {.name = "killed at once", .dataset = 1, .recipe = tinyRecipe(5)});
        }
        VISAGIST_FAILS(train(resumed(path, run)), ErrorCode::NotFound, "no checkpoint");
        VISAGIST_FAILS(train(resumed(path, 77)), ErrorCode::NotFound, "77");
    }
    void aMissingCheckpointFileIsNamed() {
        const fs::path project = m_projects.make();
        const Told first = train(newRun(project, tinyRecipe(1)));
        const fs::path file = test::checkpointsOf(project);
        fs::rename(file, fs::path(file) += ".away");
        VISAGIST_FAILS(train(resumed(project, first.run(), {{"steps", "2"}})), ErrorCode::NotFound,
                       utf8FromPath(file.filename()));
        QVERIFY(!fs::exists(file));  // nothing stands in its way when it comes back
        fs::rename(fs::path(file) += ".away", file);
        VISAGIST_ENDS(train(resumed(project, first.run(), {{"steps", "2"}})), RunState::Completed);
    }
    void aDamagedCheckpointIsPassedOver() {
        const fs::path project = m_projects.make();
        Recipe recipe = tinyRecipe(4);
        recipe.train.saveEvery = 2;
        const Told first = train(newRun(project, recipe));
        const std::int64_t newest = test::checkpoints(project).at(0).id;
        Database(test::checkpointsOf(project), Access::ReadWrite)
            .execute(
                "UPDATE chunk SET bytes = zeroblob(length(bytes)) WHERE sha256 IN (SELECT sha256 FROM "
                "tensor_chunk JOIN tensor ON tensor.id = tensor WHERE name = 'generator/encoder.code.weight' "
                "AND checkpoint = " +
                std::to_string(newest) + ")");
        const Told second = train(resumed(project, first.run()));
        VISAGIST_ENDS(second, RunState::Completed);
        QCOMPARE(second.all<RunStarted>().at(0).step, std::int64_t{2});
        QVERIFY(second.warned("step 4 is damaged"));
    }
    void networkOptionsAreRefusedByName() {
        const fs::path project = m_projects.make();
        const Told first = train(newRun(project, tinyRecipe(1)));
        VISAGIST_FAILS(train(resumed(project, first.run(), {{"code_size", "32"}})),
                       ErrorCode::InvalidArgument, "code_size");
        VISAGIST_FAILS(train(resumed(project, first.run(), {{"steps", "3"}, {"warp", "-1"}})),
                       ErrorCode::InvalidArgument, "warp");
        // Neither left a trace.
        QVERIFY(currentRecipe(Project::open(project, Access::ReadOnly).database(), first.run()) ==
                tinyRecipe(1));
    }
    void aNetworkOptionThatWasChangedInTheProjectIsRefusedByName() {
        const fs::path path = m_projects.make();
        const Told first = train(newRun(path, tinyRecipe(1)));
        {
            const Project project = Project::open(path);
            insertOptionChange(
                project.database(), first.run(),
                {1, "code_size", optionText(tinyRecipe(1), "code_size"), "256", nowMilliseconds()});
        }
        VISAGIST_FAILS(train(resumed(path, first.run(), {{"steps", "3"}})), ErrorCode::InvalidArgument,
                       "Option code_size is 256 in the project");
    }
    void anotherBatchIsToldAndGoesOnAtTheSameFace() {
        const fs::path project = m_projects.make();
        const Told first = train(newRun(project, tinyRecipe(3)));  // batch 2: 6 faces
        const auto told = [](const Told& run, const std::string& sentence) {
            const auto all = run.all<Notice>();
            return std::any_of(all.begin(), all.end(), [&](const Notice& notice) {
                return notice.message.english().find(sentence) != std::string::npos;
            });
        };
        const Told second = train(
            resumed(project, first.run(), {{"steps", "4"}, {"batch_size", "4"}, {"accumulation", "2"}}));
        VISAGIST_ENDS(second, RunState::Completed);
        QVERIFY(told(second, "with batch 2 and goes on with 4"));
        QVERIFY(told(second, "with accumulation 1 and goes on with 2"));
        QVERIFY(!told(second, "threads"));
        const auto examples = [&] {
            CheckpointStore store(test::checkpointsOf(project), Access::ReadOnly);
            return nlohmann::json::parse(store.load(store.list().at(0).id, "none/").state)["examples"]
                .get<int>();
        };
        QCOMPARE(examples(), 3 * 2 + 4 * 2);
        setComputeThreads(2);
        const Told third = train(resumed(project, first.run(), {{"steps", "5"}}));
        setComputeThreads(1);
        VISAGIST_ENDS(third, RunState::Completed);
        QVERIFY(told(third, "with 1 threads and goes on with 2"));
        QVERIFY(!told(third, "batch"));
        QCOMPARE(examples(), 3 * 2 + 2 * 4 * 2);
    }
    void aCutOffCheckpointsFileIsRepairedAndTheRunGoesOn() {
        const fs::path project = m_projects.make(), file = test::checkpointsOf(project);
        Recipe recipe = tinyRecipe(4);
        recipe.train.saveEvery = 2;
        recipe.train.detailFrom = 0;
        const Told first = train(newRun(project, recipe));
        fs::resize_file(file, fs::file_size(file) - 100'000);
        const Told second = train(resumed(project, first.run(), {{"steps", "6"}}));
        VISAGIST_ENDS(second, RunState::Completed);
        QVERIFY(second.warned("checkpoints file was damaged"));
        QVERIFY(fs::exists(fs::path(file) += ".damaged"));
        CheckpointStore store(file, Access::ReadWrite);
        QVERIFY(!store.damaged());
        QCOMPARE(store.list().at(0).step, std::int64_t{6});
        for (const CheckpointInfo& info : store.list()) QVERIFY(store.verify(info.id));
    }
    void aChangeThatCannotBeCarriedOutIsNotKept() {
        if (!deviceReport().gpus.empty()) QSKIP("there is a graphics card here");
        const fs::path project = m_projects.make();
        const Told first = train(newRun(project, tinyRecipe(1)));
        VISAGIST_FAILS(train(resumed(project, first.run(), {{"steps", "2"}, {"device", "cuda"}})),
                       ErrorCode::Unsupported, "graphics card");
        VISAGIST_ENDS(train(resumed(project, first.run(), {{"steps", "2"}})), RunState::Completed);
    }
    void changesOnResumeAreStored() {
        const fs::path project = m_projects.make();
        const Told first = train(newRun(project, tinyRecipe(2)));
        train(resumed(project, first.run(), {{"steps", "3"}, {"learning_rate", "0.001"}, {"seed", "7"}}));
        const auto changes = optionChanges(Project::open(project, Access::ReadOnly).database(), first.run());
        QCOMPARE(changes.size(), std::size_t{2});  // the seed was 7 before
        for (const OptionChange& change : changes) QCOMPARE(change.step, std::int64_t{2});
        QCOMPARE(changes[0].key, std::string("learning_rate"));
        QCOMPARE(changes[0].before, std::string("0.0002"));
        QCOMPARE(changes[0].after, std::string("0.001"));
    }
    void aRunThatMeetsNoNumberAnyMoreEnds() {
        const fs::path project = m_projects.make();
        Recipe recipe = tinyRecipe(5000);
        recipe.train.saveEvery = 2;
        const Told first =
            train(newRun(project, recipe), test::atStep(2, [](auto&, auto& stop) { stop.request_stop(); }));
        poison(project);
        const std::size_t before = test::checkpoints(project).size();
        const Told second =
            train(resumed(project, first.run(), {{"save_every", "1000"}, {"rollbacks", "0"}}));
        VISAGIST_FAILS(second, ErrorCode::NotFinite, "learning rate");
        QVERIFY(second.outcome().step <= 2 + 50);
        QCOMPARE(test::checkpoints(project).size(), before);
        CheckpointStore store(test::checkpointsOf(project), Access::ReadOnly);
        for (const CheckpointInfo& info : store.list()) QVERIFY(store.verify(info.id));
        QVERIFY(test::storedRun(project, first.run()).end == RunEnd::Failed);
        const auto told = events(Project::open(project, Access::ReadOnly).database(), first.run());
        QVERIFY(told.back().kind == Event::Kind::Failure);
    }
};

QTEST_APPLESS_MAIN(TestTrainingResume)
#include "tst_training_resume.moc"
