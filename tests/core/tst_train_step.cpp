#include <torch/torch.h>
// Torch's headers come before Qt's.
#include <QTest>
#include <cmath>
#include <set>

#include "core/train/train_step.h"
#include "tests/support/tiny_model.h"

using namespace visagist;

namespace {

constexpr int kPeople = 3;

Recipe tinyRecipe() {
    Recipe recipe;
    recipe.model = test::tinyModel();
    recipe.data.batchSize = 4;
    recipe.data.mixtures = 1;
    return recipe;
}

/// Noise with people in turn.
Examples examplesOf(int size, std::int64_t number = 0) {
    torch::manual_seed(static_cast<std::uint64_t>(number) + 5);
    const auto noise = [](std::int64_t count, float low) {
        const torch::Tensor values = torch::rand({count}) * (1 - low) + low;
        return std::vector<float>(values.const_data_ptr<float>(), values.const_data_ptr<float>() + count);
    };
    const std::int64_t area = 64 * 64;
    Examples batch{.number = number,
                   .resolution = 64,
                   .input = noise(size * area * 3, -1),
                   .target = noise(size * area * 3, -1),
                   .mask = noise(size * area, 0),
                   .person = {}};
    for (int i = 0; i < size; ++i) batch.person.push_back(i % kPeople);
    return batch;
}

DeviceBatch batchOf(const Examples& examples) { return {examples, torch::kCPU}; }
DeviceBatch batchOf(int size, std::int64_t number = 0) { return batchOf(examplesOf(size, number)); }

StepPlan planOf(Stage stage, std::int64_t step = 0) {
    return {.step = step, .stage = stage, .learningRate = 2e-4, .adversarial = 1};
}

/// The weights of every network, one after the other.
torch::Tensor allWeights(const Networks& networks) {
    std::vector<torch::Tensor> flat;
    for (const torch::nn::Module* module :
         {static_cast<const torch::nn::Module*>(networks.net.get()),
          static_cast<const torch::nn::Module*>(networks.discriminator.get()),
          static_cast<const torch::nn::Module*>(networks.classifier.get())}) {
        for (const torch::Tensor& weight : module->parameters()) flat.push_back(weight.detach().flatten());
    }
    return torch::cat(flat).clone();
}

/// Biases that a normalisation takes away again: they are kept so that checkpoints stay as they are.
bool isIdleBias(const std::string& name) {
    for (const char* part : {"decoder.first", "decoder.second"}) {
        if (name.starts_with(part) && name.find("style") == std::string::npos) return name.ends_with(".bias");
    }
    return false;
}

/// Names of the parameters that got no gradient, or one of nothing but zeros.
QStringList deadParameters(const torch::nn::Module& module) {
    QStringList dead;
    for (const auto& item : module.named_parameters()) {
        if (isIdleBias(item.key())) continue;
        const torch::Tensor gradient = item.value().grad();
        if (!gradient.defined() || gradient.abs().max().item<double>() == 0)
            dead.append(QString::fromStdString(item.key()));
    }
    return dead;
}

}  // namespace

