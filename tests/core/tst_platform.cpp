#include <QLibraryInfo>
#include <QTemporaryDir>
#include <QTest>
#include <fstream>
#include <vector>

#include "core/base/file.h"
#include "core/base/path.h"
#include "core/base/platform.h"
#include "tests/support/child_process.h"
#include "tests/support/error_of.h"

using namespace visagist;
namespace fs = std::filesystem;

class TestPlatform : public QObject {
    Q_OBJECT
    QTemporaryDir m_dir;
    fs::path m_folder;

private Q_SLOTS:
    void init() {
        m_folder = pathFromUtf8(m_dir.path().toStdString()) / "测试 folder";
        fs::create_directories(m_folder);
    }
    void cleanup() { fs::remove_all(m_folder); }

    void theMachineIsDescribed() {
        QVERIFY(totalMemoryBytes() > (64u << 20));
        QVERIFY(processResidentBytes() > (1u << 20));
        QVERIFY(processResidentBytes() < totalMemoryBytes());
        QVERIFY(peakResidentBytes() >= processResidentBytes());
        {
            const std::vector<char> large(200u << 20, 1);
            QVERIFY(large.back() == 1);
        }
        QVERIFY(peakResidentBytes() >= 200u << 20);
        QVERIFY(peakResidentBytes() < totalMemoryBytes());
        QVERIFY(!systemName().empty());
        QVERIFY(!processorName().empty());
        QVERIFY(processId() > 0);
    }
    void freeRoomIsToldForAFileThatIsNotThereYet() {
        const auto here = freeDiskBytes(m_folder);
        QVERIFY(here && *here > 0);
        QVERIFY(freeDiskBytes(m_folder / "no" / "such" / "file"));
    }
    void aLockIsHeldOnce() {
        const fs::path path = m_folder / "a.lock";
        auto lock = FileLock::tryLock(path);
        QVERIFY(lock);
        QVERIFY(!FileLock::tryLock(path));
        QCOMPARE(FileLock::holder(path).value(), processId());
        lock.reset();
        QVERIFY(FileLock::tryLock(path));
    }
    void aLockWithoutAFolderIsAWriteFailure() {
        VISAGIST_VERIFY_ERROR(ErrorCode::WriteFailed, FileLock::tryLock(m_folder / "no" / "a.lock"));
    }
    void aFileIsMapped() {
        const std::vector<std::uint8_t> bytes(100'000, 42);
        writeFileAtomically(m_folder / "f", bytes);
        MappedFile first(m_folder / "f");
        MappedFile file = std::move(first);
        QCOMPARE(file.size(), bytes.size());
        QVERIFY(std::equal(bytes.begin(), bytes.end(), file.data()));
        writeFileAtomically(m_folder / "empty", std::span<const std::uint8_t>());
        file = MappedFile(m_folder / "empty");
        QCOMPARE(file.size(), std::size_t{0});
    }
    void mappingWhatIsNoFileFails() {
        VISAGIST_VERIFY_ERROR(ErrorCode::NotFound, MappedFile(m_folder / "none"));
        VISAGIST_VERIFY_ERROR(ErrorCode::ReadFailed, MappedFile(m_folder));
    }
    void syncingWhatIsNotThereFails() {
        syncFolder(m_folder);
        VISAGIST_VERIFY_ERROR(ErrorCode::WriteFailed, syncFile(m_folder / "none"));
        VISAGIST_VERIFY_ERROR(ErrorCode::WriteFailed, syncFolder(m_folder / "none"));
    }
    void aNewFileDoesNotReplaceAnOldOne() {
        std::ofstream(m_folder / "old") << "x";
        QVERIFY_THROWS_EXCEPTION(std::system_error, OutputFile(m_folder / "old"));
    }

    void aSharedLibraryThatIsNotThereIsNamed() {
        const fs::path path = m_folder / "no.so";
        const auto error = test::errorOf([&] { SharedLibrary library(path); });
        QVERIFY(error && error->code() == ErrorCode::NotFound);
        QCOMPARE(error->message().arguments, std::vector{utf8FromPath(path)});
    }
    void aFileThatIsNoLibraryIsDamaged() {
        writeFileAtomically(m_folder / "text.so", std::vector<std::uint8_t>(100, 'x'));
        VISAGIST_VERIFY_ERROR(ErrorCode::Damaged, SharedLibrary(m_folder / "text.so"));
    }

#ifndef _WIN32
    void theProgramsFolderHoldsTheProgram() {
        QVERIFY(programFolder().is_absolute());
        QVERIFY(fs::is_regular_file(programFolder() / "tst_platform"));
    }
    void aSharedLibraryIsOpenedAndAsked() {
        const fs::path path =
            pathFromUtf8(QLibraryInfo::path(QLibraryInfo::LibrariesPath).toStdString()) / "libQt6Core.so.6";
        if (!fs::exists(path)) QSKIP("Qt's library lies elsewhere");
        const SharedLibrary library(path);
        QCOMPARE(library.function<const char*()>("qVersion")(), qVersion());
        VISAGIST_VERIFY_ERROR(ErrorCode::Damaged, library.function<void()>("visagistHasNoSuchFunction"));
    }
    void theCacheFolderFollowsTheSystemsSetting() {
        const QByteArray before = qgetenv("XDG_CACHE_HOME");
        qputenv("XDG_CACHE_HOME", QByteArray::fromStdString(utf8FromPath(m_folder)));
        const fs::path set = userCacheFolder();
        qputenv("XDG_CACHE_HOME", "relative");
        const bool passedOver = userCacheFolder().is_absolute();
        before.isNull() ? qunsetenv("XDG_CACHE_HOME") : qputenv("XDG_CACHE_HOME", before);
        QVERIFY(set == m_folder / "visagist");
        QVERIFY(fs::is_directory(set));
        QVERIFY(passedOver);
    }
    void aKilledProcessFreesItsLock() {
        const fs::path path = m_folder / "a.lock";
        int ready[2];
        QCOMPARE(::pipe(ready), 0);
        const pid_t child = test::startChild([&] {
            const auto lock = FileLock::tryLock(path);
            const char byte = lock ? 'y' : 'n';
            if (::write(ready[1], &byte, 1) != 1) return 1;
            for (;;) ::pause();
        });
        char byte = 0;
        QCOMPARE(::read(ready[0], &byte, 1), ssize_t{1});
        ::close(ready[0]);
        ::close(ready[1]);
        QCOMPARE(byte, 'y');
        QVERIFY(!FileLock::tryLock(path));
        QCOMPARE(FileLock::holder(path).value(), std::int64_t{child});
        ::kill(child, SIGKILL);
        QCOMPARE(test::waitForChild(child), -SIGKILL);
        QVERIFY(FileLock::tryLock(path));
    }
#endif
};

QTEST_APPLESS_MAIN(TestPlatform)
#include "tst_platform.moc"
