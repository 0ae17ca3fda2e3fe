#include <sys/mount.h>

#include <QDir>
#include <QFile>
#include <QImage>
#include <QTemporaryDir>

#include "core/store/database.h"
#include "core/store/person_table.h"
#include "core/store/project.h"
#include "tests/support/cli_run.h"

using namespace visagist;
using namespace visagist::test;

namespace {

QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

class TestCliBadInput : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    QString m_demo;  ///< a demo project of two people, untrained

    QString place(const QString& name) const { return m_folder.filePath(name); }
    QString madeProject(const QString& name) const {
        cli({"new", place(name), "--crop-size", "64"});
        return place(name);
    }
    QString copiedDemo(const QString& name) const {
        return QFile::copy(m_demo, place(name)) ? place(name) : QString();
    }
    static CliRun train(const QString& project, const QStringList& more) {
        return cli(QStringList{"train", project, "--json"} + tinyNetwork() + more);
    }

private Q_SLOTS:
    void initTestCase() {
        const CliRun run = cli(
            {"demo", "--out", place("demo"), "--minutes", "0", "--people", "2", "--faces", "3", "--json"});
        VISAGIST_EXITS(run, 0);
        m_demo = QString::fromStdString(run.json()["project"]);
    }

    void anEmptyFolderHasNothingToImport() {
        QDir().mkpath(place("empty"));
        const CliRun run = cli({"import", madeProject("empty.visagist"), place("empty"), "--json"});
        VISAGIST_EXITS(run, 1);
        VISAGIST_SAYS(run, place("empty"));
        QVERIFY(run.json().contains("error"));
    }

    void aFolderThatIsNotThereIsNamed() {
        const CliRun run = cli({"import", madeProject("nowhere.visagist"), place("nowhere")});
        VISAGIST_EXITS(run, 1);
        VISAGIST_SAYS(run, place("nowhere"));
    }

    void picturesWithoutFacesAreListed() {
        QDir().mkpath(place("faceless"));
        QImage grey(200, 200, QImage::Format_RGB888);
        grey.fill(Qt::gray);
        QVERIFY(grey.save(place("faceless/wall.png")));
        const CliRun run =
            cli({"import", madeProject("faceless.visagist"), place("faceless"), "--person", "Ada", "--json"});
        if (run.err.contains("bootstrap.sh")) QSKIP("the landmark model is not here");
        VISAGIST_EXITS(run, 1);
        VISAGIST_SAYS(run, "No face was found");
        QCOMPARE(run.json()["noFace"].size(), 1u);
    }

    void aCutOffPictureIsListedAndStopsNothing() {
        QDir().mkpath(place("cut"));
        const QByteArray whole = contentOf(place("demo/people/Ada/0001.png"));
        QVERIFY(QFile::copy(place("demo/people/Ada/0001.png"), place("cut/whole.png")));
        QFile half(place("cut/half.png"));
        QVERIFY(half.open(QIODevice::WriteOnly) && half.write(whole.left(whole.size() * 6 / 10)) > 0);
        half.close();
        const CliRun run = cli(
            {"import", madeProject("cut.visagist"), place("cut"), "--person", "Ada", "--aligned", "--json"});
        VISAGIST_EXITS(run, 0);
        QCOMPARE(run.json()["faces"].get<int>(), 1);
        QCOMPARE(run.json()["refused"].size(), 1u);
        QVERIFY(QString::fromStdString(run.json()["refused"][0]["file"]).endsWith("half.png"));
        QVERIFY(!run.json()["refused"][0]["reason"].get<std::string>().empty());
        QCOMPARE(contentOf(place("cut/half.png")).size(),
                 whole.size() * 6 / 10);  // sources are never written to
    }

    void trainingWithoutFacesIsRefused() {
        const CliRun run = train(madeProject("nobody.visagist"), {"--steps", "1"});
        QVERIFY(run.exitCode == 1 || run.exitCode == 2);
        VISAGIST_SAYS(run, "There is no face to train on");
    }

