#include <QTest>
#include <cmath>

#include "core/model/device_report.h"
#include "core/store/metric_table.h"
#include "core/store/person_table.h"
#include "tests/support/child_process.h"
#include "tests/support/training.h"

#ifndef _WIN32
#include "tests/support/memory_limit.h"
#endif

using namespace visagist;
using test::atStep, test::DemoProjects, test::newRun, test::poison, test::resumed, test::tinyRecipe,
    test::Told, test::train;
namespace fs = std::filesystem;

namespace {

bool happened(const fs::path& project, std::int64_t run, Event::Kind kind) {
    const auto all = events(Project::open(project, Access::ReadOnly).database(), run);
    return std::any_of(all.begin(), all.end(), [&](const Event& event) { return event.kind == kind; });
}

Recipe currentOf(const fs::path& project, std::int64_t run) {
    return currentRecipe(Project::open(project, Access::ReadOnly).database(), run);
}

std::map<std::string, TensorBytes> tensorsOf(const fs::path& project) {
    CheckpointStore store(test::checkpointsOf(project), Access::ReadOnly);
    std::map<std::string, TensorBytes> result;
    for (TensorBytes& tensor : store.load(store.list().at(0).id).tensors) result[tensor.name] = tensor;
    return result;
}

}  // namespace

class TestTrainingRecovery : public QObject {
    Q_OBJECT
    DemoProjects m_projects;

private Q_SLOTS:
    void initTestCase() { setComputeThreads(1); }

