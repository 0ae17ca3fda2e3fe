#include <torch/torch.h>
// Torch's headers come before Qt's.
#include <QTest>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

#include "core/train/adam.h"
#include "tests/support/error_of.h"
#include "tests/support/test_data.h"

using namespace visagist;

namespace {

constexpr double kRate = 2e-4, kBeta1 = 0.5, kBeta2 = 0.999;

/// One weight called "w".
struct OneWeight : torch::nn::Module {
    explicit OneWeight(torch::Tensor start) : w(register_parameter("w", std::move(start))) {}
    torch::Tensor w;
};

torch::Tensor floats(const nlohmann::json& values) {
    return torch::tensor(values.get<std::vector<double>>(), torch::kFloat64).to(torch::kFloat32);
}

torch::Tensor flag(float value) { return torch::full({}, value, torch::kFloat32); }

void move(Adam& adam, OneWeight& module, const torch::Tensor& gradient, float foundInf = 0) {
    module.w.mutable_grad() = gradient.clone();
    adam.step(kRate, kBeta1, kBeta2, flag(foundInf));
}

std::vector<TensorBytes> stateOf(const Adam& adam) {
    std::vector<TensorBytes> state;
    adam.append(state, "adam");
    return state;
}

}  // namespace

class TestAdam : public QObject {
    Q_OBJECT
    nlohmann::json m_reference;

private Q_SLOTS:
    void initTestCase() {
        std::ifstream file(test::referenceData() / "optim.json");
        m_reference = nlohmann::json::parse(file)["adam"];
    }
    void tenStepsArePyTorchs() {
        OneWeight module(floats(m_reference["initial"]));
        Adam adam(module);
        for (std::size_t step = 0; step < 10; ++step) {
            move(adam, module, floats(m_reference["gradients"][step]));
            const double off =
                (module.w.detach() - floats(m_reference["float32"][step])).abs().max().item<double>();
            QVERIFY2(off <= 2e-7, qPrintable(QString("step %1: %2 off").arg(step + 1).arg(off)));
        }
    }
    void aStepThatOverflowedChangesNothing() {
        OneWeight module(floats(m_reference["initial"]));
        Adam adam(module);
        move(adam, module, floats(m_reference["gradients"][0]));
        const torch::Tensor before = module.w.detach().clone();
        const auto state = stateOf(adam);
        move(adam, module, torch::full({5}, std::numeric_limits<float>::infinity()), 1);
        QVERIFY(torch::equal(module.w.detach(), before));
        QVERIFY(stateOf(adam) == state);  // means, squares and the count of steps
        move(adam, module, floats(m_reference["gradients"][1]));
        QVERIFY((module.w.detach() - floats(m_reference["float32"][1])).abs().max().item<double>() <= 2e-7);
    }
    void aReloadedStateGivesTheSameNextStep() {
        OneWeight module(floats(m_reference["initial"]));
        Adam adam(module);
        for (std::size_t step = 0; step < 3; ++step)
            move(adam, module, floats(m_reference["gradients"][step]));
        OneWeight copy(module.w.detach().clone());
        Adam loaded(copy);
        loaded.load("adam", stateOf(adam));
        QVERIFY(stateOf(loaded) == stateOf(adam));
        move(adam, module, floats(m_reference["gradients"][3]));
        move(loaded, copy, floats(m_reference["gradients"][3]));
        QVERIFY(torch::equal(module.w.detach(), copy.w.detach()));
    }
    void aStateOfAnotherNetworkIsRefusedByName() {
        OneWeight module(torch::zeros({5})), other(torch::zeros({4}));
        Adam adam(module), wrong(other);
        const auto error = test::errorOf([&] { wrong.load("adam", stateOf(adam)); });
        QVERIFY(error && error->code() == ErrorCode::Damaged);
        QVERIFY2(QString(error->what()).contains("adam/mean/w"), error->what());
    }
    void weightsInChannelsLastOrderMoveLikeAnyOthers() {
        torch::manual_seed(3);
        const torch::Tensor start = torch::randn({8, 6, 3, 3});
        OneWeight module(start.clone(torch::MemoryFormat::ChannelsLast)), plain(start.clone());
        Adam adam(module);
        torch::optim::Adam reference({plain.w}, torch::optim::AdamOptions(kRate).betas({kBeta1, kBeta2}));
        for (int step = 0; step < 3; ++step) {
            const torch::Tensor input = torch::randn({2, 6, 7, 7});
            for (OneWeight* one : {&module, &plain}) {
                one->w.mutable_grad() = torch::Tensor();
                torch::conv2d(input, one->w).square().sum().backward();
            }
            adam.step(kRate, kBeta1, kBeta2, flag(0));
            reference.step();
        }
        QVERIFY((module.w - plain.w).abs().max().item<double>() < 1e-6);
        QVERIFY((plain.w - start).abs().max().item<double>() > 1e-4);
    }
    void aWeightWithoutGradientStays() {
        OneWeight module(torch::ones({3}));
        Adam adam(module);
        QVERIFY(adam.gradients().empty());
        adam.step(kRate, kBeta1, kBeta2, flag(0));
        QVERIFY(torch::equal(module.w.detach(), torch::ones({3})));
        module.w.sum().backward();
        QCOMPARE(adam.gradients().size(), std::size_t{1});
        adam.zeroGradients();
        QVERIFY(adam.gradients().empty());
    }
};

QTEST_APPLESS_MAIN(TestAdam)
#include "tst_adam.moc"
