#include <QTest>
#include <cmath>

#include "core/data/demo_faces.h"
#include "core/face/canonical.h"
#include "core/face/pose.h"

using namespace visagist;

class TestPose : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theMeanFaceLooksStraight() {
        const auto mean = canonicalLandmarks();
        const auto offset = noseOffset({mean.begin(), mean.end()});
        QVERIFY(offset && std::abs(*offset) < 0.02);
    }
    void theOffsetGrowsWithTheYawAndChangesItsSideWithIt() {
        double before = -10;
        for (const double yaw : {-40.0, -20.0, 0.0, 20.0, 40.0}) {
            DemoContent content;
            content.yaw = yaw;
            const DemoFace face = renderDemoFace(demoPerson(0), content, 64);
            for (const auto& landmarks :
                 {std::vector<Point>(face.landmarks68.begin(), face.landmarks68.end()),
                  std::vector<Point>(face.landmarks5.begin(), face.landmarks5.end())}) {
                const auto offset = noseOffset(landmarks);
                QVERIFY(offset);
                if (yaw == 0) QVERIFY2(std::abs(*offset) < 0.05, qPrintable(QString::number(*offset)));
                if (yaw != 0) QVERIFY2(std::abs(*offset) > 0.08, qPrintable(QString::number(*offset)));
            }
            const double offset = *noseOffset({face.landmarks68.begin(), face.landmarks68.end()});
            QVERIFY2((offset > before) == (yaw == -40 || offset > before), "monotonous");
            before = offset;
        }
    }
    void rollAndSizeDoNotMatter() {
        std::vector<Point> landmarks;
        for (const Point& point : canonicalLandmarks()) {
            const double c = std::cos(0.7), s = std::sin(0.7);
            landmarks.push_back(
                {100 + 300 * (c * point.x - s * point.y), 50 + 300 * (s * point.x + c * point.y)});
        }
        QVERIFY(std::abs(*noseOffset(landmarks)) < 0.02);
    }
    void whatIsNoFaceHasNoPose() {
        QVERIFY(!noseOffset({}));
        QVERIFY(!noseOffset(std::vector<Point>(5)));
        QVERIFY(!noseOffset(std::vector<Point>(7, Point{1, 2})));
    }
};

QTEST_APPLESS_MAIN(TestPose)
#include "tst_pose.moc"
