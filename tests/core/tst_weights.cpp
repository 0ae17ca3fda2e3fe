#include <torch/torch.h>
// Torch's headers come before Qt's.
#include <QTest>

#include "core/model/weights.h"
#include "tests/support/error_of.h"

using namespace visagist;

namespace {

struct Sample : torch::nn::Module {
    Sample() {
        conv = register_module("conv", torch::nn::Conv2d(torch::nn::Conv2dOptions(3, 4, 3)));
        counter = register_buffer("counter", torch::tensor({7, 8}, torch::kInt64));
    }
    torch::nn::Conv2d conv{nullptr};
    torch::Tensor counter;
};

std::vector<TensorBytes> partsOf(const Sample& module) {
    std::vector<TensorBytes> parts;
    appendModule(parts, "generator", module);
    return parts;
}

}  // namespace

class TestWeights : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyTypeComesBackToTheBit() {
        for (const auto type : {torch::kFloat32, torch::kFloat16, torch::kBFloat16, torch::kFloat64,
                                torch::kInt64, torch::kInt32, torch::kUInt8, torch::kBool}) {
            for (const auto& shape : std::vector<std::vector<std::int64_t>>{{}, {5}, {2, 0, 3}, {2, 3, 4}}) {
                const torch::Tensor tensor = (torch::rand(shape) * 100).to(type);
                const TensorBytes bytes = bytesFromTensor("part/name", tensor);
                QCOMPARE(bytes.name, std::string("part/name"));
                QVERIFY(bytes.shape == shape);
                const torch::Tensor back = tensorFromBytes(bytes);
                QVERIFY(back.scalar_type() == type && torch::equal(back, tensor));
            }
        }
    }
    void theOrderInMemoryDoesNotShow() {
        const torch::Tensor plain = torch::randn({2, 3, 4, 5});
        const TensorBytes bytes = bytesFromTensor("w", plain);
        QVERIFY(bytesFromTensor("w", plain.contiguous(torch::MemoryFormat::ChannelsLast)) == bytes);
        QVERIFY(bytesFromTensor("w", plain.transpose(0, 3).contiguous().transpose(0, 3)) == bytes);
    }
    void aModuleComesBackWhole() {
        torch::manual_seed(1);
        const Sample saved;
        const auto parts = partsOf(saved);
        QCOMPARE(parts.size(), std::size_t{3});
        QCOMPARE(parts[0].name, std::string("generator/conv.weight"));
        QCOMPARE(parts[2].name, std::string("generator/counter"));
        Sample loaded;
        loaded.counter.zero_();
        QVERIFY(partsOf(loaded) != parts);
        const void* place = loaded.conv->weight.const_data_ptr();
        loadModule(loaded, "generator", parts);
        QVERIFY(partsOf(loaded) == parts);
        QVERIFY(loaded.conv->weight.const_data_ptr() == place);  // optimisers keep their hold on it
        QVERIFY(loaded.conv->weight.requires_grad());
    }
    void aTensorOfAnotherShapeIsNamedWithBothShapes() {
        auto parts = partsOf(Sample());
        parts[0] = bytesFromTensor(parts[0].name, torch::zeros({4, 3, 5, 5}));
        Sample module;
        const auto error = test::errorOf([&] { loadModule(module, "generator", parts); });
        QVERIFY(error && error->code() == ErrorCode::Damaged);
        for (const char* part : {"generator/conv.weight", "[4, 3, 5, 5]", "[4, 3, 3, 3]"})
            QVERIFY2(QString(error->what()).contains(part), error->what());
    }
    void aMissingTensorIsNamed() {
        auto parts = partsOf(Sample());
        parts.pop_back();
        Sample module;
        const auto error = test::errorOf([&] { loadModule(module, "generator", parts); });
        QVERIFY(error && error->code() == ErrorCode::Damaged);
        QVERIFY2(QString(error->what()).contains("generator/counter"), error->what());
        VISAGIST_VERIFY_ERROR(ErrorCode::Damaged, loadModule(module, "ema", partsOf(Sample())));
    }
    void bytesThatDoNotFitAreRefused() {
        TensorBytes bytes = bytesFromTensor("w", torch::zeros({3}));
        bytes.bytes.pop_back();
        VISAGIST_VERIFY_ERROR(ErrorCode::Damaged, tensorFromBytes(bytes));
        bytes = bytesFromTensor("w", torch::zeros({3}));
        bytes.type = "F8";
        VISAGIST_VERIFY_ERROR(ErrorCode::Damaged, tensorFromBytes(bytes));
        VISAGIST_VERIFY_ERROR(ErrorCode::Internal,
                              bytesFromTensor("w", torch::zeros({1}, torch::kComplexFloat)));
    }
};

QTEST_APPLESS_MAIN(TestWeights)
#include "tst_weights.moc"
