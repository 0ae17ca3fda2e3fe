// Field reports about runs that go wrong on their way: numbers, schedules, few pictures, memory, stopping.
#include <QTest>
#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>

#include "core/base/clock.h"
#include "core/base/platform.h"
#include "core/data/batch_loader.h"
#include "core/model/device_report.h"
#include "core/store/metric_table.h"
#include "core/store/person_table.h"
#include "tests/support/child_process.h"
#include "tests/support/cli_run.h"
#include "tests/support/face_project.h"
#include "tests/support/memory_limit.h"
#include "tests/support/training.h"

using namespace visagist;
using test::atStep, test::cli, test::CliRun, test::DemoProjects, test::FaceProject, test::newRun,
    test::require, test::resumed, test::saveChanged, test::tinyRecipe, test::Told, test::train;
namespace fs = std::filesystem;

namespace {

constexpr double kStopSeconds = 20;  // 3 on a quiet machine

QString text(const fs::path& path) { return QString::fromStdString(utf8FromPath(path)); }

/// What a run of `request` tells until it is stopped after `steps` steps.
Told trainUntil(TrainRequest request, std::int64_t steps) {
    return train(std::move(request), atStep(steps, [](auto&, auto& stop) { stop.request_stop(); }));
}

/// Changes the newest checkpoint's description.
void describeAnew(const fs::path& project, const std::function<void(nlohmann::json&)>& change) {
    saveChanged(project, [&](Checkpoint& checkpoint) {
        nlohmann::json state = nlohmann::json::parse(checkpoint.state);
        change(state);
        checkpoint.state = state.dump();
        checkpoint.step = state["step"];
    });
}

void setLossScale(const fs::path& project, double scale, int goodSteps) {
    describeAnew(project, [&](nlohmann::json& state) {
        for (auto& [network, scaler] : state["scalers"].items())
            scaler = {{"scale", scale}, {"growth_tracker", goodSteps}};
    });
}

/// A value of each step that was told of, by step.
std::map<std::int64_t, double> curve(const Told& told, const std::string& name) {
    std::map<std::int64_t, double> values;
    for (const Progress& progress : told.all<Progress>()) {
        const auto value = progress.metrics.find(name);
        if (value != progress.metrics.end()) values[progress.step] = value->second;
    }
    return values;
}

bool told(const Told& run, const std::string& part) {
    const auto all = run.all<Notice>();
    return std::any_of(all.begin(), all.end(), [&](const Notice& notice) {
        return notice.message.english().find(part) != std::string::npos;
    });
}

std::map<std::string, TensorBytes> tensorsOf(CheckpointStore& store, std::int64_t id,
                                             const std::string& part) {
    std::map<std::string, TensorBytes> tensors;
    for (TensorBytes& tensor : store.load(id, part).tensors) tensors[tensor.name] = std::move(tensor);
    return tensors;
}

/// A number that /proc tells of this process, by the name in front of it.
std::int64_t ofThisProcess(const std::string& name) {
    std::ifstream stream("/proc/self/status");
    std::int64_t value = -1;
    for (std::string word; stream >> word;) {
        if (word == name + ":") stream >> value;
    }
    return value;
}

std::ptrdiff_t openFiles() {
    return std::distance(fs::directory_iterator("/proc/self/fd"), fs::directory_iterator());
}

}  // namespace

class TestFieldTraining : public QObject {
    Q_OBJECT
    DemoProjects m_projects;

private Q_SLOTS:
    void initTestCase() { setComputeThreads(1); }

