// Field reports about checkpoints: processes that are killed, files that are damaged, drives that are full,
// runs that go on in another process.
#include <sys/resource.h>

#include <QDir>
#include <QTest>
#include <algorithm>
#include <fstream>
#include <random>

#include "core/base/clock.h"
#include "core/base/file.h"
#include "core/base/platform.h"
#include "core/model/device_report.h"
#include "core/store/metric_table.h"
#include "core/train/checkpoint_saver.h"
#include "tests/support/child_process.h"
#include "tests/support/cli_run.h"
#include "tests/support/error_of.h"
#include "tests/support/training.h"

using namespace visagist;
using test::atStep, test::cli, test::CliRun, test::DemoProjects, test::newRun, test::require, test::resumed,
    test::tinyNetwork, test::tinyRecipe, test::Told, test::train;
namespace fs = std::filesystem;

namespace {

QString text(const fs::path& path) { return QString::fromStdString(utf8FromPath(path)); }

/// Trains in a new process.
CliRun trainApart(const fs::path& project, const QStringList& more) {
    return cli(QStringList{"train", text(project), "--json"} + tinyNetwork() + more);
}
CliRun resumeApart(const fs::path& project, const QStringList& more = {}) {
    return cli(QStringList{"resume", text(project), "--json"} + more);
}

std::vector<std::int64_t> stepsOf(const fs::path& project) {
    std::vector<std::int64_t> steps;
    for (const CheckpointInfo& info : test::checkpoints(project)) steps.push_back(info.step);
    return steps;
}

/// Steps of the newest checkpoints; throws where one of them is not whole.
std::vector<std::int64_t> wholeSteps(const fs::path& project) {
    CheckpointStore store(test::checkpointsOf(project), Access::ReadOnly);
    std::vector<std::int64_t> steps;
    for (const CheckpointInfo& info : store.list()) {
        require(store.verify(info.id), "checkpoint " + std::to_string(info.id) + " is whole");
        steps.push_back(info.step);
    }
    return steps;
}

std::vector<std::string> namesIn(const fs::path& folder) {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder))
        names.push_back(utf8FromPath(entry.path().filename()));
    std::sort(names.begin(), names.end());
    return names;
}

Checkpoint emptyCheckpoint(std::int64_t run, std::int64_t step) {
    Checkpoint checkpoint;
    checkpoint.run = run;
    checkpoint.step = step;
    checkpoint.state = checkpoint.progress = "{}";
    return checkpoint;
}

/// A file that takes up all of a drive but `left` bytes.
class Filler {
public:
    Filler(const fs::path& folder, std::uint64_t left) : m_path(folder / "filler") {
        std::ofstream file(m_path, std::ios::binary);
        const std::vector<char> piece(4096);
        for (auto free = freeDiskBytes(folder); free && *free > left + piece.size() && file.flush();
             free = freeDiskBytes(folder))
            file.write(piece.data(), static_cast<std::streamsize>(piece.size()));
    }
    ~Filler() { fs::remove(m_path); }
    Filler(const Filler&) = delete;
    Filler& operator=(const Filler&) = delete;

private:
    fs::path m_path;
};

/// Where `content` lies in a file; its end where it does not.
std::uintmax_t placeOf(const std::vector<std::uint8_t>& file, std::span<const std::uint8_t> content) {
    return static_cast<std::uintmax_t>(std::search(file.begin(), file.end(), content.begin(), content.end()) -
                                       file.begin());
}

/// What becomes of a checkpoints file: given are its bytes and where the newest checkpoint's own content
/// lies.
using Damage = std::function<void(std::vector<std::uint8_t>&, std::uintmax_t)>;

}  // namespace

Q_DECLARE_METATYPE(Damage)

class TestFieldCheckpoints : public QObject {
    Q_OBJECT
    DemoProjects m_projects;
    fs::path m_trained;  ///< with checkpoints of the steps 2 and 4

private Q_SLOTS:
    void initTestCase() { setComputeThreads(1); }

