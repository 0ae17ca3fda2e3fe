#include <QTest>
#include <cmath>
#include <cstring>

#include "core/base/error.h"
#include "core/metrics/psnr.h"

using namespace visagist;

namespace {

Image filled(int size, int channels, std::uint8_t value) {
    Image image(size, size, channels);
    std::memset(image.data(), value, image.byteCount());
    return image;
}

}  // namespace

class TestPsnr : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void equalPicturesAreInfinitelyNear() { QVERIFY(std::isinf(psnr(filled(4, 3, 7), filled(4, 3, 7)))); }

    void blackAgainstWhiteIsZero() { QCOMPARE(psnr(filled(4, 3, 0), filled(4, 3, 255)), 0.0); }

    void oneLevelOfDifferenceIs48Decibels() {
        // 20·log10(255), as in the textbooks.
        QVERIFY(std::abs(psnr(filled(8, 3, 100), filled(8, 3, 101)) - 48.1308) < 1e-4);
    }

    void oneWrongSampleOfTwelve() {
        Image made = filled(2, 3, 50);
        made.data()[5] = 80;
        QVERIFY(std::abs(psnr(filled(2, 3, 50), made) - 10 * std::log10(255.0 * 255 * 12 / 900)) < 1e-9);
    }

    void sixteenBitsHaveTheirOwnPeak() {
        Image truth(3, 3, 1, 16), made(3, 3, 1, 16);
        std::memset(made.data(), 0xFF, made.byteCount());
        QCOMPARE(psnr(truth, made), 0.0);
    }

    void manyPicturesAverageTheirSquaredError() {
        PsnrSum sum;
        QVERIFY(!sum.decibels());
        sum.add(filled(2, 3, 10), filled(2, 3, 10));  // perfect
        sum.add(filled(2, 3, 10), filled(2, 3, 20));  // squared error 100
        QCOMPARE(sum.pictures(), 2);
        QVERIFY(std::abs(*sum.decibels() - 10 * std::log10(255.0 * 255 / 50)) < 1e-9);
    }

    void largerPicturesWeighMore() {
        PsnrSum sum;
        sum.add(filled(1, 3, 0), filled(1, 3, 10));
        sum.add(filled(3, 3, 0), filled(3, 3, 0));
        QVERIFY(std::abs(*sum.decibels() - 10 * std::log10(255.0 * 255 / 10)) < 1e-9);
    }

    void picturesOfDifferentShapeAreRefused() {
        QVERIFY_EXCEPTION_THROWN(psnr(filled(2, 3, 0), filled(2, 1, 0)), Error);
        QVERIFY_EXCEPTION_THROWN(psnr(filled(2, 3, 0), filled(3, 3, 0)), Error);
        QVERIFY_EXCEPTION_THROWN(psnr(Image(), Image()), Error);
    }
};

QTEST_GUILESS_MAIN(TestPsnr)
#include "tst_psnr.moc"