    void onePersonTrainsWithAWarning() {
        const QString project = copiedDemo("one.visagist");
        const CliRun run = train(project, {"--steps", "1", "--people", "Ada"});
        VISAGIST_EXITS(run, 0);
        VISAGIST_SAYS(run, "Only one person has faces");
    }

    void fewerFacesThanABatchTrainWithAWarning() {
        const CliRun run = train(copiedDemo("few.visagist"), {"--steps", "1", "--batch-size", "16"});
        VISAGIST_EXITS(run, 0);
        VISAGIST_SAYS(run, "fewer faces to train on (6) than a batch holds (16)");
    }

    void anUnknownPersonIsNamedWithThoseThatThereAre() {
        const CliRun run = train(copiedDemo("zoe.visagist"), {"--steps", "1", "--people", "Ada,Zoe"});
        VISAGIST_EXITS(run, 2);
        VISAGIST_SAYS(run, "Zoe");
        VISAGIST_SAYS(run, "Ada, Ben");
    }

    void aWrongOptionIsNamedWithItsRangeAndValue_data() {
        QTest::addColumn<QStringList>("given");
        QTest::addColumn<QStringList>("said");
        QTest::newRow("above the range")
            << QStringList{"--batch-size", "300"} << QStringList{"batch_size", "256", "300"};
        QTest::newRow("a fraction") << QStringList{"--batch-size", "3.7"}
                                    << QStringList{"batch_size", "whole", "3.7"};
        QTest::newRow("not a number")
            << QStringList{"--learning-rate", "fast"} << QStringList{"learning_rate", "fast"};
        QTest::newRow("unknown choice")
            << QStringList{"--precision", "fp8"} << QStringList{"precision", "bf16", "fp8"};
        QTest::newRow("unknown option")
            << QStringList{"--learning-speed", "1"} << QStringList{"--learning-speed"};
        QTest::newRow("unknown preset") << QStringList{"--preset", "huge"} << QStringList{"huge", "sketch"};
    }
    void aWrongOptionIsNamedWithItsRangeAndValue() {
        QFETCH(QStringList, given);
        QFETCH(QStringList, said);
        const CliRun run = cli(QStringList{"train", m_demo} + given);
        VISAGIST_EXITS(run, 2);
        for (const QString& text : said) VISAGIST_SAYS(run, text);
        QVERIFY(!QFile::exists(place("demo/demo.checkpoints")));
    }

    void aProjectOfANewerVersionIsLeftAlone() {
        const QString project = copiedDemo("newer.visagist");
        Database(project.toStdString(), Access::ReadWrite).execute("PRAGMA user_version = 9999");
        const QByteArray before = contentOf(project);
        for (const QStringList& command : {QStringList{"train", project},
                                           {"import", project, place("demo/people")},
                                           {"checkpoints", project}}) {
            const CliRun run = cli(command);
            VISAGIST_EXITS(run, 1);
            VISAGIST_SAYS(run, "newer");
        }
        QVERIFY(contentOf(project) == before);
    }

