#include <torch/torch.h>
// Torch's headers come before Qt's.
#include <QTest>

#include "core/train/transfer.h"
#include "tests/support/tiny_model.h"

using namespace visagist;

namespace {

using Names = std::vector<std::string>;

Networks networksOf(const Recipe& recipe, const Names& people) {
    return Networks(recipe, static_cast<int>(people.size()), torch::kCPU, Precision::Fp32);
}

Recipe tinyRecipe(std::int64_t seed, Resolution resolution = Resolution::R64) {
    Recipe recipe;
    recipe.model = test::tinyModel(resolution);
    recipe.train.seed = seed;
    return recipe;
}

/// A network that learned something: no two of its tensors are as they began.
Checkpoint checkpointOf(Networks& networks, const Recipe& recipe, const Names& people) {
    const torch::NoGradGuard noGrad;
    torch::manual_seed(99);
    for (torch::Tensor& weight : networks.ema->parameters()) weight.add_(0.01 * torch::randn_like(weight));
    for (torch::Tensor& weight : networks.discriminator->parameters())
        weight.add_(0.01 * torch::randn_like(weight));
    Checkpoint checkpoint;
    checkpoint.state = CheckpointState{.recipe = recipe, .people = people, .step = 100}.toJson();
    checkpoint.tensors = networks.tensors();
    return checkpoint;
}

torch::Tensor parameter(torch::nn::Module& module, const std::string& name) {
    return module.named_parameters()[name].detach();
}

}  // namespace

class TestTransfer : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theSamePeopleStartWithAllThatWasLearned() {
        const Names people{"Ada", "Ben"};
        const Recipe recipe = tinyRecipe(1);
        Networks old = networksOf(recipe, people), fresh = networksOf(tinyRecipe(2), people);
        const Transfer transfer = takeOver(fresh, checkpointOf(old, recipe, people), people);
        QCOMPARE(transfer.taken, transfer.all);
        const auto wanted = old.ema->parameters(), got = fresh.net->parameters();
        for (std::size_t i = 0; i < wanted.size(); ++i) QVERIFY(torch::equal(wanted[i], got[i]));
        QVERIFY(torch::equal(parameter(*old.discriminator, "features.weight"),
                             parameter(*fresh.discriminator, "features.weight")));
    }
    void aPersonWhoIsAddedStartsAsTheMeanOfTheOthers() {
        const Names before{"Ada", "Ben"}, now{"Cleo", "Ben", "Ada"};
        const Recipe recipe = tinyRecipe(1);
        Networks old = networksOf(recipe, before), fresh = networksOf(tinyRecipe(2), now);
        const Transfer transfer = takeOver(fresh, checkpointOf(old, recipe, before), now);
        QCOMPARE(transfer.taken, transfer.all);
        for (const char* name : {"decoder.styles16", "decoder.inter_gain", "decoder.inter_constant"}) {
            const torch::Tensor was = parameter(*old.ema, name), is = parameter(*fresh.net, name);
            QCOMPARE(is.size(0), std::int64_t{3});
            QVERIFY(torch::equal(is[1], was[1]));
            QVERIFY(torch::equal(is[2], was[0]));
            QVERIFY(torch::allclose(is[0], was.mean(0)));
        }
    }
    void theOldPeopleLookAsBefore() {
        const Names before{"Ada", "Ben"}, now{"Ada", "Ben", "Cleo"};
        const Recipe recipe = tinyRecipe(1);
        Networks old = networksOf(recipe, before), fresh = networksOf(tinyRecipe(2), now);
        takeOver(fresh, checkpointOf(old, recipe, before), now);
        const torch::NoGradGuard noGrad;
        const torch::Tensor face = torch::rand({1, 3, 64, 64}) * 2 - 1;
        torch::Tensor two = torch::zeros({1, kLevelGroups, 2}), three = torch::zeros({1, kLevelGroups, 3});
        two.select(2, 1).fill_(1);
        three.select(2, 1).fill_(1);
        const torch::Tensor was = old.ema->decode(old.ema->encode(face), two).face,
                            is = fresh.net->decode(fresh.net->encode(face), three).face;
        QVERIFY((was - is).abs().max().item<double>() < 1e-5);
    }
    void aLargerNetworkTakesTheLayersThatFit() {
        const Names people{"Ada", "Ben"};
        const Recipe recipe = tinyRecipe(1);
        Networks old = networksOf(recipe, people),
                 fresh = networksOf(tinyRecipe(2, Resolution::R128), people);
        const Transfer transfer = takeOver(fresh, checkpointOf(old, recipe, people), people);
        QVERIFY(transfer.taken > transfer.all / 4 && transfer.taken < transfer.all);
        QVERIFY(torch::equal(parameter(*old.ema, "decoder.first32.weight"),
                             parameter(*fresh.net, "decoder.first32.weight")));
    }
    void aNetworkOfAnotherShapeTakesNothing() {
        const Names people{"Ada", "Ben"};
        Recipe recipe = tinyRecipe(1), other = tinyRecipe(2);
        other.model.encoderChannels = 16;
        other.model.codeSize = 32;
        other.model.decoderWidth = 1024;
        other.model.interChannels = 32;
        other.model.styleSize = 32;
        Networks old = networksOf(recipe, people), fresh = networksOf(other, people);
        const Transfer transfer = takeOver(fresh, checkpointOf(old, recipe, people), people);
        QVERIFY(transfer.taken < transfer.all / 10);
    }
};

QTEST_APPLESS_MAIN(TestTransfer)
#include "tst_transfer.moc"
