#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <filesystem>

#include "core/base/error.h"
#include "core/face/detector_catalogue.h"
#include "core/face/onnx_decoders.h"
#include "core/face/onnx_finder.h"
#include "tests/support/error_of.h"
#include "tests/support/picture_files.h"
#include "tests/support/test_data.h"

using namespace visagist;
namespace fs = std::filesystem;

namespace {

/// Black with one white square.
Image squareAt(int width, int height, int left, int top, int side) {
    Image image(width, height, 3);
    for (int y = top; y < top + side; ++y) std::fill_n(image.row(y) + 3 * left, 3 * side, std::uint8_t{255});
    return image;
}

bool near(const Rect& a, const Rect& b, double limit = 1e-3) {
    return std::abs(a.x - b.x) < limit && std::abs(a.y - b.y) < limit &&
           std::abs(a.width - b.width) < limit && std::abs(a.height - b.height) < limit;
}

/// The first and the last of the five points of make_tiny_onnx.py around `middle`, `scale` pixels each.
bool pointsAre(const std::vector<Point>& points, Point middle, double scale) {
    return points.size() == 5 && std::abs(points[0].x - (middle.x - 0.5 * scale)) < 1e-3 &&
           std::abs(points[0].y - (middle.y - 0.25 * scale)) < 1e-3 &&
           std::abs(points[4].x - (middle.x + 0.375 * scale)) < 1e-3 &&
           std::abs(points[4].y - (middle.y + 0.5 * scale)) < 1e-3;
}

}  // namespace

class TestOnnxFinder : public QObject {
    Q_OBJECT
    std::unique_ptr<QTemporaryDir> m_folder;
    QByteArray m_before;

