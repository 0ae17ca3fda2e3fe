#include <torch/torch.h>
// Torch's headers come before Qt's.
#include <QTest>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/base/error.h"
#include "core/image/decode.h"
#include "core/model/inception.h"
#include "core/model/inception_formula.h"
#include "core/model/weights.h"
#include "tests/support/error_of.h"
#include "tests/support/test_data.h"

using namespace visagist;

namespace {

torch::Tensor formulaPicture() {
    torch::Tensor picture = torch::empty({1, 3, kInceptionSide, kInceptionSide});
    auto values = picture.accessor<float, 4>();
    for (int c = 0; c < 3; ++c)
        for (int y = 0; y < kInceptionSide; ++y)
            for (int x = 0; x < kInceptionSide; ++x)
                values[0][c][y][x] = static_cast<float>(0.5 + 0.25 * std::sin(0.05 * x + 0.03 * y + 1.1 * c) +
                                                        0.2 * std::cos(0.11 * x - 0.07 * y + 0.6 * c) *
                                                            std::sin(0.013 * y + 0.3));
    return picture * 2 - 1;
}

torch::Tensor photograph() {
    const Image photo = decodePhoto(test::sharedData() / "photos" / "astronaut.png").image;
    const torch::Tensor values = torch::from_blob(const_cast<std::uint8_t*>(photo.data()),
                                                  {1, photo.height(), photo.width(), 3}, torch::kUInt8)
                                     .permute({0, 3, 1, 2})
                                     .to(torch::kFloat32)
                                     .contiguous();
    return torch::upsample_bilinear2d(values / 255, {kInceptionSide, kInceptionSide}, false) * 2 - 1;
}

void compare(const Inception& network, const torch::Tensor& picture, const nlohmann::json& wanted) {
    const auto blocks = network.blocks(picture);
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        const torch::Tensor seen = blocks[i].mean({2, 3}).squeeze(0);
        const nlohmann::json& block = wanted["blocks"][i];
        for (std::size_t k = 0; k < block["first"].size(); ++k) {
            const double value = block["first"][k];
            QVERIFY(std::abs(seen[static_cast<std::int64_t>(k)].item<double>() - value) <
                    1e-4 + 1e-4 * std::abs(value));
        }
        const double norm = block["l2_norm"], mean = block["mean"];
        QVERIFY(std::abs(seen.norm().item<double>() - norm) < 1e-5 * norm);
        QVERIFY(std::abs(seen.mean().item<double>() - mean) < 1e-5 * mean);
    }
}

}  // namespace

class TestInception : public QObject {
    Q_OBJECT

    std::vector<TensorBytes> m_weights = formulaInceptionWeights();
    nlohmann::json m_reference;

private Q_SLOTS:
    void initTestCase() {
        std::ifstream file(test::referenceData() / "inception.json");
        m_reference = nlohmann::json::parse(file);
    }

    void formulaWeightsAreThoseOfTheReference() {
        for (const auto& row : m_reference["first_and_last_weights"]) {
            const std::string name = row[0];
            const auto found = std::ranges::find(m_weights, name, &TensorBytes::name);
            QVERIFY(found != m_weights.end());
            const torch::Tensor values = tensorFromBytes(*found).flatten();
            QVERIFY(std::abs(values[0].item<double>() - row[1].get<double>()) < 1e-6);
            QVERIFY(std::abs(values[-1].item<double>() - row[2].get<double>()) < 1e-6);
        }
    }

    void everyBlockSeesWhatThePackageSees() {
        compare(Inception(m_weights, torch::kCPU), formulaPicture(), m_reference["results"][0]);
    }

    void aPhotographIsSeenAsByThePackage() {
        VISAGIST_NEEDS_SHARED("photos/astronaut.png");
        compare(Inception(m_weights, torch::kCPU), photograph(), m_reference["results"][1]);
    }

    void picturesOfABatchDoNotTouchEachOther() {
        const Inception network(m_weights, torch::kCPU);
        const torch::Tensor one = formulaPicture(), other = -one;
        const torch::Tensor both = network.features(torch::cat({one, other}));
        QCOMPARE(both.sizes(), at::IntArrayRef({2, kInceptionFeatures}));
        QVERIFY(torch::allclose(both[0], network.features(one)[0], 1e-4, 1e-5));
        QVERIFY(torch::allclose(both[1], network.features(other)[0], 1e-4, 1e-5));
    }

    void aMissingOrMisshapenTensorIsNamed() {
        auto weights = m_weights;
        std::erase_if(weights, [](const TensorBytes& t) { return t.name == "Mixed_6c.branch_pool.bn.bias"; });
        const auto missing = test::errorOf([&] { Inception(weights, torch::kCPU); });
        QVERIFY(missing && missing->code() == ErrorCode::Damaged);
        QVERIFY(QString::fromStdString(missing->what()).contains("Mixed_6c.branch_pool.bn.bias"));
        weights = m_weights;
        weights.front() = bytesFromTensor(weights.front().name, torch::zeros({32, 3, 5, 5}));
        const auto misshapen = test::errorOf([&] { Inception(weights, torch::kCPU); });
        QVERIFY(misshapen && misshapen->code() == ErrorCode::Damaged);
    }
};

QTEST_GUILESS_MAIN(TestInception)
#include "tst_inception.moc"
