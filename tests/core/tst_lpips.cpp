#include <torch/torch.h>
// Torch's headers come before Qt's.
#include <QTemporaryDir>
#include <QTest>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/base/error.h"
#include "core/model/lpips.h"
#include "core/model/weights.h"
#include "core/store/safetensors.h"
#include "tests/support/error_of.h"
#include "tests/support/test_data.h"

using namespace visagist;

namespace {

/// tests/bench/lpips_peer.py has the same formula.
torch::Tensor noise(at::IntArrayRef shape, std::int64_t salt, double scale) {
    constexpr std::int64_t bits = 0xFFFFFFFF;
    torch::Tensor x =
        (torch::arange(c10::multiply_integers(shape), torch::kInt64) + salt * 0x9E3779B9) & bits;
    const auto folded = [](const torch::Tensor& v, int by) { return v ^ torch::bitwise_right_shift(v, by); };
    // The lower half of a product of 32 bits each, in two parts that fit in 64.
    const auto times = [](const torch::Tensor& v, std::int64_t factor) {
        const torch::Tensor high = torch::bitwise_right_shift(v, 16) * factor, low = (v & 0xFFFF) * factor;
        return ((high & 0xFFFF) * 0x10000 + low) & bits;
    };
    x = folded(times(folded(times(folded(x, 16), 0x7FEB352D), 15), 0x846CA68B), 16);
    return ((x.to(torch::kFloat64) / 4294967296.0 - 0.5) * scale).to(torch::kFloat32).view(shape);
}

std::vector<TensorBytes> formulaWeights() {
    constexpr std::array layers{0, 2, 5, 7, 10, 12, 14, 17, 19, 21, 24, 26, 28};
    constexpr std::array<std::int64_t, 13> out{64, 64, 128, 128, 256, 256, 256, 512, 512, 512, 512, 512, 512};
    constexpr std::array<std::int64_t, 5> blocks{64, 128, 256, 512, 512};
    std::vector<TensorBytes> weights;
    std::int64_t in = 3;
    for (std::size_t i = 0; i < layers.size(); ++i) {
        const std::string name = "features." + std::to_string(layers[i]);
        const auto salt = static_cast<std::int64_t>(i) + 1;
        weights.push_back(
            bytesFromTensor(name + ".weight",
                            noise({out[i], in, 3, 3}, salt, std::sqrt(24.0 / static_cast<double>(in * 9)))));
        weights.push_back(bytesFromTensor(name + ".bias", noise({out[i]}, 100 + salt, 0.2)));
        in = out[i];
    }
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        weights.push_back(
            bytesFromTensor("lin" + std::to_string(i) + ".model.1.weight",
                            noise({1, blocks[i], 1, 1}, 200 + static_cast<std::int64_t>(i), 1).abs()));
    }
    return weights;
}

torch::Tensor picture(std::int64_t size, std::int64_t salt) { return noise({1, 3, size, size}, salt, 2); }

}  // namespace

class TestLpips : public QObject {
    Q_OBJECT

    std::vector<TensorBytes> m_weights = formulaWeights();
    Lpips m_net{nullptr};

private Q_SLOTS:
    void initTestCase() { m_net = Lpips(m_weights); }

    void distanceAndGradientAreThoseOfThePackage() {
        std::ifstream file(test::referenceData() / "lpips.json");
        const nlohmann::json reference = nlohmann::json::parse(file);
        for (const auto& row : reference["values"]) {
            const auto size = row["size"].get<std::int64_t>();
            const torch::Tensor made = picture(size, 301).requires_grad_(), photo = picture(size, 302);
            const torch::Tensor distance = m_net->distance(made, photo);
            QCOMPARE(distance.sizes(), at::IntArrayRef({1}));
            const double wanted = row["distance"];
            QVERIFY(std::abs(distance.item<double>() - wanted) < 1e-5 * wanted);
            distance.sum().backward();
            const torch::Tensor gradient = made.grad().flatten();
            const double norm = row["gradient_norm"];
            QVERIFY(std::abs(gradient.norm().item<double>() - norm) < 1e-4 * norm);
            std::int64_t at = 0;
            for (const auto& value : row["gradient"]) {
                QVERIFY(std::abs(gradient[at].item<double>() - value.get<double>()) < 1e-4 * norm);
                at += 517;
            }
            QVERIFY(at > gradient.numel());
        }
    }

    void equalPicturesAreNoDistanceApart() {
        const torch::Tensor made = picture(32, 5).requires_grad_();
        const torch::Tensor distance = m_net->distance(made, made.detach());
        QCOMPARE(distance.item<float>(), 0.0f);
        distance.sum().backward();
        QVERIFY(made.grad().isfinite().all().item<bool>());
    }

    void placesWithoutAnyFeatureHaveFiniteGradients() {
        std::vector<TensorBytes> silent = m_weights;
        for (TensorBytes& tensor : silent) {
            if (tensor.name.starts_with("features")) std::ranges::fill(tensor.bytes, std::uint8_t{0});
        }
        const torch::Tensor made = picture(16, 6).requires_grad_();
        Lpips(silent)->distance(made, picture(16, 7)).sum().backward();
        QVERIFY(made.grad().isfinite().all().item<bool>());
    }

    void eachPictureOfABatchIsJudgedByItself() {
        const torch::Tensor a = torch::cat({picture(32, 1), picture(32, 2)}),
                            b = torch::cat({picture(32, 3), picture(32, 4)});
        const torch::Tensor both = m_net->distance(a, b);
        for (int i = 0; i < 2; ++i) {
            const torch::Tensor alone = m_net->distance(a.narrow(0, i, 1), b.narrow(0, i, 1));
            QVERIFY(torch::allclose(both[i], alone[0], 1e-5, 1e-7));
        }
    }

    void photosGetNoGradient() {
        const torch::Tensor made = picture(32, 8).requires_grad_(), photo = picture(32, 9).requires_grad_();
        m_net->distance(made, photo).sum().backward();
        QVERIFY(made.grad().defined());
        QVERIFY(!photo.grad().defined());
    }

    void weightsThatLackALayerAreRefused() {
        std::vector<TensorBytes> without = m_weights;
        std::erase_if(without, [](const TensorBytes& t) { return t.name == "lin3.model.1.weight"; });
        VISAGIST_VERIFY_ERROR(ErrorCode::Damaged, Lpips(without));
    }

    void itsFileIsReadFromTheModelsFolder() {
        QTemporaryDir folder;
        qputenv("VISAGIST_MODELS", folder.path().toUtf8());
        VISAGIST_VERIFY_ERROR(ErrorCode::NotFound, loadLpips(torch::kCPU));
        writeSafetensors(std::filesystem::path(folder.path().toStdString()) / kLpipsFile, m_weights, {});
        Lpips read = loadLpips(torch::kCPU);
        const torch::Tensor a = picture(32, 301), b = picture(32, 302);
        QVERIFY(torch::equal(read->distance(a, b), m_net->distance(a, b)));
        qunsetenv("VISAGIST_MODELS");
    }
};

QTEST_APPLESS_MAIN(TestLpips)
#include "tst_lpips.moc"
