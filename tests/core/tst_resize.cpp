#include <QTest>
#include <algorithm>

#include "core/base/error.h"
#include "core/image/draw.h"
#include "core/image/resize.h"
#include "tests/support/picture_files.h"

using namespace visagist;
using namespace visagist::test;

namespace {

Image checkerboard(int side) {
    Image image(side, side, 1);
    for (int y = 0; y < side; ++y)
        for (int x = 0; x < side; ++x) image.row(y)[x] = (x + y) % 2 ? 255 : 0;
    return image;
}

/// A grey ramp whose continuous value at (x, y) is x.
Image ramp(int width, int height) {
    Image image(width, height, 1, 16);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            reinterpret_cast<std::uint16_t*>(image.row(y))[x] = static_cast<std::uint16_t>(100 * x + 50);
    return image;
}

double valueAt(const Image& image, int x, int y) {
    return reinterpret_cast<const std::uint16_t*>(image.row(y))[x] / 100.0;
}

}  // namespace

class TestResize : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theSameSizeChangesNothing() {
        const Image picture = smoothPicture(40, 30);
        QCOMPARE(resized(picture, 40, 30), picture);
        QCOMPARE(warped(picture, Affine{}, 40, 30), picture);
    }

    void continuousCoordinatesAreKept() {
        const Image picture = ramp(100, 20);
        for (const int width : {50, 200, 333}) {
            const Image other = resized(picture, width, 20);
            const double scale = 100.0 / width;
            for (int x = 10; x < width - 10; ++x)
                QVERIFY(std::abs(valueAt(other, x, 10) - (x + 0.5) * scale) < 0.6 * scale);
        }
        // A view shifted by a quarter of a pixel and shrunk 1, 2, 3.7 times.
        for (const double scale : {0.5, 1.0, 2.0, 3.7}) {
            const int width = static_cast<int>(60 / scale);
            const Image view = warped(picture, Affine{scale, 0, 20.25, 0, scale, 2}, width, 4);
            for (int x = 0; x < width; ++x)
                QVERIFY2(
                    std::abs(valueAt(view, x, 2) - (20.25 + (x + 0.5) * scale)) < 0.1 * std::max(1.0, scale),
                    std::to_string(scale).c_str());
        }
    }

    void shrinkingDoesNotAlias() {
        const Image board = checkerboard(300);
        for (const Image& small :
             {resized(board, 70, 70), warped(board, Affine::scaling(4.3, 4.3), 69, 69)}) {
            for (int y = 2; y < small.height() - 2; ++y)
                for (int x = 2; x < small.width() - 2; ++x)
                    QVERIFY(std::abs(int(small.row(y)[x]) - 127) < 16);
        }
    }

    void aViewBeyondThePhotoShowsItsBorder() {
        const Image picture = smoothPicture(30, 30);
        const Image view = warped(picture, Affine{1, 0, -500, 0, 1, 0}, 30, 30);
        for (int y = 2; y < 28; ++y) QVERIFY(std::abs(int(view.row(y)[45]) - int(picture.row(y)[0])) <= 1);
        const Image far = warped(picture, Affine{40, 0, 5000, 0, 40, 5000}, 8, 8);
        QVERIFY(std::abs(int(far.row(4)[12]) - int(picture.row(29)[29 * 3])) <= 2);
    }

    void invisibleColoursDoNotBleed() {
        Image image(40, 40, 4);
        for (int y = 0; y < 40; ++y) {
            for (int x = 0; x < 40; ++x) {
                std::uint8_t* p = image.row(y) + 4 * x;
                if (x < 19)
                    p[1] = 255;  // green, fully transparent
                else
                    p[0] = p[3] = 255;  // red, opaque
            }
        }
        for (const int size : {13, 90}) {
            const Image other = resized(image, size, size);
            for (std::size_t i = 0; i < other.byteCount(); i += 4)
                QVERIFY(other.data()[i + 3] == 0 || other.data()[i + 1] <= 1);
        }
    }

    void impossibleSizesAreRefused() {
        const Image picture = smoothPicture(10, 10);
        QVERIFY_EXCEPTION_THROWN(resized(picture, 0, 5), Error);
        QVERIFY_EXCEPTION_THROWN(resized(Image(), 5, 5), Error);
        QVERIFY_EXCEPTION_THROWN(warped(picture, (Affine{0, 0, 0, 0, 0, 0}), 5, 5), Error);
    }

    void tilesLieInRowsWithGaps() {
        const std::vector<Image> images{smoothPicture(10, 8), checkerboard(8), smoothPicture(10, 8)};
        const Image sheet = tiled(images, 2, 3, {1, 2, 3});
        QCOMPARE(sheet.width(), 3 + 2 * 13);
        QCOMPARE(sheet.height(), 3 + 2 * 11);
        QCOMPARE(int(sheet.row(0)[2]), 3);
        QCOMPARE(sheet.row(3)[9], images[0].row(0)[0]);
        QCOMPARE(int(sheet.row(3)[3 * (16 + 1 + 1)]), 255);  // the board is narrower than its cell
        QVERIFY_EXCEPTION_THROWN(tiled({}, 2), Error);
    }
};

QTEST_GUILESS_MAIN(TestResize)
#include "tst_resize.moc"
