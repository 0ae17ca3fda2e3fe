#include <QTest>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/base/error.h"
#include "core/face/aligner.h"
#include "core/face/alignment.h"
#include "core/face/canonical.h"
#include "tests/support/error_of.h"
#include "tests/support/picture_files.h"
#include "tests/support/placed_landmarks.h"
#include "tests/support/test_data.h"

using namespace visagist;

namespace {

using test::placed;

constexpr Affine kFace{190, -40, 150, 40, 190, 90};

bool near(const Affine& a, const Affine& b, double limit) {
    return std::abs(a.xx - b.xx) < limit && std::abs(a.xy - b.xy) < limit && std::abs(a.x0 - b.x0) < limit &&
           std::abs(a.yx - b.yx) < limit && std::abs(a.yy - b.yy) < limit && std::abs(a.y0 - b.y0) < limit;
}

/// Side and middle of a crop in unit coordinates of the whole face.
struct Seen {
    double side;
    Point middle;
};
Seen seenBy(const Alignment& alignment) {
    const Affine wholeFromCrop =
        photoFromUnit(placed(kFace), alignment).then(photoFromUnit(placed(kFace)).inverse());
    return {std::hypot(wholeFromCrop.xx, wholeFromCrop.yx), wholeFromCrop.map({0.5, 0.5})};
}

}  // namespace

