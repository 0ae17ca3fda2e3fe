#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>

#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/path.h"
#include "core/base/sha256.h"
#include "core/curate/import_job.h"
#include "core/curate/picture_list.h"
#include "core/image/decode.h"
#include "core/image/encode.h"
#include "core/store/face_table.h"
#include "core/store/person_table.h"
#include "core/store/source_table.h"
#include "tests/support/picture_files.h"

using namespace visagist;
namespace fs = std::filesystem;

namespace {

ImportRequest crops(std::vector<fs::path> paths, std::string person = {}) {
    ImportRequest request;
    request.paths = std::move(paths);
    request.person = std::move(person);
    request.mode = ImportMode::AlignedCrops;
    return request;
}

/// `count` pictures that all differ, named 00.png, 01.png …
void fill(const fs::path& folder, int count, int seed = 0) {
    fs::create_directories(folder);
    for (int i = 0; i < count; ++i) {
        Image picture = test::smoothPicture(40 + i, 36);
        picture.data()[seed % 100] ^= 0x55;
        writePng(folder / (std::to_string(i / 10) + std::to_string(i % 10) + ".png"), picture);
    }
}

/// Every face has its crop, whole and of the right size, and every imported source its face.
void verifyConsistent(Project& project, int expected) {
    const auto all = faces(project.database());
    QCOMPARE(static_cast<int>(all.size()), expected);
    QCOMPARE(static_cast<int>(sources(project.database()).size()), expected);
    for (const Face& face : all) {
        const auto png = faceCropPng(project.database(), face.id);
        QCOMPARE(sha256Hex(png), face.cropSha256);
        QCOMPARE(decodeImage(png).width(), project.cropSize());
    }
}

}  // namespace

class TestImportJob : public QObject {
    Q_OBJECT
    std::unique_ptr<QTemporaryDir> m_folder;
    fs::path m_path;

