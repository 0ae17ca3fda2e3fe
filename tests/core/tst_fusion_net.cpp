#include <torch/torch.h>
// Torch's headers come before Qt's.
#include <QTest>
#include <cmath>

#include "core/model/fusion_net.h"
#include "core/model/layers.h"
#include "tests/support/tiny_model.h"

using namespace visagist;

namespace {

torch::Tensor faces(int count, int size = 64) { return torch::rand({count, 3, size, size}) * 2 - 1; }

/// The same row of weights for all three groups, for each code of a batch: [B,3,K].
torch::Tensor weights(const std::vector<float>& row, std::int64_t batch) {
    return torch::tensor(row).view({1, 1, -1}).expand({batch, kLevelGroups, -1}).contiguous();
}

torch::Tensor oneHot(int person, int people, std::int64_t batch) {
    std::vector<float> row(static_cast<std::size_t>(people));
    row[static_cast<std::size_t>(person)] = 1;
    return weights(row, batch);
}

/// Everything that belongs to one person alone, as views into the decoder's parameters.
std::vector<torch::Tensor> codesOf(FusionNet& net, int person) {
    std::vector<torch::Tensor> codes;
    for (const auto& item : net->decoder->named_parameters(false)) {
        const bool shared = item.value().size(0) != net->decoder->people();
        if (!shared) codes.push_back(item.value().detach()[person]);
    }
    return codes;
}

double distance(const torch::Tensor& a, const torch::Tensor& b) { return (a - b).abs().max().item<double>(); }

}  // namespace

