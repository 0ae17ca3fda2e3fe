#include <torch/script.h>
#include <torch/torch.h>
// Torch's headers come before Qt's.
#include <QTemporaryDir>
#include <QTest>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/base/error.h"
#include "core/base/path.h"
#include "core/data/demo_faces.h"
#include "core/face/embedder.h"
#include "core/image/resize.h"
#include "core/metrics/feature_network.h"
#include "core/metrics/frechet_distance.h"
#include "core/model/inception.h"
#include "core/model/inception_formula.h"
#include "core/store/safetensors.h"
#include "tests/support/error_of.h"
#include "tests/support/test_data.h"

using namespace visagist;

namespace {

std::vector<Image> demoFaces(int person, int count, int size = 64) {
    std::vector<Image> faces;
    for (int i = 0; i < count; ++i)
        faces.push_back(
            renderDemoFace(demoPerson(person), randomDemoContent(static_cast<std::uint64_t>(i)), size).image);
    return faces;
}

double apart(std::span<const double> a, std::span<const double> b) {
    double most = 0;
    for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, std::abs(a[i] - b[i]));
    return most;
}

}  // namespace

class TestFeatureNetwork : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::filesystem::path m_weights;

    std::unique_ptr<FeatureNetwork> inception(FeatureKind kind = FeatureKind::Inception) const {
        return loadFeatureNetwork(kind, m_weights, Device::Cpu);
    }

private Q_SLOTS:
    void initTestCase() {
        m_weights = pathFromUtf8(m_folder.filePath("inception.safetensors").toStdString());
        writeSafetensors(m_weights, formulaInceptionWeights(), {});
    }

    void picturesOfMixedSizesAreSeenEachAsIfAlone() {
        const auto network = inception();
        std::vector<Image> pictures = demoFaces(0, 2, 64);
        pictures.push_back(renderDemoFace(demoPerson(1), {}, 128).image);
        const FeatureRows all = network->features(pictures);
        QCOMPARE(all.count(), 3);
        QCOMPARE(all.dimensions, kInceptionFeatures);
        const FeatureRows last = network->features(std::span(pictures).last(1));
        QVERIFY(apart(std::span(all.values).last(kInceptionFeatures), last.values) < 1e-4);
    }

    void cleanResizingIsPillowsBicubic() {
        std::ifstream file(test::referenceData() / "clean_resize.json");
        const nlohmann::json reference = nlohmann::json::parse(file);
        // Both ways of resizing see the same constant picture alike, and others not.
        const auto plain = inception(), clean = inception(FeatureKind::InceptionClean);
        const std::vector<Image> faces = demoFaces(0, 1, 512);
        QVERIFY(apart(plain->features(faces).values, clean->features(faces).values) > 1e-3);
        QVERIFY(plain->identity() != clean->identity());
        Image picture(reference["width"], reference["height"], 3);
        for (std::size_t i = 0; i < picture.byteCount(); ++i)
            picture.data()[i] = static_cast<std::uint8_t>((i * 2654435761u) >> 24);
        const FeatureRows seen = clean->features(std::span(&picture, 1));
        for (std::size_t i = 0; i < reference["features"].size(); ++i) {
            const double value = reference["features"][i];
            QVERIFY(std::abs(seen.values[i] - value) < 1e-3 * (1 + std::abs(value)));
        }
    }

    void theFaceNetworkSeesWhatDlibSees() {
        const auto network = loadFeatureNetwork(FeatureKind::FaceNet, Device::Cpu);
        QCOMPARE(network->dimensions(), kEmbeddingSize);
        const std::vector<Image> one = demoFaces(0, 12, 128), other = demoFaces(1, 12, 128);
        const double same = frechetDistance(network->features(one), network->features(demoFaces(0, 12, 128)));
        const double different = frechetDistance(network->features(one), network->features(other));
        QVERIFY(std::abs(same) < 1e-6);
        QVERIFY(different > 0.05);
    }

    void aScriptedNetworkIsAskedForItsFeatures() {
        torch::jit::Module module("scripted");
        module.define(R"(
def forward(self, x, return_features: bool=False):
    features = torch.zeros([x.size(0), 2048])
    if return_features:
        features = features + (x * 1.0).mean([1, 2, 3]).unsqueeze(1)
    return features
)");
        const std::string path = m_folder.filePath("scripted.pt").toStdString();
        module.save(path);
        const auto network = loadFeatureNetwork(FeatureKind::StyleGan, pathFromUtf8(path), Device::Cpu);
        Image grey(20, 10, 3);
        std::fill_n(grey.data(), grey.byteCount(), std::uint8_t{77});
        const FeatureRows rows = network->features(std::vector<Image>{grey, demoFaces(0, 1)[0]});
        QCOMPARE(rows.count(), 2);
        QVERIFY(std::abs(rows.values[5] - 77) < 1e-4);
    }

    void wrongFilesAreRefusedByName() {
        const auto path = pathFromUtf8(m_folder.filePath("wrong.safetensors").toStdString());
        std::ofstream(path) << "not weights at all";
        VISAGIST_VERIFY_ERROR(ErrorCode::Damaged,
                              loadFeatureNetwork(FeatureKind::Inception, path, Device::Cpu));
        VISAGIST_VERIFY_ERROR(ErrorCode::Damaged,
                              loadFeatureNetwork(FeatureKind::StyleGan, path, Device::Cpu));
        qputenv("VISAGIST_MODELS", m_folder.path().toUtf8());
        VISAGIST_VERIFY_ERROR(ErrorCode::NotFound, loadFeatureNetwork(FeatureKind::Inception, Device::Cpu));
        VISAGIST_VERIFY_ERROR(ErrorCode::NotFound, loadFeatureNetwork(FeatureKind::StyleGan, Device::Cpu));
        QCOMPARE(availableFeatureKind(), FeatureKind::FaceNet);
        qunsetenv("VISAGIST_MODELS");
    }

    void greyOrEmptyPicturesAreRefused() {
        const auto network = inception();
        VISAGIST_VERIFY_ERROR(ErrorCode::InvalidArgument,
                              network->features(std::vector<Image>{Image(8, 8, 1)}));
        VISAGIST_VERIFY_ERROR(ErrorCode::InvalidArgument, network->features(std::vector<Image>{Image()}));
    }

    void stoppingEndsIt() {
        std::stop_source stop;
        stop.request_stop();
        VISAGIST_VERIFY_ERROR(ErrorCode::Cancelled, inception()->features(demoFaces(0, 1), stop.get_token()));
    }
};

QTEST_GUILESS_MAIN(TestFeatureNetwork)
#include "tst_feature_network.moc"
