#include <torch/torch.h>
// Torch's headers come before Qt's.
#include <QTest>

#include "core/model/adain.h"

using namespace visagist;

namespace {

constexpr double kSlope = 0.2;

/// What an activation and its gradients are, for one way to compute it.
struct Result {
    torch::Tensor y, ofX, ofScale, ofShift;
};

template <class Function>
Result resultOf(Function&& function, const torch::Tensor& x, const torch::Tensor& scale,
                const torch::Tensor& shift, const torch::Tensor& upstream) {
    const auto leaf = [](const torch::Tensor& t) { return t.detach().clone().set_requires_grad(true); };
    const torch::Tensor a = leaf(x), b = leaf(scale), c = leaf(shift);
    const torch::Tensor y = function(a, b, c, kSlope);
    y.backward(upstream);
    return {y.detach(), a.grad(), b.grad(), c.grad()};
}

double distance(const torch::Tensor& a, const torch::Tensor& b) {
    const torch::Tensor x = a.to(torch::kFloat64), y = b.to(torch::kFloat64);
    return ((x - y).abs().max() / y.abs().max()).item<double>();
}

struct Inputs {
    torch::Tensor x, scale, shift, upstream;
    Inputs(int batch, int channels, int height, int width, torch::ScalarType type) {
        torch::manual_seed(static_cast<std::uint64_t>(channels));
        const auto style = type == torch::kFloat64 ? torch::kFloat64 : torch::kFloat32;
        x = (torch::randn({batch, channels, height, width}, torch::kFloat64) * 3 + 5).to(type);
        x = x.contiguous(torch::MemoryFormat::ChannelsLast);
        scale = torch::randn({batch, channels}, style);
        shift = torch::randn({batch, channels}, style);
        upstream = torch::randn({batch, channels, height, width}, torch::kFloat64).to(type);
    }
    Result fused() const { return resultOf(adaIn, x, scale, shift, upstream); }
    Result byParts() const { return resultOf(adaInByParts, x, scale, shift, upstream); }
};

void compare(const Result& one, const Result& other, double tolerance) {
    const auto near = [&](const torch::Tensor& a, const torch::Tensor& b, const char* what) {
        const double off = distance(a, b);
        QVERIFY2(off < tolerance, qPrintable(QString("%1 is off by %2").arg(what).arg(off)));
    };
    near(one.y, other.y, "the activation");
    near(one.ofX, other.ofX, "the gradient of x");
    near(one.ofScale, other.ofScale, "the gradient of the scale");
    near(one.ofShift, other.ofShift, "the gradient of the shift");
}

}  // namespace

