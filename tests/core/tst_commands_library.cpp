#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

#include "tests/support/cli_run.h"

using namespace visagist::test;

/// How the program finds its library of commands, and what it does without it.
class TestCommandsLibrary : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;

    QString place(const QString& name) const { return m_folder.filePath(name); }
    QString program() const { return place("visagist-cli"); }
    QString library() const { return place(QFileInfo(VISAGIST_COMMANDS).fileName()); }
    /// Runs the copy of the program in the folder, from another folder.
    CliRun copied(const QStringList& arguments) const {
        QProcess process;
        prepareCli(process, arguments);
        process.setProgram(program());
        process.setWorkingDirectory("/");
        process.start();
        return finishedCli(process);
    }
    /// The loader's words on every library that the command opens.
    static QString opened(const QStringList& arguments) {
        QProcess process;
        prepareCli(process, arguments);
        QProcessEnvironment environment = process.processEnvironment();
        environment.insert("LD_DEBUG", "files");
        process.setProcessEnvironment(environment);
        process.start();
        return finishedCli(process).err;
    }

private Q_SLOTS:
    void init() {
        QFile::remove(library());
        if (!QFile::exists(program())) QVERIFY(QFile::copy(VISAGIST_CLI, program()));
    }

    void helpAndWrongUseComeWithoutLibTorch_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("help") << QStringList{"--help"};
        QTest::newRow("version") << QStringList{"--version"};
        QTest::newRow("help of a command") << QStringList{"train", "--help"};
        QTest::newRow("no command") << QStringList{};
        QTest::newRow("an unknown command") << QStringList{"paint"};
        QTest::newRow("a missing argument") << QStringList{"train"};
        QTest::newRow("a wrong value") << QStringList{"train", "a.visagist", "--batch-size", "300"};
        QTest::newRow("a wrong value to go on with")
            << QStringList{"resume", "a.visagist", "--learning-rate", "fast"};
        QTest::newRow("an unknown preset") << QStringList{"demo", "--out", "a", "--preset", "huge"};
        QTest::newRow("a step between two reports")
            << QStringList{"train", "a.visagist", "--report-every", "10", "--stop-after", "15"};
        QTest::newRow("nothing to measure") << QStringList{"bench", "quality"};
    }
    void helpAndWrongUseComeWithoutLibTorch() {
#ifndef __GLIBC__
        QSKIP("only the GNU loader tells which libraries it opens");
#endif
        QFETCH(QStringList, arguments);
        const QString files = opened(arguments);
        QVERIFY2(files.contains("libstdc++"), qPrintable(files));  // the loader does tell
        for (const char* heavy : {"libtorch", "libc10", "libopencv", "libsqlite", "blas"})
            QVERIFY2(!files.contains(heavy), heavy);
    }
    void aCommandOpensLibTorch() {
#ifndef __GLIBC__
        QSKIP("only the GNU loader tells which libraries it opens");
#endif
        QVERIFY(opened({"new", place("opened.visagist")}).contains("libtorch_cpu"));
    }

    void programAndLibraryCanBeMovedTogether() {
        QVERIFY(QFile::copy(VISAGIST_COMMANDS, library()));
        VISAGIST_EXITS(copied({"new", place("moved.visagist")}), 0);
        QVERIFY(QFile::exists(place("moved.visagist")));
    }
    void withoutTheLibraryItSaysWhatIsMissing() {
        VISAGIST_EXITS(copied({"--help"}), 0);
        const CliRun run = copied({"new", place("none.visagist"), "--json"});
        VISAGIST_EXITS(run, 1);
        VISAGIST_SAYS(run, library() + " is missing");
        VISAGIST_SAYS(run, "build or install Visagist again");
        QCOMPARE(run.json()["error"]["code"].dump(), std::string("\"notFound\""));
        QVERIFY(!QFile::exists(place("none.visagist")));
    }
    void aDamagedLibraryIsNamed() {
        QFile file(library());
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("no library") > 0);
        file.close();
        const CliRun run = copied({"new", place("none.visagist"), "--json"});
        VISAGIST_EXITS(run, 1);
        VISAGIST_SAYS(run, library() + " cannot be loaded");
        QCOMPARE(run.json()["error"]["code"].dump(), std::string("\"damaged\""));
    }
};

QTEST_GUILESS_MAIN(TestCommandsLibrary)
#include "tst_commands_library.moc"