class TestTrainStep : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void mixturesAreOnTheSimplexAndAFunctionOfSeedAndStep() {
        const std::vector<std::int64_t> person{0, 1, 2, 0, 1, 2, 0, 1};
        std::set<double> shares;
        int swaps = 0, threes = 0, total = 0;
        for (std::int64_t step = 0; step < 100; ++step) {
            const torch::Tensor w = mixtureWeights(person, kPeople, 7, step);
            QCOMPARE(w.sizes(), (torch::IntArrayRef{8, kLevelGroups, kPeople}));
            QVERIFY(torch::equal(w, mixtureWeights(person, kPeople, 7, step)));
            QVERIFY(w.min().item<double>() >= 0);
            QVERIFY((w.sum(2) - 1).abs().max().item<double>() < 1e-6);
            for (std::int64_t i = 0; i < 8; ++i) {
                ++total;
                const double own = w[i][0][person[static_cast<std::size_t>(i)]].item<double>();
                shares.insert(own);
                swaps += own == 0 && w[i].max().item<double>() == 1 && (w[i] > 0).sum().item<int>() == 3;
                threes += (w[i][0] > 0).sum().item<int>() == 3;
            }
        }
        QVERIFY(shares.size() > 200);
        QVERIFY2(swaps > 0.4 * total && swaps < 0.65 * total, qPrintable(QString::number(swaps)));
        QVERIFY2(threes > 0.05 * total && threes < 0.16 * total, qPrintable(QString::number(threes)));
        QVERIFY(!torch::equal(mixtureWeights(person, kPeople, 7, 1), mixtureWeights(person, kPeople, 8, 1)));
    }
    void mixturesOfOneOrTwoPeopleStayWithinThem() {
        const torch::Tensor alone = mixtureWeights({0, 0}, 1, 3, 4);
        QVERIFY(torch::equal(alone, torch::ones({2, kLevelGroups, 1})));
        for (std::int64_t step = 0; step < 50; ++step) {
            const torch::Tensor w = mixtureWeights({0, 1, 1}, 2, 3, step);
            QVERIFY((w.sum(2) - 1).abs().max().item<double>() < 1e-6);
        }
    }
    void threePrecisionsLearnTheSame() {
        std::map<Precision, double> last;
        for (const Precision precision : {Precision::Fp32, Precision::Bf16, Precision::Fp16}) {
            Networks networks(tinyRecipe(), kPeople, torch::kCPU, precision);
            TrainStep step(networks, torch::kCPU, precision, kPeople);
            for (std::int64_t i = 0; i < 12; ++i) {
                step.accumulate(batchOf(4, i % 2), tinyRecipe(), planOf(Stage::Detail, i), 1);
                step.apply(tinyRecipe(), planOf(Stage::Detail, i));
                const auto losses = step.takeLosses();
                // fp16 begins at a scale that may overflow; such steps are skipped, not taken.
                if (precision != Precision::Fp16) QCOMPARE(losses.at("skipped"), 0.0);
                last[precision] = losses.at("reconstruction");
            }
            for (const torch::Tensor& weight : networks.net->parameters())
                QVERIFY(weight.scalar_type() == torch::kFloat32);  // master weights
        }
        for (const Precision precision : {Precision::Bf16, Precision::Fp16}) {
            const double off = std::abs(last[precision] / last[Precision::Fp32] - 1);
            QVERIFY2(off < 0.05, qPrintable(QString::number(off)));
        }
    }
    void fusionsMoveThroughTheBatches() {
        QVERIFY(torch::equal(fusedPlaces(0, 8, 0.25), torch::tensor({0, 1}, torch::kInt64)));
        QVERIFY(torch::equal(fusedPlaces(3, 8, 0.25), torch::tensor({6, 7}, torch::kInt64)));
        QVERIFY(torch::equal(fusedPlaces(2, 3, 0.5), torch::tensor({1, 2}, torch::kInt64)));
        QVERIFY(torch::equal(std::get<0>(fusedPlaces(9, 4, 1).sort()), torch::arange(4)));
        QCOMPARE(fusedPlaces(5, 8, 0).size(0), std::int64_t{0});
        QCOMPARE(fusedPlaces(5, 8, 0.01).size(0), std::int64_t{1});
        std::vector<int> seen(8);
        for (std::int64_t number = 0; number < 16; ++number) {
            const torch::Tensor places = fusedPlaces(number, 8, 0.4);
            for (std::int64_t i = 0; i < places.size(0); ++i)
                ++seen[static_cast<std::size_t>(places[i].item<std::int64_t>())];
        }
        for (const int count : seen) QCOMPARE(count, 8);
    }
    void oneHotWeightsNameThePerson() {
        const torch::Tensor w = oneHotWeights(torch::tensor({2, 0}, torch::kInt64), kPeople);
        QCOMPARE(w.sizes(), (torch::IntArrayRef{2, kLevelGroups, kPeople}));
        QVERIFY(torch::equal(w[0][1], torch::tensor({0.0f, 0.0f, 1.0f})));
        QVERIFY(torch::equal(w[1][2], torch::tensor({1.0f, 0.0f, 0.0f})));
    }
    void aPerfectReconstructionCostsNothing() {
        const DeviceBatch batch = batchOf(2);
        const torch::Tensor ones = torch::ones({1, 1, 64, 64});
        const FusionDecoderImpl::Output perfect{batch.target, torch::logit(batch.mask.clamp(1e-4, 1 - 1e-4))};
        const LossOptions losses;
        QVERIFY(reconstructionLoss(perfect, batch, ones, losses, Stage::Detail).item<double>() < 1e-4);
        const FusionDecoderImpl::Output other{-batch.target, perfect.maskLogits};
        QVERIFY(reconstructionLoss(other, batch, ones, losses, Stage::Shape).item<double>() > 1);
    }
    void withoutBackgroundOnlyTheMaskCounts() {
        DeviceBatch batch = batchOf(1);
        batch.mask.zero_();
        LossOptions losses;
        losses.background = losses.mask = 0;
        const FusionDecoderImpl::Output other{-batch.target, torch::zeros({1, 1, 64, 64})};
        const torch::Tensor ones = torch::ones({1, 1, 64, 64});
        QVERIFY(reconstructionLoss(other, batch, ones, losses, Stage::Shape).item<double>() < 1e-6);
        losses.background = 1;
        QVERIFY(reconstructionLoss(other, batch, ones, losses, Stage::Shape).item<double>() > 0.1);
    }
    void everyParameterLearnsInAFullStep() {
        Networks networks(tinyRecipe(), kPeople, torch::kCPU, Precision::Fp32);
        TrainStep step(networks, torch::kCPU, Precision::Fp32, kPeople);
        step.accumulate(batchOf(6), tinyRecipe(), planOf(Stage::Detail), 1);
        const QStringList dead = deadParameters(*networks.net) + deadParameters(*networks.discriminator) +
                                 deadParameters(*networks.classifier);
        QVERIFY2(dead.isEmpty(), qPrintable(dead.join(", ")));
        for (const torch::Tensor& average : networks.ema->parameters()) QVERIFY(!average.grad().defined());
    }
    void fusionsOfEqualPeopleAreInBalanceWhereverTheyStandInTheBatch() {
        Recipe recipe = tinyRecipe();
        recipe.data.mixtures = 0.25;
        Networks networks(recipe, kPeople, torch::kCPU, Precision::Fp32);
        TrainStep step(networks, torch::kCPU, Precision::Fp32, kPeople);
        const auto balance = [&] {
            step.takeLosses();
            for (const std::int64_t number : {1, 2, 3})
                step.accumulate(batchOf(4, number), recipe, planOf(Stage::Mix), 1);
            return step.takeLosses().at("balance");
        };
        const double uneven = balance();
        QVERIFY2(uneven > 1e-7, qPrintable(QString::number(uneven)));
        {
            const torch::NoGradGuard noGrad;
            for (const auto& item : networks.net->decoder->named_parameters(false)) {
                if (isOfPeople(item.key()))
                    item.value().copy_(item.value().narrow(0, 0, 1).expand_as(item.value()).clone());
            }
        }
        const double even = balance();
        QVERIFY2(even < 1e-9, qPrintable(QString::number(even)));
    }
    void inTheFirstStageTheDiscriminatorStandsStill() {
        Networks networks(tinyRecipe(), kPeople, torch::kCPU, Precision::Fp32);
        TrainStep step(networks, torch::kCPU, Precision::Fp32, kPeople);
        const torch::Tensor before = networks.discriminator->parameters()[0].detach().clone();
        for (const Stage stage : {Stage::Shape, Stage::Mix}) {
            step.accumulate(batchOf(4), tinyRecipe(), planOf(stage), 1);
            step.apply(tinyRecipe(), planOf(stage));
        }
        QVERIFY(torch::equal(networks.discriminator->parameters()[0].detach(), before));
        const auto losses = step.takeLosses();
        QVERIFY(!losses.contains("discriminator"));
        QVERIFY(losses.contains("cycle"));
        QVERIFY(step.takeLosses().empty());
    }
    void anAccumulatedStepIsThatOfTheWholeBatch() {
        // Without the losses that look at a batch as a whole.
        Recipe recipe = tinyRecipe();
        recipe.losses.structure = recipe.losses.confusion = 0;
        const Examples whole = examplesOf(4);
        const auto half = [&](int part) {
            const auto share = [&](const std::vector<float>& all) {
                const auto count = static_cast<std::ptrdiff_t>(all.size() / 2);
                return std::vector<float>(all.begin() + part * count, all.begin() + (part + 1) * count);
            };
            Examples batch = whole;
            batch.input = share(whole.input), batch.target = share(whole.target),
            batch.mask = share(whole.mask);
            batch.person = {whole.person[static_cast<std::size_t>(2 * part)],
                            whole.person[static_cast<std::size_t>(2 * part + 1)]};
            return batchOf(batch);
        };
        Networks once(recipe, kPeople, torch::kCPU, Precision::Fp32),
            twice(recipe, kPeople, torch::kCPU, Precision::Fp32);
        TrainStep stepOnce(once, torch::kCPU, Precision::Fp32, kPeople),
            stepTwice(twice, torch::kCPU, Precision::Fp32, kPeople);
        stepOnce.accumulate(batchOf(whole), recipe, planOf(Stage::Shape), 1);
        for (const int part : {0, 1}) stepTwice.accumulate(half(part), recipe, planOf(Stage::Shape), 0.5);
        const auto a = once.netOptimizer.gradients(), b = twice.netOptimizer.gradients();
        QCOMPARE(a.size(), b.size());
        double largest = 0, off = 0;
        for (std::size_t i = 0; i < a.size(); ++i) {
            largest = std::max(largest, a[i].abs().max().item<double>());
            off = std::max(off, (a[i] - b[i]).abs().max().item<double>());
        }
        QVERIFY2(off < 1e-4 * largest, qPrintable(QString("%1 of %2").arg(off).arg(largest)));
    }
    void whatIsNotANumberMovesNoWeight() {
        Networks networks(tinyRecipe(), kPeople, torch::kCPU, Precision::Fp32);
        TrainStep step(networks, torch::kCPU, Precision::Fp32, kPeople);
        Examples examples = examplesOf(4);
        examples.target[100] = examples.input[100] = std::nanf("");
        const DeviceBatch bad = batchOf(examples);
        const torch::Tensor before = allWeights(networks);
        step.accumulate(bad, tinyRecipe(), planOf(Stage::Detail), 1);
        step.apply(tinyRecipe(), planOf(Stage::Detail));
        QVERIFY(torch::equal(allWeights(networks), before));
        QCOMPARE(step.takeLosses().at("skipped"), 3.0);
        step.accumulate(batchOf(4), tinyRecipe(), planOf(Stage::Detail, 1), 1);
        step.apply(tinyRecipe(), planOf(Stage::Detail, 1));
        QVERIFY(!torch::equal(allWeights(networks), before));
        QVERIFY(allWeights(networks).isfinite().all().item<bool>());
    }
    void clippedGradientsAreNoLongerThanAsked() {
        Recipe recipe = tinyRecipe();
        recipe.optim.clipNorm = 1e-3;
        Networks networks(recipe, kPeople, torch::kCPU, Precision::Fp32);
        TrainStep step(networks, torch::kCPU, Precision::Fp32, kPeople);
        step.accumulate(batchOf(4), recipe, planOf(Stage::Shape), 1);
        const auto gradients =
            networks.netOptimizer.gradients();  // shared with the weights, changed in place
        const auto length = [&] {
            double squares = 0;
            for (const torch::Tensor& one : gradients) squares += one.square().sum().item<double>();
            return std::sqrt(squares);
        };
        QVERIFY(length() > 1e-2);
        step.apply(recipe, planOf(Stage::Shape));
        QVERIFY(std::abs(length() - 1e-3) < 1e-5);
    }
    void theAverageFollowsByItsHalfLife() {
        Networks networks(tinyRecipe(), kPeople, torch::kCPU, Precision::Fp32);
        const torch::NoGradGuard noGrad;
        torch::Tensor now = networks.net->parameters()[0], average = networks.ema->parameters()[0];
        QVERIFY(torch::equal(now, average));
        average.zero_();
        now.fill_(1);
        for (int i = 0; i < 10; ++i) networks.updateAverage(16, 160, 1'000'000);
        QVERIFY((average - 0.5).abs().max().item<double>() < 1e-5);
        networks.updateAverage(16, 160, 0);  // at the start it follows faster
        QVERIFY((average - 0.95).abs().max().item<double>() < 1e-5);
    }
    void smallerNumberFormatsGiveNearlyTheSameLosses_data() {
        QTest::addColumn<int>("precision");
        QTest::addRow("bf16") << static_cast<int>(Precision::Bf16);
        QTest::addRow("fp16") << static_cast<int>(Precision::Fp16);
    }
    void smallerNumberFormatsGiveNearlyTheSameLosses() {
        QFETCH(int, precision);
        std::map<std::string, double> losses[2];
        for (const int which : {0, 1}) {
            const Precision format = which == 0 ? Precision::Fp32 : static_cast<Precision>(precision);
            Networks networks(tinyRecipe(), kPeople, torch::kCPU, format);
            TrainStep step(networks, torch::kCPU, format, kPeople);
            step.accumulate(batchOf(4), tinyRecipe(), planOf(Stage::Detail), 1);
            losses[which] = step.takeLosses();
        }
        for (const auto& [name, value] : losses[0]) {
            const double other = losses[1].at(name);
            QVERIFY2(std::abs(other - value) < 0.05 * std::abs(value) + 0.01,
                     qPrintable(QString("%1: %2 against %3").arg(name.c_str()).arg(other).arg(value)));
        }
    }
};

QTEST_APPLESS_MAIN(TestTrainStep)
#include "tst_train_step.moc"
