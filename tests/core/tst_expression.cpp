#include <QTest>

#include "core/data/demo_faces.h"
#include "core/face/expression.h"

using namespace visagist;

class TestExpression : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theMouthOpensWithTheTruth() {
        for (std::uint64_t person = 1; person <= 6; ++person) {
            for (const double yaw : {-30.0, 0.0, 30.0}) {
                double before = -1;
                for (const double open : {0.0, 0.25, 0.5, 1.0}) {
                    DemoContent content;
                    content.yaw = yaw;
                    content.mouthOpen = open;
                    const auto found =
                        mouthOpening(renderDemoFace(randomDemoPerson(person), content, 16).landmarks68);
                    QVERIFY(found && *found > before + 0.02);
                    if (open == 0) QVERIFY2(*found < 0.12, qPrintable(QString::number(*found)));
                    before = *found;
                }
            }
        }
    }
    void theEyesCloseWithTheTruth() {
        for (std::uint64_t person = 1; person <= 6; ++person) {
            double before = 1;
            for (const double closed : {0.0, 0.5, 1.0}) {
                DemoContent content;
                content.eyesClosed = closed;
                const auto found =
                    eyeOpening(renderDemoFace(randomDemoPerson(person), content, 16).landmarks68);
                QVERIFY(found && *found < before - 0.03);
                before = *found;
            }
            QVERIFY2(before < 0.15, qPrintable(QString::number(before)));
        }
    }
    void fiveLandmarksTellNeither() {
        const DemoFace face = renderDemoFace(demoPerson(0), {}, 16);
        QVERIFY(!mouthOpening(face.landmarks5) && !eyeOpening(face.landmarks5));
        const std::vector<Point> one(68, Point{1, 1});
        QVERIFY(!mouthOpening(one) && !eyeOpening(one));
    }
};

QTEST_APPLESS_MAIN(TestExpression)
#include "tst_expression.moc"
