// Data sets written out and taken in again: the same faces, the same pictures, the same split.
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <fstream>

#include "core/base/file.h"
#include "core/base/path.h"
#include "core/curate/dataset_exchange.h"
#include "core/curate/dataset_version.h"
#include "core/curate/face_edits.h"
#include "core/data/demo_project.h"
#include "core/store/dataset_table.h"
#include "core/store/person_table.h"
#include "tests/support/error_of.h"

using namespace visagist;
namespace fs = std::filesystem;

namespace {

/// What must be the same in both projects, by crop.
std::map<std::string, std::string> contentOf(Database& database) {
    std::map<std::int64_t, std::string> names;
    for (const Person& person : people(database)) names[person.id] = person.name;
    std::map<std::string, std::string> content;
    for (const Face& face : faces(database, {.person = {}, .withExcluded = false})) {
        std::string text = names[face.person] + " " + face.maskSha256 + " " + face.sourcePath + " " +
                           std::to_string(face.frame) + " " + std::to_string(face.photoFromUnit.xx) + " " +
                           std::to_string(face.photoFromUnit.y0);
        for (const Point& p : face.landmarks) text += " " + std::to_string(p.x) + "," + std::to_string(p.y);
        content[face.cropSha256] = text;
    }
    return content;
}

std::map<std::string, Split> splitOf(Database& database, std::int64_t version) {
    std::map<std::string, Split> split;
    for (const DatasetFace& face : dataset(database, version).faces) split[face.cropSha256] = face.split;
    return split;
}

}  // namespace

class TestDatasetExchange : public QObject {
    Q_OBJECT
    std::unique_ptr<QTemporaryDir> m_folder;
    fs::path m_project;

