#include <QDir>
#include <QFile>
#include <QImage>
#include <QTemporaryDir>

#include "core/options/recipe.h"
#include "core/store/project.h"
#include "core/store/safetensors.h"
#include "tests/support/cli_run.h"
#include "tests/support/test_clip.h"

using namespace visagist;
using namespace visagist::test;

class TestCli : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    QString m_project;

    QString place(const QString& name) const { return m_folder.filePath(name); }
    QString adasPicture(int number) const {
        return place(QString("demo/people/Ada/%1.png").arg(number, 4, 10, QChar('0')));
    }
    /// A copy of the demo project without runs.
    QString freshProject(const QString& name) const {
        QFile::remove(place(name));
        return QFile::copy(m_project, place(name)) ? place(name) : QString();
    }
    static CliRun train(const QString& project, const QStringList& more) {
        return cli(QStringList{"train", project, "--seed", "7", "--json"} + tinyNetwork() + more);
    }
    static nlohmann::json checkpoints(const QString& project) {
        return cli({"checkpoints", project, "--json"}).json();
    }

private Q_SLOTS:
    void initTestCase() {
        const CliRun run = cli(
            {"demo", "--out", place("demo"), "--minutes", "0", "--people", "2", "--faces", "4", "--json"});
        VISAGIST_EXITS(run, 0);
        m_project = QString::fromStdString(run.json()["project"]);
        QVERIFY(QFile::exists(m_project));
        QCOMPARE(run.json()["steps"].get<int>(), 0);
        for (const char* key : {"imagesPerSecond", "reconstructionPsnr", "swapPsnr", "halfMixPsnr",
                                "meanFacePsnr", "crossFadePsnr", "fusedImage", "sampleGrid", "lossPlot"})
            QVERIFY2(run.json().contains(key) && run.json()[key].is_null(), key);
    }

    void helpNamesEveryCommand() {
        const CliRun run = cli({"--help"});
        VISAGIST_EXITS(run, 0);
        for (const char* name :
             {"new", "import", "train", "resume", "checkpoints", "fuse", "export", "doctor", "demo", "bench"})
            QVERIFY2(run.out.contains(QString("\n  %1 ").arg(name)), name);
    }

    void helpOfTrainIsTheOptionsTable() {
        const CliRun run = cli({"train", "--help"});
        VISAGIST_EXITS(run, 0);
        for (const OptionInfo& option : optionTable()) {
            const QString flag = "--" + QString::fromStdString(option.key).replace('_', '-') + " ";
            QVERIFY2(run.out.contains(flag), option.key.c_str());
        }
        QVERIFY(run.out.contains("1 … 256 faces; 8"));  // range and default of the batch
        QVERIFY(run.out.contains("auto | fp32 | bf16 | fp16; auto"));
    }

    void withoutACommandItIsWrongUse() {
        VISAGIST_EXITS(cli({}), 2);
        VISAGIST_EXITS(cli({"paint"}), 2);
        VISAGIST_EXITS(cli({"train"}), 2);
    }

    void newMakesAProjectOnce() {
        const CliRun run = cli({"new", place("made"), "--crop-size", "128", "--json"});
        VISAGIST_EXITS(run, 0);
        QCOMPARE(Project::open(place("made.visagist").toStdString()).cropSize(), 128);
        VISAGIST_EXITS(cli({"new", place("made")}), 2);
    }

    void importedFoldersBecomePeople() {
        VISAGIST_EXITS(cli({"new", place("own"), "--crop-size", "64"}), 0);
        const QStringList import{"import", place("own"), place("demo/people"), "--aligned", "--json"};
        const CliRun first = cli(import);
        VISAGIST_EXITS(first, 0);
        QCOMPARE(first.json()["sources"].get<int>(), 8);
        QCOMPARE(first.json()["faces"].get<int>(), 8);
        QVERIFY(first.json()["refused"].empty());
        QCOMPARE(first.json()["facesByPerson"]["Ben"].get<int>(), 4);
        QCOMPARE(first.out.trimmed().count('\n'), 0);  // nothing but JSON on stdout

        const CliRun second = cli(import);
        VISAGIST_EXITS(second, 0);
        QCOMPARE(second.json()["faces"].get<int>(), 0);
        QCOMPARE(second.json()["skipped"].get<int>(), 8);
    }

    void importTakesTheChosenFramesOfVideos() {
        QVERIFY(QDir().mkpath(place("footage/Cleo")));
        writeClip(place("footage/Cleo/a film.mp4").toStdString());
        VISAGIST_EXITS(cli({"new", place("films"), "--crop-size", "64"}), 0);
        const CliRun run = cli({"import", place("films"), place("footage/Cleo"), "--aligned", "--frames",
                                "every_nth", "--frame-step", "5", "--trim-from", "0.5", "--json"});
        VISAGIST_EXITS(run, 0);
        QCOMPARE(run.json()["frames"].get<int>(), 3);
        QCOMPARE(run.json()["faces"].get<int>(), 3);
        QCOMPARE(run.json()["facesByPerson"]["Cleo"].get<int>(), 3);
        QVERIFY(run.json()["notes"].empty());
        VISAGIST_EXITS(cli({"import", place("films"), place("footage/Cleo"), "--frames", "some"}), 2);
        const CliRun help = cli({"import", "--help"});
        for (const char* flag : {"--frames ", "--frames-per-second ", "--frame-step ", "--scene-frames ",
                                 "--scene-threshold ", "--trim-from ", "--trim-to "})
            QVERIFY2(help.out.contains(flag), flag);
        QVERIFY(help.out.contains("per_second | every_nth | scene_cuts"));
    }

    void versionsAreKeptComparedAndRevertedTo() {
        const QString project = freshProject("versions.visagist");
        const CliRun saved = cli({"dataset", "save", project, "As shot", "--note", "no cuts", "--json"});
        VISAGIST_EXITS(saved, 0);
        const QString version = QString::number(saved.json()["version"].get<int>());
        VISAGIST_EXITS(cli({"curate", "exclude", project, "person:Ben"}), 0);
        const CliRun changed = cli({"dataset", "diff", project, version, "--json"});
        QCOMPARE(changed.json()["removed"].size(), std::size_t{4});
        QVERIFY(changed.json()["added"].empty() && changed.json()["resplit"].empty());
        const CliRun reverted = cli({"dataset", "revert", project, version, "--json"});
        QCOMPARE(reverted.json()["faces"].get<int>(), 4);
        QVERIFY(cli({"dataset", "diff", project, version}).out.contains("No difference."));
        QVERIFY(cli({"curate", "undo", project}).out.contains("As shot"));
        QCOMPARE(cli({"dataset", "diff", project, version, "--json"}).json()["removed"].size(),
                 std::size_t{4});
        VISAGIST_EXITS(cli({"curate", "undo", project}), 0);
        QVERIFY(cli({"dataset", "diff", project, version}).out.contains("No difference."));
        VISAGIST_EXITS(cli({"curate", "undo", project}), 1);
        const CliRun list = cli({"dataset", "list", project, "--json"});
        QCOMPARE(list.json().size(), std::size_t{1});
        QCOMPARE(list.json()[0]["name"].get<std::string>(), std::string("As shot"));
        QCOMPARE(list.json()[0]["train"].get<int>() + list.json()[0]["validation"].get<int>() +
                     list.json()[0]["test"].get<int>(),
                 8);
        VISAGIST_EXITS(cli({"dataset", "revert", project, "99"}), 1);
    }

    void trainingSavesAtItsEndAndEqualTrainingIsEqual() {
        const QString one = freshProject("one.visagist"), two = freshProject("two.visagist");
        const CliRun run = train(one, {"--steps", "4"});
        VISAGIST_EXITS(run, 0);
        QCOMPARE(run.json()["step"].get<int>(), 4);
        QCOMPARE(run.json()["outcome"].get<std::string>(), std::string("completed"));
        VISAGIST_EXITS(train(two, {"--steps", "4"}), 0);

        const nlohmann::json left = checkpoints(one), right = checkpoints(two);
        QCOMPARE(left.size(), 1u);
        QCOMPARE(left[0]["step"].get<int>(), 4);
        QCOMPARE(left[0]["run"].dump(), run.json()["run"].dump());
        QVERIFY(left[0]["bytes"].get<std::int64_t>() > 0 && left[0]["time"].get<std::int64_t>() > 0);
        QCOMPARE(left[0]["weightsSha256"].dump(), right[0]["weightsSha256"].dump());
        QCOMPARE(left[0]["stateSha256"].dump(), right[0]["stateSha256"].dump());
        QCOMPARE(left[0]["weightsSha256"].get<std::string>().size(), 64u);
    }

    void aRunStoppedHalfwayAndResumedEqualsOneThatWasNot() {
        const QString whole = freshProject("whole.visagist"), halves = freshProject("halves.visagist");
        VISAGIST_EXITS(train(whole, {"--steps", "6"}), 0);
        VISAGIST_EXITS(train(halves, {"--steps", "6", "--stop-after", "3"}), 3);
        QCOMPARE(checkpoints(halves)[0]["step"].get<int>(), 3);
        const CliRun resumed = cli({"resume", halves, "--json"});
        VISAGIST_EXITS(resumed, 0);
        QCOMPARE(resumed.json()["step"].get<int>(), 6);
        QCOMPARE(checkpoints(halves)[0]["weightsSha256"].dump(),
                 checkpoints(whole)[0]["weightsSha256"].dump());
        QCOMPARE(checkpoints(halves)[0]["stateSha256"].dump(), checkpoints(whole)[0]["stateSha256"].dump());
    }

    void anEstimateSaysWhatARunWouldNeedAndTrainsNothing() {
        const QString project = freshProject("estimate.visagist");
        const CliRun run = train(project, {"--steps", "5000", "--estimate"});
        VISAGIST_EXITS(run, 0);
        QVERIFY(run.json()["memoryBytes"].get<double>() > 1e8);
        QVERIFY(run.json()["seconds"].get<double>() > 0);
        QCOMPARE(run.json()["stages"].size(), 3u);
        QCOMPARE(run.json()["stages"][0]["stage"].get<std::string>(), std::string("shape"));
        QCOMPARE(checkpoints(project).size(), 0u);
    }

    void resumeGoesOnToTheStepInTotal() {
        const QString project = freshProject("longer.visagist");
        VISAGIST_EXITS(train(project, {"--steps", "2"}), 0);
        const CliRun run = cli({"resume", project, "--steps", "5", "--json"});
        VISAGIST_EXITS(run, 0);
        QCOMPARE(run.json()["step"].get<int>(), 5);
        QCOMPARE(checkpoints(project)[0]["step"].get<int>(), 5);
    }

    void controlCSavesAndEndsWithThree() {
        const QString project = freshProject("stopped.visagist");
        QProcess process;
        prepareCli(process, QStringList{"train", project, "--steps", "1000000", "--sample-every", "1000000",
                                        "--json"} +
                                tinyNetwork());
        process.setReadChannel(QProcess::StandardError);
        process.start();
        QByteArray said;
        while (!said.contains("faces to train on") && process.waitForReadyRead(100'000))
            said += process.readAllStandardError();
        QTest::qWait(500);  // somewhere in the middle of a step
        QCOMPARE(::kill(static_cast<pid_t>(process.processId()), SIGINT), 0);
        const CliRun run = finishedCli(process);
        VISAGIST_EXITS(run, 3);
        QCOMPARE(run.json()["outcome"].get<std::string>(), std::string("stopped"));
        const nlohmann::json saved = checkpoints(project);
        QCOMPARE(saved.size(), 1u);
        QCOMPARE(saved[0]["step"].dump(), run.json()["step"].dump());
        VISAGIST_EXITS(cli({"checkpoints", project, "--verify"}), 0);
    }

    void checkpointsAreVerifiedAndDeleted() {
        const QString project = freshProject("kept.visagist");
        VISAGIST_EXITS(train(project, {"--steps", "2", "--save-every", "1"}), 0);
        const nlohmann::json all = cli({"checkpoints", project, "--verify", "--json"}).json();
        QVERIFY2(all.is_array() && all.size() == 2, all.dump().c_str());
        QVERIFY(all[0]["whole"].get<bool>() && all[1]["whole"].get<bool>());
        const QString id = QString::number(all[1]["id"].get<int>());
        VISAGIST_EXITS(cli({"checkpoints", project, "--delete", id}), 0);
        QCOMPARE(checkpoints(project).size(), 1u);
        const CliRun again = cli({"checkpoints", project, "--delete", id});
        VISAGIST_EXITS(again, 1);
        VISAGIST_SAYS(again, "has no checkpoint " + id);
    }

    void exportedWeightsSayWhatTheyAre() {
        const QString project = freshProject("exported.visagist");
        VISAGIST_EXITS(train(project, {"--steps", "1"}), 0);
        const CliRun run = cli({"export", project, "--out", place("w.safetensors"), "--json"});
        VISAGIST_EXITS(run, 0);
        std::map<std::string, std::string> metadata;
        const auto tensors = readSafetensors(place("w.safetensors").toStdString(), &metadata);
        QCOMPARE(tensors.size(), run.json()["tensors"].get<std::size_t>());
        for (const TensorBytes& tensor : tensors) QVERIFY(tensor.name.starts_with("ema/"));
        QCOMPARE(metadata["part"], std::string("ema"));
        QCOMPARE(metadata["step"], std::string("1"));
        QCOMPARE(metadata["weightsSha256"], checkpoints(project)[0]["weightsSha256"].get<std::string>());
    }

    void fusesByNameOnAnyScale() {
        const QString project = freshProject("fused.visagist");
        VISAGIST_EXITS(train(project, {"--steps", "1"}), 0);
        const auto fuse = [&](const QString& weights, const QString& out) {
            return cli({"fuse", project, "--driver", adasPicture(1), "--aligned", "--weights", weights,
                        "--out", place(out), "--json"});
        };
        const CliRun percent = fuse("Ada=25%,Ben=75%", "percent.png");
        VISAGIST_EXITS(percent, 0);
        QCOMPARE(percent.json()["weights"]["shape"]["Ben"].get<double>(), 0.75);
        VISAGIST_EXITS(fuse("Ben=3,Ada=1", "scale.png"), 0);
        VISAGIST_EXITS(fuse("Ada=1", "ada.png"), 0);
        const QImage a(place("percent.png")), b(place("scale.png")), c(place("ada.png"));
        QCOMPARE(a.size(), QSize(64, 64));
        QVERIFY(a == b);
        QVERIFY(a != c);
    }

    void mergedTheDriverKeepsItsSize() {
        const QString project = freshProject("merged.visagist");
        VISAGIST_EXITS(train(project, {"--steps", "1"}), 0);
        VISAGIST_EXITS(cli({"fuse", project, "--driver", adasPicture(2), "--aligned", "--weights",
                            "Ada=1,Ben=1", "--merge", "--out", place("merged.png")}),
                       0);
        const QImage driver(adasPicture(2)), merged(place("merged.png"));
        QCOMPARE(merged.size(), driver.size());
        QCOMPARE(merged.pixel(0, 0), driver.pixel(0, 0));  // outside the mask
        QVERIFY(merged.convertToFormat(QImage::Format_RGB888) !=
                driver.convertToFormat(QImage::Format_RGB888));
    }

    void qualityHasAllFigures() {
        const QString project = freshProject("quality.visagist");
        VISAGIST_EXITS(train(project, {"--steps", "1"}), 0);
        const CliRun run = cli({"bench", "quality", project, "--contents", "1", "--json"});
        VISAGIST_EXITS(run, 0);
        for (const char* key :
             {"reconstructionPsnr", "swapPsnr", "halfMixPsnr", "meanFacePsnr", "crossFadePsnr",
              "reconstructionMeanFacePsnr", "reconstructionCrossFadePsnr", "swapMeanFacePsnr",
              "swapCrossFadePsnr", "swapAverageHalfMixPsnr", "trueSwapAverageHalfMixPsnr"}) {
            QVERIFY2(run.json()[key].is_number(), key);
            QVERIFY2(run.json()[key].get<double>() > 3 && run.json()[key].get<double>() < 60, key);
        }
        // A person's mean face is nearer to that person than a network of one step.
        QVERIFY(run.json()["swapMeanFacePsnr"].get<double>() > run.json()["swapPsnr"].get<double>());
    }

    void photographsAreJudgedByLikeness() {
        const QString project = place("photographs.visagist");
        VISAGIST_EXITS(cli({"new", project, "--crop-size", "64"}), 0);
        VISAGIST_EXITS(cli({"import", project, place("demo/people"), "--aligned"}), 0);
        VISAGIST_EXITS(train(project, {"--steps", "1"}), 0);
        const CliRun run = cli({"bench", "quality", project, "--json"});
        VISAGIST_EXITS(run, 0);
        QVERIFY(run.json()["swapPsnr"].is_null());  // the truth is not known
        const nlohmann::json orl = run.json()["orl"];
        QVERIFY(orl["reconstructionPsnr"].get<double>() > 3);
        for (const char* key : {"swapAccuracy", "bothParentsNearest", "photoAccuracy"})
            QVERIFY2(orl[key].get<double>() >= 0 && orl[key].get<double>() <= 1, key);
        QCOMPARE(orl["bothParentsNearest"].get<double>(), 1.0);  // there are only two
        const QString nothingKept = place("nothing-kept.visagist");
        QVERIFY(QFile::copy(project, nothingKept));
        VISAGIST_EXITS(train(nothingKept, {"--steps", "1", "--test-share", "0", "--validation-share", "0"}),
                       0);
        const CliRun refused = cli({"bench", "quality", nothingKept});
        QCOMPARE(refused.exitCode, 1);
        QVERIFY(refused.err.contains("kept no photographs aside"));
    }

    void doctorKnowsTheMachineAndTheProject() {
        const CliRun run = cli({"doctor", m_project, "--json"});
        const nlohmann::json json = run.json();
        QVERIFY(json["memoryBytes"].get<std::int64_t>() > 0);
        QVERIFY(!json["devices"]["libtorch"].get<std::string>().empty());
        QVERIFY(json["devices"]["gpus"].empty() != json["devices"]["whyNoGpu"].get<std::string>().empty());
        QCOMPARE(json["project"]["people"].get<int>(), 2);
        QCOMPARE(json["project"]["faces"].get<int>(), 8);
        QCOMPARE(json["project"]["problem"].get<std::string>(), std::string());
        QCOMPARE(run.exitCode, json["healthy"].get<bool>() ? 0 : 1);
    }
};

QTEST_GUILESS_MAIN(TestCli)
#include "tst_cli.moc"