    // Row 35.
    void aRunThatIsKilledAgainAndAgainLosesNoCheckpoint() {
        const fs::path killed = m_projects.make(), quiet = m_projects.make();
        Recipe recipe = tinyRecipe(1000);
        recipe.train.saveEvery = 1;
        recipe.train.keepLast = 3;
        recipe.train.mixturesFrom = recipe.train.detailFrom = 0;
        const Told first =
            train(newRun(killed, recipe), atStep(1, [](auto&, auto& stop) { stop.request_stop(); }));
        const std::uint32_t seed = std::random_device()();
        qInfo("seed %u", seed);
        std::mt19937 random(seed);
        std::int64_t newest = 1;
        int kills = 0, journals = 0;
        for (const Stopwatch watch; watch.seconds() < 40;) {
            const pid_t child = test::startChild([&] {
                setComputeThreads(1);
                train(resumed(killed, first.run()));
                return 0;
            });
            ::usleep(100'000 + static_cast<useconds_t>(random() % 900'000));
            ::kill(child, SIGKILL);
            QCOMPARE(test::waitForChild(child), -SIGKILL);
            ++kills;
            journals += fs::exists(fs::path(test::checkpointsOf(killed)) += "-journal");
            const auto steps = wholeSteps(killed);
            QVERIFY(!steps.empty() && steps[0] >= newest);
            newest = steps[0];
        }
        qInfo("%d kills, of which %d during a write, up to step %d", kills, journals,
              static_cast<int>(newest));
        QVERIFY(kills >= 5 && newest > 1);
        const auto end = std::to_string(newest + 2);
        VISAGIST_ENDS(train(resumed(killed, first.run(), {{"steps", end}})), RunState::Completed);
        recipe.train.saveEvery = 1000;
        recipe.train.steps = newest + 2;
        VISAGIST_ENDS(train(newRun(quiet, recipe)), RunState::Completed);
        QCOMPARE(test::checkpoints(killed).at(0).weightsSha256, test::checkpoints(quiet).at(0).weightsSha256);
    }

    // Row 35.
    void aDamagedNewestCheckpointIsPassedOverAndTold_data() {
        QTest::addColumn<Damage>("damage");
        QTest::newRow("the end is missing")
            << Damage([](auto& file, auto) { file.resize(file.size() - 100'000); });
        QTest::newRow("half of the newest is missing")
            << Damage([](auto& file, auto place) { file.resize(place); });
        QTest::newRow("zeros in the newest") << Damage([](auto& file, auto place) {
            std::fill_n(file.begin() + static_cast<std::ptrdiff_t>(place), 20'000, std::uint8_t{0});
        });
        QTest::newRow("zeros to the end") << Damage([](auto& file, auto place) {
            std::fill(file.begin() + static_cast<std::ptrdiff_t>(place), file.end(), std::uint8_t{0});
        });
        QTest::newRow("one bit in the newest")
            << Damage([](auto& file, auto place) { file[place + 5] ^= 4; });
    }
    void aDamagedNewestCheckpointIsPassedOverAndTold() {
        QFETCH(Damage, damage);
        if (m_trained.empty()) {
            m_trained = m_projects.make();
            VISAGIST_EXITS(trainApart(m_trained, {"--steps", "4", "--save-every", "2"}), 0);
        }
        const fs::path project = m_projects.make(), file = test::checkpointsOf(project);
        fs::copy_file(m_trained, project, fs::copy_options::overwrite_existing);
        fs::copy_file(test::checkpointsOf(m_trained), file);
        std::vector<std::uint8_t> bytes = readFile(file);
        {
            CheckpointStore store(file, Access::ReadOnly);
            const Checkpoint newest =
                store.load(store.list().at(0).id, "optimizer/generator/square/decoder.first8.weight");
            QCOMPARE(newest.tensors.size(), std::size_t{1});
            const auto place = placeOf(bytes, std::span(newest.tensors[0].bytes).first(256));
            QVERIFY(place < bytes.size());
            damage(bytes, place);
        }
        writeFileAtomically(file, bytes);
        const CliRun run = resumeApart(project, {"--steps", "6"});
        VISAGIST_EXITS(run, 0);
        VISAGIST_SAYS(run, "damaged");
        VISAGIST_SAYS(run, "goes on after step 2");
        QCOMPARE(wholeSteps(project).at(0), std::int64_t{6});
    }

    // Row 35.
    void aFileOfZeroBytesIsSetAsideAndANewRunCanBegin() {
        const fs::path project = m_projects.make(), file = test::checkpointsOf(project);
        VISAGIST_EXITS(trainApart(project, {"--steps", "2"}), 0);
        writeFileAtomically(file, std::vector<std::uint8_t>(fs::file_size(file)));
        const CliRun resumed = resumeApart(project, {"--steps", "4"});
        VISAGIST_EXITS(resumed, 1);
        VISAGIST_SAYS(resumed, "damaged");
        VISAGIST_SAYS(resumed, text(file.filename()));
        const CliRun begun = trainApart(project, {"--steps", "2"});
        VISAGIST_EXITS(begun, 0);
        VISAGIST_SAYS(begun, "checkpoints file was damaged");
        QVERIFY(stepsOf(project) == std::vector<std::int64_t>{2});
        QVERIFY(fs::exists(fs::path(file) += ".damaged"));
    }

    // Row 36.
    void aDriveThatFillsUpDuringASaveCostsThatSaveAlone() {
        QTemporaryDir folder;
        const fs::path drive = pathFromUtf8(folder.path().toStdString()), original = m_projects.make(),
                       project = drive / "p.visagist";
        const int ended = test::onSmallDrive(drive, 64 << 20, [&] {
            setComputeThreads(1);
            fs::copy_file(original, project);
            Recipe recipe = tinyRecipe(12);
            recipe.train.saveEvery = 2;
            recipe.train.keepLast = 100;
            std::optional<Filler> filler;
            const Told told =
                train(newRun(project, recipe), [&](const TrainEvent& event, RunControl&, std::stop_source&) {
                    const auto* saved = std::get_if<CheckpointSaved>(&event);
                    if (saved && saved->step == 4) filler.emplace(drive, 600'000);
                    const auto* notice = std::get_if<Notice>(&event);
                    if (notice && notice->step == 6 && notice->severity == Notice::Severity::Warning) {
                        require(wholeSteps(project) == std::vector<std::int64_t>{4, 2},
                                "the older ones are there");
                        filler.reset();
                    }
                });
            require(told.outcome().end == RunState::Completed, told.outcome().message.english());
            require(told.warned("step 6 could not be saved: There is no room left on the drive of"),
                    "the warning");
            require(told.warned("training goes on"), "the warning says what happens now");
            const auto steps = wholeSteps(project);
            require(steps.front() == 12 && std::find(steps.begin(), steps.end(), 6) == steps.end(),
                    "later saves");

            // Not a byte for the project either: the run ends, and goes on when there is room.
            const Told full = train(resumed(project, told.run(), {{"steps", "20"}}),
                                    atStep(13, [&](auto&, auto&) { filler.emplace(drive, 0); }));
            require(full.outcome().code == ErrorCode::DiskFull, full.outcome().message.english());
            require(full.outcome().message.english().find(utf8FromPath(drive)) != std::string::npos,
                    "the file is named");
            require(wholeSteps(project).front() == 12, "what was there stays");
            const CliRun exported = cli({"export", text(project), "--out", text(drive / "out.safetensors")});
            require(exported.exitCode == 1 &&
                        exported.err.contains("There is no room left on the drive to write"),
                    exported.err.toStdString());
            require(!fs::exists(drive / "out.safetensors"), "no half export");
            filler.reset();
            const Told after = train(resumed(project, told.run(), {{"steps", "14"}}));
            require(after.outcome().end == RunState::Completed, after.outcome().message.english());
            for (const std::string& name : namesIn(drive))
                require(name.find(".tmp") == std::string::npos, "no file is left: " + name);

            Recipe greedy = tinyRecipe(1000);
            greedy.train.saveEvery = 1;
            greedy.train.keepLast = 1000;
            const auto warnings = adviseStart(project, greedy).warnings;
            require(std::any_of(warnings.begin(), warnings.end(),
                                [](const Message& m) {
                                    return m.english().find("MB are free") != std::string::npos;
                                }),
                    "room is estimated before the start");
            return 0;
        });
        if (ended == test::kNoSetUp) QSKIP("this system does not let the test mount a small drive");
        QCOMPARE(ended, 0);
    }

    // Row 36.
    void aSaveThatTheSystemRefusesIsAWarning() {
        const fs::path project = m_projects.make();
        const int ended = test::inChild([&] {
            setComputeThreads(1);
            ::signal(SIGXFSZ, SIG_IGN);
            rlimit unlimited{};
            ::getrlimit(RLIMIT_FSIZE, &unlimited);
            Recipe recipe = tinyRecipe(8);
            recipe.train.saveEvery = 2;
            const Told told =
                train(newRun(project, recipe), [&](const TrainEvent& event, RunControl&, std::stop_source&) {
                    const auto* saved = std::get_if<CheckpointSaved>(&event);
                    rlimit limit = unlimited;
                    limit.rlim_cur = fs::exists(test::checkpointsOf(project))
                                         ? fs::file_size(test::checkpointsOf(project)) + 100'000
                                         : 0;
                    if (saved && saved->step == 4) ::setrlimit(RLIMIT_FSIZE, &limit);
                    const auto* notice = std::get_if<Notice>(&event);
                    if (notice && notice->step == 6) ::setrlimit(RLIMIT_FSIZE, &unlimited);
                });
            require(told.outcome().end == RunState::Completed, told.outcome().message.english());
            require(told.warned("step 6 could not be saved"), "the warning");
            require(wholeSteps(project) == std::vector<std::int64_t>{8, 4, 2}, "the others");
            return 0;
        });
        QCOMPARE(ended, 0);
    }

    // Row 36.
    void olderCheckpointsThatCannotBeRemovedAreAWarning() {
        const fs::path project = m_projects.make();
        Recipe recipe = tinyRecipe(8);
        recipe.train.saveEvery = 2;
        recipe.train.keepLast = 1;
        const auto execute = [&](const char* sql) {
            Database(test::checkpointsOf(project), Access::ReadWrite).execute(sql);
        };
        const Told told = train(newRun(project, recipe), [&](const TrainEvent& event, RunControl&,
                                                             std::stop_source&) {
            const auto* saved = std::get_if<CheckpointSaved>(&event);
            if (saved && saved->step == 2)
                execute(
                    "CREATE TRIGGER keep BEFORE DELETE ON checkpoint BEGIN SELECT RAISE(ABORT, 'no'); END");
            const auto* notice = std::get_if<Notice>(&event);
            if (notice && notice->message.english().find("could not be removed") != std::string::npos)
                execute("DROP TRIGGER IF EXISTS keep");
        });
        VISAGIST_ENDS(told, RunState::Completed);
        QVERIFY(told.warned("step 6 is saved, but older ones could not be removed"));
        QCOMPARE(told.all<CheckpointSaved>().size(), std::size_t{4});
        QCOMPARE(stepsOf(project).at(0), std::int64_t{8});
        QVERIFY(stepsOf(project).size() <=
                2);  // the next save removed them: the newest and the best are left
    }

    // Row 36.
    void aSaveWithoutMemoryIsToldAndTheNextOneSucceeds() {
        const fs::path project = m_projects.make();
        CheckpointSaver saver(test::checkpointsOf(project), [] {});
        const Checkpoint one = emptyCheckpoint(1, 1);
        saver.save(
            one, []() -> std::vector<TensorBytes> { throw std::bad_alloc(); }, 5);
        const auto failed = saver.wait();
        QVERIFY(failed && failed->failure);
        VISAGIST_VERIFY_ERROR(ErrorCode::OutOfMemory, std::rethrow_exception(failed->failure));
        saver.save(
            one, [] { return std::vector<TensorBytes>(); }, 5);
        QVERIFY(!saver.wait()->failure);
    }

    // Row 34.
    void theBestCheckpointOfAStageOutlivesTheNewest() {
        const fs::path project = m_projects.make();
        CheckpointSaver saver(test::checkpointsOf(project), [] {});
        const auto save = [&](std::int64_t run, std::int64_t step, double stage,
                              std::optional<double> validation) {
            Checkpoint one = emptyCheckpoint(run, step);
            one.metrics["stage"] = stage;
            if (validation) one.metrics["validation"] = *validation;
            saver.save(
                one, [] { return std::vector<TensorBytes>(); }, 2);
            QVERIFY(!saver.wait()->cleanupFailure);
        };
        save(7, 1, 0, 0.01);
        for (const auto& [step, loss] : {std::pair(1, 0.9), {2, 0.5}, {3, 0.5}, {4, 0.7}, {5, 0.8}, {6, 0.6}})
            save(8, step, 0, loss);
        QVERIFY(stepsOf(project) == (std::vector<std::int64_t>{6, 5, 2, 1}));  // the last is run 7's
        save(8, 7, 2, {});
        save(8, 8, 2, 3.0);
        save(8, 9, 2, 4.0);
        save(8, 10, 2, 5.0);
        save(8, 11, 2, 5.0);
        QVERIFY(stepsOf(project) == (std::vector<std::int64_t>{11, 10, 8, 1}));
    }

    // Row 38.
    void theOptimizersOptionsAreThoseOfTheRunInEveryProcess() {
        const fs::path whole = m_projects.make(), parts = m_projects.make(), other = m_projects.make();
        const QStringList begin{"--steps",        "5",       "--optimizer", "adamw",   "--learning-rate",
                                "1e-4",           "--beta1", "0.7",         "--beta2", "0.9",
                                "--weight-decay", "0.2",     "--decay",     "constant"};
        for (const fs::path& project : {whole, parts, other}) VISAGIST_EXITS(trainApart(project, begin), 0);
        VISAGIST_EXITS(resumeApart(whole, {"--learning-rate", "3e-5", "--steps", "14"}), 0);
        VISAGIST_EXITS(resumeApart(parts, {"--learning-rate", "3e-5", "--steps", "9"}), 0);
        VISAGIST_EXITS(resumeApart(parts, {"--steps", "14"}), 0);
        VISAGIST_EXITS(resumeApart(other, {"--steps", "14"}), 0);
        const auto newest = [](const fs::path& project) { return test::checkpoints(project).at(0); };
        QCOMPARE(newest(parts).step, std::int64_t{14});
        QCOMPARE(newest(parts).stateSha256, newest(whole).stateSha256);
        QVERIFY(newest(parts).weightsSha256 != newest(other).weightsSha256);
        const Project opened = Project::open(parts, Access::ReadOnly);
        for (const MetricPoint& point : metric(opened.database(), 1, "learning_rate"))
            QCOMPARE(point.value, point.step <= 5 ? 1e-4 : 3e-5);
        const OptimOptions optim = currentRecipe(opened.database(), 1).optim;
        QVERIFY(optim.beta1 == 0.7 && optim.beta2 == 0.9 && optim.weightDecay == 0.2);
    }

    // Row 39.
    void aRunInTwoProcessesIsTheRunInOne_data() {
        QTest::addColumn<QStringList>("options");
        QTest::newRow("all stages") << QStringList{"--mixtures-from", "0.01", "--detail-from", "0.015"};
        QTest::newRow("adaptive augmentation")
            << QStringList{"--mixtures-from", "0", "--detail-from", "0", "--ada-target", "0.6"};
        QTest::newRow("bf16, accumulated") << QStringList{"--mixtures-from", "0", "--detail-from", "0.02",
                                                          "--accumulation",  "2", "--precision",   "bf16"};
    }
    void aRunInTwoProcessesIsTheRunInOne() {
        QFETCH(QStringList, options);
        const fs::path one = m_projects.make(), two = m_projects.make();
        options += {"--steps", "40"};
        VISAGIST_EXITS(trainApart(one, options), 0);
        VISAGIST_EXITS(trainApart(two, options + QStringList{"--stop-after", "20"}), 3);
        QCOMPARE(stepsOf(two).at(0), std::int64_t{20});
        VISAGIST_EXITS(resumeApart(two), 0);
        const auto load = [](const fs::path& project) {
            CheckpointStore store(test::checkpointsOf(project), Access::ReadOnly);
            return store.load(store.list().at(0).id);
        };
        const Checkpoint a = load(one), b = load(two);
        QCOMPARE(b.step, std::int64_t{40});
        QCOMPARE(b.state, a.state);
        QCOMPARE(a.tensors.size(), b.tensors.size());
        for (std::size_t i = 0; i < a.tensors.size(); ++i)
            QVERIFY2(a.tensors[i] == b.tensors[i], a.tensors[i].name.c_str());
    }
};

QTEST_GUILESS_MAIN(TestFieldCheckpoints)
#include "tst_field_checkpoints.moc"