    fs::path place(const char* name) const {
        return pathFromUtf8(m_folder->filePath(QLatin1StringView(name)).toStdString());
    }
    std::int64_t version() {
        Project project = Project::open(m_project);
        return saveVersion(project.database(), "First cut", "", DataOptions{});
    }
    void comesBack(const fs::path& from) {
        Project before = Project::open(m_project);
        Project after = Project::create(place("other.visagist"), 64);
        const ImportedDataset taken = importDataset(after, from);
        QVERIFY(taken.problems.empty());
        QCOMPARE(taken.faces, std::int64_t{24});
        QVERIFY(contentOf(after.database()) == contentOf(before.database()));
        QVERIFY(taken.version.has_value());
        QCOMPARE(dataset(after.database(), *taken.version).name, std::string("First cut"));
        QVERIFY(splitOf(after.database(), *taken.version) ==
                splitOf(before.database(), datasets(before.database()).front().id));
        // Once more nothing is new, and nothing is there twice.
        const ImportedDataset again = importDataset(after, from);
        QCOMPARE(again.faces, std::int64_t{0});
        QCOMPARE(again.known, std::int64_t{24});
        QCOMPARE(again.version, taken.version);
        QCOMPARE(contentOf(after.database()).size(), std::size_t{24});
    }

private Q_SLOTS:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        m_project = place("one.visagist");
        makeDemoProject(
            {.folder = m_project.parent_path(), .people = 3, .facesEach = 8, .size = 64, .seed = 3});
        fs::rename(place("demo.visagist"), m_project);
    }

    void aFolderComesBackAsItWas() {
        const std::int64_t id = version();
        exportToFolder(Project::open(m_project), {.version = id}, place("out"));
        QVERIFY(fs::exists(place("out") / "faces" / "Ada"));
        comesBack(place("out"));
    }

    void shardsComeBackAsTheyWere() {
        const std::int64_t id = version();
        const auto made =
            exportToShards(Project::open(m_project), {.version = id, .facesPerShard = 10}, place("out"));
        QCOMPARE(made.files.size(), std::size_t{3});
        comesBack(place("out"));
    }

    void aVersionIsWrittenAsItWasAndNotAsItIs() {
        const std::int64_t id = version();
        {
            Project project = Project::open(m_project);
            const std::vector<std::int64_t> ids{1, 2, 3};
            excludeFaces(project.database(), ids, true);
        }
        QCOMPARE(exportToShards(Project::open(m_project), {.version = id}, place("then")).faces,
                 std::int64_t{24});
        QCOMPARE(exportToShards(Project::open(m_project), {}, place("now")).faces, std::int64_t{21});
    }

    void dvcSaysThatAllIsUpToDate() {
        const QByteArray named = qgetenv("VISAGIST_DVC");
        const QString dvc = named.isEmpty() ? QStandardPaths::findExecutable(QStringLiteral("dvc"))
                                            : QString::fromLocal8Bit(named);
        if (dvc.isEmpty()) QSKIP("dvc is not installed (or name it in VISAGIST_DVC)");
        {
            Project project = Project::open(m_project);
            renamePerson(project.database(), 1, "Ädä 测试");  // names that JSON escapes
        }
        exportToFolder(Project::open(m_project), {.version = version()}, place("out"));
        const auto run = [&](const QStringList& arguments) {
            QProcess process;
            process.setWorkingDirectory(QString::fromStdString(utf8FromPath(place("out"))));
            process.start(dvc, arguments);
            process.waitForFinished(120'000);
            return std::pair(process.exitCode(),
                             process.readAllStandardOutput() + process.readAllStandardError());
        };
        const auto [code, said] = run({QStringLiteral("status")});
        QVERIFY2(code == 0 && said.contains("up to date"), said.constData());
        std::ofstream(place("out") / "faces" / "stranger.txt") << "new";
        QVERIFY(run({QStringLiteral("status")}).second.contains("modified"));  // it does look
    }

    void damagedFacesAreNamedAndTheRestIsTaken() {
        exportToFolder(Project::open(m_project), {.version = version()}, place("out"));
        std::vector<fs::path> pictures, records;
        for (const auto& entry : fs::recursive_directory_iterator(place("out") / "faces")) {
            const std::string name = utf8FromPath(entry.path().filename());
            if (name.ends_with(".json"))
                records.push_back(entry.path());
            else if (name.ends_with(".png") && !name.ends_with(".mask.png"))
                pictures.push_back(entry.path());
        }
        std::ranges::sort(pictures);
        std::ranges::sort(records);
        writeFileAtomically(pictures[0], std::vector<std::uint8_t>{1, 2, 3});
        fs::remove(pictures[1]);
        const std::string nonsense = "{\"form\": \"visagist-face-1\"}";
        writeFileAtomically(records[2], std::vector<std::uint8_t>(nonsense.begin(), nonsense.end()));
        Project after = Project::create(place("other.visagist"), 64);
        const ImportedDataset taken = importDataset(after, place("out"));
        QCOMPARE(taken.faces, std::int64_t{21});
        QCOMPARE(taken.problems.size(), std::size_t{3});
        for (const auto& problem : taken.problems)
            QVERIFY(!problem.file.empty() && !problem.reason.source.empty());
    }

    void ofAShardThatIsCutOffTheWholeFacesAreTaken() {
        const auto made = exportToShards(Project::open(m_project), {.version = version()}, place("out"));
        const std::vector<std::uint8_t> whole = readFile(made.files[0]);
        writeFileAtomically(made.files[0], std::span(whole).first(whole.size() / 2));
        Project after = Project::create(place("other.visagist"), 64);
        const ImportedDataset taken = importDataset(after, made.files[0]);
        QVERIFY(taken.faces > 5 && taken.faces < 24);
        QCOMPARE(taken.problems.size(), std::size_t{1});
        QCOMPARE(taken.problems[0].file, std::string("faces-000000.tar"));
    }

    void nothingIsWrittenOverAndNothingHalf() {
        const std::int64_t id = version();
        fs::create_directories(place("full"));
        std::ofstream(place("full") / "mine.txt") << "mine";
        VISAGIST_VERIFY_ERROR(ErrorCode::InvalidArgument,
                              exportToFolder(Project::open(m_project), {.version = id}, place("full")));
        std::stop_source stop;
        VISAGIST_VERIFY_ERROR(ErrorCode::Cancelled,
                              exportToFolder(Project::open(m_project), {.version = id}, place("half"),
                                             stop.get_token(), [&](std::int64_t done, std::int64_t) {
                                                 if (done == 5) stop.request_stop();
                                             }));
        QVERIFY(!fs::exists(place("half")));
        VISAGIST_VERIFY_ERROR(ErrorCode::NotFound,
                              exportToFolder(Project::open(m_project), {.version = 99}, place("none")));
        Project project = Project::open(m_project);
        VISAGIST_VERIFY_ERROR(ErrorCode::NotFound, importDataset(project, place("nowhere")));
        VISAGIST_VERIFY_ERROR(ErrorCode::NotFound, importDataset(project, place("full")));
    }
};

QTEST_GUILESS_MAIN(TestDatasetExchange)
#include "tst_dataset_exchange.moc"