    Project newProject() { return Project::create(m_path / "test.visagist", 64); }

private Q_SLOTS:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        m_path = fs::canonical(m_folder->path().toStdString());
    }

    void subFoldersBecomePeople() {
        fill(m_path / "in/Ada", 3), fill(m_path / "in/Ben/deeper", 2), fill(m_path / "in", 1);
        Project project = newProject();
        const ImportReport report = importPictures(project, crops({m_path / "in/"}));
        QCOMPARE(report.sources, 6);
        QCOMPARE(report.faces, 6);
        QVERIFY(report.refused.empty() && report.noFace.empty() && !report.stopped);
        const std::map<std::string, std::int64_t> expected{{"Ada", 3}, {"Ben", 2}, {"in", 1}};
        QVERIFY(report.facesByPerson == expected);
        QCOMPARE(people(project.database()).size(), std::size_t{3});
        verifyConsistent(project, 6);
    }

    void aNamedPersonGetsAllFaces() {
        fill(m_path / "in/Ada", 2), fill(m_path / "in/Ben", 2);
        Project project = newProject();
        importPictures(
            project,
            crops({m_path / "in/Ada", m_path / "in/Ben/00.png", m_path / "in/Ada/../Ada/01.png"}, "Cleo"));
        QCOMPARE(people(project.database()).at(0).name, std::string("Cleo"));
        verifyConsistent(project, 3);
    }

    void alignedCropsAreTheMiddleSquare() {
        fs::create_directories(m_path / "in");
        writePng(m_path / "in/a.png", test::smoothPicture(128, 64));
        Project project = newProject();
        importPictures(project, crops({m_path / "in"}));
        const Face face = faces(project.database()).at(0);
        QCOMPARE(face.photoFromUnit, (Affine{64, 0, 32, 0, 64, 0}));
        const Image crop = decodeImage(faceCropPng(project.database(), face.id)),
                    whole = test::smoothPicture(128, 64);
        for (int x = 0; x < 64; ++x)
            QVERIFY(std::abs(int(crop.row(30)[3 * x]) - int(whole.row(30)[3 * (x + 32)])) <= 1);
    }

    void unchangedPicturesAreSkippedAndChangedOnesReplaced() {
        fill(m_path / "in/Ada", 4);
        Project project = newProject();
        importPictures(project, crops({m_path / "in"}));
        const std::string before = faces(project.database()).at(1).cropSha256;
        fill(m_path / "in/Ada", 1, 7);  // another 00.png
        writePng(m_path / "in/Ada/01.png", test::smoothPicture(90, 90));
        const ImportReport report = importPictures(project, crops({m_path / "in"}));
        QCOMPARE(report.skipped, 2);
        QCOMPARE(report.faces, 2);
        QCOMPARE(report.sources, 4);
        verifyConsistent(project, 4);
        for (const Face& face : faces(project.database())) QVERIFY(face.cropSha256 != before);
        ImportRequest again = crops({m_path / "in"});
        again.again = true;
        QCOMPARE(importPictures(project, again).faces, 4);
        verifyConsistent(project, 4);
    }

    void badFilesAreListedAndStopNothing() {
        const fs::path in = m_path / "in/Ada";
        fill(in, 20);
        test::save(in / "empty.jpg", {});
        test::save(in / "text.png", {'n', 'o'});
        test::Bytes cut = test::encoded(test::smoothPicture(90, 90), ".jpg");
        cut.resize(cut.size() / 2);
        test::save(in / "cut.jpg", cut);
        test::save(in / "notes.txt", {'n', 'o'});
        test::save(in / ".hidden.png", {'n', 'o'});
        writePng(in / "tiny.png", test::smoothPicture(8, 30));
        fs::create_directories(in / "folder.jpg");
        fs::create_symlink(in / "nowhere.png", in / "link.png");
        fs::create_directory_symlink(in, in / "loop");
        Project project = newProject();
        const ImportReport report = importPictures(project, crops({m_path / "in", m_path / "missing.png"}));
        QCOMPARE(report.faces, 20);
        std::map<std::string, std::string> reasons;
        for (const auto& one : report.refused)
            reasons[utf8FromPath(pathFromUtf8(one.file).filename())] = one.reason;
        const std::vector<std::string> expected{"cut.jpg",     "empty.jpg", "folder.jpg", "link.png",
                                                "missing.png", "text.png",  "tiny.png"};
        std::vector<std::string> names;
        for (const auto& [name, reason] : reasons) {
            names.push_back(name);
            QVERIFY(reason.size() > 10);
        }
        QCOMPARE(names, expected);
        int stored = 0;
        for (const Source& source : sources(project.database()))
            stored += source.state == SourceState::Refused && !source.reason.empty();
        QCOMPARE(stored, 7);
    }

    void aPictureThatBecameUnreadableKeepsItsFaces() {
        fill(m_path / "in/Ada", 2);
        Project project = newProject();
        importPictures(project, crops({m_path / "in"}));
        test::save(m_path / "in/Ada/01.png", {1, 2, 3});
        QCOMPARE(importPictures(project, crops({m_path / "in"})).refused.size(), std::size_t{1});
        verifyConsistent(project, 2);
    }

    void nothingToImportIsSaid() {
        fs::create_directories(m_path / "empty");
        Project project = newProject();
        for (const fs::path& path : {m_path / "empty", m_path / "nowhere"}) {
            try {
                importPictures(project, crops({path}));
                QFAIL("nothing was imported in silence");
            } catch (const Error& error) {
                QCOMPARE(error.code(), ErrorCode::NotFound);
                QVERIFY(std::string(error.what()).find(utf8FromPath(path.filename())) != std::string::npos);
            }
        }
    }

    void resultsDoNotDependOnTheNumberOfThreads() {
        fill(m_path / "in/Ada", 12), fill(m_path / "in/Ben", 12, 3);
        std::vector<std::string> first;
        for (const int threads : {1, 4}) {
            Project project = Project::create(m_path / ("t" + std::to_string(threads) + ".visagist"), 64);
            ImportRequest request = crops({m_path / "in"});
            request.threads = threads;
            std::vector<std::string> files, order;
            importPictures(project, request, {}, [&](const ImportProgress& p) { files.push_back(p.file); });
            for (const Face& face : faces(project.database()))
                order.push_back(face.sourcePath + face.cropSha256);
            QVERIFY(std::is_sorted(files.begin(), files.end()));
            if (first.empty()) first = order;
            QCOMPARE(order, first);
            QCOMPARE(order.size(), std::size_t{24});
        }
    }

    void stoppedImportKeepsWhatItHasAndGoesOnLater() {
        fill(m_path / "in/Ada", 60);
        Project project = newProject();
        std::stop_source stop;
        ImportRequest request = crops({m_path / "in"});
        request.threads = 2;
        const ImportReport report =
            importPictures(project, request, stop.get_token(), [&](const ImportProgress& progress) {
                if (progress.done == 5) stop.request_stop();
            });
        QVERIFY(report.stopped);
        QVERIFY(report.faces >= 5 && report.faces < 60);
        verifyConsistent(project, static_cast<int>(report.faces));
        const ImportReport rest = importPictures(project, request);
        QCOMPARE(rest.skipped, report.faces);
        verifyConsistent(project, 60);
    }

    void killedImportLeavesWholePicturesAndGoesOn() {
        fill(m_path / "in/Ada", 50);
        newProject();
        QProcess import;
        import.start(QCoreApplication::applicationFilePath(),
                     {"--import-until-killed", QString::fromStdString(m_path.string())});
        QVERIFY(import.waitForFinished(60000));
        QCOMPARE(import.exitStatus(), QProcess::CrashExit);
        Project project = Project::open(m_path / "test.visagist");
        const int before = static_cast<int>(faces(project.database()).size());
        QVERIFY2(before >= 25 && before < 50, std::to_string(before).c_str());
        verifyConsistent(project, before);
        QCOMPARE(importPictures(project, crops({m_path / "in"})).skipped, before);
        verifyConsistent(project, 50);
    }

    void photographsWithoutFacesAreListed() {
        fill(m_path / "in/Ada", 2);
        Project project = newProject();
        ImportRequest request = crops({m_path / "in"});
        request.mode = ImportMode::Detect;
        try {
            const ImportReport report = importPictures(project, request);
            QCOMPARE(report.faces, 0);
            QCOMPARE(report.noFace.size(), std::size_t{2});
            QCOMPARE(sources(project.database()).at(0).state, SourceState::NoFace);
            QVERIFY(people(project.database()).empty());
        } catch (const Error& error) {
            if (error.code() == ErrorCode::NotFound) QSKIP(error.what());
            throw;
        }
    }
};

/// Dies in the middle of an import, as by a power cut.
int importUntilKilled(const fs::path& folder) {
    Project project = Project::open(folder / "test.visagist");
    ImportRequest request = crops({folder / "in"});
    request.threads = 1;
    importPictures(project, request, {}, [](const ImportProgress& progress) {
        if (progress.done == 25) std::raise(SIGKILL);
    });
    return 0;
}

int main(int argc, char** argv) {
    if (argc == 3 && std::string(argv[1]) == "--import-until-killed") return importUntilKilled(argv[2]);
    QCoreApplication app(argc, argv);
    TestImportJob test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_import_job.moc"
