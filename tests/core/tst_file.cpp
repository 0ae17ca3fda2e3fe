#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <fstream>
#include <stdexcept>

#include "core/base/file.h"
#include "core/base/path.h"
#include "tests/support/child_process.h"
#include "tests/support/error_of.h"

using namespace visagist;
namespace fs = std::filesystem;

namespace {

std::vector<std::uint8_t> bytesOf(std::string_view text) { return {text.begin(), text.end()}; }

std::ptrdiff_t filesIn(const fs::path& folder) {
    return std::distance(fs::directory_iterator(folder), fs::directory_iterator());
}

}  // namespace

class TestFile : public QObject {
    Q_OBJECT
    QTemporaryDir m_dir;
    fs::path m_folder;

private Q_SLOTS:
    void init() {
        m_folder = pathFromUtf8(m_dir.path().toStdString()) / "Мой folder (1) & co 测试 📷";
        fs::create_directories(m_folder);
    }
    void cleanup() {
        fs::permissions(m_folder, fs::perms::owner_all);
        fs::remove_all(m_folder);
    }

    void whatIsWrittenIsRead() {
        std::vector<std::uint8_t> bytes(300'000);
        for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::uint8_t>(i * 7 + i / 256);
        writeFileAtomically(m_folder / "é ñ.bin", bytes);
        QCOMPARE(readFile(m_folder / "é ñ.bin"), bytes);
        QCOMPARE(filesIn(m_folder), 1);
    }
    void anEmptyFileIsWrittenAndRead() {
        writeFileAtomically(m_folder / "empty", std::span<const std::uint8_t>());
        QVERIFY(readFile(m_folder / "empty").empty());
    }
    void spellingsOfOneNameAreTwoFiles() {
        writeFileAtomically(m_folder / "\u00e9.txt", bytesOf("composed"));
        writeFileAtomically(m_folder / "e\u0301.txt", bytesOf("decomposed"));
        QCOMPARE(readFile(m_folder / "\u00e9.txt"), bytesOf("composed"));
    }
    void aMissingFileIsNamed() {
        const auto error = test::errorOf([&] { readFile(m_folder / "没有.png"); });
        QVERIFY(error && error->code() == ErrorCode::NotFound);
        QVERIFY(std::string(error->what()).find("没有.png") != std::string::npos);
    }
    void aFolderIsNoFile() {
        VISAGIST_VERIFY_ERROR(ErrorCode::ReadFailed, readFile(m_folder));
        VISAGIST_VERIFY_ERROR(ErrorCode::WriteFailed, writeFileAtomically(m_folder, bytesOf("x")));
    }
    void aMissingFolderIsAWriteFailure() {
        VISAGIST_VERIFY_ERROR(ErrorCode::WriteFailed,
                              writeFileAtomically(m_folder / "no" / "x", bytesOf("x")));
    }
    void aFailureInTheMiddleLeavesTheOldFile() {
        const fs::path path = m_folder / "weights";
        writeFileAtomically(path, bytesOf("old"));
        QVERIFY_THROWS_EXCEPTION(std::runtime_error, writeFileAtomically(path, [](const ByteSink& sink) {
                                     sink(bytesOf("ne"));
                                     throw std::runtime_error("stopped");
                                 }));
        QCOMPARE(readFile(path), bytesOf("old"));
        QCOMPARE(filesIn(m_folder), 1);
    }
    void theLongestNameCanBeWritten() {
        const fs::path path = m_folder / std::string(255, 'n');
        writeFileAtomically(path, bytesOf("x"));
        QCOMPARE(readFile(path), bytesOf("x"));
    }
    void foldersAreMadeWithTheirParents() {
        ensureFolder(m_folder / "a" / "b");
        ensureFolder(m_folder / "a" / "b");
        QVERIFY(fs::is_directory(m_folder / "a" / "b"));
        writeFileAtomically(m_folder / "file", bytesOf("x"));
        VISAGIST_VERIFY_ERROR(ErrorCode::WriteFailed, ensureFolder(m_folder / "file" / "b"));
    }

#ifndef _WIN32
    void aLinkIsFollowedAndPermissionsStay() {
        writeFileAtomically(m_folder / "real", bytesOf("old"));
        fs::permissions(m_folder / "real", fs::perms::owner_read | fs::perms::owner_write);
        fs::create_symlink("real", m_folder / "link");
        writeFileAtomically(m_folder / "link", bytesOf("new"));
        QVERIFY(fs::is_symlink(m_folder / "link"));
        QCOMPARE(readFile(m_folder / "real"), bytesOf("new"));
        QVERIFY(fs::status(m_folder / "real").permissions() ==
                (fs::perms::owner_read | fs::perms::owner_write));
    }
    void aReadOnlyFolderIsNamedAndUntouched() {
        fs::permissions(m_dir.path().toStdString(), fs::perms::all);
        fs::permissions(m_folder, test::kReadOnlyFolder);
        const test::WithoutRoot withoutRoot;
        const auto error = test::errorOf([&] { writeFileAtomically(m_folder / "x", bytesOf("x")); });
        QVERIFY(error && error->code() == ErrorCode::WriteFailed);
        QVERIFY(std::string(error->what()).find("测试") != std::string::npos);
        QCOMPARE(filesIn(m_folder), 0);
    }
    void anUnreadableFileIsAReadFailure() {
        fs::permissions(m_dir.path().toStdString(), fs::perms::all);
        fs::permissions(m_folder, fs::perms::all);
        writeFileAtomically(m_folder / "secret", bytesOf("x"));
        fs::permissions(m_folder / "secret", fs::perms::none);
        const test::WithoutRoot withoutRoot;
        VISAGIST_VERIFY_ERROR(ErrorCode::ReadFailed, readFile(m_folder / "secret"));
    }
    void aFullDriveKeepsTheOldFileAndSaysSo() {
        const int result = test::onSmallDrive(m_folder, 1 << 20, [&] {
            const fs::path path = m_folder / "weights";
            writeFileAtomically(path, bytesOf("old"));
            const std::vector<std::uint8_t> large(3 << 20, 1);
            const auto error = test::errorOf([&] { writeFileAtomically(path, large); });
            if (!error || error->code() != ErrorCode::DiskFull) return 1;
            if (readFile(path) != bytesOf("old")) return 2;
            return filesIn(m_folder) == 1 ? 0 : 3;
        });
        if (result == test::kNoSetUp) QSKIP("this system does not let the test mount a small drive");
        QCOMPARE(result, 0);
    }
#endif
};

QTEST_APPLESS_MAIN(TestFile)
#include "tst_file.moc"
