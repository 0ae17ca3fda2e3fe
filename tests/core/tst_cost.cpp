#include <torch/torch.h>
// Torch's headers come before Qt's.
#include <QTest>
#include <string>

#include "core/model/cost.h"
#include "core/model/fusion_net.h"

using namespace visagist;

namespace {

/// What the weights of a module cost: each number of a layer's weight is multiplied once for each pixel that
/// the layer makes. `sizeOf` tells the width of what the layer of that name and kernel makes.
double flopsOfWeights(const torch::nn::Module& module, auto&& sizeOf) {
    double flops = 0;
    for (const auto& item : module.named_parameters()) {
        const torch::Tensor& weight = item.value();
        if (weight.dim() != 4 && !(weight.dim() == 2 && item.key().ends_with(".weight"))) continue;
        const double size = weight.dim() == 4 ? sizeOf(item.key(), weight.size(3)) : 1;
        flops += 2 * static_cast<double>(weight.numel()) * size * size;
    }
    return flops;
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
    void encodingCostsWhatItsWeightsSay() {
        for (const Resolution resolution : {Resolution::R64, Resolution::R256}) {
            const ModelOptions options = optionsAt(resolution);
            double size = pixels(resolution);
            const double weights =
                flopsOfWeights(*Encoder(options), [&](const std::string&, std::int64_t kernel) {
                    if (kernel == 5) size /= 2;  // the layers follow each other
                    return size;
                });
            const double cost = forwardCost(options).encode;
            QVERIFY2(std::abs(cost / weights - 1) < 1e-9,
                     qPrintable(QString("%1, not %2").arg(cost).arg(weights)));
        }
    }
    void decodingCostsWhatItsWeightsSay() {
        const ModelOptions options = optionsAt(Resolution::R128);
        FusionDecoder decoder(options, 2);
        double weights = flopsOfWeights(*decoder, [](const std::string& name, std::int64_t) {
            const std::size_t digit = name.find_first_of("0123456789");
            const double size = digit == std::string::npos ? 128 : std::stod(name.substr(digit));
            return name.starts_with("skip") && size > 8 ? size / 2 : size;
        });
        const auto inter = decoder->named_parameters()["inter_weight"];  // [code, map]: a product
        weights += 2 * static_cast<double>(inter.numel());
        const double cost = forwardCost(options).decode;
        QVERIFY2(std::abs(cost / weights - 1) < 1e-9,
                 qPrintable(QString("%1, not %2").arg(cost).arg(weights)));
    }
    void judgingCostsWhatItsWeightsSay() {
        const ModelOptions options = optionsAt(Resolution::R128);
        const double weights =
            flopsOfWeights(*Discriminator(options, 2), [](const std::string& name, std::int64_t) {
                const std::size_t digit = name.find_first_of("0123456789");
                if (digit == std::string::npos) return name.starts_with("last") ? 8.0 : 128.0;
                const double size = 128.0 / (1 << std::stoi(name.substr(digit)));
                return name.starts_with("skip") ? size / 2 : size;
            });
        const double cost = forwardCost(options).judge;
        QVERIFY2(std::abs(cost / weights - 1) < 1e-9,
                 qPrintable(QString("%1, not %2").arg(cost).arg(weights)));
    }
    void costGrowsWithTheFace() {
        const ModelOptions small = optionsAt(Resolution::R64), large = optionsAt(Resolution::R128);
        QVERIFY(forwardCost(large).decode > 1.2 * forwardCost(small).decode);
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
