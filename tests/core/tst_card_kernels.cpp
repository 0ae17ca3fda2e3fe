#include <torch/torch.h>
// Torch's headers come before Qt's.
#include <QTest>

#include "core/data/seeded_random.h"
#include "core/model/adain.h"
#include "core/options/data_options.h"
#include "core/train/device_batch.h"

using namespace visagist;

namespace {

Batch batchWith(const DataOptions& options, int resolution, int count) {
    Batch batch;
    batch.resolution = resolution;
    SeededRandom random(7);
    for (int i = 0; i < count; ++i) {
        for (int y = 0; y < resolution; ++y) {
            for (int x = 0; x < resolution; ++x) {
                for (int c = 0; c < 4; ++c)
                    batch.faces.push_back(static_cast<std::uint8_t>(
                        128 + 90 * std::sin(0.02 * (c + 1) * (x + 3 * i)) * std::cos(0.05 * y) +
                        random.uniform(0, 20)));
            }
        }
        batch.plans.push_back(drawPlan(options, 1, resolution, SeededRandom(static_cast<std::uint64_t>(i))));
        batch.person.push_back(i % 2);
    }
    return batch;
}

double distance(const torch::Tensor& a, const torch::Tensor& b) {
    return (a.cpu().to(torch::kFloat64) - b.cpu().to(torch::kFloat64)).abs().max().item<double>();
}

}  // namespace

class TestCardKernels : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        if (!torch::cuda::is_available()) QSKIP("there is no graphics card here that LibTorch can use");
    }
    void theCardMakesTheProcessorsPictures_data() {
        QTest::addColumn<int>("resolution");
        for (const int resolution : {64, 128, 256, 512}) QTest::addRow("%d px", resolution) << resolution;
    }
    void theCardMakesTheProcessorsPictures() {
        QFETCH(int, resolution);
        DataOptions options;
        options.flip = true;
        options.colour = 0.2;
        options.occlude = options.blur = 0.5;
        const Batch batch = batchWith(options, resolution, 8);
        const DeviceBatch cpu(batch, torch::kCPU), card(batch, torch::kCUDA);
        QVERIFY(card.input.is_cuda() && card.input.is_contiguous(torch::MemoryFormat::ChannelsLast));
        // Places are computed in float32 with other roundings: a hundredth of a pixel at most.
        QVERIFY(distance(cpu.target, card.target) < 2e-3);
        QVERIFY(distance(cpu.mask, card.mask) < 2e-3);
        QVERIFY(distance(cpu.input, card.input) < 2e-3);
    }
    void soIsWhatJpegLeaves() {
        DataOptions options;
        options.jpeg = 1;
        const Batch batch = batchWith(options, 128, 8);
        const DeviceBatch cpu(batch, torch::kCPU), card(batch, torch::kCUDA);
        // A coefficient in the middle between two steps may fall to either side.
        QVERIFY((cpu.input - card.input.cpu()).abs().mean().item<double>() < 1e-3);
        QVERIFY(((cpu.input - card.input.cpu()).abs() > 0.02).to(torch::kFloat32).mean().item<double>() <
                0.01);
    }
    void normalisationOnTheCardIsThatOfItsParts_data() {
        QTest::addColumn<int>("type");
        QTest::addColumn<int>("channels");
        QTest::addColumn<int>("size");
        QTest::addColumn<double>("tolerance");
        for (const int size : {8, 24, 128}) {
            for (const int channels : {16, 40, 256}) {
                QTest::addRow("float32, %d channels, %d px", channels, size)
                    << static_cast<int>(torch::kFloat32) << channels << size << 2e-4;
                QTest::addRow("bf16, %d channels, %d px", channels, size)
                    << static_cast<int>(torch::kBFloat16) << channels << size << 0.06;
                QTest::addRow("fp16, %d channels, %d px", channels, size)
                    << static_cast<int>(torch::kFloat16) << channels << size << 0.01;
            }
        }
    }
    void normalisationOnTheCardIsThatOfItsParts() {
        QFETCH(int, type);
        QFETCH(int, channels);
        QFETCH(int, size);
        QFETCH(double, tolerance);
        torch::manual_seed(5);
        const auto given = [&](at::IntArrayRef shape, double scale, double shift) {
            return torch::randn(shape) * scale + shift;
        };
        const torch::Tensor x = given({3, channels, size, size}, 3, 5), scale = given({3, channels}, 1, 1),
                            shift = given({3, channels}, 1, 0),
                            upstream = given({3, channels, size, size}, 1, 0);
        const auto results = [&](bool onCard) {
            const auto leaf = [&](const torch::Tensor& t, torch::ScalarType as) {
                return t.to(onCard ? torch::kCUDA : torch::kCPU, onCard ? as : torch::kFloat64)
                    .detach()
                    .set_requires_grad(true);
            };
            const auto whole = static_cast<torch::ScalarType>(type);
            // The exact result of what the card is given.
            const torch::Tensor a = leaf(x.to(whole), whole), b = leaf(scale, torch::kFloat32),
                                c = leaf(shift, torch::kFloat32);
            const torch::Tensor y = onCard ? adaIn(a, b, c, 0.2) : adaInByParts(a, b, c, 0.2);
            y.backward(upstream.to(whole).to(y.options()));
            return std::vector<torch::Tensor>{y.detach(), a.grad(), b.grad(), c.grad()};
        };
        const auto exact = results(false), made = results(true);
        for (std::size_t i = 0; i < exact.size(); ++i) {
            const double off = distance(exact[i], made[i]) / exact[i].abs().max().item<double>();
            QVERIFY2(off < tolerance, qPrintable(QString("result %1 is off by %2").arg(i).arg(off)));
        }
    }
    void equalWorkHasEqualResults() {
        const torch::Tensor x = torch::randn({4, 64, 96, 96}).cuda(), style = torch::rand({4, 64}).cuda();
        QVERIFY(torch::equal(adaIn(x, style, style, 0.2), adaIn(x, style, style, 0.2)));
    }
};

QTEST_APPLESS_MAIN(TestCardKernels)
#include "tst_card_kernels.moc"
