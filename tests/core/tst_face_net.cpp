#include <ATen/autocast_mode.h>
#include <torch/torch.h>
// Torch's headers come before Qt's.
#include <QTest>
#include <algorithm>

#include "core/base/error.h"
#include "core/face/aligner.h"
#include "core/face/detector.h"
#include "core/image/decode.h"
#include "core/image/resize.h"
#include "core/model/device.h"
#include "core/model/face_net.h"
#include "tests/support/dlib_embeddings.h"
#include "tests/support/error_of.h"

using namespace visagist;

namespace {

/// RGB bytes → [1,3,H,W] in [0,255].
torch::Tensor planes(const Image& image) {
    return torch::from_blob(const_cast<std::uint8_t*>(image.data()), {1, image.height(), image.width(), 3},
                            torch::kUInt8)
        .permute({0, 3, 1, 2})
        .to(torch::kFloat32)
        .contiguous();
}

torch::Tensor faceOf(const Image& crop) { return planes(crop) / 127.5 - 1; }

/// The row of an embedding as plain numbers.
std::vector<float> numbersOf(const torch::Tensor& embedding) {
    const torch::Tensor row = embedding.detach().flatten().contiguous();
    return {row.const_data_ptr<float>(), row.const_data_ptr<float>() + row.numel()};
}

/// A face whose red is how far to the right, and whose green how far down, in unit-crop coordinates.
torch::Tensor ramps(std::int64_t size) {
    const torch::Tensor axis = (torch::arange(size, torch::kFloat32) + 0.5) / static_cast<double>(size);
    const torch::Tensor x = axis.view({1, -1}).expand({size, size}),
                        y = axis.view({-1, 1}).expand({size, size});
    return torch::stack({x, y, torch::zeros({size, size})}).unsqueeze(0) * 2 - 1;
}

torch::Tensor softPicture(std::int64_t size, std::uint64_t seed) {
    torch::manual_seed(seed);
    namespace F = torch::nn::functional;
    return F::interpolate(torch::rand({1, 3, 8, 8}) * 1.6 - 0.8,
                          F::InterpolateFuncOptions()
                              .size(std::vector<std::int64_t>{size, size})
                              .mode(torch::kBilinear)
                              .align_corners(false));
}

}  // namespace

