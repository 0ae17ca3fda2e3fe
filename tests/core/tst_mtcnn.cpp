#include <torch/torch.h>

#include <QTest>
#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/base/error.h"
#include "core/face/model_files.h"
#include "core/image/decode.h"
#include "core/image/resize.h"
#include "core/model/mtcnn_finder.h"
#include "core/model/mtcnn_nets.h"
#include "core/model/one_thread.h"
#include "core/store/safetensors.h"
#include "tests/support/picture_files.h"
#include "tests/support/test_data.h"

using namespace visagist;

namespace {

nlohmann::json reference() {
    std::ifstream file(test::referenceData() / "mtcnn.json");
    return nlohmann::json::parse(file);
}

torch::Tensor formulaInput(const nlohmann::json& shape) {
    torch::Tensor input = torch::empty(shape.get<std::vector<std::int64_t>>());
    auto at = input.accessor<float, 4>();
    for (int c = 0; c < 3; ++c)
        for (int y = 0; y < input.size(2); ++y)
            for (int x = 0; x < input.size(3); ++x)
                at[0][c][y][x] =
                    static_cast<float>(0.9 * std::sin(0.31 * x + 0.17 * y + 0.9 * c + 0.013 * x * y) *
                                       std::cos(0.23 * y - 0.11 * x + 0.5 * c));
    return input;
}

double largestDifference(const torch::Tensor& a, const nlohmann::json& b) {
    const auto values = b.get<std::vector<double>>();
    if (a.numel() != static_cast<std::int64_t>(values.size())) return 1e9;
    return (a.flatten().to(torch::kDouble) - torch::tensor(values, torch::kDouble))
        .abs()
        .max()
        .item<double>();
}

Rect rectOf(const nlohmann::json& b) {
    return {b[0].get<double>() - 1, b[1].get<double>() - 1, b[2].get<double>() - b[0].get<double>() + 1,
            b[3].get<double>() - b[1].get<double>() + 1};
}

}  // namespace