    fs::path place(const std::string& name) const { return fs::path(m_folder->path().toStdString()) / name; }
    /// Writes a description, in which ' stands for ".
    fs::path describe(std::string json, const std::string& name = "mine.json") const {
        std::replace(json.begin(), json.end(), '\'', '"');
        test::save(place(name), {json.begin(), json.end()});
        return place(name);
    }
    OnnxManifest tiny(const std::string& decoder, const std::string& more = "") const {
        const std::string file = "tiny_" + decoder + ".onnx";
        return readOnnxManifest(
            describe("{'model': '" + file + "', 'decoder': '" + decoder + "'" + more + "}"));
    }

private Q_SLOTS:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        for (const char* name : {"tiny_yunet.onnx", "tiny_retinaface.onnx", "tiny_scrfd.onnx"})
            fs::copy_file(test::referenceData() / "onnx" / name, place(name));
        m_before = qgetenv("VISAGIST_MODELS");
        qputenv("VISAGIST_MODELS", m_folder->path().toUtf8());
    }
    void cleanup() {
        m_before.isEmpty() ? qunsetenv("VISAGIST_MODELS") : qputenv("VISAGIST_MODELS", m_before);
    }

    void yunetsNumbersBecomeBoxesAndPoints() {
        const auto finder = makeOnnxFinder(tiny("yunet"));
        const auto faces = finder->find(squareAt(64, 64, 24, 16, 8), 0);
        QCOMPARE(faces.size(), std::size_t{1});
        QVERIFY(std::abs(faces[0].score - 0.9) < 1e-5);
        QVERIFY(near(faces[0].box, {28 - 16, 20 - 20, 32, 40}));
        QVERIFY(pointsAre(faces[0].points, {28, 20}, 16));
    }

    void aNetworkOfAnySizeTakesPicturesOfAnySize() {
        const auto finder = makeOnnxFinder(tiny("yunet"));
        // 100 x 70 is filled up to 128 x 96.
        const auto faces = finder->find(squareAt(100, 70, 88, 56, 8), 0);
        QCOMPARE(faces.size(), std::size_t{1});
        QVERIFY(near(faces[0].box, {92 - 16, 60 - 20, 32, 40}));
    }

    void aNetworkOfOneSizeSeesTheViewWithin() {
        const auto finder = makeOnnxFinder(tiny("yunet", ", 'input': {'width': 64, 'height': 64}"));
        QCOMPARE(finder->traits().longestView, 64);
        const auto faces = finder->find(squareAt(128, 96, 48, 32, 16), 0);  // halved
        QCOMPARE(faces.size(), std::size_t{1});
        QVERIFY(near(faces[0].box, {2.0 * (28 - 16), 2.0 * (20 - 20), 64, 80}));
        QVERIFY(pointsAre(faces[0].points, {56, 40}, 32));
    }

    void aDoubledViewIsAnsweredInItsOwnPixels() {
        const auto faces = makeOnnxFinder(tiny("yunet"))->find(squareAt(32, 32, 8, 8, 8), 1);
        // Four cells see white, and their boxes overlap: one remains.
        QCOMPARE(faces.size(), std::size_t{1});
        QVERIFY(near(faces[0].box, {10 - 8, 10 - 10, 16, 20}));
    }

    void retinafacesAnchorsBecomeBoxesAndPoints() {
        const auto finder =
            makeOnnxFinder(tiny("retinaface", ", 'input': {'mean': [117, 117, 117]}, 'scoreThreshold': 0.8"));
        const auto faces = finder->find(squareAt(96, 64, 24, 16, 8), 0);
        QCOMPARE(faces.size(), std::size_t{1});
        QVERIFY(std::abs(faces[0].score - 0.9) < 1e-5);
        // The second anchor, 32 wide: its middle moved by 0.1 · 32 to the right and up.
        const double width = 32 * std::exp(0.2), height = 32 * std::exp(0.4);
        QVERIFY(near(faces[0].box, {28 + 3.2 - width / 2, 20 - 3.2 - height / 2, width, height}));
        QVERIFY(pointsAre(faces[0].points, {28, 20}, 4 * 3.2));
    }

    void scrfdsDistancesBecomeBoxesAndPoints() {
        const auto faces = makeOnnxFinder(tiny("scrfd"))->find(squareAt(64, 64, 24, 16, 8), 0);
        QCOMPARE(faces.size(), std::size_t{1});
        QVERIFY(std::abs(faces[0].score - 0.9) < 1e-5);
        QVERIFY(near(faces[0].box, {24 - 12, 16 - 16, 32, 40}));
        QVERIFY(pointsAre(faces[0].points, {28, 20}, 16));
    }

    void colourOrderAndScaleAreThoseOfTheManifest() {
        Image red = squareAt(64, 64, 24, 16, 8);
        for (int y = 16; y < 24; ++y)
            for (int x = 24; x < 32; ++x) red.row(y)[3 * x + 1] = red.row(y)[3 * x + 2] = 0;
        // The first channel counts half in the network, the last one a fifth.
        const auto finds = [&](const std::string& input) {
            return makeOnnxFinder(tiny("yunet", ", 'input': {" + input + "}"))->find(red, 0).size();
        };
        QCOMPARE(finds("'order': 'rgb', 'scale': 2"), std::size_t{1});
        QCOMPARE(finds("'order': 'bgr', 'scale': 2"), std::size_t{0});
        QCOMPARE(finds("'order': 'bgr', 'scale': 5"), std::size_t{1});
        QCOMPARE(finds("'order': 'bgr', 'scale': 5, 'mean': [0, 0, 100]"), std::size_t{0});
        QCOMPARE(finds("'order': 'bgr', 'scale': 5, 'mean': [0, 0, 2]"), std::size_t{1});
    }

    void outputsThatDoNotFitTheDescriptionAreNamed() {
        const OnnxManifest wrong = tiny("scrfd", ", 'anchorsPerCell': 1");
        const auto finder = makeOnnxFinder(wrong);
        VISAGIST_VERIFY_ERROR(ErrorCode::Damaged, finder->find(Image(64, 64, 3), 0));
        OnnxManifest other = tiny("yunet");
        other.decoder = DetectorKind::Retinaface;
        other.anchorSizes = {{8}, {16}, {32}};
        VISAGIST_VERIFY_ERROR(ErrorCode::Damaged, makeOnnxFinder(other)->find(Image(64, 64, 3), 0));
    }

    void aFileThatIsNoNetworkIsNamed() {
        test::save(place("tiny_yunet.onnx"), {1, 2, 3, 4});
        const auto error = test::errorOf([&] { makeOnnxFinder(tiny("yunet")); });
        QVERIFY(error && error->code() == ErrorCode::Damaged);
        QVERIFY(std::string(error->what()).find("tiny_yunet.onnx") != std::string::npos);
    }

    void manifestsThatSayNonsenseAreRefused_data() {
        QTest::addColumn<QString>("json");
        QTest::addRow("no JSON") << "{";
        QTest::addRow("no object") << "[1]";
        QTest::addRow("no decoder") << "{'model': 'a.onnx'}";
        QTest::addRow("another decoder") << "{'model': 'a.onnx', 'decoder': 'yolo'}";
        QTest::addRow("no model") << "{'decoder': 'yunet'}";
        QTest::addRow("a model elsewhere") << "{'decoder': 'yunet', 'model': '../a.onnx'}";
        QTest::addRow("half a size") << "{'decoder': 'yunet', 'model': 'a.onnx', 'input': {'width': 64}}";
        QTest::addRow("a huge size")
            << "{'decoder': 'yunet', 'model': 'a.onnx', 'input': {'width': 1e9, 'height': 64}}";
        QTest::addRow("falling strides") << "{'decoder': 'yunet', 'model': 'a.onnx', 'strides': [16, 8]}";
        QTest::addRow("a stride of 0") << "{'decoder': 'yunet', 'model': 'a.onnx', 'strides': [0]}";
        QTest::addRow("a fraction") << "{'decoder': 'yunet', 'model': 'a.onnx', 'strides': [8.5]}";
        QTest::addRow("too few anchors")
            << "{'decoder': 'retinaface', 'model': 'a.onnx', 'anchorSizes': [[16]]}";
        QTest::addRow("a score above 1") << "{'decoder': 'yunet', 'model': 'a.onnx', 'scoreThreshold': 2}";
        QTest::addRow("no number") << "{'decoder': 'yunet', 'model': 'a.onnx', 'nmsThreshold': 'high'}";
        QTest::addRow("two means") << "{'decoder': 'yunet', 'model': 'a.onnx', 'input': {'mean': [1, 2]}}";
    }
    void manifestsThatSayNonsenseAreRefused() {
        QFETCH(QString, json);
        const fs::path file = describe(json.toStdString());
        const auto error = test::errorOf([&] { readOnnxManifest(file); });
        QVERIFY(error && error->code() == ErrorCode::Damaged);
        QVERIFY(std::string(error->what()).find("mine.json") != std::string::npos);
    }

    void whatADecoderUsuallyNeedsMayBeLeftOut() {
        const OnnxManifest retinaface = tiny("retinaface"), scrfd = tiny("scrfd"), yunet = tiny("yunet");
        QCOMPARE(retinaface.mean, (std::array{104.0, 117.0, 123.0}));
        QCOMPARE(retinaface.anchorSizes.size(), std::size_t{3});
        QVERIFY(!scrfd.bgr && scrfd.anchorsPerCell == 2);
        QVERIFY(yunet.bgr && yunet.largestFace == 300);
    }

    void theCatalogueFindsWhatLiesInTheFolder() {
        const DetectorCatalogue catalogue = detectorsOfFaceRoom();
        const auto why = catalogue.whyNot(DetectorKind::Scrfd);
        QVERIFY(why && why->english().find("NAME.json") != std::string::npos);
        describe("{", "broken.json");
        describe("{'model': 'tiny_scrfd.onnx', 'decoder': 'scrfd'}", "quick.json");
        QCOMPARE(onnxManifestOf(DetectorKind::Scrfd).name, std::string("quick"));
        QCOMPARE(makeOnnxFinder(DetectorKind::Scrfd, 0)->name(), std::string("quick"));
        fs::remove(place("tiny_scrfd.onnx"));
        VISAGIST_VERIFY_ERROR(ErrorCode::NotFound, requireOnnxFiles(DetectorKind::Scrfd));
    }

    void aThresholdOfTheImportIsAddedToTheManifests() {
        QCOMPARE(makeOnnxFinder(tiny("yunet"), 0.95)->find(squareAt(64, 64, 24, 16, 8), 0).size(),
                 std::size_t{0});
    }

    void numbersThatAreNoneGiveNoFaces() {
        OnnxManifest manifest;
        manifest.strides = {8};
        const float nan = std::nanf("");
        std::vector<OutputTable> outputs{{1, {1, 1}},
                                         {1, {1, 1}},
                                         {4, {nan, 0, 0, 0, 0.5f, 0.5f, 900, 900}},
                                         {10, std::vector<float>(20)}};
        QVERIFY(decodeOutputs(manifest, outputs, 16, 8).empty());
    }
};

QTEST_GUILESS_MAIN(TestOnnxFinder)
#include "tst_onnx_finder.moc"
