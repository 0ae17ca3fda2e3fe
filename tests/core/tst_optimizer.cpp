#include <torch/torch.h>
// Torch's headers come before Qt's.
#include <QTest>
#include <array>
#include <cmath>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

#include "core/model/weights.h"
#include "core/train/optimizer.h"
#include "tests/support/error_of.h"
#include "tests/support/test_data.h"

using namespace visagist;

namespace {

constexpr double kRate = 2e-4;
constexpr OptimOptions kOptions;  // betas 0.5 and 0.999, weight decay 0.01

/// One weight called "w".
struct OneWeight : torch::nn::Module {
    explicit OneWeight(torch::Tensor start) : w(register_parameter("w", std::move(start))) {}
    torch::Tensor w;
};

torch::Tensor floats(const nlohmann::json& values) {
    return torch::tensor(values.get<std::vector<double>>(), torch::kFloat64).to(torch::kFloat32);
}

torch::Tensor flag(float value) { return torch::full({}, value, torch::kFloat32); }

void move(Optimizer& optimizer, OneWeight& module, const torch::Tensor& gradient, float foundInf = 0) {
    module.w.mutable_grad() = gradient.clone();
    optimizer.step(kOptions, kRate, flag(foundInf));
}

std::vector<TensorBytes> stateOf(const Optimizer& optimizer) {
    NamedTensors tensors;
    optimizer.collect(tensors, "adam");
    std::vector<TensorBytes> state;
    for (const auto& [name, tensor] : tensors) state.push_back(bytesFromTensor(name, tensor));
    return state;
}

constexpr std::array kKinds{OptimizerKind::Adam, OptimizerKind::AdamW, OptimizerKind::AdaBelief,
                            OptimizerKind::Lion};

}  // namespace