    // Row 32.
    void oneOverflowInHalfPrecisionIsSkippedAndTheRunGoesOn() {
        const fs::path project = m_projects.make();
        Recipe recipe = tinyRecipe(30);
        recipe.train.precision = Precision::Fp16;
        recipe.train.saveEvery = 1;
        recipe.train.keepLast = 100;
        const Told first = trainUntil(newRun(project, recipe), 3);
        const double huge = std::exp2(30);
        setLossScale(project, huge, 0);
        const Told second = train(resumed(project, first.run(), {{"steps", "30"}}));
        VISAGIST_ENDS(second, RunState::Completed);
        const auto skipped = curve(second, "skipped"), scales = curve(second, "loss_scale");
        QVERIFY(!skipped.empty() && skipped.size() < 20);
        QCOMPARE(skipped.begin()->first, std::int64_t{4});
        QCOMPARE(skipped.rbegin()->first, static_cast<std::int64_t>(3 + skipped.size()));  // and none after
        QCOMPARE(scales.rbegin()->second, huge / std::exp2(skipped.size()));
        QVERIFY(second.all<RolledBack>().empty());
        CheckpointStore store(test::checkpointsOf(project), Access::ReadOnly);
        std::map<std::int64_t, std::int64_t> ids;
        for (const CheckpointInfo& info : store.list()) ids.emplace(info.step, info.id);
        const auto last = static_cast<std::int64_t>(3 + skipped.size());
        QVERIFY(tensorsOf(store, ids.at(3), "generator/") == tensorsOf(store, ids.at(last), "generator/"));
        QVERIFY(tensorsOf(store, ids.at(3), "generator/") !=
                tensorsOf(store, ids.at(last + 1), "generator/"));
        for (const auto& [step, loss] : curve(second, "generator")) QVERIFY(std::isfinite(loss));
    }

