#include <QTest>
#include <cmath>

#include "core/data/demo_faces.h"
#include "core/data/seeded_random.h"
#include "core/face/lighting.h"

using namespace visagist;

namespace {

LightDirection lightOf(const DemoContent& content, std::uint64_t person) {
    const DemoFace face = renderDemoFace(randomDemoPerson(person), content, 128);
    return *lightOn(face.image, face.mask);
}

double correlation(const std::vector<double>& a, const std::vector<double>& b) {
    const double n = double(a.size());
    double sa = 0, sb = 0, saa = 0, sbb = 0, sab = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        sa += a[i], sb += b[i], saa += a[i] * a[i], sbb += b[i] * b[i], sab += a[i] * b[i];
    return (sab - sa * sb / n) / std::sqrt((saa - sa * sa / n) * (sbb - sb * sb / n));
}

}  // namespace

class TestLighting : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theSideOfTheLightIsSeen() {
        for (std::uint64_t person = 1; person <= 5; ++person) {
            double before = -2;
            for (const double azimuth : {-1.0, -0.5, 0.0, 0.5, 1.0}) {
                DemoContent content;
                content.lightAzimuth = azimuth;
                const double x = lightOf(content, person).x;
                QVERIFY2(x > before, qPrintable(QString("%1 after %2").arg(x).arg(before)));
                QVERIFY(std::abs(azimuth) < 0.4 || (x > 0.1) == (azimuth > 0));
                before = x;
            }
        }
    }
    void theHeightOfTheLightIsSeen() {
        for (std::uint64_t person = 1; person <= 5; ++person) {
            DemoContent low, high;
            low.lightAzimuth = high.lightAzimuth = 0.2;
            low.lightElevation = -1;
            high.lightElevation = 1;
            QVERIFY(lightOf(high, person).y > lightOf(low, person).y + 0.1);
        }
    }
    void itFollowsTheTruthOfRandomPictures() {
        std::vector<double> truth, found;
        for (std::uint64_t i = 1; i <= 60; ++i) {
            const DemoContent content = randomDemoContent(mixedSeed(9, i), 30);
            truth.push_back(content.lightAzimuth);
            found.push_back(lightOf(content, i).x);
        }
        const double r = correlation(truth, found);
        qInfo("correlation of the light's side with the truth: %.3f", r);
        QVERIFY(r > 0.85);
    }
    void aBlackOrUnmaskedFaceIsNotKnown() {
        QVERIFY(!lightOn(Image(64, 64, 3), {}));
        const DemoFace face = renderDemoFace(demoPerson(0), {}, 64);
        QVERIFY(!lightOn(face.image, Image(64, 64, 1)));
    }
};

QTEST_APPLESS_MAIN(TestLighting)
#include "tst_lighting.moc"
