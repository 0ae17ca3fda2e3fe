#include <torch/torch.h>
// Torch's headers come before Qt's.
#include <QTest>
#include <fstream>
#include <limits>

#include "core/train/gradient_scaler.h"
#include "tests/support/test_data.h"

using namespace visagist;

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

torch::Tensor flag(int value) { return torch::full({}, value, torch::kFloat32); }

}  // namespace

class TestGradientScaler : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theScaleGoesAsPyTorchs() {
        std::ifstream file(test::referenceData() / "optim.json");
        const auto reference = nlohmann::json::parse(file)["scaler"];
        GradientScaler scaler(torch::kCPU, true, reference["initial"].get<double>(),
                              reference["growth_interval"].get<int>());
        const auto foundInf = reference["found_inf"].get<std::vector<int>>();
        const auto wanted = reference["scale_after"].get<std::vector<double>>();
        for (std::size_t i = 0; i < foundInf.size(); ++i) {
            scaler.update(flag(foundInf[i]));
            QCOMPARE(scaler.scale(), wanted[i]);
        }
    }
    void gradientsLoseTheScaleThatTheLossWasGiven() {
        const GradientScaler scaler(torch::kCPU, true);
        const torch::Tensor x = torch::tensor({3.0f, -2.0f}).set_requires_grad(true);
        const torch::Tensor loss = x.square().sum();
        QCOMPARE(scaler.scaled(loss).item<double>(), 13.0 * 65536);
        scaler.scaled(loss).backward();
        QCOMPARE(scaler.unscale({x.grad()}).item<double>(), 0.0);
        QVERIFY(torch::equal(x.grad(), torch::tensor({6.0f, -4.0f})));
    }
    void oneValueThatIsNotFiniteIsFound_data() {
        QTest::addColumn<bool>("enabled");
        QTest::addColumn<float>("value");
        for (const bool enabled : {true, false}) {
            const char* kind = enabled ? "fp16" : "fp32";
            QTest::addRow("%s, infinite", kind) << enabled << kInfinity;
            QTest::addRow("%s, minus infinite", kind) << enabled << -kInfinity;
            QTest::addRow("%s, not a number", kind) << enabled << std::numeric_limits<float>::quiet_NaN();
        }
    }
    void oneValueThatIsNotFiniteIsFound() {
        QFETCH(bool, enabled);
        QFETCH(float, value);
        const GradientScaler scaler(torch::kCPU, enabled);
        const torch::Tensor good = torch::ones({100}), bad = torch::ones({10, 10});
        QCOMPARE(scaler.unscale({good, bad}).item<double>(), 0.0);
        bad[7][3] = value;
        QCOMPARE(scaler.unscale({good, bad}).item<double>(), 1.0);
        QCOMPARE(scaler.unscale({}).item<double>(), 0.0);
    }
    void disabledItLeavesLossesAndGradientsAlone() {
        GradientScaler scaler(torch::kCPU, false);
        QCOMPARE(scaler.scaled(torch::full({}, 0.25)).item<double>(), 0.25);
        const torch::Tensor gradient = torch::full({4}, 0.3f);
        (void)scaler.unscale({gradient});
        QVERIFY(torch::equal(gradient, torch::full({4}, 0.3f)));
        for (int i = 0; i < 5; ++i) scaler.update(flag(1));
        QCOMPARE(scaler.scale(), 1.0);
        scaler.load({{"scale", 8.0}, {"growth_tracker", 1}});  // of a checkpoint in fp16
        QCOMPARE(scaler.scale(), 1.0);
    }
    void aReloadedStateGoesOnAsBefore() {
        GradientScaler scaler(torch::kCPU, true, 1024, 4), loaded(torch::kCPU, true, 1, 4);
        for (const int found : {0, 1, 0, 0, 0}) scaler.update(flag(found));
        loaded.load(nlohmann::json::parse(scaler.state().dump()));
        QCOMPARE(loaded.scale(), 512.0);
        for (GradientScaler* one : {&scaler, &loaded}) one->update(flag(0));
        QCOMPARE(scaler.scale(), 1024.0);  // the fourth good step in a row
        QCOMPARE(loaded.scale(), 1024.0);
    }
};

QTEST_APPLESS_MAIN(TestGradientScaler)
#include "tst_gradient_scaler.moc"