    void aRunThatMeetsNoNumberGoesBackAndGoesOn() {
        const fs::path project = m_projects.make();
        Recipe recipe = tinyRecipe(5000);
        recipe.train.saveEvery = 2;
        const Told first =
            train(newRun(project, recipe), atStep(2, [](auto&, auto& stop) { stop.request_stop(); }));
        poison(project);  // the newest checkpoint; the one before it is good
        const Told second = train(resumed(project, first.run(), {{"save_every", "1000"}, {"steps", "60"}}));
        VISAGIST_ENDS(second, RunState::Completed);
        QCOMPARE(second.outcome().step, std::int64_t{60});
        const auto back = second.all<RolledBack>();
        QCOMPARE(back.size(), std::size_t{2});  // the first time to the same checkpoint, then to an older one
        QCOMPARE(back.at(1).times, 2);
        QCOMPARE(back.at(1).to, std::int64_t{2});
        QVERIFY(second.warned("half the learning rate"));
        QVERIFY(happened(project, first.run(), Event::Kind::Rollback));
        QCOMPARE(currentOf(project, first.run()).optim.learningRate, 2e-4 / 4);
        std::int64_t before = 0;
        for (const MetricPoint& point :
             metric(Project::open(project, Access::ReadOnly).database(), first.run(), "generator")) {
            QVERIFY(point.step > before);  // no step twice
            before = point.step;
        }
    }
    void aRunThatDivergesBeforeItsFirstCheckpointBeginsAnew() {
        const fs::path project = m_projects.make();
        Recipe recipe = tinyRecipe(500);
        recipe.optim.decay = Decay::Constant;
        int changes = 0;
        const Told told = train(newRun(project, recipe),
                                [&](const TrainEvent& event, RunControl& control, std::stop_source& stop) {
                                    const auto* progress = std::get_if<Progress>(&event);
                                    if (progress && progress->step == 130 && changes++ == 0)
                                        control.change("learning_rate", "0.1");
                                    if (std::holds_alternative<RolledBack>(event)) {
                                        control.change("learning_rate", "0.0002");
                                        control.change("steps", "20");
                                    }
                                    if (progress && progress->step > 480) stop.request_stop();
                                });
        VISAGIST_ENDS(told, RunState::Completed);
        QCOMPARE(told.all<RolledBack>().size(), std::size_t{1});
        QCOMPARE(told.all<RolledBack>().at(0).to, std::int64_t{0});
        QCOMPARE(told.outcome().step, std::int64_t{20});
    }
    void stagesCanBeSwitchedByHand() {
        const fs::path project = m_projects.make();
        Recipe recipe = tinyRecipe(6);
        const Told told =
            train(newRun(project, recipe),
                  atStep(3, [](RunControl& control, auto&) { control.change("stage", "detail"); }));
        VISAGIST_ENDS(told, RunState::Completed);
        for (const Progress& progress : told.all<Progress>()) {
            if (!progress.metrics.contains("generator")) continue;
            QVERIFY(progress.stage == (progress.step <= 3 ? Stage::Shape : Stage::Detail));
        }
    }
    void aStandstillEndsTheRunEarlyAndSavesIt() {
        const fs::path project = m_projects.make();
        Recipe recipe = tinyRecipe(1000);
        recipe.optim.learningRate = 1e-7;  // nothing is learned
        recipe.train.sampleEvery = 1;
        recipe.train.patience = 2;
        const Told told = train(newRun(project, recipe));
        VISAGIST_ENDS(told, RunState::Completed);
        QVERIFY(told.outcome().step < 20);
        QCOMPARE(test::checkpoints(project).at(0).step, told.outcome().step);
        std::vector<Stage> stages;
        for (const Progress& progress : told.all<Progress>()) {
            if (stages.empty() || stages.back() != progress.stage) stages.push_back(progress.stage);
        }
        QVERIFY(stages == (std::vector<Stage>{Stage::Shape, Stage::Mix, Stage::Detail}));
    }
    void aStandstillIsRememberedAcrossAResume() {
        const fs::path whole = m_projects.make(), parted = m_projects.make();
        Recipe recipe = tinyRecipe(1000);
        recipe.optim.learningRate = 1e-7;
        recipe.train.sampleEvery = 1;
        recipe.train.patience = 3;
        const Told once = train(newRun(whole, recipe));
        const Told first =
            train(newRun(parted, recipe), atStep(2, [](auto&, auto& stop) { stop.request_stop(); }));
        const Told second = train(resumed(parted, first.run()));
        QCOMPARE(second.outcome().step, once.outcome().step);
        QCOMPARE(test::checkpoints(parted).at(0).stateSha256, test::checkpoints(whole).at(0).stateSha256);
    }
    void frozenPartsStayAsTheyAre() {
        const fs::path project = m_projects.make();
        Recipe recipe = tinyRecipe(3);
        recipe.train.saveEvery = 1;
        recipe.optim.freezeEncoder = recipe.optim.freezePeople = true;
        const Told told = train(newRun(project, recipe));
        VISAGIST_ENDS(told, RunState::Completed);
        CheckpointStore store(test::checkpointsOf(project), Access::ReadOnly);
        const auto first = store.load(store.list().at(2).id).tensors,
                   last = store.load(store.list().at(0).id).tensors;
        for (std::size_t i = 0; i < first.size(); ++i) {
            const std::string& name = first[i].name;
            if (!name.starts_with("generator/")) continue;
            const bool frozen = name.find("/encoder.") != std::string::npos ||
                                name.find("styles") != std::string::npos || name.ends_with("inter_gain") ||
                                name.ends_with("inter_constant");
            if (frozen) QVERIFY2(first[i] == last[i], name.c_str());
            if (name.ends_with("to_rgb64.weight") || name.ends_with("inter_weight"))
                QVERIFY2(!(first[i] == last[i]), name.c_str());
        }
    }
    void everythingFrozenStillRuns() {
        Recipe recipe = tinyRecipe(2);
        recipe.optim.freezeEncoder = recipe.optim.freezeDecoder = recipe.optim.freezePeople = true;
        VISAGIST_ENDS(train(newRun(m_projects.make(), recipe)), RunState::Completed);
    }
    void everyOptimizerResumesToTheBit_data() {
        QTest::addColumn<int>("kind");
        for (const Choice& choice : choicesOf(OptimizerKind{}))
            QTest::addRow("%s", choice.key) << static_cast<int>(&choice - choicesOf(OptimizerKind{}).data());
    }
    void everyOptimizerResumesToTheBit() {
        QFETCH(int, kind);
        const fs::path whole = m_projects.make(), parted = m_projects.make();
        Recipe recipe = tinyRecipe(8);
        recipe.train.mixturesFrom = recipe.train.detailFrom = 0;
        recipe.optim.kind = static_cast<OptimizerKind>(kind);
        train(newRun(whole, recipe));
        const Told first =
            train(newRun(parted, recipe), atStep(4, [](auto&, auto& stop) { stop.request_stop(); }));
        VISAGIST_ENDS(train(resumed(parted, first.run())), RunState::Completed);
        QCOMPARE(test::checkpoints(parted).at(0).stateSha256, test::checkpoints(whole).at(0).stateSha256);
        QCOMPARE(test::checkpoints(parted).at(0).weightsSha256, test::checkpoints(whole).at(0).weightsSha256);
        VISAGIST_FAILS(train(resumed(parted, first.run(), {{"optimizer", kind == 0 ? "lion" : "adam"}})),
                       ErrorCode::InvalidArgument, "optimizer");
    }
    void aNewRunStartsFromAnOldOnesWeightsWithOnePersonMore() {
        const fs::path project = m_projects.make(3);
        TrainRequest two = newRun(project, tinyRecipe(5));
        const auto all = people(Project::open(project, Access::ReadOnly).database());
        two.people = {all[0].id, all[1].id};
        VISAGIST_ENDS(train(two), RunState::Completed);
        const auto before = tensorsOf(project);
        TrainRequest three = newRun(project, tinyRecipe(1));
        three.startFrom = test::checkpoints(project).at(0).id;
        const Told told = train(three);
        VISAGIST_ENDS(told, RunState::Completed);
        QCOMPARE(told.all<RunStarted>().at(0).people.size(), std::size_t{3});
        bool said = false;
        for (const Notice& notice : told.all<Notice>())
            said = said || notice.message.english().find("100 %") != std::string::npos;
        QVERIFY(said);
        // One step of 2e-4 away from where the old run stood.
        const auto now = tensorsOf(project);
        const TensorBytes &was = before.at("ema/encoder.code.bias"),
                          &is = now.at("generator/encoder.code.bias");
        const auto* a = reinterpret_cast<const float*>(was.bytes.data());
        const auto* b = reinterpret_cast<const float*>(is.bytes.data());
        for (std::size_t i = 0; i < was.bytes.size() / sizeof(float); ++i)
            QVERIFY(std::abs(a[i] - b[i]) < 1e-3f);
    }
    void aStartFromACheckpointThatIsNotThereIsRefused() {
        const fs::path project = m_projects.make();
        VISAGIST_ENDS(train(newRun(project, tinyRecipe(1))), RunState::Completed);
        TrainRequest request = newRun(project, tinyRecipe(1));
        request.startFrom = 99;
        VISAGIST_FAILS(train(request), ErrorCode::NotFound, "99");
        const fs::path empty = m_projects.make();
        request.startFrom.reset();
        request.startProject = empty;
        VISAGIST_FAILS(train(request), ErrorCode::NotFound, "checkpoints");
    }
    void aStartFromAnotherProjectTakesItsNewestCheckpoint() {
        const fs::path small = m_projects.make(), large = m_projects.make();
        VISAGIST_ENDS(train(newRun(small, tinyRecipe(2))), RunState::Completed);
        Recipe recipe = tinyRecipe(1);
        recipe.model = test::tinyModel(Resolution::R128);
        TrainRequest request = newRun(large, recipe);
        request.startProject = small;
        const Told told = train(request);
        VISAGIST_ENDS(told, RunState::Completed);
        bool said = false;
        for (const Notice& notice : told.all<Notice>())
            said = said || notice.message.english().find("were taken over") != std::string::npos;
        QVERIFY(said);
    }
#ifndef _WIN32
    void aBatchTooLargeForTheMemoryIsHalved() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
        QSKIP("sanitizers need more address space than can be limited");
#endif
        const fs::path project = m_projects.make();
        const int ended = test::inChild([&] {
            setComputeThreads(1);
            Recipe recipe = tinyRecipe(2);
            train(newRun(project, recipe));  // so that what is loaded lazily is there
            recipe.data.batchSize = 256;
            const test::MemoryLimit limit(std::int64_t{400} << 20);
            const Told told = train(newRun(project, recipe));
            if (told.outcome().end != RunState::Completed) {
                std::fprintf(stderr, "%s\n", told.outcome().message.english().c_str());
                return 1;
            }
            return told.warned("used up by a batch of 256") ? 0 : 2;
        });
        QCOMPARE(ended, 0);
        const auto run = runs(Project::open(project, Access::ReadOnly).database()).at(0);
        const Recipe now = currentOf(project, run.id);
        QVERIFY(now.data.batchSize < 256);
        QCOMPARE(now.data.batchSize * now.optim.accumulation, 256);
    }
#endif
};

QTEST_APPLESS_MAIN(TestTrainingRecovery)
#include "tst_training_recovery.moc"
