#include <QTest>
#include <cmath>

#include "core/base/error.h"
#include "core/image/area_means.h"
#include "tests/support/picture_files.h"

using namespace visagist;

namespace {

/// The mean by its definition.
double meanOf(const Image& image, int left, int top, int width, int height, int outWidth, int outHeight,
              int x, int y, int channel) {
    double sum = 0;
    int count = 0;
    for (int j = top + y * height / outHeight; j < top + ((y + 1) * height + outHeight - 1) / outHeight; ++j)
        for (int i = left + x * width / outWidth; i < left + ((x + 1) * width + outWidth - 1) / outWidth; ++i)
            sum += image.row(j)[3 * i + channel], ++count;
    return sum / count;
}

}  // namespace

class TestAreaMeans : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void partsAreReadAtAnySize() {
        const Image image = test::smoothPicture(61, 47);
        const AreaMeans means(image);
        for (const auto& [left, top, width, height, outWidth, outHeight] : {std::array{0, 0, 61, 47, 20, 11},
                                                                            {0, 0, 61, 47, 61, 47},
                                                                            {7, 30, 5, 17, 24, 24},
                                                                            {60, 46, 1, 1, 3, 2}}) {
            std::vector<float> planes(static_cast<std::size_t>(3 * outWidth * outHeight));
            means.read(left, top, width, height, outWidth, outHeight, planes);
            for (int c = 0; c < 3; ++c)
                for (int y = 0; y < outHeight; ++y)
                    for (int x = 0; x < outWidth; ++x) {
                        const double got =
                            planes[static_cast<std::size_t>((c * outHeight + y) * outWidth + x)];
                        const double wanted =
                            meanOf(image, left, top, width, height, outWidth, outHeight, x, y, c);
                        QVERIFY(std::abs(got * 128 + 127.5 - wanted) < 1e-3);
                    }
        }
    }

    void sumsThatRunOverDoNoHarm() {
        Image white(6000, 3000, 3);
        std::fill_n(white.data(), white.byteCount(), std::uint8_t{255});  // 4.6e9 in all
        const AreaMeans means(white);
        std::vector<float> planes(3);
        means.read(4000, 1000, 2000, 2000, 1, 1, planes);
        QVERIFY(std::abs(planes[0] * 128 + 127.5f - 255) < 1e-3f);
    }

    void otherPicturesAreRefused() {
        QVERIFY_EXCEPTION_THROWN(AreaMeans(Image(4, 4, 1)), Error);
        QVERIFY_EXCEPTION_THROWN(AreaMeans(Image(4, 4, 3, 16)), Error);
        QVERIFY_EXCEPTION_THROWN(AreaMeans{Image()}, Error);
    }
};

QTEST_GUILESS_MAIN(TestAreaMeans)
#include "tst_area_means.moc"
