// Runs the real visagist-cli and keeps what it said.
#pragma once
#include <signal.h>

#include <QProcess>
#include <QTest>
#include <nlohmann/json.hpp>

namespace visagist::test {

struct CliRun {
    int exitCode = -1;
    QString out, err;
    /// The last line on stdout; a null value where it is not JSON.
    nlohmann::json json() const {
        const QStringList lines = out.trimmed().split('\n');
        const auto value = nlohmann::json::parse(lines.back().toStdString(), nullptr, false);
        return value.is_discarded() ? nlohmann::json(nullptr) : value;
    }
};

inline void prepareCli(QProcess& process, const QStringList& arguments) {
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("OMP_NUM_THREADS", "1");  // the same result on any machine
    process.setProcessEnvironment(environment);
    process.setProgram(VISAGIST_CLI);
    process.setArguments(arguments);
}

inline CliRun finishedCli(QProcess& process) {
    CliRun run;
    if (!process.waitForFinished(300'000)) process.kill();
    if (process.exitStatus() == QProcess::NormalExit) run.exitCode = process.exitCode();
    run.out = QString::fromUtf8(process.readAllStandardOutput());
    run.err += QString::fromUtf8(process.readAllStandardError());
    return run;
}

inline CliRun cli(const QStringList& arguments) {
    QProcess process;
    prepareCli(process, arguments);
    process.start();
    return finishedCli(process);
}

/// Options that make a step cost next to nothing.
inline QStringList tinyNetwork() {
    return {"--code-size",           "16",   "--encoder-channels", "8",  "--decoder-width", "512",
            "--inter-channels",      "16",   "--style-size",       "16", "--batch-size",    "2",
            "--discriminator-width", "512",  "--workers",          "1",  "--report-every",  "1",
            "--precision",           "fp32", "--device",           "cpu"};
}

}  // namespace visagist::test

/// Compares the exit code and shows what was said where it is another.
#define VISAGIST_EXITS(run, code)                                                                            \
    do {                                                                                                     \
        const visagist::test::CliRun& ended = (run);                                                         \
        QVERIFY2(ended.exitCode == (code),                                                                   \
                 qPrintable(QString("exit code %1\n%2\n%3").arg(ended.exitCode).arg(ended.out, ended.err))); \
    } while (false)

/// The sentence on stderr holds `text`.
#define VISAGIST_SAYS(run, text) QVERIFY2((run).err.contains(text), qPrintable((run).err))
