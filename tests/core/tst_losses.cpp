#include <torch/torch.h>
// Torch's headers come before Qt's.
#include <QTest>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/face/canonical.h"
#include "core/model/losses.h"
#include "tests/support/test_data.h"

using namespace visagist;

namespace {

constexpr int kRows = 32, kColumns = 40, kBorder = 5;

/// The reference's two pictures, [1,channels,32,40].
torch::Tensor picture(bool second, int channels) {
    const torch::Tensor x = torch::arange(kColumns, torch::kFloat64).view({1, -1}),
                        y = torch::arange(kRows, torch::kFloat64).view({-1, 1});
    const torch::Tensor phase = 0.21 * x + 0.13 * y;
    const torch::Tensor grey = second ? 0.48 + 0.26 * torch::sin(phase + 0.2) +
                                            0.12 * torch::cos(0.05 * x * y + 0.3) +
                                            0.03 * torch::sin(1.7 * x - 2.1 * y)
                                      : 0.5 + 0.3 * torch::sin(phase) + 0.1 * torch::cos(0.05 * x * y);
    std::vector<torch::Tensor> planes;
    for (int k = 0; k < channels; ++k) planes.push_back(grey * (1 - 0.1 * k) + 0.03 * k);
    return torch::stack(planes).unsqueeze(0);
}

/// Without the pixels whose window reaches over the border.
torch::Tensor inside(const torch::Tensor& map) {
    return map.slice(2, kBorder, kRows - kBorder).slice(3, kBorder, kColumns - kBorder);
}

double valueAt(const torch::Tensor& weight, Point unit) {
    const auto size = static_cast<double>(weight.size(3));
    return weight[0][0][static_cast<int>(unit.y * size)][static_cast<int>(unit.x * size)].item<double>();
}

}  // namespace

