#include <QTest>
#include <algorithm>
#include <limits>

#include "core/base/error.h"
#include "core/face/aligner.h"
#include "core/face/canonical.h"
#include "core/image/encode.h"
#include "tests/support/picture_files.h"
#include "tests/support/placed_landmarks.h"

using namespace visagist;

namespace {

using test::placed;

Affine turned(double degrees, double size, Point middle) {
    const double a = degrees * 3.14159265358979 / 180, c = size * std::cos(a), s = size * std::sin(a);
    return {c, -s, middle.x - c / 2 + s / 2, s, c, middle.y - s / 2 - c / 2};
}

/// A soft white spot on black.
void addSpot(Image& image, Point centre, double sigma) {
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            const double dx = x + 0.5 - centre.x, dy = y + 0.5 - centre.y;
            const double value = 255 * std::exp(-(dx * dx + dy * dy) / (2 * sigma * sigma));
            for (int c = 0; c < 3; ++c)
                image.row(y)[3 * x + c] =
                    static_cast<std::uint8_t>(std::max<double>(image.row(y)[3 * x + c], value));
        }
    }
}

/// Centre of the light within `radius` of `near`.
Point spotAt(const Image& image, Point near, double radius) {
    double sum = 0, sx = 0, sy = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            if (std::hypot(x + 0.5 - near.x, y + 0.5 - near.y) > radius) continue;
            const double value = image.row(y)[3 * x];
            sum += value, sx += value * (x + 0.5), sy += value * (y + 0.5);
        }
    }
    return {sx / sum, sy / sum};
}

bool isRefused(const std::vector<Point>& landmarks) {
    try {
        photoFromUnit(landmarks);
    } catch (const Error& error) {
        return error.code() == ErrorCode::InvalidArgument;
    }
    return false;
}

}  // namespace

class TestAligner : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theMapOfAPlacedFaceIsFound() {
        for (const double degrees : {-170.0, -35.0, 0.0, 12.0, 90.0}) {
            const Affine truth = turned(degrees, 180, {300, 220});
            const Affine found = photoFromUnit(placed(truth));
            QVERIFY(std::abs(found.xx - truth.xx) < 1e-9 && std::abs(found.yx - truth.yx) < 1e-9);
            QVERIFY(std::abs(found.x0 - truth.x0) < 1e-9 && std::abs(found.y0 - truth.y0) < 1e-9);
        }
    }

    void photoToCropAndBackIsExactToATenthOfAPixel() {
        for (const double size : {90.0, 256.0, 700.0}) {
            const Affine truth = turned(17, size, {400.3, 380.7});
            Image photo(800, 760, 3);
            for (const Point& p : placed(truth)) addSpot(photo, p, size / 60);
            const Image crop = cropFromPhoto(photo, truth, 256);
            for (const Point& unit : canonicalLandmarks()) {
                const Point seen = spotAt(crop, {unit.x * 256, unit.y * 256}, 14);
                const Point back = truth.map({seen.x / 256, seen.y / 256}), there = truth.map(unit);
                QVERIFY2(std::hypot(back.x - there.x, back.y - there.y) < 0.1, std::to_string(size).c_str());
            }
        }
    }

    void aMirroredFaceGivesTheMirroredCrop() {
        const double width = 500;
        const Affine truth = turned(20, 200, {230, 260});
        Image photo = test::smoothPicture(500, 500), mirrored(500, 500, 3);
        for (int y = 0; y < 500; ++y)
            for (int x = 0; x < 500; ++x)
                std::copy_n(photo.row(y) + 3 * x, 3, mirrored.row(y) + 3 * (499 - x));
        std::vector<Point> points = placed(truth), other;
        for (const std::size_t i : {2, 3, 0, 1, 4}) other.push_back({width - points[i].x, points[i].y});
        const Image crop = cropFromPhoto(photo, photoFromUnit(points), 128);
        const Image back = cropFromPhoto(mirrored, photoFromUnit(other), 128);
        // The mean face is not quite symmetric, so the two differ by a fraction of a pixel.
        for (int y = 0; y < 128; ++y)
            for (int x = 0; x < 128; ++x)
                QVERIFY(std::abs(int(crop.row(y)[3 * x]) - int(back.row(y)[3 * (127 - x)])) <= 3);
    }

    void nonsenseLandmarksAreRefused() {
        const std::vector<Point> good = placed(turned(0, 200, {250, 250}));
        std::vector<Point> line, swapped = good, unknown = good;
        for (int i = 0; i < 5; ++i) line.push_back({10.0 * i, 5.0 + 3 * i});
        std::swap(swapped[0], swapped[2]), std::swap(swapped[1], swapped[3]);
        unknown[2].x = std::numeric_limits<double>::quiet_NaN();
        QVERIFY(!isRefused(good));
        QVERIFY(isRefused(std::vector<Point>(5, Point{7, 7})));
        QVERIFY(isRefused(line));
        QVERIFY(isRefused(swapped));
        QVERIFY(isRefused(unknown));
        QVERIFY(isRefused({good.begin(), good.begin() + 4}));
        requirePlausibleLandmarks(good, 500, 500);
        QVERIFY_EXCEPTION_THROWN(requirePlausibleLandmarks(good, 100, 100), Error);
    }

    void sixtyEightLandmarksAlignLikeTheirFive() {
        std::vector<Point> all(68, Point{250, 300});
        const std::vector<Point> five = placed(turned(5, 220, {250, 260}));
        const std::size_t places[] = {45, 42, 36, 39, 33};
        for (std::size_t i = 0; i < 5; ++i) all[places[i]] = five[i];
        QCOMPARE(photoFromUnit(all), photoFromUnit(five));
    }

    void theAverageMaskCoversTheFaceSoftly() {
        const Image mask = canonicalFaceMask(200);
        for (const Point& p : canonicalLandmarks())
            QCOMPARE(int(mask.row(int(p.y * 200))[int(p.x * 200)]), 255);
        QCOMPARE(int(mask.row(0)[0]), 0);
        QCOMPARE(int(mask.row(199)[100]), 0);
        int between = 0;
        for (int x = 0; x < 100; ++x) {
            QVERIFY(mask.row(100)[x] <= mask.row(100)[x + 1]);
            between += mask.row(100)[x] > 0 && mask.row(100)[x] < 255;
        }
        QVERIFY(between >= 6 && between <= 14);
    }
};

QTEST_GUILESS_MAIN(TestAligner)
#include "tst_aligner.moc"