class TestAdaIn : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theKernelGivesWhatLibTorchsOperationsGive_data() {
        QTest::addColumn<int>("channels");
        QTest::addColumn<int>("size");
        for (const int channels : {1, 8, 15, 16, 24, 61, 128})
            QTest::addRow("%d channels", channels) << channels << 12;
        QTest::addRow("many pixels") << 16 << 128;
        QTest::addRow("few pixels") << 32 << 2;
    }
    void theKernelGivesWhatLibTorchsOperationsGive() {
        QFETCH(int, channels);
        QFETCH(int, size);
        const Inputs inputs(3, channels, size, size + 1, torch::kFloat32);
        const auto exactly = [](const torch::Tensor& t) { return t.to(torch::kFloat64); };
        const Result exact = resultOf(adaInByParts, exactly(inputs.x), exactly(inputs.scale),
                                      exactly(inputs.shift), exactly(inputs.upstream));
        compare(inputs.fused(), exact, 1e-5);
    }
    void inFloat64TheyAgreeToItsPrecision() {
        const Inputs inputs(2, 20, 7, 9, torch::kFloat64);
        compare(inputs.fused(), inputs.byParts(), 1e-12);
    }
    void inHalfPrecisionTheKernelIsNoWorseThanRounding_data() {
        QTest::addColumn<int>("type");
        QTest::addColumn<double>("tolerance");
        QTest::addRow("bf16") << static_cast<int>(torch::kBFloat16) << 0.02;
        QTest::addRow("fp16") << static_cast<int>(torch::kFloat16) << 0.003;
    }
    void inHalfPrecisionTheKernelIsNoWorseThanRounding() {
        QFETCH(int, type);
        QFETCH(double, tolerance);
        const Inputs inputs(2, 24, 16, 16, static_cast<torch::ScalarType>(type));
        const Result fused = inputs.fused();
        QCOMPARE(fused.y.scalar_type(), static_cast<torch::ScalarType>(type));
        QCOMPARE(fused.ofScale.scalar_type(), torch::kFloat32);
        // Against float32: the activations' signs near 0 may differ, so that gradients are compared as sums.
        const Result exact = resultOf(adaInByParts, inputs.x.to(torch::kFloat32), inputs.scale, inputs.shift,
                                      inputs.upstream.to(torch::kFloat32));
        QVERIFY(distance(fused.y, exact.y) < tolerance);
        QVERIFY(distance(fused.ofScale, exact.ofScale) < tolerance);
        QVERIFY(distance(fused.ofShift, exact.ofShift) < tolerance);
    }
    void theOrderOfMemoryDoesNotMatter() {
        Inputs inputs(2, 16, 8, 8, torch::kFloat32);
        const Result channelsLast = inputs.fused();
        inputs.x = inputs.x.contiguous();
        inputs.upstream = inputs.upstream.contiguous(torch::MemoryFormat::ChannelsLast);
        const Result planes = inputs.fused();
        QVERIFY(torch::equal(channelsLast.y, planes.y));
        QVERIFY(torch::equal(channelsLast.ofX, planes.ofX));
        QVERIFY(channelsLast.y.is_contiguous(torch::MemoryFormat::ChannelsLast));
    }
    void theNumberOfThreadsDoesNotMatter() {
        const Inputs inputs(4, 40, 16, 16, torch::kFloat32);
        const int threads = at::get_num_threads();
        at::set_num_threads(1);
        const Result one = inputs.fused();
        at::set_num_threads(3);
        const Result three = inputs.fused();
        at::set_num_threads(threads);
        QVERIFY(torch::equal(one.y, three.y));
        QVERIFY(torch::equal(one.ofX, three.ofX));
        QVERIFY(torch::equal(one.ofScale, three.ofScale));
    }
    void aFlatChannelStaysFinite() {
        const torch::Tensor x = torch::full({1, 16, 4, 4}, 7.0f), style = torch::ones({1, 16});
        const Result flat = resultOf(adaIn, x, style, style, torch::ones_like(x));
        QVERIFY((flat.y - 1).abs().max().item<double>() < 1e-5);
        QVERIFY(flat.ofX.isfinite().all().item<bool>());
    }
    void aSecondGradientIsRefused() {
        const torch::Tensor x = torch::randn({1, 16, 4, 4}).set_requires_grad(true);
        const torch::Tensor style = torch::ones({1, 16});
        const torch::Tensor y = adaIn(x, style, style, kSlope);
        QVERIFY_THROWS_EXCEPTION(c10::Error, torch::autograd::grad({y.square().sum()}, {x}, {}, true, true));
    }
    void onTheGraphicsCardItIsTheSame() {
        if (!torch::cuda::is_available()) QSKIP("needs an NVIDIA graphics card");
        Inputs inputs(2, 24, 16, 16, torch::kFloat32);
        const Result host = inputs.fused();
        for (torch::Tensor* tensor : {&inputs.x, &inputs.scale, &inputs.shift, &inputs.upstream})
            *tensor = tensor->to(torch::kCUDA);
        Result device = inputs.fused();
        for (torch::Tensor* tensor : {&device.y, &device.ofX, &device.ofScale, &device.ofShift})
            *tensor = tensor->to(torch::kCPU);
        compare(device, host, 1e-4);
    }
};

QTEST_APPLESS_MAIN(TestAdaIn)
#include "tst_adain.moc"
