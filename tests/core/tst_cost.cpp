#include <torch/torch.h>
// Torch's headers come before Qt's.
#include <QTest>

#include "core/model/cost.h"
#include "core/model/fusion_net.h"

using namespace visagist;

class TestCost : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theEncodersArithmeticIsThatOfItsLayers() {
        ModelOptions options;  // 64 px, 32 channels at first, a code of 256
        const NetworkCost cost = networkCost(options, 2);
        const auto conv = [](double in, double out, double kernel, double size) {
            return 2 * in * out * kernel * kernel * size * size;
        };
        const double wanted = conv(3, 32, 5, 32) + 2 * conv(32, 32, 3, 32) + conv(32, 64, 5, 16) +
                              conv(64, 128, 5, 8) + 2 * conv(128, 128, 3, 8) + 2.0 * 128 * 64 * 256;
        QVERIFY2(std::abs(cost.encode / wanted - 1) < 1e-6,
                 qPrintable(QString("%1, not %2").arg(cost.encode).arg(wanted)));
    }
    void parametersAreTheNetworks() {
        const ModelOptions options;
        const NetworkCost cost = networkCost(options, 3);
        FusionNet net(options, 3);
        QCOMPARE(cost.encoder + cost.decoder, parameterCount(*net));
        QCOMPARE(cost.discriminator, parameterCount(*Discriminator(options, 3)));
    }
    void costGrowsWithTheFaceAndNotWithManyPeople() {
        ModelOptions small, large;
        large.resolution = Resolution::R128;
        QVERIFY(networkCost(large, 2).decode > 1.2 * networkCost(small, 2).decode);
        const double eight = networkCost(small, 8).decode, twenty = networkCost(small, 20).decode;
        QVERIFY(twenty < 1.01 * eight);
    }
    void aStepCostsWhatItsPartsCost() {
        Recipe recipe;
        recipe.data.batchSize = 1;
        recipe.data.mixtures = 0;
        const NetworkCost cost{.encode = 1, .decode = 2, .judge = 0};
        QCOMPARE(stepFlops(cost, recipe), 9.0);
        recipe.data.batchSize = 8;
        recipe.optim.accumulation = 2;
        QCOMPARE(stepFlops(cost, recipe), 9.0 * 16);
    }
};

QTEST_APPLESS_MAIN(TestCost)
#include "tst_cost.moc"
