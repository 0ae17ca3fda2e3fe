#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <fstream>

#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/path.h"
#include "core/exchange/tar_file.h"
#include "tests/support/error_of.h"

using namespace visagist;

namespace {

std::vector<std::uint8_t> bytesOf(std::size_t count) {
    std::vector<std::uint8_t> bytes(count);
    for (std::size_t i = 0; i < count; ++i) bytes[i] = static_cast<std::uint8_t>(i * 7);
    return bytes;
}

std::vector<TarEntry> entriesOf(const std::filesystem::path& path) {
    std::vector<TarEntry> entries;
    readTar(path, [&](TarEntry entry) { entries.push_back(std::move(entry)); });
    return entries;
}

}  // namespace

class TestTarFile : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;

    std::filesystem::path file(const char* name) const {
        return pathFromUtf8(m_folder.filePath(QLatin1StringView(name)).toStdString());
    }
    std::filesystem::path written(const char* name, const std::vector<std::string>& names) const {
        const auto path = file(name);
        writeFileAtomically(path, [&](const ByteSink& sink) {
            for (std::size_t i = 0; i < names.size(); ++i) appendToTar(sink, names[i], bytesOf(i * 511));
            endTar(sink);
        });
        return path;
    }

private Q_SLOTS:
    void whatIsWrittenIsReadBack() {
        const std::string deep = std::string(120, 'a') + "/" + std::string(90, 'b') + ".png";
        const std::vector<std::string> names{"a.json", "ä 测试.png", deep, "last"};
        const auto entries = entriesOf(written("all.tar", names));
        QCOMPARE(entries.size(), names.size());
        for (std::size_t i = 0; i < names.size(); ++i) {
            QCOMPARE(entries[i].name, names[i]);
            QVERIFY(entries[i].bytes == bytesOf(i * 511));
        }
    }

    void theSystemsTarReadsIt() {
        const QString tar = QStandardPaths::findExecutable(QStringLiteral("tar"));
        if (tar.isEmpty()) QSKIP("tar is not installed");
        const auto path = written("system.tar", {"00000001.png", "00000001.json", "00000002.png"});
        QProcess process;
        process.start(tar, {QStringLiteral("-tvf"), QString::fromStdString(utf8FromPath(path))});
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.exitCode(), 0);
        const QByteArray list = process.readAllStandardOutput();
        QVERIFY(list.contains("00000001.json") && list.contains("1022"));
    }

    void whatTheSystemsTarWritesIsRead() {
        const QString tar = QStandardPaths::findExecutable(QStringLiteral("tar"));
        if (tar.isEmpty()) QSKIP("tar is not installed");
        const QString folder = m_folder.filePath(QStringLiteral("in/") + QString(130, QLatin1Char('d')));
        QVERIFY(QDir().mkpath(folder));
        std::ofstream(pathFromUtf8((folder + QStringLiteral("/file.txt")).toStdString())) << "hello";
        for (const char* form : {"gnu", "pax"}) {
            QProcess process;
            process.setWorkingDirectory(m_folder.filePath(QStringLiteral("in")));
            process.start(tar, {QStringLiteral("--format=") + QLatin1StringView(form), QStringLiteral("-cf"),
                                m_folder.filePath(QStringLiteral("made.tar")), QStringLiteral(".")});
            QVERIFY(process.waitForFinished());
            const auto entries = entriesOf(file("made.tar"));
            QCOMPARE(entries.size(), std::size_t{1});  // no folders
            QVERIFY(entries[0].name.ends_with("/file.txt"));
            QCOMPARE(entries[0].name.size(), std::size_t{2 + 130 + 9});
            QCOMPARE(std::string(entries[0].bytes.begin(), entries[0].bytes.end()), std::string("hello"));
        }
    }

    void aCutOrChangedFileIsRefused() {
        const auto path = written("cut.tar", {"a", "b", "c"});
        const std::vector<std::uint8_t> whole = readFile(path);
        for (std::size_t size : {std::size_t{0}, std::size_t{100}, std::size_t{700}, std::size_t{1536}}) {
            writeFileAtomically(path, std::span(whole).first(size));
            VISAGIST_VERIFY_ERROR(ErrorCode::Damaged, entriesOf(path));
        }
        std::vector<std::uint8_t> changed = whole;
        changed[130] ^= 1;  // of a size
        writeFileAtomically(path, changed);
        VISAGIST_VERIFY_ERROR(ErrorCode::Damaged, entriesOf(path));
    }

    void aNameThatDoesNotFitIsRefused() {
        const ByteSink nowhere = [](std::span<const std::uint8_t>) {};
        VISAGIST_VERIFY_ERROR(ErrorCode::InvalidArgument, appendToTar(nowhere, std::string(101, 'x'), {}));
        VISAGIST_VERIFY_ERROR(ErrorCode::InvalidArgument,
                              appendToTar(nowhere, std::string(200, 'x') + "/y", {}));
    }
};

QTEST_GUILESS_MAIN(TestTarFile)
#include "tst_tar_file.moc"