class TestMtcnn : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        try {
            makeMtcnnFinder(20);
        } catch (const Error& error) {
            QSKIP(error.what());
        }
    }

    void rawOutputsEqualThoseOfFacenetPytorch() {
        const MtcnnNets nets(readSafetensors(modelsFolder() / "mtcnn.safetensors"));
        const nlohmann::json expected = reference();
        int compared = 0;
        for (const auto& net : expected.at("raw_nets")) {
            const torch::Tensor input = formulaInput(net["input_shape"]);
            const std::string name = net["net"];
            const MtcnnOutput output = name == "pnet"   ? nets.proposals(input)
                                       : name == "rnet" ? nets.refined(input)
                                                        : nets.placed(input);
            // The reference has both classes, first all of "no face".
            auto classes = net["prob"].get<std::vector<double>>();
            classes.erase(classes.begin(), classes.begin() + static_cast<std::ptrdiff_t>(classes.size() / 2));
            QVERIFY(largestDifference(output.scores, classes) < 1e-5);
            QVERIFY(largestDifference(output.boxes, net["reg"]) < 1e-5);
            if (net.contains("points")) QVERIFY(largestDifference(output.points, net["points"]) < 1e-5);
            ++compared;
        }
        QCOMPARE(compared, 4);
    }

    void facesOnPhotographsEqualThoseOfFacenetPytorch() {
        VISAGIST_NEEDS_SHARED("landmarks/2007_007763.jpg");
        const auto finder = makeMtcnnFinder(20);
        const nlohmann::json expected = reference();
        double boxOff = 0, pointOff = 0, scoreOff = 0;
        std::size_t compared = 0;
        for (const auto& image : expected.at("images")) {
            const auto found =
                finder->find(decodePhoto(test::sharedData() / image["file"].get<std::string>()).image, 0);
            QCOMPARE(found.size(), image["faces"].size());
            for (const auto& face : image["faces"]) {
                const Rect box = rectOf(face["box"]);
                const auto same = std::find_if(found.begin(), found.end(), [&](const FoundBox& one) {
                    return intersectionOverUnion(one.box, box) > 0.9;
                });
                QVERIFY2(same != found.end(), face.dump().c_str());
                ++compared;
                boxOff = std::max({boxOff, std::abs(same->box.x - box.x), std::abs(same->box.y - box.y),
                                   std::abs(same->box.x + same->box.width - box.x - box.width),
                                   std::abs(same->box.y + same->box.height - box.y - box.height)});
                scoreOff = std::max(scoreOff, std::abs(same->score - face["prob"].get<double>()));
                for (std::size_t i = 0; i < 5; ++i)
                    pointOff =
                        std::max({pointOff, std::abs(same->points[i].x - face["points"][i][0].get<double>()),
                                  std::abs(same->points[i].y - face["points"][i][1].get<double>())});
            }
        }
        QCOMPARE(compared, std::size_t{43});
        qInfo("boxes off by %.3g px at most, points by %.3g px, scores by %.3g", boxOff, pointOff, scoreOff);
        QVERIFY(boxOff < 0.05);
        QVERIFY(pointOff < 0.05);
        QVERIFY(scoreOff < 1e-4);
    }

    void aDoubledViewGivesItsOwnPixels() {
        VISAGIST_NEEDS_SHARED("photos/astronaut.png");
        const Image photo = resized(decodePhoto(test::sharedData() / "photos/astronaut.png").image, 128, 128);
        const auto found = makeMtcnnFinder(20)->find(photo, 1);
        QCOMPARE(found.size(), std::size_t{1});
        QVERIFY(intersectionOverUnion(found[0].box, {44, 16, 21, 28}) > 0.6);
    }

    void picturesWithoutFacesGiveNone() {
        const auto finder = makeMtcnnFinder(20);
        QVERIFY(finder->find(test::smoothPicture(300, 200), 0).empty());
        QVERIFY(finder->find(test::smoothPicture(1, 1), 0).empty());
        QVERIFY(finder->find(test::smoothPicture(3000, 2), 0).empty());
    }

    void faintFacesAreLeftOutOnRequest() {
        VISAGIST_NEEDS_SHARED("photos/astronaut.png");
        const Image photo = decodePhoto(test::sharedData() / "photos/astronaut.png").image;
        QCOMPARE(makeMtcnnFinder(20, 0.9)->find(photo, 0).size(), std::size_t{1});
        QVERIFY(makeMtcnnFinder(20, 1.01)->find(photo, 0).empty());
    }

    void weightsOfAnotherNetworkAreRefused() {
        auto weights = readSafetensors(modelsFolder() / "mtcnn.safetensors");
        std::erase_if(weights, [](const TensorBytes& one) { return one.name == "onet/dense5.bias"; });
        QVERIFY_EXCEPTION_THROWN(MtcnnNets{weights}, Error);
    }

    void searchingLeavesTheThreadsOfLibTorchAsTheyWere() {
        const int before = at::get_num_threads();
        makeMtcnnFinder(20)->find(test::smoothPicture(200, 200), 0);
        QCOMPARE(at::get_num_threads(), before);
        const OneThread alone;
        QCOMPARE(at::get_num_threads(), 1);
    }

    void theCatalogueHasAllDetectors() {
        const DetectorCatalogue catalogue = allDetectors();
        QCOMPARE(catalogue.entries().size(), choicesOf(DetectorKind{}).size());
        QVERIFY(!catalogue.whyNot(DetectorKind::Mtcnn));
        ImportOptions options;
        options.detector = DetectorKind::Mtcnn;
        QCOMPARE(catalogue.make(options)->name(), std::string("mtcnn"));
    }
};

QTEST_GUILESS_MAIN(TestMtcnn)
#include "tst_mtcnn.moc"
