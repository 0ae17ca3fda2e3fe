#include <QSignalSpy>
#include <QSlider>
#include <QTest>
#include <QToolButton>
#include <numeric>

#include "ui/widgets/fusion_mixer.h"
#include "ui/widgets/fusion_triangle.h"
#include "ui/widgets/fusion_weights.h"
#include "ui/widgets/number_edit.h"

using namespace visagist;

namespace {

double sumOf(const std::vector<double>& weights) {
    return std::accumulate(weights.begin(), weights.end(), 0.0);
}

bool near(double a, double b) { return std::abs(a - b) < 1e-9; }

}  // namespace

class TestFusionMixer : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theOthersKeepTheirProportions() {
        const auto mixed = rebalanced({0.5, 0.3, 0.2}, {false, false, false}, 0, 0.0);
        QVERIFY(near(mixed[0], 0) && near(mixed[1], 0.6) && near(mixed[2], 0.4));
    }

    void othersAtNothingShareEvenly() {
        const auto mixed = rebalanced({1, 0, 0}, {false, false, false}, 0, 0.4);
        QVERIFY(near(mixed[1], 0.3) && near(mixed[2], 0.3));
    }

    void aLockedOneStaysAndLimitsTheRest() {
        const auto mixed = rebalanced({0.3, 0.5, 0.2}, {false, true, false}, 0, 0.9);
        QVERIFY(near(mixed[1], 0.5) && near(mixed[0], 0.5) && near(mixed[2], 0));
    }

    void withAllOthersLockedNothingMoves() {
        const auto mixed = rebalanced({0.3, 0.5, 0.2}, {false, true, true}, 0, 0.9);
        QVERIFY(near(mixed[0], 0.3) && near(sumOf(mixed), 1));
    }

    void theSumIsOneWhateverIsMoved() {
        std::mt19937 random(7);
        std::vector<double> weights{0.25, 0.25, 0.25, 0.25};
        std::vector<bool> locked(4, false);
        for (int i = 0; i < 5000; ++i) {
            const std::size_t person = random() % 4;
            if (random() % 3 == 0) locked[person] = !locked[person];
            if (random() % 5 == 0) weights = randomised(weights, locked, random);
            if (!locked[person])
                weights = rebalanced(weights, locked, person, static_cast<double>(random() % 1001) / 1000);
            QVERIFY(near(sumOf(weights), 1));
            for (const double weight : weights) QVERIFY(weight >= -1e-12);
        }
    }

    void perCentsSumToAHundred() {
        QCOMPARE(percents({1.0 / 3, 1.0 / 3, 1.0 / 3}), (std::vector<int>{34, 33, 33}));
        QCOMPARE(percents({0.125, 0.875}), (std::vector<int>{13, 87}));
        QCOMPARE(percents({1}), (std::vector<int>{100}));
    }

    void aSliderMovesTheOthers() {
        FusionMixer mixer;
        mixer.setPeople({QStringLiteral("Ada"), QStringLiteral("Ben")}, {0, 1});
        QSignalSpy changed(&mixer, &FusionMixer::weightsChanged);
        mixer.findChildren<QSlider*>()[0]->setValue(800);
        QCOMPARE(changed.count(), 1);
        QVERIFY(near(mixer.weights()[1], 0.2));
        QCOMPARE(mixer.findChildren<QSlider*>()[1]->value(), 200);
        QCOMPARE(mixer.findChildren<NumberEdit*>()[1]->value(), 20.0);
    }

    void theTriangleIsThereForThreeOnly() {
        FusionMixer mixer;
        const auto names = [](int count) {
            QStringList list;
            for (int i = 0; i < count; ++i) list << QString::number(i);
            return list;
        };
        for (const int count : {0, 1, 2, 3, 4, 6}) {
            mixer.setPeople(names(count), {});
            QCOMPARE(mixer.findChild<FusionTriangle*>()->isHidden(), count != 3);
            QCOMPARE(static_cast<int>(mixer.findChildren<QSlider*>().size()), count);
        }
    }

    void aPressInACornerOfTheTriangleIsThatPerson() {
        FusionMixer mixer;
        mixer.setPeople({QStringLiteral("A"), QStringLiteral("B"), QStringLiteral("C")}, {0, 1, 2});
        mixer.resize(280, 420);
        mixer.show();
        QVERIFY(QTest::qWaitForWindowExposed(&mixer));
        auto* triangle = mixer.findChild<FusionTriangle*>();
        QTest::mouseClick(triangle, Qt::LeftButton, {}, {triangle->width() - 1, triangle->height() - 1});
        QVERIFY(mixer.weights()[2] > 0.95);
        QVERIFY(near(sumOf(mixer.weights()), 1));
    }

    void soloAgainBringsTheMixBack() {
        FusionMixer mixer;
        mixer.setPeople({QStringLiteral("Ada"), QStringLiteral("Ben")}, {0, 1});
        mixer.setWeights({0.7, 0.3});
        mixer.solo(1);
        QCOMPARE(mixer.weights(), (std::vector<double>{0, 1}));
        mixer.solo(1);
        QVERIFY(near(mixer.weights()[0], 0.7));
    }

    void evenAndRandomLeaveALockedOneAlone() {
        FusionMixer mixer;
        mixer.setPeople({QStringLiteral("A"), QStringLiteral("B"), QStringLiteral("C")}, {0, 1, 2});
        mixer.setWeights({0.5, 0.4, 0.1});
        mixer.setLocked(0, true);
        mixer.randomise();
        QVERIFY(near(mixer.weights()[0], 0.5));
        mixer.even();
        QVERIFY(near(mixer.weights()[0], 0.5) && near(mixer.weights()[1], 0.25));
    }
};

QTEST_MAIN(TestFusionMixer)
#include "tst_fusion_mixer.moc"
