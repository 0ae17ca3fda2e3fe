#include <QTemporaryDir>
#include <QTest>
#include <opencv2/imgcodecs.hpp>

#include "core/base/file.h"
#include "core/curate/import_job.h"
#include "core/face/aligner.h"
#include "core/face/canonical.h"
#include "core/store/face_table.h"

using namespace visagist;
namespace fs = std::filesystem;

namespace {

/// A plain grey JPEG of 256 x 256 pixels, in which no detector finds a face, with `notes` in APP15.
void writeJpeg(const fs::path& path, const std::string& notes) {
    std::vector<std::uint8_t> jpeg;
    cv::imencode(".jpg", cv::Mat(256, 256, CV_8UC3, cv::Scalar(90, 120, 140)), jpeg);
    const std::size_t size = notes.size() + 2;
    std::string segment{'\xFF', '\xEF', static_cast<char>(size >> 8 & 0xFF), static_cast<char>(size & 0xFF)};
    segment += notes;
    std::vector<std::uint8_t> whole(jpeg.begin(), jpeg.begin() + 2);
    whole.insert(whole.end(), segment.begin(), segment.end());
    whole.insert(whole.end(), jpeg.begin() + 2, jpeg.end());
    writeFileAtomically(path, whole);
}

/// 68 landmarks of a face that fills the middle of the picture.
std::vector<Point> landmarks() {
    std::vector<Point> result;
    for (int i = 0; i < 68; ++i) result.push_back({64.0 + 2 * i, 150.0 + i});
    const auto five = canonicalLandmarks();
    const std::array<std::size_t, 5> places{45, 42, 36, 39, 33};
    for (std::size_t k = 0; k < 5; ++k) result[places[k]] = {five[k].x * 200 + 28, five[k].y * 200 + 28};
    return result;
}

std::string pickled(const std::vector<Point>& points) {
    std::string text = "(Vlandmarks\n(";
    for (const Point& point : points) {
        text += "(F" + std::to_string(point.x) + "\nF" + std::to_string(point.y) + "\nl";
    }
    return text + "ld.";
}

}  // namespace

class TestDeepFaceLabPictures : public QObject {
    Q_OBJECT
    std::unique_ptr<QTemporaryDir> m_folder;
    fs::path m_path;

    ImportReport import(Project& project) {
        ImportRequest request;
        request.paths = {m_path / "in"};
        request.person = "Ada";
        return importPictures(project, request);
    }

private Q_SLOTS:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        m_path = fs::canonical(m_folder->path().toStdString());
        fs::create_directories(m_path / "in");
    }

    void landmarksAreTakenFromThePictureAndOnlyOnce() {
        writeJpeg(m_path / "in/00001.jpg", pickled(landmarks()));
        Project project = Project::create(m_path / "test.visagist", 64);
        QCOMPARE(import(project).faces, 1);
        const auto stored = faces(project.database());
        QCOMPARE(stored.size(), std::size_t{1});
        QCOMPARE(stored[0].landmarks.size(), std::size_t{68});
        QVERIFY(std::abs(stored[0].landmarks[67].x - landmarks()[67].x) < 1e-5);
        QVERIFY(std::abs(stored[0].photoFromUnit.xx - 200) < 0.01);
        QVERIFY(std::abs(stored[0].photoFromUnit.x0 - 28) < 0.01);
        QCOMPARE(import(project).faces, 0);
        QCOMPARE(faces(project.database()).size(), std::size_t{1});
    }

    void hostileNotesAreNamedAndThePictureIsLookedAtAsAnyOther() {
        const fs::path trap = m_path / "ran";
        writeJpeg(m_path / "in/00001.jpg", "cposix\nmkdir\n(V" + trap.string() + "\ntR.");
        Project project = Project::create(m_path / "test.visagist", 64);
        const ImportReport report = import(project);
        QVERIFY(!fs::exists(trap));
        QCOMPARE(report.faces, 0);
        QCOMPARE(report.noFace.size(), std::size_t{1});
        QCOMPARE(report.notes.size(), std::size_t{1});
        const std::string said = report.notes[0].message.english();
        QVERIFY2(said.find("posix.mkdir") != std::string::npos, said.c_str());
    }

    void landmarksThatAreNoFaceAreNamed() {
        writeJpeg(m_path / "in/00001.jpg", pickled(std::vector<Point>(68, Point{5, 5})));
        Project project = Project::create(m_path / "test.visagist", 64);
        const ImportReport report = import(project);
        QCOMPARE(report.faces, 0);
        QCOMPARE(report.notes.size(), std::size_t{1});
    }
};

QTEST_GUILESS_MAIN(TestDeepFaceLabPictures)
#include "tst_deepfacelab_pictures.moc"
