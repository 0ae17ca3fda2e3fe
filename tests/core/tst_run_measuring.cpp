#include <QTest>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/model/device_report.h"
#include "core/store/metric_table.h"
#include "tests/support/training.h"

using namespace visagist;
using test::DemoProjects, test::newRun, test::tinyRecipe, test::Told, test::train;
namespace fs = std::filesystem;

namespace {

Recipe measuredRecipe(std::int64_t steps) {
    Recipe recipe = tinyRecipe(steps);
    recipe.metrics.every = 2;
    recipe.metrics.network = FeatureKind::FaceNet;
    recipe.metrics.share = 1;
    return recipe;
}

}  // namespace

class TestRunMeasuring : public QObject {
    Q_OBJECT
    DemoProjects m_projects;

private Q_SLOTS:
    void initTestCase() { setComputeThreads(1); }
    void cleanup() { qunsetenv("VISAGIST_MODELS"); }

    void facesAreMeasuredBesideTraining() {
        const fs::path project = m_projects.make(3);
        const Told told = train(newRun(project, measuredRecipe(8)));
        VISAGIST_ENDS(told, RunState::Completed);
        const auto measured = told.all<Measured>();
        QVERIFY(!measured.empty());
        QVERIFY(measured.front().step % 2 == 0);
        const auto& values = measured.front().values;
        for (const char* name : {"distance:face-net", "floor:face-net", "kernel:face-net", "likeness",
                                 "likeness_photos", "nearest_photo", "both_parents"}) {
            QVERIFY2(values.contains(name), name);
            QVERIFY2(std::isfinite(values.at(name)), name);
        }
        // An untrained network's faces are further from photographs than photographs from each other.
        QVERIFY(values.at("distance:face-net") > values.at("floor:face-net"));
        QVERIFY(values.at("likeness") > values.at("likeness_photos"));

        Project opened = Project::open(project, Access::ReadOnly);
        const auto points = metric(opened.database(), told.run(), "distance:face-net");
        QCOMPARE(points.size(), measured.size());
        QCOMPARE(points.front().value, values.at("distance:face-net"));
        const auto bases = metricBases(opened.database(), told.run());
        QCOMPARE(bases.size(), std::size_t{1});
        const auto basis = nlohmann::json::parse(bases.at(1));
        QVERIFY(basis["network"].get<std::string>().starts_with("face-net "));
        QVERIFY(basis["pictures"].get<int>() >= 2);
    }

    void measuringDoesNotChangeWhatIsLearned() {
        const fs::path measured = m_projects.make(), plain = m_projects.make();
        Recipe recipe = measuredRecipe(6);
        VISAGIST_ENDS(train(newRun(measured, recipe)), RunState::Completed);
        recipe.metrics.every = 0;
        const Told told = train(newRun(plain, recipe));
        VISAGIST_ENDS(told, RunState::Completed);
        QVERIFY(told.all<Measured>().empty());
        const auto tensors = [](const fs::path& project) {
            CheckpointStore store(test::checkpointsOf(project), Access::ReadOnly);
            return store.load(store.list().at(0).id).tensors;
        };
        QVERIFY(tensors(measured) == tensors(plain));
    }

    void withoutItsFileItIsSaidOnceAndTrainingGoesOn() {
        QTemporaryDir empty;
        qputenv("VISAGIST_MODELS", empty.path().toUtf8());
        Recipe recipe = measuredRecipe(8);
        recipe.metrics.network = FeatureKind::Inception;
        const Told told = train(newRun(m_projects.make(), recipe));
        VISAGIST_ENDS(told, RunState::Completed);
        QVERIFY(told.all<Measured>().empty());
        QCOMPARE(std::ranges::count_if(told.all<Notice>(),
                                       [](const Notice& notice) {
                                           return notice.message.english().find(
                                                      "inception-fid.safetensors") != std::string::npos;
                                       }),
                 std::ptrdiff_t{1});
    }

    void stoppingDoesNotWaitForAMeasurement() {
        Recipe recipe = measuredRecipe(100'000);
        recipe.metrics.share = 0.01;  // takes minutes
        recipe.metrics.every = 1;
        const Told told =
            train(newRun(m_projects.make(3), recipe),
                  test::atStep(3, [](RunControl&, std::stop_source& stop) { stop.request_stop(); }));
        VISAGIST_ENDS(told, RunState::Stopped);
    }

    void anotherBasisIsAnotherCurve() {
        const fs::path project = m_projects.make();
        const Told told = train(newRun(project, measuredRecipe(2)));
        Project opened = Project::open(project, Access::ReadWrite);
        Database& database = opened.database();
        const std::int64_t run = told.run();
        const auto again =
            insertMeasured(database, run, 4, {{"likeness", 0.5}}, metricBases(database, run).at(1));
        QVERIFY(again.contains("likeness"));
        const auto other = insertMeasured(database, run, 6, {{"likeness", 0.4}}, "{\"pictures\": 7}");
        QCOMPARE(other.begin()->first, std::string("likeness#2"));
        QCOMPARE(metric(database, run, "likeness#2").size(), std::size_t{1});
        QCOMPARE(insertMeasured(database, run, 8, {{"likeness", 0.4}}, "{\"pictures\": 7}").begin()->first,
                 std::string("likeness#2"));
    }
};

QTEST_GUILESS_MAIN(TestRunMeasuring)
#include "tst_run_measuring.moc"