class TestFusionNet : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { torch::manual_seed(11); }

    void facesComeOutAsTheyWentIn_data() {
        QTest::addColumn<int>("resolution");
        QTest::addRow("64") << 0;
        QTest::addRow("128") << 1;
    }
    void facesComeOutAsTheyWentIn() {
        QFETCH(int, resolution);
        const torch::NoGradGuard noGrad;
        const ModelOptions options = test::tinyModel(static_cast<Resolution>(resolution));
        const int size = pixels(options.resolution);
        FusionNet net(options, 3);
        const torch::Tensor code = net->encode(faces(2, size));
        QCOMPARE(code.sizes(), (torch::IntArrayRef{2, 16}));
        const auto made = net->decode(code, oneHot(1, 3, 2));
        QCOMPARE(made.face.sizes(), (torch::IntArrayRef{2, 3, size, size}));
        QCOMPARE(made.maskLogits.sizes(), (torch::IntArrayRef{2, 1, size, size}));
        QVERIFY(made.face.abs().max().item<double>() <= 1);
        QVERIFY(made.face.std().item<double>() > 1e-3);
        Discriminator discriminator(options, 3);
        const auto judged = discriminator(made.face, torch::tensor({0, 2}, torch::kInt64));
        QCOMPARE(judged.face.sizes(), (torch::IntArrayRef{2}));
        QCOMPARE(judged.person.sizes(), (torch::IntArrayRef{2}));
        QCOMPARE(judged.features.size(), resolution == 0 ? std::size_t{3} : std::size_t{4});
    }
    void codesHaveUnitMeanSquare() {
        const torch::NoGradGuard noGrad;
        FusionNet net(test::tinyModel(), 2);
        const torch::Tensor code = net->encode(torch::cat({faces(3), torch::zeros({1, 3, 64, 64})}));
        for (const torch::Tensor& row : code.unbind())
            QVERIFY(std::abs(row.square().mean().item<double>() - 1) < 1e-4);
        QVERIFY(distance(code[0], code[1]) > 1e-3);
    }
    void aFaceDoesNotDependOnItsNeighboursInTheBatch() {
        const torch::NoGradGuard noGrad;
        FusionNet net(test::tinyModel(), 3);
        const torch::Tensor batch = faces(3), code = net->encode(batch);
        const torch::Tensor w = torch::softmax(torch::randn({3, kLevelGroups, 3}), 2);
        const torch::Tensor together = net->decode(code, w).face;
        for (int i = 0; i < 3; ++i) {
            const torch::Tensor alone = net->encode(batch.narrow(0, i, 1));
            QVERIFY(distance(net->decode(alone, w.narrow(0, i, 1)).face[0], together[i]) < 1e-4);
        }
    }
    void onePersonsFaceDependsOnThatPersonsCodesOnly_data() {
        QTest::addColumn<int>("people");
        QTest::addRow("own maps") << 3;
        QTest::addRow("shared map") << 7;
    }
    void onePersonsFaceDependsOnThatPersonsCodesOnly() {
        QFETCH(int, people);
        const torch::NoGradGuard noGrad;
        FusionNet net(test::tinyModel(), people);
        const torch::Tensor code = net->encode(faces(1));
        const torch::Tensor before = net->decode(code, oneHot(1, people, 1)).face;
        QVERIFY(codesOf(net, 0).size() >= 5);  // a map of its own and the styles of four levels
        for (const int other : {0, 2}) {
            for (torch::Tensor& own : codesOf(net, other)) own.normal_();
        }
        QVERIFY(torch::equal(net->decode(code, oneHot(1, people, 1)).face, before));
        for (torch::Tensor& own : codesOf(net, 1)) {
            const torch::Tensor kept = own.clone();
            own.add_(torch::randn_like(own));
            QVERIFY(distance(net->decode(code, oneHot(1, people, 1)).face, before) > 1e-5);
            own.copy_(kept);
        }
    }
    void aMixOfEqualPeopleIsEitherOfThem_data() { onePersonsFaceDependsOnThatPersonsCodesOnly_data(); }
    void aMixOfEqualPeopleIsEitherOfThem() {
        QFETCH(int, people);
        const torch::NoGradGuard noGrad;
        FusionNet net(test::tinyModel(), people);
        const auto first = codesOf(net, 0), second = codesOf(net, 1);
        for (std::size_t i = 0; i < first.size(); ++i) second[i].copy_(first[i]);
        const torch::Tensor code = net->encode(faces(2));
        std::vector<float> mix(static_cast<std::size_t>(people));
        mix[0] = 0.3f, mix[1] = 0.7f;
        const torch::Tensor alone = net->decode(code, oneHot(0, people, 2)).face;
        QVERIFY(distance(net->decode(code, weights(mix, 2)).face, alone) < 1e-4);
        QVERIFY(distance(net->decode(code, oneHot(2, people, 2)).face, alone) > 1e-3);
    }
    void eachGroupOfWeightsSteersItsOwnLevels() {
        const torch::NoGradGuard noGrad;
        FusionNet net(test::tinyModel(Resolution::R128), 2);
        const torch::Tensor code = net->encode(faces(1, 128));
        const torch::Tensor before = net->decode(code, oneHot(0, 2, 1)).face;
        for (int group = 0; group < kLevelGroups; ++group) {
            torch::Tensor w = oneHot(0, 2, 1);
            w[0][group] = torch::tensor({0.0f, 1.0f});
            QVERIFY(distance(net->decode(code, w).face, before) > 1e-4);
        }
        // At 64 px there is no level that texture could steer.
        FusionNet small(test::tinyModel(), 2);
        const torch::Tensor smallCode = small->encode(faces(1));
        torch::Tensor w = oneHot(0, 2, 1);
        w[0][2] = torch::tensor({0.0f, 1.0f});
        QVERIFY(
            torch::equal(small->decode(smallCode, w).face, small->decode(smallCode, oneHot(0, 2, 1)).face));
    }
    void levelGroupsAreShapeFeaturesAndTexture() {
        for (const int size : {8, 16}) QCOMPARE(levelGroup(size), 0);
        for (const int size : {32, 64}) QCOMPARE(levelGroup(size), 1);
        for (const int size : {128, 256, 512}) QCOMPARE(levelGroup(size), 2);
    }
    void aPersonMoreIsAGainAConstantAndStyles() {
        const std::int64_t mapSize = 64 * 16, styles = 4 * 16;
        const auto count = [](int people) {
            return parameterCount(*FusionDecoder(test::tinyModel(), people));
        };
        QCOMPARE(count(3) - count(2), 16 + mapSize + styles);
        QCOMPARE(count(9) - count(8), 16 + mapSize + styles);
    }
    void whatIsAPersonsOwnDiffersFromWhatAllShare() {
        for (const char* own : {"decoder.styles16", "decoder.inter_gain", "decoder.inter_constant"})
            QVERIFY2(isOfPeople(own), own);
        for (const char* shared : {"decoder.inter_weight", "decoder.inter_bias", "decoder.first8.weight"})
            QVERIFY2(!isOfPeople(shared), shared);
    }
    void parameterCountIsTheNumberOfTrainableNumbers() {
        QCOMPARE(parameterCount(*ContentClassifier(test::tinyModel(), 5)),
                 std::int64_t{16 * 64 + 64 + 64 * 5 + 5});
        QCOMPARE(parameterCount(*ResidualBlock(8)), std::int64_t{2 * (8 * 8 * 9 + 8)});
    }
    void theDiscriminatorKnowsPeopleOnlyWhenAsked() {
        Discriminator discriminator(test::tinyModel(), 3);
        const torch::Tensor batch = faces(4), person = torch::tensor({0, 1, 2, 0}, torch::kInt64);
        const auto unasked = discriminator(batch);
        QVERIFY(!unasked.person.defined());
        const auto fresh = discriminator(batch, person);
        QVERIFY(torch::equal(fresh.face, unasked.face));
        QVERIFY(torch::equal(fresh.person, fresh.face));  // it has not learned anybody yet
        {
            const torch::NoGradGuard noGrad;
            discriminator->named_parameters()["people_vectors"][2].normal_();
        }
        const auto learned = discriminator(batch, person);
        QVERIFY(torch::equal(learned.face, unasked.face));
        QCOMPARE(learned.person[1].item<double>(), learned.face[1].item<double>());
        QVERIFY(std::abs(learned.person[2].item<double>() - learned.face[2].item<double>()) > 1e-6);
    }
    void theDiscriminatorSeesWhetherABatchIsAllAlike() {
        const torch::NoGradGuard noGrad;
        Discriminator discriminator(test::tinyModel(), 2);
        const torch::Tensor one = faces(1), alike = one.repeat({4, 1, 1, 1});
        const torch::Tensor mixed = torch::cat({one, faces(3)});
        QVERIFY(std::abs(discriminator(alike).face[0].item<double>() -
                         discriminator(mixed).face[0].item<double>()) > 1e-6);
        for (const int count : {1, 2, 3, 5, 8})
            QCOMPARE(discriminator(faces(count)).face.size(0), std::int64_t{count});
    }
};

QTEST_APPLESS_MAIN(TestFusionNet)
#include "tst_fusion_net.moc"
