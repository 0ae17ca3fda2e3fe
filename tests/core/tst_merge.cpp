#include <QTest>
#include <cmath>
#include <numbers>

#include "core/fuse/merge.h"
#include "tests/support/error_of.h"
#include "tests/support/picture_files.h"

using namespace visagist;

namespace {

constexpr int kSize = 64;

/// A magenta face, which no photo here holds, with a round mask or one that covers everything.
FusedFace magenta(bool whole = false) {
    FusedFace fused{.face = Image(kSize, kSize, 3), .mask = Image(kSize, kSize, 1)};
    for (int y = 0; y < kSize; ++y) {
        for (int x = 0; x < kSize; ++x) {
            std::uint8_t* p = fused.face.row(y) + 3 * x;
            p[0] = p[2] = 255;
            fused.mask.row(y)[x] = whole || std::hypot(x - 31.5, y - 31.5) < 22 ? 255 : 0;
        }
    }
    return fused;
}

/// A crop `width` pixels wide, turned by `degrees`, with its middle at (x, y) of the photo.
Affine cropAt(double x, double y, double width, double degrees) {
    const double angle = degrees * std::numbers::pi / 180;
    const double c = width * std::cos(angle), s = width * std::sin(angle);
    return {c, -s, x - (c - s) / 2, s, c, y - (s + c) / 2};
}

bool samePixel(const Image& a, const Image& b, int x, int y) {
    return std::equal(a.row(y) + 3 * x, a.row(y) + 3 * x + 3, b.row(y) + 3 * x);
}

/// Farthest changed pixel from the middle of the crop, in the crop's own axes, in crop widths; -1: none.
double reach(const Image& photo, const Image& merged, const Affine& crop) {
    const Affine unit = crop.inverse();
    double most = -1;
    for (int y = 0; y < photo.height(); ++y) {
        for (int x = 0; x < photo.width(); ++x) {
            if (samePixel(photo, merged, x, y)) continue;
            const Point p = unit.map({x + 0.5, y + 0.5});
            most = std::max({most, std::abs(p.x - 0.5), std::abs(p.y - 0.5)});
        }
    }
    return most;
}

}  // namespace

class TestMerge : public QObject {
    Q_OBJECT
    const Image m_photo = test::smoothPicture(200, 150);

private Q_SLOTS:
    void strengthZeroReturnsThePhotoToTheBit() {
        QVERIFY(mergedIntoPhoto(m_photo, magenta(), cropAt(100, 75, 80, 20), {.strength = 0}) == m_photo);
    }
    void atFullStrengthTheFaceIsInTheMiddle_data() {
        QTest::addColumn<double>("width");
        QTest::addColumn<double>("degrees");
        QTest::addRow("enlarged") << 120.0 << 0.0;
        QTest::addRow("reduced") << 25.0 << 0.0;
        QTest::addRow("turned") << 90.0 << 37.0;
        QTest::addRow("upside down") << 90.0 << 180.0;
    }
    void atFullStrengthTheFaceIsInTheMiddle() {
        QFETCH(double, width);
        QFETCH(double, degrees);
        const Image merged = mergedIntoPhoto(m_photo, magenta(), cropAt(100, 75, width, degrees));
        const std::uint8_t* middle = merged.row(75) + 3 * 100;
        QCOMPARE(int{middle[0]}, 255);
        QCOMPARE(int{middle[1]}, 0);
        QCOMPARE(int{middle[2]}, 255);
    }
    void outsideTheMaskThePhotoStaysToTheBit_data() {
        QTest::addColumn<double>("width");
        QTest::addColumn<double>("degrees");
        for (const double degrees : {0.0, 30.0, 45.0, -80.0}) {
            for (const double width : {30.0, 64.0, 110.0})
                QTest::addRow("%g px, %g degrees", width, degrees) << width << degrees;
        }
    }
    void outsideTheMaskThePhotoStaysToTheBit() {
        QFETCH(double, width);
        QFETCH(double, degrees);
        const Affine crop = cropAt(101.3, 74.6, width, degrees);
        const double round = reach(m_photo, mergedIntoPhoto(m_photo, magenta(), crop), crop);
        QVERIFY2(round > 0.25 && round < 0.39 + 2 / width, qPrintable(QString::number(round)));
        // Even a mask that covers everything ends inside the crop.
        for (const double feather : {0.0, 0.02, 0.06, 0.2}) {
            const Image merged = mergedIntoPhoto(m_photo, magenta(true), crop, {.feather = feather});
            const double whole = reach(m_photo, merged, crop);
            QVERIFY2(whole < 0.5 + 0.5 / width && whole > 0.2,
                     qPrintable(QString("feather %1: %2").arg(feather).arg(whole)));
        }
    }
    void theEdgeIsSoft() {
        const Image merged =
            mergedIntoPhoto(m_photo, magenta(true), cropAt(100, 75, 128, 0), {.feather = 0.1});
        int steepest = 0;
        for (int x = 1; x < merged.width(); ++x)
            steepest =
                std::max(steepest, std::abs(int{merged.row(75)[3 * x + 1]} - int{merged.row(75)[3 * x - 2]}));
        QVERIFY2(steepest < 30, qPrintable(QString::number(steepest)));  // of about 130 in all
    }
    void halfStrengthIsHalfWay() {
        const Image merged = mergedIntoPhoto(m_photo, magenta(), cropAt(100, 75, 80, 0), {.strength = 0.5});
        for (int c = 0; c < 3; ++c) {
            const double half = (m_photo.row(75)[300 + c] + (c == 1 ? 0.0 : 255.0)) / 2;
            QVERIFY(std::abs(merged.row(75)[300 + c] - half) <= 1);
        }
    }
    void aCropPartlyOutsideThePhotoWorks_data() {
        QTest::addColumn<double>("x");
        QTest::addColumn<double>("y");
        QTest::addRow("over the left edge") << 0.0 << 75.0;
        QTest::addRow("over the top right corner") << 199.0 << 0.0;
        QTest::addRow("over the bottom") << 100.0 << 149.0;
    }
    void aCropPartlyOutsideThePhotoWorks() {
        QFETCH(double, x);
        QFETCH(double, y);
        const Image merged = mergedIntoPhoto(m_photo, magenta(), cropAt(x, y, 90, 15));
        const std::uint8_t* middle = merged.row(static_cast<int>(y)) + 3 * static_cast<int>(x);
        QVERIFY(middle[0] == 255 && middle[1] == 0 && middle[2] == 255);
    }
    void aCropThatHoldsThePhotoWorks() {
        const Image merged = mergedIntoPhoto(m_photo, magenta(true), cropAt(100, 75, 2000, 10));
        for (int y = 0; y < merged.height(); ++y) QCOMPARE(int{merged.row(y)[1]}, 0);
    }
    void aCropOutsideThePhotoLeavesIt() {
        for (const double x : {-200.0, 500.0})
            QVERIFY(mergedIntoPhoto(m_photo, magenta(true), cropAt(x, 75, 90, 30)) == m_photo);
    }
    void photosOfOtherKindsAreRefused() {
        for (const Image& photo : {Image(), Image(50, 50, 1), Image(50, 50, 4), Image(50, 50, 3, 16)})
            VISAGIST_VERIFY_ERROR(ErrorCode::InvalidArgument,
                                  mergedIntoPhoto(photo, magenta(), cropAt(20, 20, 20, 0)));
    }
};

QTEST_APPLESS_MAIN(TestMerge)
#include "tst_merge.moc"
