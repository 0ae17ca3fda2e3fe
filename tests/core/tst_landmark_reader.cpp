#include <QTest>
#include <cmath>

#include "core/base/error.h"
#include "core/face/aligner.h"
#include "core/face/landmark_reader.h"
#include "core/image/decode.h"
#include "core/image/resize.h"
#include "tests/support/picture_files.h"
#include "tests/support/test_data.h"

using namespace visagist;

namespace {

constexpr Rect kAstronaut{179, 83, 88, 88};

Image astronaut() { return decodePhoto(test::sharedData() / "photos/astronaut.png").image; }

double meanDistance(const std::vector<Point>& a, const std::vector<Point>& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += std::hypot(a[i].x - b[i].x, a[i].y - b[i].y);
    return sum / static_cast<double>(a.size());
}

/// How far readings from a box that moves a little lie from their mean: the trembling of a video.
double unsteadiness(const LandmarkReader& reader, const Image& photo) {
    std::vector<std::vector<Point>> readings;
    for (const double dx : {-4.0, -1.5, 1.0, 3.5})
        for (const double size : {84.0, 90.0, 95.0}) {
            readings.push_back(
                reader.read(photo, photoFromDlibBox({kAstronaut.x + dx + (88 - size) / 2,
                                                     kAstronaut.y + (88 - size) / 2, size, size})));
        }
    std::vector<Point> mean(readings[0].size());
    for (const auto& reading : readings)
        for (std::size_t i = 0; i < mean.size(); ++i)
            mean[i] = {mean[i].x + reading[i].x / 12, mean[i].y + reading[i].y / 12};
    double sum = 0;
    for (const auto& reading : readings) sum += meanDistance(reading, mean) / 12;
    return sum;
}

}  // namespace

class TestLandmarkReader : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        VISAGIST_NEEDS_SHARED("photos/astronaut.png");
        try {
            requireLandmarkFiles(LandmarkSet::Five);
        } catch (const Error& error) {
            QSKIP(error.what());
        }
    }

    void jitterMakesLandmarksSteadier() {
        const Image photo = astronaut();
        ImportOptions options;
        const double once = unsteadiness(LandmarkReader(options), photo);
        options.jitter = 12;
        const double averaged = unsteadiness(LandmarkReader(options), photo);
        QVERIFY2(averaged < 0.6 * once, qPrintable(QString("%1 to %2 px").arg(once).arg(averaged)));
    }

    void jitterIsTheSameEachTime() {
        const Image photo = astronaut();
        ImportOptions options;
        options.jitter = 5;
        QCOMPARE(LandmarkReader(options).read(photo, photoFromDlibBox(kAstronaut)),
                 LandmarkReader(options).read(photo, photoFromDlibBox(kAstronaut)));
    }

    void aTurnedFaceIsReadInItsTurnedBox() {
        const Image photo = astronaut();
        const LandmarkReader reader(ImportOptions{});
        const auto upright = reader.read(photo, photoFromDlibBox(kAstronaut));
        const Affine photoFromTurned{0, 1, 0, -1, 0, 512};  // the view is the photo turned by a quarter
        const Image turned = warped(photo, photoFromTurned, 512, 512);
        const Affine turnedFromPhoto = photoFromTurned.inverse();
        const Point middle = turnedFromPhoto.map({kAstronaut.x + 44, kAstronaut.y + 44});
        const auto found =
            reader.read(turned, photoFromDlibBox({middle.x - 44, middle.y - 44, 88, 88}, turnedFromPhoto));
        std::vector<Point> back;
        for (const Point& p : found) back.push_back(photoFromTurned.map(p));
        QVERIFY(meanDistance(back, upright) < 0.5);
    }

    void dlibsBoxIsWhereTheUnitCropSays() {
        const LandmarkReader reader(ImportOptions{});
        const auto landmarks = reader.read(astronaut(), photoFromDlibBox(kAstronaut));
        const Affine box = unitFromDlibBox().then(photoFromUnit(landmarks));
        const Point middle = box.map({0.5, 0.5});
        QVERIFY(std::hypot(middle.x - kAstronaut.x - 44, middle.y - kAstronaut.y - 44) < 9);
        QVERIFY(std::abs(std::hypot(box.xx, box.yx) - 88) < 26);
    }

    void sixtyEightLandmarksHoldTheFive() {
        try {
            requireLandmarkFiles(LandmarkSet::SixtyEight);
        } catch (const Error& error) {
            QVERIFY(std::string(error.what()).find("libdlib-data") != std::string::npos);
            QSKIP(error.what());
        }
        ImportOptions options;
        const Image photo = astronaut();
        const auto five = LandmarkReader(options).read(photo, photoFromDlibBox(kAstronaut));
        options.landmarks = LandmarkSet::SixtyEight;
        const auto all = LandmarkReader(options).read(photo, photoFromDlibBox(kAstronaut));
        QCOMPARE(all.size(), std::size_t{68});
        QVERIFY(meanDistance(fiveFromSixtyEight(all), five) < 2.5);
    }
};

QTEST_GUILESS_MAIN(TestLandmarkReader)
#include "tst_landmark_reader.moc"
