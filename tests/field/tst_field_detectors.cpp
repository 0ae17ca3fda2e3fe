// Field reports about finding faces, for each detector that needs no file of the user's.
#include <QTest>
#include <algorithm>
#include <cmath>

#include "core/face/aligner.h"
#include "core/image/decode.h"
#include "core/image/resize.h"
#include "core/model/mtcnn_finder.h"
#include "tests/support/demo_photograph.h"

using namespace visagist;
using namespace visagist::test;

namespace {

Point middle(Point a, Point b) { return {(a.x + b.x) / 2, (a.y + b.y) / 2}; }

/// The face's true landmarks stand upright in the crop that `found` gives: eyes level, above the nose.
bool isUpright(const DetectedFace& found, const std::vector<Point>& truth) {
    const Affine unitFromPhoto = photoFromUnit(found.landmarks).inverse();
    std::vector<Point> p;
    for (const Point& point : truth) p.push_back(unitFromPhoto.map(point));
    const Point right = middle(p[0], p[1]), left = middle(p[2], p[3]);
    return right.x - left.x > 0.15 && std::abs(right.y - left.y) < 0.05 && p[4].y > left.y &&
           p[4].y > right.y;
}

void addDetectors() {
    QTest::addColumn<int>("kind");
    QTest::addRow("HOG") << int(DetectorKind::Hog);
    QTest::addRow("MTCNN") << int(DetectorKind::Mtcnn);
}

}  // namespace

class TestFieldDetectors : public QObject {
    Q_OBJECT

    static ImportOptions optionsOf(int kind) {
        ImportOptions options;
        options.detector = static_cast<DetectorKind>(kind);
        return options;
    }

private Q_SLOTS:
    void initTestCase() {
        for (const DetectorKind kind : {DetectorKind::Hog, DetectorKind::Mtcnn})
            if (const auto why = allDetectors().whyNot(kind)) QSKIP(why->english().c_str());
    }

    void row17AFaceIsFoundAtEverySize_data() { addDetectors(); }
    void row17AFaceIsFoundAtEverySize() {
        QFETCH(int, kind);
        const Photograph photo = photograph(1000, 1.15);
        const auto detector = allDetectors().make(optionsOf(kind));
        std::vector<DetectedFace> found;
        for (const int size : {200, 600, 1500, 4000}) {
            const auto faces = detector->detect(resized(photo.image, size, size));
            QVERIFY2(faces.size() == 1, std::to_string(size).c_str());
            DetectedFace face = faces[0];
            const double scale = 1000.0 / size;
            for (Point& p : face.landmarks) p = {p.x * scale, p.y * scale};
            face.box = {face.box.x * scale, face.box.y * scale, face.box.width * scale,
                        face.box.height * scale};
            found.push_back(face);
        }
        for (const DetectedFace& face : found) {
            QVERIFY(largestMiss(face.landmarks, found[0].landmarks) < 0.02 * 1000);
            const Rect &a = face.box, &b = found[0].box;
            const double off =
                std::max({std::abs(a.x - b.x), std::abs(a.y - b.y), std::abs(a.x + a.width - b.x - b.width),
                          std::abs(a.y + a.height - b.y - b.height)});
            QVERIFY2(off < 0.02 * 1000, std::to_string(off).c_str());
        }
    }

    void row19TurnedFacesComeUprightOrNotAtAll_data() { addDetectors(); }
    void row19TurnedFacesComeUprightOrNotAtAll() {
        QFETCH(int, kind);
        const auto detector = allDetectors().make(optionsOf(kind));
        int seen = 0;
        for (int degrees = 0; degrees < 360; degrees += 30) {
            const Photograph photo = photograph(400, 1.8, degrees);
            const auto found = detector->detect(photo.image);
            if (found.empty()) continue;
            QCOMPARE(found.size(), std::size_t{1});
            QVERIFY2(isUpright(found[0], photo.landmarks), std::to_string(degrees).c_str());
            ++seen;
        }
        QVERIFY(seen >= 1);
    }

    void row19WithTheOptionTurnedFacesAreFoundAtEveryAngle_data() { addDetectors(); }
    void row19WithTheOptionTurnedFacesAreFoundAtEveryAngle() {
        QFETCH(int, kind);
        ImportOptions options = optionsOf(kind);
        for (const TurnedFaces turned : {TurnedFaces::Always, TurnedFaces::WhereNone}) {
            options.turned = turned;
            const auto detector = allDetectors().make(options);
            for (int degrees = 0; degrees < 360; degrees += 30) {
                const Photograph photo = photograph(400, 1.8, degrees);
                const auto found = detector->detect(photo.image);
                const std::string which =
                    std::to_string(degrees) + (turned == TurnedFaces::Always ? " a" : " w");
                QVERIFY2(found.size() == 1, which.c_str());
                QVERIFY2(isUpright(found[0], photo.landmarks), which.c_str());
            }
        }
    }

    void row19AMirroredPhotoGivesTheMirroredFace_data() { addDetectors(); }
    void row19AMirroredPhotoGivesTheMirroredFace() {
        QFETCH(int, kind);
        ImportOptions options = optionsOf(kind);
        options.turned = TurnedFaces::Always;
        const auto detector = allDetectors().make(options);
        for (const int degrees : {0, 120, 270}) {
            const Photograph photo = photograph(400, 1.8, degrees);
            const auto found = detector->detect(uprightImage(photo.image, 2));
            QCOMPARE(found.size(), std::size_t{1});
            std::vector<Point> mirrored;
            for (const std::size_t i : {2, 3, 0, 1, 4})
                mirrored.push_back({400 - photo.landmarks[i].x, photo.landmarks[i].y});
            QVERIFY2(isUpright(found[0], mirrored), std::to_string(degrees).c_str());
        }
    }

    void row20FacesComeFromLeftToRightAlsoInTiles_data() { addDetectors(); }
    void row20FacesComeFromLeftToRightAlsoInTiles() {
        QFETCH(int, kind);
        // Four small faces in a wide photo: shrunk to the working size they are too small.
        constexpr int side = 130, width = 2600;
        Image wide(width, 420, 3);
        std::fill_n(wide.data(), wide.byteCount(), std::uint8_t{128});
        const std::array<Point, 4> places{{{2300, 30}, {90, 200}, {1235, 150}, {700, 260}}};
        for (std::size_t i = 0; i < places.size(); ++i) {
            const Image face = photograph(side, 1.5, 0, static_cast<int>(i)).image;
            for (int y = 0; y < side; ++y)
                std::copy_n(face.row(y), face.bytesPerRow(),
                            wide.row(int(places[i].y) + y) + 3 * static_cast<int>(places[i].x));
        }
        ImportOptions options = optionsOf(kind);
        options.workingSide = 650;
        options.tiles = true;
        const auto found = allDetectors().make(options)->detect(wide);
        QCOMPARE(found.size(), places.size());
        const std::array<double, 4> order{90, 700, 1235, 2300};
        for (std::size_t i = 0; i < order.size(); ++i) {
            const double at = found[i].box.x + found[i].box.width / 2;
            QVERIFY2(at > order[i] && at < order[i] + side, std::to_string(at).c_str());
        }
    }
};

QTEST_GUILESS_MAIN(TestFieldDetectors)
#include "tst_field_detectors.moc"
