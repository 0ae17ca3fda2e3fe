#include <QTemporaryDir>
#include <QTest>
#include <thread>

#include "core/base/file.h"
#include "core/base/log.h"
#include "core/base/path.h"

using namespace visagist;
namespace fs = std::filesystem;

namespace {

std::int64_t lastNumber() {
    const auto lines = logLinesAfter(0);
    return lines.empty() ? 0 : lines.back().number;
}

}  // namespace

class TestLog : public QObject {
    Q_OBJECT
    QTemporaryDir m_dir;

private Q_SLOTS:
    void linesAreKeptWithLevelAndNumber() {
        startLog(LogLevel::Error);
        const auto before = lastNumber();
        logInfo("{} is not a place to fill");
        log(LogLevel::Debug, "second");
        const auto lines = logLinesAfter(before);
        QCOMPARE(lines.size(), std::size_t{2});
        QCOMPARE(lines[0].number, before + 1);
        QCOMPARE(lines[0].text, std::string("{} is not a place to fill"));
        QCOMPARE(lines[1].level, LogLevel::Debug);
        QVERIFY(lines[0].milliseconds > 1'600'000'000'000);
        QVERIFY(logLinesAfter(before + 2).empty());
    }
    void onlyTheNewestLinesAreKept() {
        startLog(LogLevel::Error);
        const auto before = lastNumber();
        for (int i = 0; i < 2500; ++i) logInfo("line");
        const auto lines = logLinesAfter(before);
        QCOMPARE(lines.size(), std::size_t{2000});
        QCOMPARE(lines.back().number, before + 2500);
    }
    void linesGoToAFileWithAnyName() {
        const fs::path file = pathFromUtf8(m_dir.path().toStdString()) / "日志 log" / "visagist.log";
        startLog(LogLevel::Error, file);
        logInfo("对人说");
        log(LogLevel::Debug, "for debugging");
        logError("an error, which is meant to be seen here");
        const auto bytes = readFile(file);
        const std::string text(bytes.begin(), bytes.end());
        QVERIFY(text.find("info 对人说\n") != std::string::npos);
        QVERIFY(text.find("debug for debugging\n") != std::string::npos);
        startLog(LogLevel::Error);
    }
    void aFileThatCannotBeMadeIsAWarning() {
        const fs::path blocker = pathFromUtf8(m_dir.path().toStdString()) / "file";
        writeFileAtomically(blocker, std::span<const std::uint8_t>());
        const auto before = lastNumber();
        startLog(LogLevel::Error, blocker / "visagist.log");
        const auto lines = logLinesAfter(before);
        QCOMPARE(lines.size(), std::size_t{1});
        QCOMPARE(lines[0].level, LogLevel::Warning);
    }
    void threadsMayLogAtOnce() {
        startLog(LogLevel::Error);
        const auto before = lastNumber();
        {
            std::vector<std::jthread> threads;
            for (int t = 0; t < 3; ++t)
                threads.emplace_back([] {
                    for (int i = 0; i < 300; ++i) logInfo("x");
                });
        }
        const auto lines = logLinesAfter(before);
        QCOMPARE(lines.size(), std::size_t{900});
        for (std::size_t i = 0; i < lines.size(); ++i)
            QCOMPARE(lines[i].number, before + static_cast<std::int64_t>(i) + 1);
    }
};

QTEST_APPLESS_MAIN(TestLog)
#include "tst_log.moc"
