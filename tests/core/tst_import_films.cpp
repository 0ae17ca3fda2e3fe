#include <unistd.h>

#include <QTemporaryDir>
#include <QTest>
#include <random>

#include "core/base/file.h"
#include "core/base/sha256.h"
#include "core/curate/film_reader.h"
#include "core/curate/import_job.h"
#include "core/image/decode.h"
#include "core/image/encode.h"
#include "core/store/face_table.h"
#include "core/store/person_table.h"
#include "core/store/project.h"
#include "core/store/source_table.h"
#include "tests/support/child_process.h"
#include "tests/support/error_of.h"
#include "tests/support/gif_file.h"
#include "tests/support/test_clip.h"

using namespace visagist;
using namespace visagist::test;
namespace fs = std::filesystem;

namespace {

/// The middle square of each chosen frame: no detector is needed, and each frame gives a face.
ImportRequest wholeFrames(const fs::path& path, FrameChoice frames = FrameChoice::EveryNth, int step = 5) {
    ImportRequest request;
    request.paths = {path};
    request.mode = ImportMode::AlignedCrops;
    request.options.frames = frames;
    request.options.frameStep = step;
    return request;
}

/// All that a project holds of its sources, faces and people, but for the times of import.
std::string contentOf(Project& project) {
    std::string text;
    Statement source = project.database().prepare(
        "SELECT id || '|' || path || '|' || sha256 || '|' || width || '|' || height || '|' || state || '|' "
        "|| "
        "reason || '|' || kind || '|' || choice || '|' || next_frame || '|' || last_cut || '|' || frames "
        "FROM "
        "source ORDER BY id");
    while (source.step()) text += source.text(0) + "\n";
    Statement face = project.database().prepare(
        "SELECT id || '|' || person || '|' || source || '|' || index_in_source || '|' || hex(matrix) || '|' "
        "|| "
        "hex(landmarks) || '|' || hex(box) || '|' || score || '|' || crop_sha256 || '|' || excluded || '|' "
        "|| "
        "frame || '|' || hex(frame_time) || '|' || superseded, png FROM face JOIN picture ON picture.sha256 "
        "= crop_sha256 "
        "ORDER BY id");
    while (face.step()) text += face.text(0) + "|" + sha256Hex(face.blob(1)) + "\n";
    for (const Person& person : people(project.database()))
        text += std::to_string(person.id) + person.name + "\n";
    return text;
}

Bytes countingGif(int frames) {
    std::vector<GifFrame> list;
    for (int i = 0; i < frames; ++i) {
        GifFrame frame{0, 0, 48, 48, Bytes(48 * 48, 0), 4};
        for (int k = 0; k <= i; ++k) frame.indices[static_cast<std::size_t>(50 * k)] = 1;
        list.push_back(frame);
    }
    return gifFile(48, 48, {{{20, 30, 40}, {250, 250, 250}, {200, 0, 0}, {0, 200, 0}}}, list);
}

/// Imports in a process of its own, which is killed a moment after `steps` reports of progress; 0 where it
/// came to its end first.
int importAndKill(const fs::path& project, const ImportRequest& request, int steps, unsigned microseconds) {
    int ends[2];
    if (::pipe(ends) != 0) return -1;
    const pid_t child = startChild([&] {
        ::close(ends[0]);
        Project opened = Project::open(project);
        importPictures(opened, request, {}, [&](const ImportProgress&) {
            require(::write(ends[1], "x", 1) == 1, "progress is told");
        });
        return 0;
    });
    ::close(ends[1]);
    char told = 0;
    int count = 0;
    while (count < steps && ::read(ends[0], &told, 1) == 1) ++count;
    if (count == steps) {
        ::usleep(microseconds);
        ::kill(child, SIGKILL);
    }
    const int end = waitForChild(child);
    ::close(ends[0]);
    return end;
}

}  // namespace

class TestImportFilms : public QObject {
    Q_OBJECT
    std::unique_ptr<QTemporaryDir> m_folder;
    fs::path m_path, m_in;

