#include <QTest>
#include <cmath>

#include "core/data/demo_faces.h"
#include "core/face/canonical.h"
#include "core/face/pose.h"

using namespace visagist;

namespace {

std::vector<Point> five(const DemoFace& face) { return {face.landmarks5.begin(), face.landmarks5.end()}; }
std::vector<Point> many(const DemoFace& face) { return {face.landmarks68.begin(), face.landmarks68.end()}; }

DemoFace rendered(std::uint64_t person, double yaw, double pitch, double roll = 0) {
    DemoContent content;
    content.yaw = yaw;
    content.pitch = pitch;
    content.roll = roll;
    // The head space itself, where roll stays.
    return renderDemoFace(randomDemoPerson(person), content, 32, Affine{4, 0, -2, 0, 4, -2});
}

}  // namespace

class TestPose : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theMeanFaceLooksStraight() {
        const auto pose = headPose(canonicalLandmarks());
        QVERIFY(pose);
        QVERIFY(std::abs(pose->yaw) < 1 && std::abs(pose->pitch) < 1 && std::abs(pose->roll) < 1);
    }
    void posesOfDemoHeadsAreFoundWithinBounds() {
        double worstYaw5 = 0, worstYaw68 = 0, worstRoll = 0, pitch5 = 0, pitch68 = 0;
        int count = 0;
        for (std::uint64_t person = 1; person <= 6; ++person) {
            for (const double yaw : {-45.0, -25.0, -10.0, 0.0, 15.0, 35.0, 50.0}) {
                for (const double pitch : {-20.0, 0.0, 20.0}) {
                    const DemoFace face = rendered(person, yaw, pitch, 12);
                    const auto few = headPose(five(face)), all = headPose(many(face));
                    QVERIFY(few && all);
                    worstYaw5 = std::max(worstYaw5, std::abs(few->yaw - yaw));
                    worstYaw68 = std::max(worstYaw68, std::abs(all->yaw - yaw));
                    worstRoll = std::max(worstRoll, std::abs(all->roll - 12));
                    pitch5 += std::abs(few->pitch - pitch);
                    pitch68 += std::abs(all->pitch - pitch);
                    ++count;
                }
            }
        }
        qInfo("worst yaw %.1f (5) %.1f (68), worst roll %.1f, mean pitch %.1f (5) %.1f (68)", worstYaw5,
              worstYaw68, worstRoll, pitch5 / count, pitch68 / count);
        QVERIFY(worstYaw5 < 15);
        QVERIFY(worstYaw68 < 12);
        QVERIFY(worstRoll < 12);
        QVERIFY(pitch5 / count < 10);
        QVERIFY(pitch68 / count < 9);
    }
    void anglesGrowWithTheTruth() {
        for (const bool few : {true, false}) {
            double yawBefore = -90, pitchBefore = -90;
            for (const double angle : {-40.0, -20.0, 0.0, 20.0, 40.0}) {
                const DemoFace turned = rendered(3, angle, 0), raised = rendered(3, 0, angle / 2);
                const double yaw = headPose(few ? five(turned) : many(turned))->yaw,
                             pitch = headPose(few ? five(raised) : many(raised))->pitch;
                QVERIFY(yaw > yawBefore + 8);
                QVERIFY(pitch > pitchBefore + 4);
                yawBefore = yaw;
                pitchBefore = pitch;
            }
        }
    }
    void placeAndSizeDoNotMatterAndRollIsRead() {
        const DemoFace face = rendered(2, 20, 5);
        const auto before = headPose(many(face));
        std::vector<Point> turned;
        const double c = std::cos(0.7), s = std::sin(0.7);
        for (const Point& p : many(face))
            turned.push_back({100 + 300 * (c * p.x - s * p.y), 50 + 300 * (s * p.x + c * p.y)});
        const auto after = headPose(turned);
        QVERIFY(before && after);
        QVERIFY(std::abs(after->yaw - before->yaw) < 0.1 && std::abs(after->pitch - before->pitch) < 0.1);
        QVERIFY(std::abs(after->roll - before->roll - 0.7 * 180 / M_PI) < 0.1);
    }
    void aMirroredFaceHasTheMirroredPose() {
        const auto five5 = canonicalLandmarks();
        std::vector<Point> points{five5.begin(), five5.end()};
        points[4].x += 0.06;
        const auto pose = headPose(points);
        std::vector<Point> mirrored;
        for (const std::size_t i : {2, 3, 0, 1, 4}) mirrored.push_back({1 - points[i].x, points[i].y});
        const auto other = headPose(mirrored);
        QVERIFY(pose && other && pose->yaw > 5);
        QVERIFY(std::abs(pose->yaw + other->yaw) < 0.5 && std::abs(pose->pitch - other->pitch) < 0.5);
    }
    void whatIsNoFaceHasNoPose() {
        QVERIFY(!headPose({}));
        QVERIFY(!headPose(std::vector<Point>(5)));
        QVERIFY(!headPose(std::vector<Point>(7, Point{1, 2})));
        std::vector<Point> points(5, Point{1, 2});
        points[2].x = NAN;
        QVERIFY(!headPose(points));
    }
    void aDirectionIsTurnedWithTheHead() {
        const auto ahead = turnedBy({.yaw = 30, .pitch = 0, .roll = 0}, {0, 0, 1});
        QVERIFY(std::abs(ahead[0] - 0.5) < 1e-9 && std::abs(ahead[1]) < 1e-9 && ahead[2] > 0.8);
        const auto up = turnedBy({.yaw = 0, .pitch = 30, .roll = 0}, {0, 0, 1});
        QVERIFY(std::abs(up[1] + 0.5) < 1e-9);
    }
};

QTEST_APPLESS_MAIN(TestPose)
#include "tst_pose.moc"