    void aFileOfAnotherKindIsLeftAlone() {
        QFile file(place("letter.visagist"));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(QByteArray(4096, 'x')) == 4096);
        file.close();
        const CliRun run = cli({"train", place("letter.visagist")});
        QVERIFY(run.exitCode == 1 || run.exitCode == 2);
        VISAGIST_SAYS(run, "letter.visagist");
        QCOMPARE(contentOf(place("letter.visagist")), QByteArray(4096, 'x'));
    }

    void aProjectThatIsNotThereIsNotMade() {
        const CliRun run = cli({"train", place("missing.visagist")});
        VISAGIST_EXITS(run, 1);
        VISAGIST_SAYS(run, "missing.visagist");
        QVERIFY(!QFile::exists(place("missing.visagist")));
    }

    void aFolderThatCannotBeWrittenToIsNamed() {
        // A folder below a file: nobody can write there, the administrator neither.
        const QString folder = m_demo + "/below";
        const CliRun made = cli({"new", folder + "/p.visagist"});
        VISAGIST_EXITS(made, 1);
        VISAGIST_SAYS(made, folder);
        const CliRun demo = cli({"demo", "--out", folder, "--minutes", "0"});
        VISAGIST_EXITS(demo, 1);
        VISAGIST_SAYS(demo, folder);
    }

    void aMissingCheckpointFileIsNamed() {
        const QString project = copiedDemo("lost.visagist");
        VISAGIST_EXITS(train(project, {"--steps", "1"}), 0);
        QVERIFY(QFile::remove(place("lost.checkpoints")));
        const QString out = place("lost.out");
        for (const QStringList& command : {QStringList{"checkpoints", project},
                                           {"resume", project, "--steps", "2"},
                                           {"export", project, "--out", out},
                                           {"fuse", project, "--driver", place("demo/people/Ada/0001.png"),
                                            "--aligned", "--weights", "Ada=1", "--out", out}}) {
            const CliRun run = cli(command);
            VISAGIST_EXITS(run, 1);
            VISAGIST_SAYS(run, "checkpoint");
        }
        QVERIFY(!QFile::exists(out));
        VISAGIST_EXITS(train(project, {"--steps", "1"}), 0);  // a new run is possible
    }

    void wrongWeightsAreNamedWithThePeople_data() {
        QTest::addColumn<QString>("weights");
        QTest::addColumn<QString>("said");
        QTest::newRow("unknown person") << "Zoe=1"
                                        << "Zoe";
        QTest::newRow("all zero") << "Ada=0,Ben=0"
                                  << "Ada, Ben";
        QTest::newRow("negative") << "Ada=-1"
                                  << "Ada=-1";
        QTest::newRow("no number") << "Ada=half"
                                   << "Ada=half";
        QTest::newRow("no equals sign") << "Ada"
                                        << "NAME=NUMBER";
    }
    void wrongWeightsAreNamedWithThePeople() {
        QFETCH(QString, weights);
        QFETCH(QString, said);
        const QString project = place("weights.visagist");
        if (!QFile::exists(project)) {
            QVERIFY(!copiedDemo("weights.visagist").isEmpty());
            VISAGIST_EXITS(train(project, {"--steps", "1"}), 0);
        }
        const CliRun run = cli({"fuse", project, "--driver", place("demo/people/Ada/0001.png"), "--aligned",
                                "--weights", weights, "--out", place("weights.png")});
        VISAGIST_EXITS(run, 2);
        VISAGIST_SAYS(run, said);
        QVERIFY(!QFile::exists(place("weights.png")));
    }

    void aFullDriveIsSaidAndLosesNothing() {
        const QString drive = place("drive");
        QDir().mkpath(drive);
        if (::mount("none", qPrintable(drive), "tmpfs", 0, "size=3m") != 0)
            QSKIP("a small drive can be mounted by the administrator only");
        const QString project = drive + "/p.visagist";
        const CliRun made = cli({"new", project, "--crop-size", "64"});
        const CliRun imported = cli({"import", project, place("demo/people"), "--aligned"});
        const CliRun trained = train(project, {"--steps", "1"});
        const CliRun after = cli({"doctor", project, "--json"});
        ::umount(qPrintable(drive));
        VISAGIST_EXITS(made, 0);
        VISAGIST_EXITS(imported, 0);
        VISAGIST_EXITS(trained, 1);
        VISAGIST_SAYS(trained, "room");
        QCOMPARE(after.json()["project"]["faces"].get<int>(), 6);
        QCOMPARE(after.json()["project"]["problem"].get<std::string>(), std::string());
    }
};

QTEST_GUILESS_MAIN(TestCliBadInput)
#include "tst_cli_bad_input.moc"
