// Landmarks moved and masks painted: what is stored, and taken back.
#include <QTest>
#include <algorithm>

#include "core/curate/face_edits.h"
#include "core/data/demo_faces.h"
#include "core/face/aligner.h"
#include "core/face/face_mask.h"
#include "core/image/decode.h"
#include "core/image/encode.h"
#include "core/store/picture_table.h"
#include "tests/support/curated_project.h"
#include "tests/support/error_of.h"

using namespace visagist;

namespace {

constexpr int kCrop = 128;

/// A photograph with room around the head, and its landmarks.
struct Photo {
    Image image;
    std::vector<Point> landmarks;
};
Photo photograph() {
    const DemoFace face =
        renderDemoFace(demoPerson(0), {}, 400,
                       Affine::scaling(2, 2).then(Affine{1, 0, -0.5, 0, 1, -0.5}).then(demoHeadFromUnit({})));
    return {face.image, {face.landmarks68.begin(), face.landmarks68.end()}};
}

std::int64_t addFace(test::CuratedProject& project, const Photo& photo) {
    const Recut cut = recut(photo.image, photo.landmarks, kCrop);
    const std::int64_t id = project.add("Ada", "/a.png", cut.crop, photo.landmarks);
    FaceState state = stateOf(existingFace(project.database(), id));
    state.photoFromUnit = cut.photoFromUnit;
    setFaceState(project.database(), id, state);
    return id;
}

std::vector<Point> shifted(std::vector<Point> points, double x, double y) {
    for (Point& p : points) p.x += x, p.y += y;
    return points;
}

/// Where the weight of a mask lies.
Point middle(const Image& mask) {
    double x = 0, y = 0, sum = 0;
    for (int row = 0; row < mask.height(); ++row)
        for (int column = 0; column < mask.width(); ++column) {
            const double value = mask.row(row)[column];
            x += value * (column + 0.5), y += value * (row + 0.5), sum += value;
        }
    return {x / sum, y / sum};
}

}  // namespace

class TestFaceEdits : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void movedLandmarksCutTheFaceAnewAndCanBeTakenBack() {
        test::CuratedProject project;
        const Photo photo = photograph();
        const std::int64_t id = addFace(project, photo);
        const Face before = existingFace(project.database(), id);
        const auto landmarks = shifted(photo.landmarks, 12, -5);
        const Recut cut = recut(photo.image, landmarks, kCrop);
        QVERIFY(moveLandmarks(project.database(), id, landmarks, cut.photoFromUnit, encodePng(cut.crop)));
        const Face after = existingFace(project.database(), id);
        QVERIFY(after.landmarks == landmarks);
        QVERIFY(after.cropSha256 != before.cropSha256);
        QVERIFY(decodeImage(faceCropPng(project.database(), id)) == cut.crop);
        QVERIFY(std::abs(after.photoFromUnit.x0 - before.photoFromUnit.x0 - 12) < 1e-6);
        QVERIFY(undoFaceEdit(project.database()));
        QVERIFY(stateOf(existingFace(project.database(), id)) == stateOf(before));
        QVERIFY(redoFaceEdit(project.database()));
        QVERIFY(stateOf(existingFace(project.database(), id)) == stateOf(after));
        // The same landmarks once more are no edit.
        QVERIFY(!moveLandmarks(project.database(), id, landmarks, cut.photoFromUnit, encodePng(cut.crop)));
    }

    void aMaskStaysWhereItIsInThePhotograph() {
        test::CuratedProject project;
        const Photo photo = photograph();
        const std::int64_t id = addFace(project, photo);
        const std::vector<Point> corners{{0.4, 0.4}, {0.6, 0.4}, {0.6, 0.6}, {0.4, 0.6}};
        const std::vector<MaskLayer> layers{
            {MaskSource::Polygon, MaskMode::Add, polygonMask(corners, kCrop)}};
        QVERIFY(setMaskLayers(project.database(), id, layers));
        const Face before = existingFace(project.database(), id);
        const Point was = photoFromCrop(before.photoFromUnit, kCrop)
                              .map(middle(decodeMask(faceMaskPng(project.database(), id))));
        const auto landmarks = shifted(photo.landmarks, 20, 10);
        const Recut cut = recut(photo.image, landmarks, kCrop);
        moveLandmarks(project.database(), id, landmarks, cut.photoFromUnit, encodePng(cut.crop));
        const Face after = existingFace(project.database(), id);
        const Point is = photoFromCrop(after.photoFromUnit, kCrop)
                             .map(middle(decodeMask(faceMaskPng(project.database(), id))));
        QVERIFY(std::abs(is.x - was.x) < 0.5 && std::abs(is.y - was.y) < 0.5);
        const auto moved = layersOf(project.database(), after);
        QCOMPARE(moved.size(), std::size_t{1});
        QVERIFY(moved[0].source == MaskSource::Polygon);
    }

    void nonsenseIsRefusedAndNothingIsChanged() {
        const Photo photo = photograph();
        const auto refused = [&](const std::vector<Point>& landmarks) {
            const auto error = test::errorOf([&] { recut(photo.image, landmarks, kCrop); });
            return error && error->code() == ErrorCode::InvalidArgument;
        };
        QVERIFY(!refused(photo.landmarks));
        QVERIFY(refused(std::vector<Point>(68, Point{100, 100})));  // all on one point
        std::vector<Point> line, mirrored = photo.landmarks;
        for (int i = 0; i < 68; ++i) line.push_back({50 + 4.0 * i, 80 + 2.0 * i});
        QVERIFY(refused(line));
        for (Point& p : mirrored) p.x = 400 - p.x;
        QVERIFY(refused(mirrored));
        QVERIFY(refused(shifted(photo.landmarks, 600, 0)));  // outside
        std::vector<Point> few(photo.landmarks.begin(), photo.landmarks.begin() + 7);
        QVERIFY(refused(few));
        std::vector<Point> endless = photo.landmarks;
        endless[36].x = std::numeric_limits<double>::quiet_NaN();
        QVERIFY(refused(endless));
    }

    void aMaskOfNothingIsRefused() {
        test::CuratedProject project;
        const std::int64_t id = addFace(project, photograph());
        const FaceState before = stateOf(existingFace(project.database(), id));
        Image nothing(kCrop, kCrop, 1);
        const std::vector<MaskLayer> layers{{MaskSource::Painted, MaskMode::Add, nothing}};
        VISAGIST_VERIFY_ERROR(ErrorCode::InvalidArgument, setMaskLayers(project.database(), id, layers));
        QVERIFY(stateOf(existingFace(project.database(), id)) == before);
    }

    void noLayersIsNoMask() {
        test::CuratedProject project;
        const std::int64_t id = addFace(project, photograph());
        const std::vector<MaskLayer> layers{{MaskSource::Automatic, MaskMode::Add, canonicalFaceMask(kCrop)}};
        QVERIFY(setMaskLayers(project.database(), id, layers));
        QVERIFY(!existingFace(project.database(), id).maskSha256.empty());
        QVERIFY(setMaskLayers(project.database(), id, {}));
        QVERIFY(existingFace(project.database(), id).maskSha256.empty());
        QVERIFY(undoFaceEdit(project.database()));
        QCOMPARE(layersOf(project.database(), existingFace(project.database(), id)).size(), std::size_t{1});
    }
};

QTEST_GUILESS_MAIN(TestFaceEdits)
#include "tst_face_edits.moc"
