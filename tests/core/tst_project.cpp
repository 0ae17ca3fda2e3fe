#include <QTest>
#include <atomic>
#include <fstream>
#include <thread>

#include "core/base/file.h"
#include "core/store/metric_table.h"
#include "tests/support/child_process.h"
#include "tests/support/error_of.h"
#include "tests/support/store_fixture.h"

using namespace visagist;
namespace fs = std::filesystem;

class TestProject : public QObject {
    Q_OBJECT
    QTemporaryDir m_dir;
    fs::path m_folder, m_path;

    /// A project with one person, closed again.
    void makeProject() {
        Project project = Project::create(m_path, 128);
        ensurePerson(project.database(), "Ada");
    }
    std::size_t personCount(Access access) { return people(Project::open(m_path, access).database()).size(); }

private Q_SLOTS:
    void init() {
        m_folder = pathFromUtf8(m_dir.path().toStdString()) / "Мой folder (1) & co's 测试 📷";
        m_path = m_folder / "Zoë 人脸.visagist";
    }
    void cleanup() {
        if (fs::exists(m_folder)) fs::permissions(m_folder, fs::perms::owner_all);
        fs::remove_all(m_folder);
    }

    void aNewProjectIsReopened() {
        makeProject();
        QCOMPARE(personCount(Access::ReadWrite), std::size_t{1});
        const Project project = Project::open(m_path);
        QCOMPARE(project.cropSize(), 128);
        QCOMPARE(project.name(), std::string("Zoë 人脸"));
        QVERIFY(project.checkpointsPath() == m_folder / "Zoë 人脸.checkpoints");
        QVERIFY(project.cachePath("aligned") == m_folder / "Zoë 人脸.cache" / "aligned");
    }
    void theEndingMayBeLeftOut() {
        const Project made = Project::create(m_folder / "short");
        QVERIFY(made.path() == m_folder / "short.visagist");
        QVERIFY(Project::open(m_folder / "short").path() == made.path());
    }
    void settingsAreKept() {
        makeProject();
        Project::open(m_path).setSetting("window/page", "训练");
        Project project = Project::open(m_path);
        QCOMPARE(project.setting("window/page"), std::string("训练"));
        QCOMPARE(project.setting("never set"), std::string());
        project.setSetting("window/page", "");
        QCOMPARE(project.setting("window/page"), std::string());
    }
    void anExistingFileIsNotReplaced() {
        makeProject();
        VISAGIST_VERIFY_ERROR(ErrorCode::InvalidArgument, Project::create(m_path));
        QCOMPARE(personCount(Access::ReadOnly), std::size_t{1});
    }
    void checkpointsOfADeletedProjectAreNotTakenOver() {
        ensureFolder(m_folder);
        std::ofstream(m_folder / "Zoë 人脸.checkpoints") << "x";
        VISAGIST_VERIFY_ERROR(ErrorCode::InvalidArgument, Project::create(m_path));
        QVERIFY(!fs::exists(m_path));
    }
    void theLogOfADeletedProjectIsNotTakenOver() {
        ensureFolder(m_folder);
        std::ofstream(fs::path(m_path) += "-wal") << std::string(5000, 'x');
        makeProject();
        QCOMPARE(personCount(Access::ReadWrite), std::size_t{1});
    }
    void aFaceSizeOutOfRangeLeavesNoFile() {
        for (const int size : {0, -1, 1 << 20})
            VISAGIST_VERIFY_ERROR(ErrorCode::InvalidArgument, Project::create(m_path, size));
        QVERIFY(!fs::exists(m_path));
    }
    void aMissingProjectIsNamed() {
        const auto error = test::errorOf([&] { Project::open(m_path); });
        QVERIFY(error && error->code() == ErrorCode::NotFound);
        QVERIFY(std::string(error->what()).find("Zoë 人脸") != std::string::npos);
        QVERIFY(!fs::exists(m_path));
    }
    void aProjectOfANewerVersionIsRefusedAndUntouched() {
        makeProject();
        Project::open(m_path).database().execute("PRAGMA user_version = 99");
        const auto error = test::errorOf([&] { Project::open(m_path); });
        QVERIFY(error && error->code() == ErrorCode::NewerVersion);
        QVERIFY(std::string(error->what()).find("Zoë 人脸") != std::string::npos);
    }
    void whatIsNoProjectIsRefused_data() {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<int>("code");
        const int damaged = static_cast<int>(ErrorCode::Damaged);
        QTest::newRow("nothing") << QByteArray() << damaged;
        QTest::newRow("zeros") << QByteArray(8192, '\0') << damaged;
        QTest::newRow("text") << QByteArray("not a project at all").repeated(300) << damaged;
        QTest::newRow("a picture's start")
            << QByteArray("\x89PNG\r\n\x1a\n").append(QByteArray(4000, 'p')) << damaged;
    }
    void whatIsNoProjectIsRefused() {
        QFETCH(QByteArray, content);
        QFETCH(int, code);
        ensureFolder(m_folder);
        std::ofstream(m_path, std::ios::binary).write(content.data(), content.size());
        for (const Access access : {Access::ReadWrite, Access::ReadOnly})
            VISAGIST_VERIFY_ERROR(static_cast<ErrorCode>(code), Project::open(m_path, access));
        QCOMPARE(fs::file_size(m_path), static_cast<std::uintmax_t>(content.size()));
    }
    void aDatabaseOfAnotherProgramIsRefusedAndUntouched() {
        ensureFolder(m_folder);
        {
            Database other(m_path, Access::ReadWrite, true);
            other.execute("CREATE TABLE theirs (a)");
        }
        const auto before = readFile(m_path);
        VISAGIST_VERIFY_ERROR(ErrorCode::InvalidArgument, Project::open(m_path));
        QCOMPARE(readFile(m_path), before);
    }
    void aProjectThatWasCutOffIsDamaged() {
        makeProject();
        const auto whole = fs::file_size(m_path);
        for (const auto size : {std::uintmax_t{50}, std::uintmax_t{4096}, whole / 2, whole - 4096}) {
            const fs::path cut = m_folder / "cut.visagist";
            fs::copy_file(m_path, cut, fs::copy_options::overwrite_existing);
            fs::resize_file(cut, size);
            VISAGIST_VERIFY_ERROR(ErrorCode::Damaged, Project::open(cut));
        }
    }
    void anotherSpellingOfThePathIsTheSameProject() {
        makeProject();
        const Project project = Project::open(m_folder / ".." / m_folder.filename() / m_path.filename());
        QVERIFY(project.checkpointsPath() == Project::open(m_path).checkpointsPath());
        const auto lock = Project::open(m_path).lockForTraining();
        const auto error = test::errorOf([&] { project.lockForTraining(); });
        QVERIFY(error && error->code() == ErrorCode::Busy);
        QVERIFY(std::string(error->what()).find(std::to_string(processId())) != std::string::npos);
    }

#ifndef _WIN32
    void aLinkIsTheSameProject() {
        makeProject();
        fs::create_symlink(m_path, m_folder / "link.visagist");
        const auto lock = Project::open(m_path).lockForTraining();
        VISAGIST_VERIFY_ERROR(ErrorCode::Busy, Project::open(m_folder / "link.visagist").lockForTraining());
    }
    void aReadOnlyFolderOpensForReadingOnly() {
        makeProject();
        fs::permissions(pathFromUtf8(m_dir.path().toStdString()), fs::perms::all);
        fs::permissions(m_path, fs::perms(0666));
        fs::permissions(m_folder, test::kReadOnlyFolder);
        const test::WithoutRoot withoutRoot;
        QCOMPARE(personCount(Access::ReadOnly), std::size_t{1});
        VISAGIST_VERIFY_ERROR(ErrorCode::WriteFailed, Project::open(m_path));
        VISAGIST_VERIFY_ERROR(ErrorCode::WriteFailed, Project::create(m_folder / "new"));
        VISAGIST_VERIFY_ERROR(ErrorCode::WriteFailed,
                              Project::open(m_path, Access::ReadOnly).lockForTraining());
        QVERIFY(!fs::exists(m_folder / "new.visagist"));
    }
    void aReadOnlyFileOpensForReadingOnly() {
        makeProject();
        fs::permissions(pathFromUtf8(m_dir.path().toStdString()), fs::perms::all);
        fs::permissions(m_folder, test::kReadOnlyFolder);
        fs::permissions(m_path, fs::perms(0444));
        const test::WithoutRoot withoutRoot;
        QCOMPARE(personCount(Access::ReadOnly), std::size_t{1});
        const auto error = test::errorOf([&] { Project::open(m_path); });
        QVERIFY(error && error->code() == ErrorCode::WriteFailed);
        QVERIFY(std::string(error->what()).find("Zoë 人脸") != std::string::npos);
    }
    void aFullDriveLosesNothing() {
        ensureFolder(m_folder);
        const int result = test::onSmallDrive(m_folder, 2 << 20, [&] {
            makeProject();
            const Project project = Project::open(m_path);
            Database& database = project.database();
            Face face;
            face.person = ensurePerson(database, "Ada");
            face.source = putSource(database, {.path = "a", .sha256 = "", .reason = ""});
            const std::vector<std::uint8_t> crop(100'000, 7);
            std::size_t stored = 0;
            const auto error = test::errorOf([&] {
                for (;; ++stored) {
                    face.indexInSource = static_cast<int>(stored);
                    insertFace(database, face, crop, {});
                }
            });
            if (!error || error->code() != ErrorCode::DiskFull) return 1;
            if (faces(database).size() != stored || stored < 3) return 2;
            return faces(Project::open(m_path, Access::ReadOnly).database()).size() == stored ? 0 : 3;
        });
        if (result == test::kNoSetUp) QSKIP("this system does not let the test mount a small drive");
        QCOMPARE(result, 0);
    }
    void aDriveTooSmallForAProjectIsLeftEmpty() {
        ensureFolder(m_folder);
        const int result = test::onSmallDrive(m_folder, 16 << 10, [&] {
            const auto error = test::errorOf([&] { Project::create(m_path); });
            if (!error || error->code() != ErrorCode::DiskFull) return 1;
            return fs::is_empty(m_folder) ? 0 : 2;
        });
        if (result == test::kNoSetUp) QSKIP("this system does not let the test mount a small drive");
        QCOMPARE(result, 0);
    }
    void whatAKilledProcessCommittedIsThere() {
        makeProject();
        const pid_t child = test::startChild([&] {
            const Project project = Project::open(m_path);
            Database& database = project.database();
            ensurePerson(database, "Ben");
            Transaction transaction(database);
            ensurePerson(database, "not committed");
            ::raise(SIGKILL);
            return 0;
        });
        QCOMPARE(test::waitForChild(child), -SIGKILL);
        QCOMPARE(personCount(Access::ReadOnly), std::size_t{2});
        QCOMPARE(personCount(Access::ReadWrite), std::size_t{2});
    }
#endif

    void threeThreadsWithAConnectionEachLoseNothing() {
        makeProject();
        std::int64_t run = 0;
        {
            const Project project = Project::open(m_path);
            run = insertRun(project.database(),
                            {.name = "r", .dataset = insertDataset(project.database(), {}), .recipe = {}});
        }
        std::atomic<std::int64_t> imported = 0, logged = 0, read = 0, failures = 0;
        const auto guarded = [&](const std::stop_token& stop, const auto& work) {
            try {
                const Project project = Project::open(m_path);
                while (!stop.stop_requested()) work(project.database());
            } catch (const std::exception& problem) {
                qWarning("%s", problem.what());
                ++failures;
            }
        };
        {
            std::jthread importer([&](const std::stop_token& stop) {
                guarded(stop, [&](Database& database) {
                    const std::string path = "photo " + std::to_string(imported);
                    Transaction transaction(database);
                    Face face;
                    face.person = ensurePerson(database, "Ada");
                    face.source = putSource(database, {.path = path, .sha256 = "", .reason = ""});
                    insertFace(database, face, std::vector<std::uint8_t>(20'000), {});
                    transaction.commit();
                    ++imported;
                });
            });
            std::jthread logger([&](const std::stop_token& stop) {
                guarded(stop, [&](Database& database) {
                    insertMetrics(database, run, logged, {{"generator", 1.0}, {"discriminator", 2.0}});
                    ++logged;
                });
            });
            std::jthread reader([&](const std::stop_token& stop) {
                guarded(stop, [&](Database& database) {
                    const auto known = imported.load();
                    if (static_cast<std::int64_t>(faces(database).size()) < known) ++failures;
                    (void)metric(database, run, "generator", logged - 10);
                    ++read;
                });
            });
            std::this_thread::sleep_for(std::chrono::milliseconds(2500));
        }
        const Project project = Project::open(m_path);
        QCOMPARE(failures.load(), std::int64_t{0});
        QVERIFY(imported > 10 && logged > 10 && read > 10);
        QCOMPARE(static_cast<std::int64_t>(faces(project.database()).size()), imported.load());
        QCOMPARE(static_cast<std::int64_t>(sources(project.database()).size()), imported.load());
        for (const char* name : {"generator", "discriminator"})
            QCOMPARE(static_cast<std::int64_t>(metric(project.database(), run, name).size()), logged.load());
    }
};

QTEST_APPLESS_MAIN(TestProject)
#include "tst_project.moc"