class TestOptimizer : public QObject {
    Q_OBJECT
    nlohmann::json m_reference;

private Q_SLOTS:
    void initTestCase() {
        std::ifstream file(test::referenceData() / "optim.json");
        m_reference = nlohmann::json::parse(file);
    }
    void tenStepsArePyTorchs() {
        OneWeight module(floats(m_reference["adam"]["initial"]));
        Optimizer adam(OptimizerKind::Adam, module);
        for (std::size_t step = 0; step < 10; ++step) {
            move(adam, module, floats(m_reference["adam"]["gradients"][step]));
            const double off =
                (module.w.detach() - floats(m_reference["adam"]["float32"][step])).abs().max().item<double>();
            QVERIFY2(off <= 2e-7, qPrintable(QString("step %1: %2 off").arg(step + 1).arg(off)));
        }
    }
    void tenStepsOfAdamWArePyTorchs() {
        OneWeight module(floats(m_reference["adam"]["initial"]));
        Optimizer adam(OptimizerKind::AdamW, module);
        for (std::size_t step = 0; step < 10; ++step) {
            move(adam, module, floats(m_reference["adam"]["gradients"][step]));
            const torch::Tensor wanted = floats(m_reference["adamw"]["float64"][step]);
            const double off = (module.w.detach() - wanted).abs().max().item<double>();
            QVERIFY2(off <= 5e-7, qPrintable(QString("step %1: %2 off").arg(step + 1).arg(off)));
        }
    }
    void adaBeliefFollowsItsPaper() {
        // Algorithm 2 of Zhuang et al. 2020, in doubles for one weight.
        const auto& adamReference = m_reference["adam"];
        const auto start = adamReference["initial"].get<std::vector<double>>();
        for (std::size_t element = 0; element < start.size(); ++element) {
            double w = start[element], m = 0, s = 0;
            OneWeight one(torch::full({1}, w, torch::kFloat32));
            Optimizer alone(OptimizerKind::AdaBelief, one);
            for (std::size_t step = 0; step < 10; ++step) {
                const auto g = adamReference["gradients"][step][element].get<double>();
                m = kOptions.beta1 * m + (1 - kOptions.beta1) * g;
                s = kOptions.beta2 * s + (1 - kOptions.beta2) * ((g - m) * (g - m) + 1e-12);
                const double t = static_cast<double>(step) + 1;
                w -= kRate * (m / (1 - std::pow(kOptions.beta1, t))) /
                     (std::sqrt(s / (1 - std::pow(kOptions.beta2, t))) + 1e-12);
                move(alone, one, torch::full({1}, g, torch::kFloat32));
            }
            QVERIFY2(
                std::abs(one.w.item<double>() - w) < 2e-6,
                qPrintable(QString("element %1: %2, not %3").arg(element).arg(one.w.item<double>()).arg(w)));
        }
    }
    void lionFollowsItsPaper() {
        // Algorithm 2 of Chen et al. 2023, in doubles.
        const auto& adamReference = m_reference["adam"];
        OneWeight module(floats(adamReference["initial"]));
        Optimizer lion(OptimizerKind::Lion, module);
        auto w = adamReference["initial"].get<std::vector<double>>();
        std::vector<double> m(w.size());
        for (std::size_t step = 0; step < 10; ++step) {
            const auto g = adamReference["gradients"][step].get<std::vector<double>>();
            for (std::size_t i = 0; i < w.size(); ++i) {
                const double c = kOptions.beta1 * m[i] + (1 - kOptions.beta1) * g[i];
                w[i] -= kRate * ((c > 0 ? 1 : c < 0 ? -1 : 0) + kOptions.weightDecay * w[i]);
                m[i] = kOptions.beta2 * m[i] + (1 - kOptions.beta2) * g[i];
            }
            move(lion, module, floats(adamReference["gradients"][step]));
        }
        QVERIFY((module.w.detach() - floats(nlohmann::json(w))).abs().max().item<double>() < 1e-6);
    }
    void everyOptimizerSkipsOverflowsAndGoesOnFromItsState() {
        for (const OptimizerKind kind : kKinds) {
            const auto& adamReference = m_reference["adam"];
            OneWeight module(floats(adamReference["initial"]));
            Optimizer one(kind, module);
            move(one, module, floats(adamReference["gradients"][0]));
            const torch::Tensor before = module.w.detach().clone();
            const auto state = stateOf(one);
            move(one, module, torch::full({5}, std::numeric_limits<float>::quiet_NaN()), 1);
            QVERIFY(torch::equal(module.w.detach(), before));
            QVERIFY(stateOf(one) == state);
            OneWeight copy(before.clone());
            Optimizer loaded(kind, copy);
            loaded.load("adam", state);
            move(one, module, floats(adamReference["gradients"][1]));
            move(loaded, copy, floats(adamReference["gradients"][1]));
            QVERIFY(torch::equal(module.w.detach(), copy.w.detach()));
            QVERIFY(!torch::equal(module.w.detach(), before));
        }
    }
    void aStepThatOverflowedChangesNothing() {
        OneWeight module(floats(m_reference["adam"]["initial"]));
        Optimizer adam(OptimizerKind::Adam, module);
        move(adam, module, floats(m_reference["adam"]["gradients"][0]));
        const torch::Tensor before = module.w.detach().clone();
        const auto state = stateOf(adam);
        move(adam, module, torch::full({5}, std::numeric_limits<float>::infinity()), 1);
        QVERIFY(torch::equal(module.w.detach(), before));
        QVERIFY(stateOf(adam) == state);  // means, squares and the count of steps
        move(adam, module, floats(m_reference["adam"]["gradients"][1]));
        QVERIFY((module.w.detach() - floats(m_reference["adam"]["float32"][1])).abs().max().item<double>() <=
                2e-7);
    }
    void aReloadedStateGivesTheSameNextStep() {
        OneWeight module(floats(m_reference["adam"]["initial"]));
        Optimizer adam(OptimizerKind::Adam, module);
        for (std::size_t step = 0; step < 3; ++step)
            move(adam, module, floats(m_reference["adam"]["gradients"][step]));
        OneWeight copy(module.w.detach().clone());
        Optimizer loaded(OptimizerKind::Adam, copy);
        loaded.load("adam", stateOf(adam));
        QVERIFY(stateOf(loaded) == stateOf(adam));
        move(adam, module, floats(m_reference["adam"]["gradients"][3]));
        move(loaded, copy, floats(m_reference["adam"]["gradients"][3]));
        QVERIFY(torch::equal(module.w.detach(), copy.w.detach()));
    }
    void aStateOfAnotherNetworkIsRefusedByName() {
        OneWeight module(torch::zeros({5})), other(torch::zeros({4}));
        Optimizer adam(OptimizerKind::Adam, module), wrong(OptimizerKind::Adam, other);
        const auto error = test::errorOf([&] { wrong.load("adam", stateOf(adam)); });
        QVERIFY(error && error->code() == ErrorCode::Damaged);
        QVERIFY2(QString(error->what()).contains("adam/mean/w"), error->what());
    }
    void weightsInChannelsLastOrderMoveLikeAnyOthers() {
        torch::manual_seed(3);
        const torch::Tensor start = torch::randn({8, 6, 3, 3});
        OneWeight module(start.clone(torch::MemoryFormat::ChannelsLast)), plain(start.clone());
        Optimizer adam(OptimizerKind::Adam, module);
        torch::optim::Adam reference(
            {plain.w}, torch::optim::AdamOptions(kRate).betas({kOptions.beta1, kOptions.beta2}));
        for (int step = 0; step < 3; ++step) {
            const torch::Tensor input = torch::randn({2, 6, 7, 7});
            for (OneWeight* one : {&module, &plain}) {
                one->w.mutable_grad() = torch::Tensor();
                torch::conv2d(input, one->w).square().sum().backward();
            }
            adam.step(kOptions, kRate, flag(0));
            reference.step();
        }
        QVERIFY((module.w - plain.w).abs().max().item<double>() < 1e-6);
        QVERIFY((plain.w - start).abs().max().item<double>() > 1e-4);
    }
    void aWeightWithoutGradientStays() {
        OneWeight module(torch::ones({3}));
        Optimizer adam(OptimizerKind::Adam, module);
        QVERIFY(adam.gradients().empty());
        adam.step(kOptions, kRate, flag(0));
        QVERIFY(torch::equal(module.w.detach(), torch::ones({3})));
        module.w.sum().backward();
        QCOMPARE(adam.gradients().size(), std::size_t{1});
        adam.zeroGradients();
        QVERIFY(adam.gradients().empty());
    }
};

QTEST_APPLESS_MAIN(TestOptimizer)
#include "tst_optimizer.moc"
