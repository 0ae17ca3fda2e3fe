#include <QTest>
#include <algorithm>

#include "core/data/demo_faces.h"
#include "core/face/occlusion.h"

using namespace visagist;

namespace {

DemoFace face(std::uint64_t seed) {
    return renderDemoFace(randomDemoPerson(seed), randomDemoContent(seed, 20), 128);
}

/// Something flat and blue over the lower `share` of the picture's middle part, which the face fills.
Image covered(const Image& image, double share) {
    Image result = image;
    for (int y = static_cast<int>((0.92 - 0.75 * share) * result.height()); y < result.height(); ++y)
        for (int x = 0; x < result.width(); ++x) {
            std::uint8_t* p = result.row(y) + std::ptrdiff_t{3} * x;
            p[0] = 60, p[1] = 90, p[2] = 150;
        }
    return result;
}

}  // namespace

class TestOcclusion : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void moreThatIsHiddenIsMoreOcclusion() {
        std::vector<double> free, third;
        for (std::uint64_t seed = 1; seed <= 20; ++seed) {
            const DemoFace one = face(seed);
            const double none = *occlusionOf(one.image, {}), some = *occlusionOf(covered(one.image, 0.2), {}),
                         much = *occlusionOf(covered(one.image, 0.4), {});
            QVERIFY2(none <= some + 0.02 && some < much,
                     qPrintable(QString("%1 %2 %3").arg(none).arg(some).arg(much)));
            free.push_back(none);
            third.push_back(much);
        }
        std::ranges::sort(free);
        std::ranges::sort(third);
        qInfo("free: median %.3f, most %.3f; covered by 40 %%: least %.3f", free[10], free.back(), third[0]);
        QVERIFY(free[10] < 0.15);
        QVERIFY(third[2] > 0.27);
        QVERIFY(third[0] > free.back());
    }
    void nothingIsKnownWithoutAFace() {
        QVERIFY(!occlusionOf(face(1).image, Image(32, 32, 1)));
        QCOMPARE(*occlusionOf(Image(64, 64, 3), {}), 0.0);
    }
};

QTEST_APPLESS_MAIN(TestOcclusion)
#include "tst_occlusion.moc"