class TestLosses : public QObject {
    Q_OBJECT
    nlohmann::json m_ssim;

private Q_SLOTS:
    void initTestCase() {
        std::ifstream file(test::referenceData() / "ssim.json");
        m_ssim = nlohmann::json::parse(file);
    }
    void ssimIsTheReferencesWhereTheWindowLiesInside() {
        const torch::Tensor map = ssimMap(picture(false, 1), picture(true, 1), 11, 1.5);
        QCOMPARE(map.sizes(), (torch::IntArrayRef{1, 1, kRows, kColumns}));
        for (int x = kBorder; x < 8; ++x) {
            const double wanted = m_ssim["row_16_first_8"][static_cast<std::size_t>(x)].get<double>();
            QVERIFY(std::abs(map[0][0][16][x].item<double>() - wanted) < 1e-9);
        }
        const double mean = inside(map).mean().item<double>();
        QVERIFY(std::abs(mean - m_ssim["mean_inside"].get<double>()) < 1e-9);
    }
    void ssimOfThreeChannelsIsTheirMean() {
        const torch::Tensor map = ssimMap(picture(false, 3), picture(true, 3), 11, 1.5);
        const double mean = inside(map).mean().item<double>();
        QVERIFY(std::abs(mean - m_ssim["mean_inside_three_channels"].get<double>()) < 1e-9);
    }
    void ssimInFloat32IsNear() {
        const torch::Tensor map =
            ssimMap(picture(false, 1).to(torch::kFloat32), picture(true, 1).to(torch::kFloat32), 11, 1.5);
        QVERIFY(std::abs(inside(map).mean().item<double>() - m_ssim["mean_inside"].get<double>()) < 1e-4);
    }
    void itsGradientIsThatOfFiniteDifferences() {
        torch::manual_seed(9);
        const torch::Tensor weights = torch::rand({1, 2, 9, 12}, torch::kFloat64);
        std::vector<torch::Tensor> pictures{torch::rand_like(weights), torch::rand_like(weights)};
        const auto value = [&] { return (ssimMap(pictures[0], pictures[1], 5, 1.2) * weights).sum(); };
        for (torch::Tensor& picture : pictures) picture.set_requires_grad(true);
        value().backward();
        const torch::NoGradGuard noGrad;
        for (torch::Tensor& picture : pictures) {
            for (const std::int64_t at : {0, 7, 50, 107, 215}) {
                torch::Tensor pixel = picture.flatten()[at];
                const double kept = pixel.item<double>(), little = 1e-6;
                pixel.fill_(kept + little);
                const double above = value().item<double>();
                pixel.fill_(kept - little);
                const double below = value().item<double>();
                pixel.fill_(kept);
                const double slope = (above - below) / (2 * little),
                             told = picture.grad().flatten()[at].item<double>();
                QVERIFY2(std::abs(told - slope) < 1e-6 * std::max(1.0, std::abs(slope)),
                         qPrintable(QString("%1 against %2").arg(told).arg(slope)));
            }
        }
    }
    void equalPicturesAreNotDissimilar() {
        for (const int resolution : {64, 256}) {
            torch::manual_seed(1);
            const torch::Tensor a = torch::rand({2, 3, resolution, resolution});
            const torch::Tensor weight = torch::ones({2, 1, resolution, resolution});
            QVERIFY(std::abs(structuralDissimilarity(a, a, weight).item<double>()) < 1e-5);
            const double other = structuralDissimilarity(a, torch::rand_like(a), weight).item<double>();
            QVERIFY(other > 0.2 && other < 1);
        }
    }
    void dissimilarityWhereTheWeightIsZeroDoesNotCount() {
        torch::manual_seed(2);
        const torch::Tensor a = torch::rand({1, 3, 64, 64}), b = a.clone();
        b.slice(3, 40, 64).fill_(0);
        torch::Tensor weight = torch::zeros({1, 1, 64, 64});
        weight.slice(3, 0, 30).fill_(1);
        QVERIFY(std::abs(structuralDissimilarity(a, b, weight).item<double>()) < 1e-5);
        weight.fill_(1);
        QVERIFY(structuralDissimilarity(a, b, weight).item<double>() > 0.05);
    }
    void aDiscriminatorThatKnowsNothingPaysTwoBits() {
        const torch::Tensor zero = torch::zeros({4});
        QVERIFY(std::abs(discriminatorLoss(zero, zero).item<double>() - 2 * std::log(2)) < 1e-6);
        QVERIFY(std::abs(generatorLoss(zero).item<double>() - std::log(2)) < 1e-6);
    }
    void adversarialLossesPullInOppositeDirections() {
        const torch::Tensor high = torch::full({4}, 5.0f), low = torch::full({4}, -5.0f),
                            zero = torch::zeros({4});
        QVERIFY(discriminatorLoss(high, low).item<double>() < 0.1);
        QVERIFY(discriminatorLoss(low, high).item<double>() > 9);
        QVERIFY(generatorLoss(high).item<double>() < 0.1);
        QVERIFY(generatorLoss(low).item<double>() > 4.9);
        // Hinge: nothing left to push where the discriminator is sure by more than one.
        QCOMPARE(discriminatorLoss(high, low, AdversarialForm::Hinge).item<double>(), 0.0);
        QCOMPARE(discriminatorLoss(zero, zero, AdversarialForm::Hinge).item<double>(), 2.0);
        QCOMPARE(generatorLoss(high, AdversarialForm::Hinge).item<double>(), -high.mean().item<double>());
    }
    void totalVariationCountsStepsBetweenNeighbours() {
        QCOMPARE(totalVariation(torch::ones({1, 3, 8, 8})).item<double>(), 0.0);
        torch::Tensor stripes = torch::zeros({1, 1, 4, 4});
        stripes.select(3, 1).fill_(1);  // one bright column: two steps of 1 among 3 in each row
        QVERIFY(std::abs(totalVariation(stripes).item<double>() - 2.0 / 3) < 1e-6);
        QVERIFY(std::abs(totalVariation(stripes.transpose(2, 3)).item<double>() - 2.0 / 3) < 1e-6);
    }
    void gradientPenaltyOfALinearJudgeIsHalfItsSquaredLength() {
        torch::manual_seed(3);
        const torch::Tensor w = torch::randn({1, 3, 8, 8}, torch::kFloat64);
        const torch::Tensor faces =
            torch::randn({5, 3, 8, 8}, torch::TensorOptions().dtype(torch::kFloat64).requires_grad(true));
        const double penalty = r1Penalty((faces * w).sum({1, 2, 3}) + 7, faces).item<double>();
        QVERIFY(std::abs(penalty - w.square().sum().item<double>() / 2) < 1e-9);
    }
    void gradientPenaltyHasAGradientItself() {
        const torch::Tensor w = torch::ones({1, 3, 4, 4}).set_requires_grad(true);
        const torch::Tensor faces = torch::ones({2, 3, 4, 4}).set_requires_grad(true);
        r1Penalty((faces * w).sum({1, 2, 3}), faces).backward();
        QVERIFY(torch::allclose(w.grad(), w.detach()));  // of |w|²/2
    }
    void confusionIsLeastWhereEveryPersonIsEquallyLikely() {
        const double least = confusionLoss(torch::full({3, 5}, 2.0f)).item<double>();
        QVERIFY(std::abs(least - std::log(5)) < 1e-6);
        torch::manual_seed(4);
        for (int i = 0; i < 20; ++i) QVERIFY(confusionLoss(torch::randn({3, 5})).item<double>() > least);
        const torch::Tensor even = torch::zeros({3, 5}).set_requires_grad(true);
        confusionLoss(even).backward();
        QVERIFY(even.grad().abs().max().item<double>() < 1e-7);
    }
    void balanceIsTheWeightedMeanOfColoursInLinearLight() {
        torch::manual_seed(5);
        const auto faces = [] { return torch::rand({3, 3, 64, 64}) * 2 - 1; };
        const auto light = [](const torch::Tensor& face) { return ((face + 1) / 2).pow(2.2); };
        const auto face = [](const torch::Tensor& lights) { return lights.pow(1 / 2.2) * 2 - 1; };
        const torch::Tensor own = faces(), other = faces(), share = torch::tensor({0.0f, 0.3f, 1.0f});
        const torch::Tensor w = share.view({-1, 1, 1, 1});
        const torch::Tensor mean = face(w * light(own) + (1 - w) * light(other));
        const auto of = [&](const torch::Tensor& fused) {
            return balanceLoss(fused, own, other, share, 1 - share).item<double>();
        };
        QVERIFY(of(mean) < 1e-6);
        // Only thirty-seconds of the width count: what moves within them does not.
        const torch::Tensor rolled = mean.view({3, 3, 32, 2, 32, 2}).roll(1, 5).reshape({3, 3, 64, 64});
        QVERIFY(of(rolled) < 1e-6);
        QVERIFY(of(w * own + (1 - w) * other) > 20 * of(mean));  // a mean of sRGB numbers is too dark
        // Each of the three sizes of cells sees a face that is brighter as a whole.
        const torch::Tensor grey = torch::zeros({3, 3, 64, 64});
        const double brighter = balanceLoss(grey + 0.2, grey, grey, share, 1 - share).item<double>();
        QVERIFY(std::abs(brighter - 3 * 0.01) < 1e-5);
    }
    void balanceHasAGradientAlsoWhereAllIsBlack() {
        const torch::Tensor black = torch::full({1, 3, 64, 64}, -1.0f).set_requires_grad(true),
                            white = torch::ones({1, 3, 64, 64}), half = torch::tensor({0.5f});
        balanceLoss(black, white, white, half, half).backward();
        QVERIFY(torch::isfinite(black.grad()).all().item<bool>());
        QVERIFY(black.grad().max().item<double>() < 0);  // brighter is better
    }
    void balanceMovesTheFusionOnlyAndLeavesThreeWayOnesOut() {
        const torch::Tensor a = torch::ones({2, 3, 64, 64}), b = -a, share = torch::tensor({0.5f, 0.4f}),
                            otherShare = torch::tensor({0.5f, 0.4f});
        const torch::Tensor fused = a.clone().set_requires_grad(true),
                            own = a.clone().set_requires_grad(true);
        balanceLoss(fused, own, b, share, otherShare).backward();
        QVERIFY(!own.grad().defined());
        QVERIFY(fused.grad()[0].abs().sum().item<double>() > 0);
        QVERIFY(fused.grad()[1].abs().sum().item<double>() == 0);
        const torch::Tensor third = torch::full({2}, 0.3f);
        QCOMPARE(balanceLoss(fused, own, b, third, third).item<double>(), 0.0);
    }
    void eyesAndMouthWeighMost() {
        const auto landmarks = canonicalLandmarks();
        for (const int resolution : {64, 128, 256}) {
            const torch::Tensor weight = eyesAndMouthWeight(resolution);
            QCOMPARE(weight.sizes(), (torch::IntArrayRef{1, 1, resolution, resolution}));
            QVERIFY(weight.min().item<double>() >= 0 && weight.max().item<double>() <= 1);
            for (const std::size_t eye : {std::size_t{0}, std::size_t{2}}) {
                const Point a = landmarks[eye], b = landmarks[eye + 1];
                QVERIFY(valueAt(weight, {(a.x + b.x) / 2, (a.y + b.y) / 2}) > 0.9);
                QVERIFY(valueAt(weight, a) > 0.3);
            }
            const Point nose = landmarks[4];
            QVERIFY(valueAt(weight, {nose.x, nose.y + 0.06}) > 0.8);
            for (const Point corner : {Point{0, 0}, Point{0.99, 0}, Point{0, 0.99}, Point{0.99, 0.99}})
                QVERIFY(valueAt(weight, corner) < 0.01);
        }
    }
};

QTEST_APPLESS_MAIN(TestLosses)
#include "tst_losses.moc"