class TestFaceNet : public QObject {
    Q_OBJECT
    FaceNet m_net{nullptr};

private Q_SLOTS:
    void initTestCase() {
        VISAGIST_NEEDS_FACE_NET();
        m_net = loadFaceNet(torch::kCPU);
    }
    void aChipIsEmbeddedAsByDlib() {
        const torch::Tensor embedding = m_net->ofChips(planes(test::formulaChip())).embedding;
        QCOMPARE(embedding.sizes(), (torch::IntArrayRef{1, kEmbeddingSize}));
        const double off =
            test::differenceTo(test::dlibEmbeddings()["formula_chip"]["embedding"], numbersOf(embedding));
        qInfo("largest difference to dlib on a formula: %.2g", off);
        QVERIFY(off < 1e-3);
    }
    void photographsAreEmbeddedAsByDlib() {
        VISAGIST_NEEDS_SHARED("landmarks/2007_007763.jpg");
        const FaceEmbedder embedder;
        const auto reference = test::dlibEmbeddings();
        QCOMPARE(reference["faces"].size(), std::size_t{10});
        double worst = 0, worstOwn = 0, farthest = 0;
        for (const auto& face : reference["faces"]) {
            const Image photo = decodePhoto(test::sharedData() / face["file"].get<std::string>()).image;
            const auto landmarks = test::landmarksOf(face);
            const Image chip = embedder.chip(photo, landmarks);
            const torch::Tensor exact = m_net->ofChips(planes(chip)).embedding;
            worst = std::max(worst, test::differenceTo(face["embedding"], numbersOf(exact)));
            const Embedding own = embedder.embed(chip);
            for (std::size_t i = 0; i < own.size(); ++i)
                worstOwn = std::max(worstOwn, std::abs(double(own[i]) - numbersOf(exact)[i]));
            // By way of the aligned face, whose pixels are read once more.
            for (const int size : {128, 256, 512}) {
                const torch::Tensor seen =
                    m_net(faceOf(cropFromPhoto(photo, photoFromUnit(landmarks), size))).embedding;
                farthest = std::max(farthest, (seen - exact).norm().item<double>());
            }
        }
        qInfo("largest difference: %.2g to the reference, %.2g to dlib here; by way of the crop %.3f apart",
              worst, worstOwn, farthest);
        QVERIFY(worst < 1e-3);
        QVERIFY(worstOwn < 1e-3);
        QVERIFY(farthest < 0.25);
    }
    void theChipShowsThatPartOfTheFace_data() {
        QTest::addColumn<int>("size");
        for (const int size : {64, 128, 256, 512}) QTest::addRow("%d px", size) << size;
    }
    void theChipShowsThatPartOfTheFace() {
        QFETCH(int, size);
        const torch::Tensor chip = chipsFromFaces(ramps(size)) / 255;
        QCOMPARE(chip.sizes(), (torch::IntArrayRef{1, 3, kChipSide, kChipSide}));
        const Affine unitFromChip = chipFromUnit().inverse();
        // Where it shrinks by a broken factor, the samples of the filter lie a little to one side.
        const double tolerance = size <= 128 ? 1e-4 : 0.12 / size;
        for (const int at : {0, 40, 75, 149}) {
            const Point unit = unitFromChip.map({at + 0.5, at + 0.5});
            QVERIFY(std::abs(chip[0][0][30][at].item<double>() - unit.x) < tolerance);
            QVERIFY(std::abs(chip[0][1][at][30].item<double>() - unit.y) < tolerance);
        }
        QVERIFY(chip[0][2].abs().max().item<double>() < 1e-6);
    }
    void aViewIsShiftedAndScaledAboutTheMiddle() {
        const torch::Tensor views = torch::tensor({1.0f, 0.0f, 0.0f, 1.1f, 0.02f, -0.04f}).view({2, 3});
        const torch::Tensor chips = chipsFromFaces(ramps(64).expand({2, 3, 64, 64}), views) / 255;
        QVERIFY((chips[0] - (chipsFromFaces(ramps(64)) / 255)[0]).abs().max().item<double>() < 1e-6);
        const Affine unitFromChip = chipFromUnit().inverse();
        for (const int at : {10, 75, 130}) {
            const double from = 75 + (at + 0.5 - 75) * 1.1;
            QVERIFY(std::abs(chips[1][0][70][at].item<double>() - unitFromChip.map({from + 3, 0}).x) < 1e-4);
            QVERIFY(std::abs(chips[1][1][at][70].item<double>() - unitFromChip.map({0, from - 6}).y) < 1e-4);
        }
        // Beyond the border it goes on.
        const torch::Tensor far = torch::tensor({1.0f, 3.0f, 0.0f}).view({1, 3});
        const double edge = ramps(64)[0][0][0][63].item<double>();
        QVERIFY(std::abs(chipsFromFaces(ramps(64), far)[0][0][9][149].item<double>() / 127.5 - 1 - edge) <
                1e-5);
    }
    void gradientsReachThePixels_data() {
        QTest::addColumn<int>("size");
        QTest::addRow("64 px") << 64;
        QTest::addRow("256 px") << 256;
    }
    void gradientsReachThePixels() {
        QFETCH(int, size);
        const torch::Tensor face = softPicture(size, 4).set_requires_grad(true);
        const torch::Tensor direction = torch::ones({kEmbeddingSize}).div(8);
        m_net(face).embedding.mul(direction).sum().backward();
        const torch::Tensor gradient = face.grad();
        QVERIFY(gradient.isfinite().all().item<bool>());
        const double share = (gradient != 0).to(torch::kFloat32).mean().item<double>();
        QVERIFY2(share > 0.5 && share < 0.75, std::to_string(share).c_str());  // the chip is 55 % of the crop
        // Along the gradient the value changes as it says.
        const torch::NoGradGuard noGrad;
        const torch::Tensor step = gradient / gradient.norm() * 0.02;
        const auto value = [&](const torch::Tensor& at) {
            return m_net(at).embedding.mul(direction).sum().item<double>();
        };
        const double changed = value(face + step) - value(face - step);
        const double wanted = 2 * 0.02 * gradient.norm().item<double>();
        QVERIFY2(std::abs(changed / wanted - 1) < 0.05, std::to_string(changed / wanted).c_str());
    }
    void theNetworkItselfNeverLearns() {
        QVERIFY(m_net->parameters().empty());
        for (const torch::Tensor& weight : m_net->buffers()) QVERIFY(!weight.requires_grad());
    }
    void autocastChangesNothing() {
        const torch::Tensor face = softPicture(64, 5);
        const torch::Tensor plain = m_net(face).embedding;
        const AutocastScope autocast(Precision::Bf16, torch::kCPU);
        const auto inside = m_net(face);
        QVERIFY(torch::equal(inside.embedding, plain));
        QVERIFY(inside.features[0].scalar_type() == torch::kFloat32);
        QVERIFY(at::autocast::is_autocast_enabled(torch::kCPU));
        QVERIFY((m_net(face.to(torch::kBFloat16)).embedding - plain).norm().item<double>() < 0.1);
    }
    void featuresAloneAreTheSame() {
        const torch::Tensor face = softPicture(64, 6);
        const auto all = m_net(face), some = m_net->forward(face, {}, false);
        QVERIFY(!some.embedding.defined());
        QCOMPARE(some.features.size(), std::size_t{3});
        for (std::size_t i = 0; i < 3; ++i) QVERIFY(torch::equal(some.features[i], all.features[i]));
        QCOMPARE(all.features[0].sizes(), (torch::IntArrayRef{1, 32, 35, 35}));
        QCOMPARE(all.features[1].sizes(), (torch::IntArrayRef{1, 64, 17, 17}));
        QCOMPARE(all.features[2].sizes(), (torch::IntArrayRef{1, 128, 8, 8}));
    }
    void lossesOfEqualPicturesAreZero() {
        const auto one = m_net(softPicture(64, 7)), other = m_net(softPicture(64, 8));
        QVERIFY(std::abs(identityLoss(one.embedding, one.embedding).item<double>()) < 1e-6);
        QVERIFY(identityLoss(one.embedding, other.embedding).item<double>() > 0.01);
        QVERIFY(std::abs(identityLoss(one.embedding, -3 * one.embedding).item<double>() - 2) < 1e-5);
        QCOMPARE(featureLoss(one, one).item<double>(), 0.0);
        QVERIFY(featureLoss(one, other).item<double>() > 0.01);
    }
    void theSamePersonIsNearer() {
        VISAGIST_NEEDS_SHARED("orl/s2/1.pgm");
        const auto detector = makeHogDetector();
        std::vector<torch::Tensor> faces;
        constexpr int people = 12, each = 3;
        for (int person = 2; person < 2 + people; ++person) {
            for (int picture = 1; picture <= each; ++picture) {
                const auto file = "orl/s" + std::to_string(person) + "/" + std::to_string(picture) + ".pgm";
                const Image small = decodePhoto(test::sharedData() / file).image;
                const Image photo = resized(small, 4 * small.width(), 4 * small.height());
                const auto found = detector->detect(photo);
                QVERIFY2(!found.empty(), file.c_str());
                faces.push_back(faceOf(cropFromPhoto(photo, photoFromUnit(found[0].landmarks), 64)));
            }
        }
        const torch::NoGradGuard noGrad;
        const torch::Tensor embeddings = m_net(torch::cat(faces)).embedding;
        const torch::Tensor distances = torch::cdist(embeddings, embeddings);
        int nearer = 0, all = 0;
        for (int i = 0; i < people * each; ++i) {
            for (int same = 0; same < people * each; ++same) {
                if (same == i || same / each != i / each) continue;
                for (int other = 0; other < people * each; ++other) {
                    if (other / each == i / each) continue;
                    nearer += distances[i][same].item<float>() < distances[i][other].item<float>();
                    ++all;
                }
            }
        }
        qInfo("the same person is nearer in %.2f %% of %d triples at 64 px", 100.0 * nearer / all, all);
        QVERIFY(nearer >= 0.95 * all);
    }
    void aMissingTensorIsNamed() {
        std::vector<NamedNumbers> weights = FaceEmbedder().weights();
        std::erase_if(weights, [](const NamedNumbers& one) { return one.name == "conv7.bias"; });
        const auto error = test::errorOf([&] { FaceNet net(weights); });
        QVERIFY(error && error->code() == ErrorCode::Damaged);
        QVERIFY(std::string(error->what()).find("conv7.bias") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(TestFaceNet)
#include "tst_face_net.moc"