    Project newProject(const std::string& name = "test") {
        return Project::create(m_path / (name + ".visagist"), 64);
    }

private Q_SLOTS:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        m_path = fs::canonical(m_folder->path().toStdString());
        m_in = m_path / "in";
        fs::create_directories(m_in / "Ada");
    }

    void facesOfFramesCarryTheirFrameAndTime() {
        writeClip(m_in / "Ada" / pathFromUtf8("a film's 视频.mp4"));
        writePng(m_in / "Ada/b.png", smoothPicture(40, 40));
        Project project = newProject();
        const ImportReport report = importPictures(project, wholeFrames(m_in));
        QCOMPARE(report.sources, 2);
        QCOMPARE(report.frames, 6);
        QCOMPARE(report.faces, 7);
        QVERIFY(report.refused.empty() && report.notes.empty() && report.noFace.empty());
        const auto all = faces(project.database());
        for (int i = 0; i < 6; ++i) {
            const Face& face = all.at(static_cast<std::size_t>(i));
            QCOMPARE(face.frame, 5 * i);
            QVERIFY(std::abs(face.frameTime - 5 * i / 25.0) < 1e-3);
            QCOMPARE(face.sourceKind, SourceKind::Video);
            QCOMPARE(numberIn(sourcePicture(pathFromUtf8(face.sourcePath), face.sourceKind, face.frame)),
                     5 * i);
        }
        QCOMPARE(all[6].sourceKind, SourceKind::Picture);
        QCOMPARE(all[6].frame, 0);
        const Source film = sources(project.database()).at(0);
        QCOMPARE(film.state, SourceState::Imported);
        QCOMPARE(film.width, 192);
        QCOMPARE(film.progress.frames, 6);
        QCOMPARE(film.sha256, sha256Hex(readFile(pathFromUtf8(film.path))));
    }

    void animationsAreReadAsFrames() {
        save(m_in / "Ada/moving.gif", countingGif(12));
        save(m_in / "Ada/still.gif", countingGif(1));
        Project project = newProject();
        const ImportReport report = importPictures(project, wholeFrames(m_in, FrameChoice::EveryNth, 4));
        QCOMPARE(report.faces, 4);
        QCOMPARE(report.frames, 3);
        const auto found = sources(project.database());
        QCOMPARE(found.at(0).kind, SourceKind::Animation);
        QCOMPARE(found.at(1).kind, SourceKind::Picture);
        const Face last = faces(project.database()).at(2);
        QCOMPARE(last.frame, 8);
        QVERIFY(std::abs(last.frameTime - 0.32) < 1e-9);
        const Image picture = sourcePicture(pathFromUtf8(last.sourcePath), last.sourceKind, 8);
        QCOMPARE(int(picture.row(8)[3 * 16]), 250);  // 50 * 8 = 8 * 48 + 16
        QCOMPARE(int(picture.row(9)[3 * 18]), 20);   // 50 * 9 comes with the next frame
    }

    void unchangedFilmsAreSkippedAndRepeatedOnesReplaced() {
        writeClip(m_in / "Ada/a.mkv");
        Project project = newProject();
        importPictures(project, wholeFrames(m_in));
        const std::string before = contentOf(project);
        const ImportReport second = importPictures(project, wholeFrames(m_in));
        QCOMPARE(second.skipped, 1);
        QCOMPARE(second.frames, 0);
        QCOMPARE(contentOf(project), before);
        ImportRequest again = wholeFrames(m_in, FrameChoice::EveryNth, 10);
        again.again = true;
        QCOMPARE(importPictures(project, again).faces, 3);
        QCOMPARE(faces(project.database()).size(), std::size_t{3});
    }

    void theNumberOfThreadsChangesNothing() {
        writeClip(m_in / "Ada/a.mp4");
        save(m_in / "Ada/b.gif", countingGif(20));
        std::string first;
        for (const int threads : {1, 4}) {
            Project project = newProject("t" + std::to_string(threads));
            ImportRequest request = wholeFrames(m_in, FrameChoice::EveryNth, 1);
            request.threads = threads;
            QCOMPARE(importPictures(project, request).frames, 50);
            if (first.empty()) first = contentOf(project);
            QCOMPARE(contentOf(project), first);
        }
    }

    void stoppedInsideAFilmItGoesOnThere() {
        writeClip(m_in / "Ada/a.mp4");
        const ImportRequest request = wholeFrames(m_in, FrameChoice::EveryNth, 1);
        Project unbroken = newProject("unbroken"), project = newProject();
        importPictures(unbroken, request);
        std::stop_source stop;
        const ImportReport first =
            importPictures(project, request, stop.get_token(), [&](const ImportProgress& progress) {
                if (progress.frames == 9) stop.request_stop();
                QVERIFY(progress.share >= 0 && progress.share <= 1);
            });
        QVERIFY(first.stopped && first.frames >= 9 && first.frames < 30);
        QCOMPARE(sources(project.database()).at(0).state, SourceState::Partial);
        const ImportReport rest = importPictures(project, request);
        QCOMPARE(first.frames + rest.frames, 30);
        QCOMPARE(contentOf(project), contentOf(unbroken));
    }

    void aFilmBegunWithOtherOptionsIsBegunAnew() {
        writeClip(m_in / "Ada/a.mp4");
        Project project = newProject();
        std::stop_source stop;
        importPictures(project, wholeFrames(m_in, FrameChoice::EveryNth, 1), stop.get_token(),
                       [&](const ImportProgress& progress) {
                           if (progress.frames == 9) stop.request_stop();
                       });
        QCOMPARE(importPictures(project, wholeFrames(m_in, FrameChoice::EveryNth, 3)).frames, 10);
        for (const Face& face : faces(project.database())) QCOMPARE(face.frame % 3, 0);
        QCOMPARE(faces(project.database()).size(), std::size_t{10});
    }

    void killedAtAnyMomentItEndsAsAnUnbrokenRun() {
        TestClip scenes;
        scenes.frames = 60;
        scenes.draw = [](int i) { return numberedFrame(192, 108, i / 12 * 341 % 1024); };
        writeClip(m_in / "Ada/a.mp4"), writeClip(m_in / "Ada/c scenes.mkv", scenes);
        save(m_in / "Ada/b.gif", countingGif(15));
        for (int i = 0; i < 6; ++i)
            writePng(m_in / ("Ada/p" + std::to_string(i) + ".png"), smoothPicture(40 + i, 40));
        std::mt19937 random(5);
        int kills = 0;
        for (const FrameChoice choice :
             {FrameChoice::EveryNth, FrameChoice::SceneCuts, FrameChoice::PerSecond}) {
            ImportRequest request = wholeFrames(m_in, choice, 2);
            request.options.framesPerSecond = 9;
            request.options.sceneSpacing = 0.1;
            request.options.sceneThreshold = 4;
            const std::string name = std::to_string(static_cast<int>(choice));
            Project unbroken = newProject("unbroken" + name);
            importPictures(unbroken, request);
            newProject("killed" + name);
            const fs::path killed = m_path / ("killed" + name + ".visagist");
            for (int end = -SIGKILL; end != 0;) {
                end = importAndKill(killed, request, 1 + static_cast<int>(random() % 12),
                                    static_cast<unsigned>(random() % 20'000));
                QVERIFY2(end == 0 || end == -SIGKILL, std::to_string(end).c_str());
                kills += end == -SIGKILL;
            }
            Project project = Project::open(killed);
            QCOMPARE(contentOf(project), contentOf(unbroken));
        }
        QVERIFY2(kills >= 6, std::to_string(kills).c_str());
    }

    void damagedAndFalseFilmsAreListedAndStopNothing() {
        TestClip clip;
        clip.frames = 80;
        writeClip(m_path / "whole.mp4", clip);
        writeClip(m_path / "whole.mkv", clip);
        const auto half = [&](const char* name) {
            Bytes bytes = readFile(m_path / name);
            bytes.resize(bytes.size() / 2);
            return bytes;
        };
        save(m_in / "Ada/cut.mp4", half("whole.mp4"));  // its index lies at the end: nothing can be read
        save(m_in / "Ada/cut.mkv", half("whole.mkv"));
        save(m_in / "Ada/empty.mp4", {});
        save(m_in / "Ada/text.avi", {'n', 'o'});
        Bytes gif = countingGif(10);
        gif.resize(gif.size() * 6 / 10);
        save(m_in / "Ada/cut.gif", gif);
        writePng(m_in / "Ada/good.png", smoothPicture(40, 40));
        Project project = newProject();
        const ImportReport report = importPictures(project, wholeFrames(m_in, FrameChoice::EveryNth, 1));
        std::vector<std::string> refused;
        for (const auto& one : report.refused) {
            refused.push_back(one.file.substr(one.file.rfind('/') + 1));
            QVERIFY(one.reason.size() > 20);
        }
        QCOMPARE(refused, (std::vector<std::string>{"cut.mp4", "empty.mp4", "text.avi"}));
        QVERIFY(report.frames > 25 && report.frames < 80);
        QCOMPARE(report.notes.size(), std::size_t{1});
        QVERIFY(report.notes[0].file.ends_with("cut.gif"));
        QCOMPARE(report.sources, 6);
    }

    void aTrimThatLeavesNothingIsRefused() {
        writeClip(m_in / "Ada/a.mp4");
        Project project = newProject();
        ImportRequest request = wholeFrames(m_in);
        request.options.trimFrom = 5, request.options.trimTo = 2;
        VISAGIST_VERIFY_ERROR(ErrorCode::InvalidArgument, importPictures(project, request));
    }

    void soundInTheFolderIsPassedOver() {
        writePng(m_in / "Ada/a.png", smoothPicture(40, 40));
        Bytes sound(64, 0);
        const std::string head = "ftypM4A ";
        std::copy(head.begin(), head.end(), sound.begin() + 4);
        save(m_in / "Ada/song.m4a", sound);
        Project project = newProject();
        const ImportReport report = importPictures(project, wholeFrames(m_in));
        QCOMPARE(report.sources, 1);
    }

    void aFilmThatBecameUnreadableKeepsItsFaces() {
        writeClip(m_in / "Ada/a.mp4");
        Project project = newProject();
        importPictures(project, wholeFrames(m_in));
        save(m_in / "Ada/a.mp4", {1, 2, 3});
        QCOMPARE(importPictures(project, wholeFrames(m_in)).refused.size(), std::size_t{1});
        QCOMPARE(faces(project.database()).size(), std::size_t{6});
    }

    void sourcesAreNotWrittenTo() {
        writeClip(m_in / "Ada/a.mp4");
        const auto before = readFile(m_in / "Ada/a.mp4");
        fs::permissions(m_in / "Ada", kReadOnlyFolder);
        Project project = newProject();
        importPictures(project, wholeFrames(m_in));
        fs::permissions(m_in / "Ada", fs::perms::owner_all);
        QVERIFY(readFile(m_in / "Ada/a.mp4") == before);
        QCOMPARE(std::distance(fs::directory_iterator(m_in / "Ada"), fs::directory_iterator{}), 1);
    }
};

QTEST_APPLESS_MAIN(TestImportFilms)
#include "tst_import_films.moc"
