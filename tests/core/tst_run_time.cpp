#include <QTest>
#include <cmath>

#include "core/store/person_table.h"
#include "core/store/project.h"
#include "core/train/run_time.h"
#include "tests/support/error_of.h"
#include "tests/support/training.h"

using namespace visagist;
namespace fs = std::filesystem;

namespace {

std::int64_t stepsOf(const std::vector<RunTime::Part>& parts, Stage stage) {
    for (const RunTime::Part& part : parts) {
        if (part.stage == stage) return part.steps;
    }
    return 0;
}

}  // namespace

class TestRunTime : public QObject {
    Q_OBJECT
    test::DemoProjects m_projects;

private Q_SLOTS:
    void stagesTakeTheirSharesOfTheSteps() {
        TrainOptions options;
        options.steps = 20'000;
        options.mixturesFrom = 0.2;
        options.detailFrom = 0.7;
        const auto parts = plannedParts(options);
        QCOMPARE(stepsOf(parts, Stage::Shape), std::int64_t{4000});
        QCOMPARE(stepsOf(parts, Stage::Mix), std::int64_t{10'000});
        QCOMPARE(stepsOf(parts, Stage::Detail), std::int64_t{6000});
    }
    void aStageThatNeverComesIsLeftOut() {
        TrainOptions options;
        options.mixturesFrom = 0;
        options.detailFrom = 1;
        QCOMPARE(plannedParts(options).size(), std::size_t{1});
        options.stage = StageWish::Detail;
        QCOMPARE(stepsOf(plannedParts(options), Stage::Detail), options.steps);
    }
    void aTrialOfAFewStepsStaysInItsFirstStage() {
        TrainOptions options;
        options.steps = 40;
        QCOMPARE(stepsOf(plannedParts(options), Stage::Shape), std::int64_t{40});
    }
    void theWholeIsTheSumOfItsParts() {
        const RunTime time = measureRunTime(m_projects.make(), test::tinyRecipe(50'000));
        QCOMPARE(time.parts.size(), std::size_t{3});
        double sum = 0;
        for (const RunTime::Part& part : time.parts) {
            QVERIFY(part.secondsPerStep > 0 && part.secondsPerStep < 60);
            sum += part.secondsPerStep * static_cast<double>(part.steps);
        }
        QVERIFY(std::abs(time.seconds - sum) < 1e-9 * sum);
    }
    void aTimeLimitIsTheMostThatItTakes() {
        Recipe recipe = test::tinyRecipe(100'000'000);
        recipe.train.minutes = 2;
        QCOMPARE(measureRunTime(m_projects.make(), recipe).seconds, 120.0);
    }
    void nothingIsStoredInTheProject() {
        const fs::path path = m_projects.make();
        measureRunTime(path, test::tinyRecipe(100));
        const Project project = Project::open(path, Access::ReadOnly);
        QVERIFY(runs(project.database()).empty());
        Statement count(project.database(), "SELECT count(*) FROM dataset");
        QVERIFY(count.step());
        QCOMPARE(count.integer(0), std::int64_t{0});
        QVERIFY(!fs::exists(project.checkpointsPath()));
    }
    void onlyTheNamedPeopleAreLookedAt() {
        const auto cached = [&](std::size_t named) {
            const Project project = Project::open(m_projects.make(), Access::ReadWrite);
            std::vector<std::int64_t> people;
            for (std::size_t i = 0; i < named; ++i)
                people.push_back(visagist::people(project.database())[i].id);
            measureRunTime(project.path(), test::tinyRecipe(100), people);
            std::uintmax_t bytes = 0;
            for (const auto& entry : fs::recursive_directory_iterator(project.cachePath("x").parent_path()))
                bytes += entry.is_regular_file() ? entry.file_size() : 0;
            return bytes;
        };
        QVERIFY(cached(1) < cached(2));
        QCOMPARE(cached(2), cached(0));  // nobody named: everybody
    }
    void aStopEndsIt() {
        std::stop_source stop;
        stop.request_stop();
        VISAGIST_VERIFY_ERROR(ErrorCode::Cancelled,
                              measureRunTime(m_projects.make(), test::tinyRecipe(100), {}, stop.get_token()));
    }
};

QTEST_APPLESS_MAIN(TestRunTime)
#include "tst_run_time.moc"
