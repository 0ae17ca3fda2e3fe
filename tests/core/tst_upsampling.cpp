#include <torch/torch.h>
// Torch's headers come before Qt's.
#include <QTest>

#include "core/model/upsampling.h"

using namespace visagist;

namespace {

torch::Tensor plainWay(const torch::Tensor& x, const torch::Tensor& weight) {
    return torch::conv2d(upsampled(x), weight, {}, 1, 1);
}

double distance(const torch::Tensor& a, const torch::Tensor& b) {
    return ((a - b).abs().max() / b.abs().max()).item<double>();
}

}  // namespace

class TestUpsampling : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyPixelIsDoubled() {
        const torch::Tensor x = torch::arange(6, torch::kFloat32).view({1, 1, 2, 3});
        const torch::Tensor big = upsampled(x);
        QCOMPARE(big.sizes(), (torch::IntArrayRef{1, 1, 4, 6}));
        for (int y = 0; y < 4; ++y) {
            for (int column = 0; column < 6; ++column)
                QCOMPARE(big[0][0][y][column].item<float>(), x[0][0][y / 2][column / 2].item<float>());
        }
    }
    void theShortWayIsThePlainWay_data() {
        QTest::addColumn<int>("in");
        QTest::addColumn<int>("out");
        QTest::addColumn<int>("height");
        QTest::addColumn<int>("width");
        QTest::addRow("square") << 12 << 8 << 8 << 8;
        QTest::addRow("wide") << 5 << 7 << 3 << 6;
        QTest::addRow("one pixel") << 4 << 4 << 1 << 1;
    }
    void theShortWayIsThePlainWay() {
        QFETCH(int, in);
        QFETCH(int, out);
        QFETCH(int, height);
        QFETCH(int, width);
        torch::manual_seed(4);
        const torch::Tensor x = torch::randn({3, in, height, width}, torch::kFloat64),
                            weight = torch::randn({out, in, 3, 3}, torch::kFloat64);
        const torch::Tensor upstream = torch::randn({3, out, 2 * height, 2 * width}, torch::kFloat64);
        std::vector<torch::Tensor> results[2];
        for (const int which : {0, 1}) {
            const torch::Tensor a = x.clone().set_requires_grad(true),
                                b = weight.clone().set_requires_grad(true);
            const torch::Tensor y = which == 0 ? upsampledConvolution(a, b) : plainWay(a, b);
            y.backward(upstream);
            results[which] = {y.detach(), a.grad(), b.grad()};
        }
        for (std::size_t i = 0; i < 3; ++i) {
            QCOMPARE(results[0][i].sizes(), results[1][i].sizes());
            QVERIFY(distance(results[0][i], results[1][i]) < 1e-12);
        }
    }
    void withWeightsInChannelsLastOrderToo() {
        torch::manual_seed(5);
        const torch::Tensor x = torch::randn({2, 16, 8, 8}).contiguous(torch::MemoryFormat::ChannelsLast),
                            weight =
                                torch::randn({8, 16, 3, 3}).contiguous(torch::MemoryFormat::ChannelsLast);
        const torch::Tensor y = upsampledConvolution(x, weight);
        QVERIFY(distance(y, plainWay(x, weight)) < 1e-5);
        QVERIFY(y.is_contiguous(torch::MemoryFormat::ChannelsLast));
    }
};

QTEST_APPLESS_MAIN(TestUpsampling)
#include "tst_upsampling.moc"
