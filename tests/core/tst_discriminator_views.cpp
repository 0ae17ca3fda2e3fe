#include <torch/torch.h>
// Torch's headers come before Qt's.
#include <QTest>
#include <cmath>

#include "core/model/device.h"
#include "core/train/discriminator_views.h"

using namespace visagist;

namespace {

torch::Tensor faces(std::int64_t count, std::int64_t size = 32) {
    torch::manual_seed(3);
    return torch::rand({count, 3, size, size}).mul(2).sub(1).contiguous(torch::MemoryFormat::ChannelsLast);
}

/// Views whose probability is `p`.
DiscriminatorViews viewsAt(double p) {
    DiscriminatorViews views(torch::kCPU);
    torch::Tensor state = views.state();
    state[0] = p;
    return views;
}

double probabilityAfter(double logit, double target, std::int64_t batches, std::int64_t size = 100) {
    DiscriminatorViews views(torch::kCPU);
    for (std::int64_t i = 0; i < batches; ++i) views.judge(torch::full({size}, logit), target);
    return views.probability().item<double>();
}

}  // namespace

class TestDiscriminatorViews : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void atFirstFacesAreSeenAsTheyAre() {
        const DiscriminatorViews views(torch::kCPU);
        const torch::Tensor given = faces(6);
        const torch::Tensor seen = views.see(given, views.draw(6, 1, 0));
        QVERIFY((seen - given).abs().max().item<double>() < 1e-5);
    }
    void withProbabilityOneEveryFaceIsChanged() {
        const DiscriminatorViews views = viewsAt(1);
        const torch::Tensor given = faces(20), seen = views.see(given, views.draw(20, 1, 0));
        QVERIFY(((seen - given).abs().mean({1, 2, 3}) > 0.05).all().item<bool>());
        QVERIFY(seen.isfinite().all().item<bool>());
        // The hole: a quarter of the face, less where it lies over the border.
        const torch::Tensor holes = (seen.abs().amax(1) == 0).to(torch::kFloat32).mean({1, 2});
        QVERIFY((holes > 0.05).all().item<bool>() && (holes < 0.27).all().item<bool>());
    }
    void changesComeAsOftenAsTheProbabilitySays() {
        const DiscriminatorViews views = viewsAt(0.3);
        const torch::Tensor given = faces(2000, 8), seen = views.see(given, views.draw(2000, 1, 0));
        const double holes =
            ((seen.abs().amax(1) == 0).flatten(1).any(1)).to(torch::kFloat32).mean().item<double>();
        QVERIFY2(std::abs(holes - 0.3) < 0.04, qPrintable(QString::number(holes)));
        const double untouched =
            ((seen - given).abs().amax({1, 2, 3}) < 1e-5).to(torch::kFloat32).mean().item<double>();
        QVERIFY2(std::abs(untouched - std::pow(0.7, 7)) < 0.03, qPrintable(QString::number(untouched)));
    }
    void photosAndTheirReconstructionsAreChangedAlike() {
        const DiscriminatorViews views = viewsAt(1);
        const auto changes = views.draw(4, 1, 7);
        QVERIFY(torch::equal(views.see(faces(4), changes), views.see(faces(4), changes)));
        // Fewer faces take the first changes.
        QVERIFY(torch::allclose(views.see(faces(4).narrow(0, 0, 2), changes),
                                views.see(faces(4), changes).narrow(0, 0, 2)));
    }
    void changesAreAFunctionOfSeedAndBatch() {
        const DiscriminatorViews views(torch::kCPU);
        QVERIFY(torch::equal(views.draw(4, 1, 7).move, views.draw(4, 1, 7).move));
        QVERIFY(!torch::equal(views.draw(4, 1, 7).move, views.draw(4, 1, 8).move));
        QVERIFY(!torch::equal(views.draw(4, 1, 7).move, views.draw(4, 2, 7).move));
    }
    void gradientsReachTheFaces() {
        const DiscriminatorViews views = viewsAt(0.8);
        const torch::Tensor given = faces(6).set_requires_grad(true);
        views.see(given, views.draw(6, 1, 0)).square().sum().backward();
        QVERIFY(given.grad().isfinite().all().item<bool>());
        QVERIFY((given.grad().abs().sum({1, 2, 3}) > 0).all().item<bool>());
    }
    void placesAreExactAlsoUnderAutocast() {
        const DiscriminatorViews views = viewsAt(1);
        const auto changes = views.draw(4, 1, 0);
        const torch::Tensor plain = views.see(faces(4), changes);
        const AutocastScope autocast(Precision::Bf16, torch::kCPU);
        QVERIFY(torch::equal(views.see(faces(4), changes), plain));
    }
    void aDiscriminatorThatIsTooSureSeesMoreChanges() {
        QVERIFY(std::abs(probabilityAfter(2, 0.6, 1000) - 0.2) < 0.003);  // 100,000 of 500,000 faces
        QCOMPARE(probabilityAfter(2, 0.6, 6000), 1.0);
    }
    void oneThatIsNotSureSeesFewer() {
        QCOMPARE(probabilityAfter(-2, 0.6, 1000), 0.0);
        DiscriminatorViews views = viewsAt(0.5);
        for (int i = 0; i < 500; ++i) views.judge(torch::full({100}, -1.0), 0.6);
        QVERIFY(std::abs(views.probability().item<double>() - 0.4) < 0.003);
    }
    void whatIsNotANumberSaysNothing() {
        DiscriminatorViews views = viewsAt(0.5);
        views.judge(torch::full({4}, std::nan("")), 0.6);
        QVERIFY(views.state().isfinite().all().item<bool>());
    }
};

QTEST_APPLESS_MAIN(TestDiscriminatorViews)
#include "tst_discriminator_views.moc"
