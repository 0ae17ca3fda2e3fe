#include <ATen/record_function.h>
#include <torch/torch.h>
// Torch's headers come before Qt's.
#include <QTest>
#include <memory>
#include <string_view>

#include "core/model/cost.h"
#include "core/model/fusion_net.h"

using namespace visagist;

namespace {

double counted = 0;

/// Adds what LibTorch is really asked for: for each number of a result the multiply-adds that it takes.
void count(const at::RecordFunction& call) {
    const std::string_view name = call.name();
    const auto inputs = call.inputs();
    const auto outputs = call.outputs();
    if (outputs.empty() || !outputs[0].isTensor()) return;
    const double numbers = static_cast<double>(outputs[0].toTensor().numel());
    if (name == "aten::convolution") {
        const torch::Tensor weight = inputs[1].toTensor();
        counted += 2 * numbers * static_cast<double>(weight.numel() / weight.size(0));
    } else if (name == "aten::mm" || name == "aten::bmm") {
        counted += 2 * numbers * static_cast<double>(inputs[0].toTensor().size(-1));
    } else if (name == "aten::addmm" || name == "aten::baddbmm") {
        counted += 2 * numbers * static_cast<double>(inputs[1].toTensor().size(-1));
    }
}

double flopsOf(auto&& work) {
    const torch::NoGradGuard noGrad;
    counted = 0;
    const auto handle = at::addThreadLocalCallback(
        at::RecordFunctionCallback(
            [](const at::RecordFunction&) { return std::unique_ptr<at::ObserverContext>(); },
            [](const at::RecordFunction& call, at::ObserverContext*) { count(call); })
            .needsInputs(true)
            .needsOutputs(true)
            .scopes({at::RecordScope::FUNCTION}));
    work();
    at::removeCallback(handle);
    return counted;
}

ModelOptions optionsAt(Resolution resolution) {
    ModelOptions options;
    options.resolution = resolution;
    return options;
}

}  // namespace

class TestCost : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void encodingAndJudgingCostWhatLibTorchIsAskedFor() {
        for (const Resolution resolution : {Resolution::R64, Resolution::R128}) {
            const ModelOptions options = optionsAt(resolution);
            const ForwardCost cost = forwardCost(options, 2);
            Encoder encoder(options);
            Discriminator discriminator(options, 2);
            const torch::Tensor face = torch::zeros({1, 3, pixels(resolution), pixels(resolution)});
            const double encode = flopsOf([&] { encoder(face); }),
                         judge = flopsOf([&] { discriminator(face); });
            QVERIFY2(std::abs(cost.encode / encode - 1) < 1e-6,
                     qPrintable(QString("%1, not %2").arg(cost.encode).arg(encode)));
            QVERIFY2(std::abs(cost.judge / judge - 1) < 1e-6,
                     qPrintable(QString("%1, not %2").arg(cost.judge).arg(judge)));
        }
    }
    void decodingCostsAtMostWhatItsDescriptionSays() {
        // Doubling within the convolution saves some of it on a processor.
        const ModelOptions options = optionsAt(Resolution::R64);
        FusionDecoder decoder(options, 2);
        const torch::Tensor code = torch::zeros({1, options.codeSize}),
                            weights = torch::zeros({1, kLevelGroups, 2});
        const double asked = flopsOf([&] { decoder(code, weights); }),
                     described = forwardCost(options, 2).decode;
        QVERIFY2(asked < 1.05 * described && asked > 0.4 * described,
                 qPrintable(QString("%1 of %2").arg(asked).arg(described)));
    }
    void costGrowsWithTheFaceAndNotWithManyPeople() {
        const ModelOptions small = optionsAt(Resolution::R64), large = optionsAt(Resolution::R128);
        QVERIFY(forwardCost(large, 2).decode > 1.2 * forwardCost(small, 2).decode);
        QCOMPARE(forwardCost(small, 20).decode, forwardCost(small, 8).decode);
    }
    void aStepCostsWhatItsPartsCost() {
        Recipe recipe;
        recipe.data.batchSize = 1;
        recipe.data.mixtures = 0;
        const ForwardCost cost{.encode = 1, .decode = 2, .judge = 0};
        QCOMPARE(stepFlops(cost, recipe), 9.0);
        recipe.data.batchSize = 8;
        recipe.optim.accumulation = 2;
        QCOMPARE(stepFlops(cost, recipe), 9.0 * 16);
    }
};

QTEST_APPLESS_MAIN(TestCost)
#include "tst_cost.moc"