    // Row 32.
    void overflowInEveryStepEndsTheRunWithAdviceAndItsCheckpointsWhole() {
        const fs::path project = m_projects.make();
        Recipe recipe = tinyRecipe(100'000);
        recipe.train.precision = Precision::Fp16;
        recipe.train.saveEvery = 2;
        trainUntil(newRun(project, recipe), 2);
        test::poison(project);
        Database(test::checkpointsOf(project), Access::ReadWrite)
            .execute("DELETE FROM checkpoint WHERE id = 1");
        const auto list = [&] { return cli({"checkpoints", text(project), "--verify", "--json"}); };
        const CliRun before = list();
        VISAGIST_EXITS(before, 0);
        const CliRun run =
            cli({"resume", text(project), "--rollbacks", "1", "--save-every", "100000", "--json"});
        VISAGIST_EXITS(run, 1);
        for (const char* said : {"are not numbers", "Going back", "lower learning rate", "bf16"})
            VISAGIST_SAYS(run, said);
        QVERIFY(run.json()["step"].get<int>() <= 2 + 2 * 40);
        QCOMPARE(list().out, before.out);
    }

    // Row 34.
    void aRunWhoseFacesAllBecomeAlikeGoesBackToBeforeThat() {
        const fs::path project = m_projects.make();
        Recipe recipe = tinyRecipe(100'000);
        recipe.train.reportEvery = recipe.train.sampleEvery = recipe.train.saveEvery = 10;
        recipe.train.keepLast = 2;
        const Told first = trainUntil(newRun(project, recipe), 20);
        saveChanged(project, [](Checkpoint& checkpoint) {
            for (TensorBytes& tensor : checkpoint.tensors) {
                if (tensor.name.find(".to_rgb") == std::string::npos) continue;
                const bool bias = tensor.name.ends_with(".bias");  // of bytes that make a 3: all white
                std::fill(tensor.bytes.begin(), tensor.bytes.end(), std::uint8_t(bias ? 0x40 : 0));
            }
        });
        const std::map<std::string, std::string> still{
            {"freeze_encoder", "true"}, {"freeze_decoder", "true"}, {"freeze_people", "true"}};
        const Told second = train(resumed(project, first.run(), still),
                                  [&](const TrainEvent& event, RunControl& control, std::stop_source& stop) {
                                      const auto* progress = std::get_if<Progress>(&event);
                                      if (progress && progress->step > 1000) stop.request_stop();
                                      if (!std::holds_alternative<RolledBack>(event)) return;
                                      for (const auto& [key, value] : still) control.change(key, "false");
                                      control.change("steps", "40");
                                  });
        VISAGIST_ENDS(second, RunState::Completed);
        QVERIFY(second.warned("look alike (collapse)"));
        const auto back = second.all<RolledBack>();
        QCOMPARE(back.size(), std::size_t{1});
        QVERIFY(back[0].from >= 220 && back[0].from < 400);
        QCOMPARE(back[0].to, std::int64_t{20});  // though more than twenty were saved after it
        const auto diversity = curve(second, "diversity");
        QVERIFY(diversity.at(back[0].from) < 0.05);
        QVERIFY(diversity.at(30) > 0.05 && diversity.at(40) > 0.05);
        QVERIFY(test::checkpoints(project).size() <= 3);  // the last two and the best
    }

    // Row 41.
    void theLossScaleAndItsGoodStepsGoOnWhereTheyStood() {
        const fs::path project = m_projects.make();
        Recipe recipe = tinyRecipe(4);
        recipe.train.precision = Precision::Fp16;
        const Told first = train(newRun(project, recipe));
        setLossScale(project, 256, 1990);
        const Told second = train(resumed(project, first.run(), {{"steps", "9"}}));
        const Told third = train(resumed(project, first.run(), {{"steps", "18"}}));
        VISAGIST_ENDS(third, RunState::Completed);
        for (const Told* run : {&second, &third}) QVERIFY(curve(*run, "skipped").empty());
        for (const Told* run : {&second, &third}) {
            for (const auto& [step, scale] : curve(*run, "loss_scale"))
                QCOMPARE(scale, step < 14 ? 256.0 : 512.0);
        }
    }

    // Row 42.
    void theLearningRateJumpsNowhereWithoutBeingTold() {
        const fs::path project = m_projects.make();
        const std::int64_t id = trainUntil(newRun(project, tinyRecipe(4000)), 1).run();
        describeAnew(project,
                     [](nlohmann::json& state) { state["step"] = 2000; });  // as if it were half done
        const std::int64_t half = test::checkpoints(project).at(0).id;
        const auto go = [&](std::optional<std::int64_t> from, std::map<std::string, std::string> changes) {
            TrainRequest request = resumed(project, id, std::move(changes));
            request.checkpoint = from;
            const Told run = trainUntil(request, from ? 2001 : 2002);
            return std::pair(curve(run, "learning_rate").rbegin()->second,
                             told(run, "The learning rate goes on at"));
        };
        const auto rate = [](double share) { return 2e-4 * (0.1 + 0.45 * (1 + std::cos(share * M_PI))); };
        const auto isNear = [](double a, double b) { return std::abs(a - b) < 1e-10; };
        const auto [same, toldSame] = go(half, {});
        QVERIFY(isNear(same, rate(0.5)) && !toldSame);
        const auto [batch, toldBatch] = go(half, {{"batch_size", "4"}});
        QVERIFY(isNear(batch, rate(0.5)) && !toldBatch);
        const auto [longer, toldLonger] = go(half, {{"steps", "8000"}});
        QVERIFY(isNear(longer, rate(0.25)) && toldLonger);
        const auto [next, toldNext] = go({}, {});  // that is its schedule now
        QVERIFY(isNear(next, rate(2001.0 / 8000)) && !toldNext);
    }

    // Row 42.
    void morePicturesInTheProjectLeaveARunThatGoesOnAsItWas() {
        const fs::path whole = m_projects.make(), grown = m_projects.make();
        train(newRun(whole, tinyRecipe(8)));
        const Told first = trainUntil(newRun(grown, tinyRecipe(8)), 4);
        {
            const Project opened = Project::open(grown);
            for (Face face : faces(opened.database())) {
                const auto crop = faceCropPng(opened.database(), face.id),
                           mask = faceMaskPng(opened.database(), face.id);
                face.id = 0;
                face.indexInSource += 100;
                insertFace(opened.database(), face, crop, mask);
            }
        }
        const Told second = train(resumed(grown, first.run()));
        VISAGIST_ENDS(second, RunState::Completed);
        QCOMPARE(second.all<RunStarted>().at(0).trainFaces, first.all<RunStarted>().at(0).trainFaces);
        QCOMPARE(test::checkpoints(grown).at(0).stateSha256, test::checkpoints(whole).at(0).stateSha256);
    }

    // Row 44.
    void anyNumberOfFacesFromOneOnTrains_data() {
        QTest::addColumn<int>("count");
        QTest::addColumn<double>("heldBack");
        QTest::addColumn<int>("left");
        for (const int count : {0, 1, 2, 3, 4, 5}) QTest::addRow("%d", count) << count << 0.0 << count;
        QTest::addRow("4, of which 2 are held back") << 4 << 0.15 << 2;
        QTest::addRow("6, of which 2 are held back") << 6 << 0.15 << 4;
    }
    void anyNumberOfFacesFromOneOnTrains() {
        QFETCH(int, count);
        QFETCH(double, heldBack);
        QFETCH(int, left);
        FaceProject faces;
        faces.addNumbered("Ada", 10, count);
        Recipe recipe = tinyRecipe(3);
        recipe.data.batchSize = 4;
        recipe.data.validation = recipe.data.test = heldBack;
        recipe.train.sampleEvery = 1;
        recipe.train.mixturesFrom = recipe.train.detailFrom = 0;
        const Told run = train(newRun(faces.project().path(), recipe));
        if (count == 0) {
            VISAGIST_FAILS(run, ErrorCode::InvalidArgument, "no face to train on");
            QVERIFY(runs(faces.database()).empty());
            return;
        }
        VISAGIST_ENDS(run, RunState::Completed);
        QCOMPARE(run.outcome().step, std::int64_t{3});
        QCOMPARE(run.all<RunStarted>().at(0).trainFaces, std::int64_t{left});
        QCOMPARE(run.warned("fewer faces to train on (" + std::to_string(left) + ") than a batch holds (4)"),
                 left < 4);
    }

    // Row 46.
    void twentyPicturesAreWarnedOfAndTrained() {
        QTemporaryDir folder;
        const fs::path project = makeDemoProject(
            {.folder = pathFromUtf8(folder.path().toStdString()), .people = 2, .facesEach = 10, .size = 64});
        Recipe recipe = tinyRecipe(60);
        recipe.train.sampleEvery = 20;
        QVERIFY(adviseStart(project, recipe).blocking.empty());
        const Told run = train(newRun(project, recipe));
        VISAGIST_ENDS(run, RunState::Completed);
        // Before the first step, of each person, and in the run's history.
        std::size_t warned = 0;
        for (const TrainEvent& event : run.events) {
            if (std::holds_alternative<Progress>(event)) break;
            const auto* notice = std::get_if<Notice>(&event);
            warned += notice && notice->message.english().find(
                                    "has only 10 faces. Under 100 the network tends to "
                                    "copy its pictures.") != std::string::npos;
        }
        QCOMPARE(warned, std::size_t{2});
        const auto stored = events(Project::open(project, Access::ReadOnly).database(), run.run());
        QCOMPARE(std::count_if(stored.begin(), stored.end(),
                               [](const Event& e) { return e.kind == Event::Kind::Warning; }),
                 2);
        // What tells whether it copies them: faces that it never learns from, judged beside the others.
        QVERIFY(run.all<RunStarted>().at(0).validationFaces > 0);
        QCOMPARE(curve(run, "validation").size(), std::size_t{4});
        QVERIFY(curve(run, "reconstruction").contains(60));
    }

    // Row 47.
    void afterARunThatUsedUpTheMemoryTheNextOneStarts() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
        QSKIP("sanitizers need more address space than can be limited");
#endif
        const fs::path project = m_projects.make();
        const int ended = test::inChild([&] {
            setComputeThreads(1);
            Recipe recipe = tinyRecipe(2);
            train(newRun(project, recipe));  // so that what is loaded lazily is there
            const test::MemoryLimit limit(std::int64_t{400} << 20);
            Recipe large = recipe;
            large.data.batchSize = 256;
            large.optim.accumulation = 64;  // no smaller batch could make up for it
            const Told failed = train(newRun(project, large));
            require(failed.outcome().code == ErrorCode::OutOfMemory, failed.outcome().message.english());
            const std::string said = failed.outcome().message.english();
            for (const char* part :
                 {"memory is used up", "a batch of 256", "takes about", "this machine has"})
                require(said.find(part) != std::string::npos, std::string(part) + " in: " + said);
            require(test::storedRun(project, failed.run()).end == RunEnd::Failed,
                    "the run is stored as failed");
            recipe.data.batchSize = 8;
            const Told next = train(newRun(project, recipe));
            require(next.outcome().end == RunState::Completed, next.outcome().message.english());
            return 0;
        });
        QCOMPARE(ended, 0);
    }

    // Row 48.
    void runsThatAreStoppedAtAnyMomentLeaveNothingBehind() {
        const fs::path project = m_projects.make();
        Recipe recipe = tinyRecipe(100'000);
        recipe.data.workers = 4;
        recipe.train.sampleEvery = recipe.train.saveEvery = 3;
        const std::int64_t run = trainUntil(newRun(project, recipe), 1).run();
        const std::uint32_t seed = std::random_device()();
        qInfo("seed %u", seed);
        std::mt19937 random(seed);
        std::int64_t threads = 0, step = 0;
        std::ptrdiff_t files = 0;
        double longest = 0;
        const Stopwatch all;
        int cycles = 0;
        for (; cycles < 20 || all.seconds() < 15; ++cycles) {
            RunControl control;
            std::stop_source stop;
            RunOutcome outcome;
            std::thread trainer([&] {
                runAndReport(*makeTrainer(resumed(project, run)), stop.get_token(), control,
                             [&](const TrainEvent& event) {
                                 if (const auto* end = std::get_if<RunOutcome>(&event)) outcome = *end;
                             });
            });
            std::this_thread::sleep_for(std::chrono::milliseconds(random() % 600));
            const Stopwatch watch;
            stop.request_stop();
            trainer.join();
            longest = std::max(longest, watch.seconds());
            QVERIFY2(outcome.end == RunState::Stopped, outcome.message.english().c_str());
            QVERIFY(test::checkpoints(project).at(0).step >= step);
            step = test::checkpoints(project).at(0).step;
            if (cycles == 4) {
                threads = ofThisProcess("Threads");
                files = openFiles();
            }
        }
        qInfo("%d runs up to step %d, the longest stop took %.2f s", cycles, static_cast<int>(step), longest);
        QVERIFY(longest < kStopSeconds);
        QVERIFY(step > 1);
        QCOMPARE(ofThisProcess("Threads"), threads);
        QCOMPARE(openFiles(), files);
    }

    // Row 48.
    void aThousandLoadersComeAndGo() {
        FaceProject faces;
        faces.addNumbered("Ada", 10, 7);
        const AlignedCache cache = AlignedCache::open(faces.project(), faces.everybody(), 64);
        const std::int64_t threads = ofThisProcess("Threads");
        for (int i = 0; i < 1000; ++i) {
            BatchLoader loader(cache, {.batchSize = 1 + i % 5, .workers = 1 + i % 8}, 7, i);
            std::stop_source stop;
            if (i % 4 == 0) stop.request_stop();
            const bool made = loader.next(stop.get_token()).has_value();
            QVERIFY(made || i % 4 == 0);
        }
        QCOMPARE(ofThisProcess("Threads"), threads);
    }

    // Row 50.
    void memoryAndPreviewsDoNotGrowWhileARunGoesOn() {
        const fs::path project = m_projects.make();
        Recipe recipe = tinyRecipe(100'000);
        recipe.train.minutes = 1;
        recipe.train.saveEvery = 5;
        recipe.train.sampleEvery = 2;
        recipe.train.keepLast = 2;
        recipe.train.mixturesFrom = recipe.train.detailFrom = 0;
        std::vector<std::uint64_t> resident;  // after each tenth of the run
        RunControl control;
        RunOutcome outcome;
        std::int64_t run = 0;
        const Stopwatch watch;
        std::stop_source stop;
        runAndReport(*makeTrainer(newRun(project, recipe)), stop.get_token(), control,
                     [&](const TrainEvent& event) {
                         if (const auto* started = std::get_if<RunStarted>(&event)) run = started->run;
                         if (const auto* end = std::get_if<RunOutcome>(&event)) outcome = *end;
                         if (!std::holds_alternative<Progress>(event)) return;
                         if (watch.seconds() > 6 * static_cast<double>(resident.size() + 1))
                             resident.push_back(processResidentBytes());
                         if (resident.size() == 10) stop.request_stop();
                     });
        QVERIFY2(outcome.end == RunState::Completed || outcome.end == RunState::Stopped,
                 outcome.message.english().c_str());
        QVERIFY(resident.size() >= 8);
        const double growth = static_cast<double>(resident.back()) - static_cast<double>(resident[2]);
        qInfo("%d steps; after %.0f MB the memory grew by %.2f MB", static_cast<int>(outcome.step),
              static_cast<double>(resident[2]) / 1e6, growth / 1e6);
        QVERIFY(growth < 0.02 * static_cast<double>(resident[2]));
        const Project opened = Project::open(project, Access::ReadOnly);
        QVERIFY(outcome.step > 100);
        QVERIFY(samples(opened.database(), run).size() <= 200);
        QVERIFY(test::checkpoints(project).size() <= 3);
        QVERIFY(fs::file_size(test::checkpointsOf(project)) <
                static_cast<std::uintmax_t>(6 * test::checkpoints(project).at(0).bytes));
    }
};

QTEST_GUILESS_MAIN(TestFieldTraining)
#include "tst_field_training.moc"