class TestAlignment : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theDefaultIsTheAlignmentOfExistingProjects() {
        QCOMPARE(photoFromUnit(placed(kFace), Alignment{}), photoFromUnit(placed(kFace)));
    }

    void framesShowMoreAndMoreOfTheHead() {
        double before = 0;
        for (const FaceFrame frame :
             {FaceFrame::Tight, FaceFrame::Full, FaceFrame::WholeFace, FaceFrame::Head}) {
            const Seen seen = seenBy({.frame = frame});
            QVERIFY(seen.side > before + 0.1);
            before = seen.side;
            const Affine unitFromPhoto = photoFromUnit(placed(kFace), {.frame = frame}).inverse();
            for (const Point& p : facePoints(placed(kFace))) {
                const Point u = unitFromPhoto.map(p);
                QVERIFY(u.x > 0.05 && u.x < 0.95 && u.y > 0.05 && u.y < 0.95);
            }
        }
    }

    void coverageAndOffsetAreInSidesOfTheFrame() {
        const Seen half = seenBy({.coverage = 0.5});
        QVERIFY(std::abs(half.side - 0.5) < 1e-9 && std::abs(half.middle.y - 0.5) < 1e-9);
        const Seen lower = seenBy({.coverage = 1.2, .verticalOffset = 0.1});
        QVERIFY(std::abs(lower.side - 1.2) < 1e-9 && std::abs(lower.middle.y - 0.6) < 1e-9);
        QVERIFY(std::abs(lower.middle.x - 0.5) < 1e-9);
        VISAGIST_VERIFY_ERROR(ErrorCode::InvalidArgument, frameFromUnit({.coverage = 0}));
    }

    void arcFacesMatrixEqualsThatOfScikitImage() {
        std::ifstream file(test::referenceData() / "image_ops.json");
        const nlohmann::json reference = nlohmann::json::parse(file).at("similarity");
        int compared = 0;
        for (const auto& one : reference.at("cases")) {
            std::vector<Point> points;  // pixels counted from their centres, there
            for (const auto& p : one.at("points"))
                points.push_back({p[0].get<double>() + 0.5, p[1].get<double>() + 0.5});
            const auto& m = one.at("matrix_2x3");
            const Affine crop{m[0][0], m[0][1], m[0][2], m[1][0], m[1][1], m[1][2]};
            const Affine unitFromPhoto = Affine{1, 0, -0.5, 0, 1, -0.5}.then(crop).then(
                {1 / 112.0, 0, 0.5 / 112, 0, 1 / 112.0, 0.5 / 112});
            QVERIFY(near(photoFromFacePoints(points, FaceFrame::ArcFace).inverse(), unitFromPhoto, 1e-9));
            ++compared;
        }
        QVERIFY(compared >= 3);
    }

    void ffhqsRuleHoldsForAFaceByHand() {
        // Eyes 2 apart, mouth 1 below: four eye distances wide, a tenth of the way down.
        const std::vector<Point> wide{{99, 50}, {101, 50}, {100, 50.5}, {99.5, 51}, {100.5, 51}};
        QVERIFY(near(photoFromFacePoints(wide, FaceFrame::Ffhq), {8, 0, 96, 0, 8, 46.1}, 1e-9));
        // A narrow one is as large as the way to its mouth says: 3.6 · 4, and turned by a quarter.
        const std::vector<Point> turned{{50, 99}, {50, 101}, {48, 100}, {46, 99.5}, {46, 100.5}};
        const Affine found = photoFromFacePoints(turned, FaceFrame::Ffhq);
        QVERIFY(std::abs(std::hypot(found.xx, found.yx) - 14.4) < 1e-9 && std::abs(found.xx) < 1e-9);
        const Point middle = found.map({0.5, 0.5});
        QVERIFY(std::abs(middle.x - 49.6) < 1e-9 && std::abs(middle.y - 100) < 1e-9);
    }

    void pointsComeOutOfSixtyEightLandmarks() {
        std::vector<Point> all(68);
        for (std::size_t i = 0; i < 68; ++i) all[i] = {double(i), double(i * i % 97)};
        const auto points = facePoints(all);
        QCOMPARE(points[0].x, 38.5);
        QCOMPARE(points[1].x, 44.5);
        QCOMPARE(points[2], all[30]);
        QCOMPARE(points[3], all[48]);
        QCOMPARE(points[4], all[54]);
    }

    void pointsOfADetectorGiveTheWholeFaceToo() {
        std::vector<Point> points;
        for (const Point& p : meanFacePoints()) points.push_back(kFace.map(p));
        QVERIFY(near(photoFromFacePoints(points, FaceFrame::WholeFace), kFace, 1e-9));
    }

    void cropAndPhotoAgreeInEveryFrame() {
        for (const FaceFrame frame : {FaceFrame::WholeFace, FaceFrame::Tight, FaceFrame::Full,
                                      FaceFrame::Head, FaceFrame::ArcFace, FaceFrame::Ffhq}) {
            const Affine map = photoFromUnit(placed(kFace), {.frame = frame, .coverage = 0.9});
            QVERIFY(map.determinant() > 0);
            QVERIFY(std::abs(map.xx - map.yy) < 1e-9 && std::abs(map.xy + map.yx) < 1e-9);
            const Point corner = photoFromCrop(map, 256).map({256, 0}), unit = map.map({1, 0});
            QVERIFY(std::hypot(corner.x - unit.x, corner.y - unit.y) < 1e-9);
        }
    }

    void bordersAreReplicatedReflectedOrBlack() {
        const Image photo = test::smoothPicture(64, 64);
        const Affine beyond{64, 0, -32, 0, 64, 0};  // the left half of the crop lies outside
        const auto red = [&](Border border, int x) {
            return int(cropFromPhoto(photo, beyond, 64, border).row(10)[3 * x]);
        };
        const auto inPhoto = [&](int x) { return int(photo.row(10)[3 * x]); };
        QCOMPARE(red(Border::Replicate, 5), inPhoto(0));
        QCOMPARE(red(Border::Black, 5), 0);
        QCOMPARE(red(Border::Reflect, 5), inPhoto(26));
        for (const Border border : {Border::Replicate, Border::Reflect, Border::Black})
            QCOMPARE(red(border, 40), inPhoto(8));
    }

    void aShrunkCropReflectsWhatLiesFarInside() {
        const Image photo = test::smoothPicture(640, 640);
        const Affine beyond{640, 0, -600, 0, 640, 0};
        const Image crop = cropFromPhoto(photo, beyond, 64, Border::Reflect);
        // Pixel 5 shows x = -545, which is 545 mirrored.
        QVERIFY(std::abs(int(crop.row(10)[15]) - int(photo.row(105)[3 * 545])) <= 2);
    }
};

QTEST_GUILESS_MAIN(TestAlignment)
#include "tst_alignment.moc"
