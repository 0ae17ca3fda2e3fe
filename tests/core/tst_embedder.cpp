#include <QTemporaryDir>
#include <QTest>

#include "core/base/error.h"
#include "core/face/canonical.h"
#include "core/image/decode.h"
#include "tests/support/dlib_embeddings.h"
#include "tests/support/error_of.h"
#include "tests/support/picture_files.h"

using namespace visagist;

class TestEmbedder : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theMeanFaceLiesWhereDlibPutsIt() {
        const Affine map = chipFromUnit();
        QVERIFY(std::abs(map.xy) < 1e-12 && std::abs(map.yx) < 1e-12);
        QVERIFY(std::abs(map.xx - map.yy) < 1e-9);
        const auto unit = canonicalLandmarks(), mean = meanFaceShape();
        for (std::size_t i = 0; i < unit.size(); ++i) {
            const Point p = map.map(unit[i]);
            QVERIFY(std::hypot(p.x - (25.5 + 100 * mean[i].x), p.y - (25.5 + 100 * mean[i].y)) < 1e-6);
        }
        // All of the chip lies in the crop.
        const Affine back = map.inverse();
        for (const Point corner : {Point{0, 0}, Point{kChipSide, kChipSide}}) {
            const Point p = back.map(corner);
            QVERIFY(p.x > 0 && p.x < 1 && p.y > 0 && p.y < 1);
        }
    }
    void aFormulaIsEmbeddedAsByDlib() {
        VISAGIST_NEEDS_FACE_NET();
        const auto reference = test::dlibEmbeddings()["formula_chip"]["embedding"];
        QVERIFY(test::differenceTo(reference, FaceEmbedder().embed(test::formulaChip())) < 1e-3);
    }
    void photographsAreCutAndEmbeddedAsByDlib() {
        VISAGIST_NEEDS_FACE_NET();
        VISAGIST_NEEDS_SHARED("landmarks/2007_007763.jpg");
        const FaceEmbedder embedder;
        const auto reference = test::dlibEmbeddings();
        int faces = 0;
        for (const auto& face : reference["faces"]) {
            const std::string file = face["file"];
            const Image photo = decodePhoto(test::sharedData() / file).image;
            const Image chip = embedder.chip(photo, test::landmarksOf(face));
            double sums[3] = {};
            for (std::size_t i = 0; i < chip.byteCount(); ++i) sums[i % 3] += chip.data()[i];
            for (std::size_t c = 0; c < 3; ++c) {
                const double mean = sums[c] / (kChipSide * kChipSide);
                QVERIFY2(std::abs(mean - face["chip_mean_rgb"][c].get<double>()) < 0.05, file.c_str());
            }
            const double off = test::differenceTo(face["embedding"], embedder.embed(chip));
            QVERIFY2(off < 1e-3, (file + ": " + std::to_string(off)).c_str());
            ++faces;
        }
        QCOMPARE(faces, 10);
    }
    void distanceIsEuclids() {
        Embedding a{}, b{};
        a[3] = 3;
        b[100] = 4;
        QCOMPARE(distanceBetween(a, b), 5.0);
        QCOMPARE(distanceBetween(a, a), 0.0);
    }
    void otherPicturesAreRefused() {
        VISAGIST_NEEDS_FACE_NET();
        const FaceEmbedder embedder;
        const std::vector<Point> four(4), five{{40, 20}, {34, 20}, {10, 20}, {16, 20}, {25, 40}};
        VISAGIST_VERIFY_ERROR(ErrorCode::InvalidArgument, embedder.embed(test::smoothPicture(149, 150)));
        VISAGIST_VERIFY_ERROR(ErrorCode::InvalidArgument, embedder.embed(Image(kChipSide, kChipSide, 1)));
        VISAGIST_VERIFY_ERROR(ErrorCode::InvalidArgument, embedder.chip(test::smoothPicture(60, 60), four));
        VISAGIST_VERIFY_ERROR(ErrorCode::InvalidArgument, embedder.chip(Image(60, 60, 3, 16), five));
        QCOMPARE(embedder.chip(test::smoothPicture(60, 60), five).width(), kChipSide);
    }
    void weightsComeByNameAndShape() {
        VISAGIST_NEEDS_FACE_NET();
        std::map<std::string, NamedNumbers> weights;
        for (NamedNumbers& one : FaceEmbedder().weights()) weights[one.name] = std::move(one);
        QCOMPARE(weights.size(), std::size_t{4 * 29 + 1});
        using Shape = std::vector<std::int64_t>;
        QVERIFY(weights.at("conv0.weight").shape == (Shape{32, 3, 7, 7}));
        QVERIFY(weights.at("conv7.weight").shape == (Shape{64, 32, 3, 3}));
        QVERIFY(weights.at("conv28.weight").shape == (Shape{256, 256, 3, 3}));
        QVERIFY(weights.at("linear.weight").shape == (Shape{256, 128}));
        for (const auto& [name, one] : weights) {
            std::int64_t count = 1;
            for (const std::int64_t side : one.shape) count *= side;
            QVERIFY2(count == static_cast<std::int64_t>(one.values.size()), name.c_str());
        }
    }
    void aMissingModelIsNamedWithItsCommand() {
        QTemporaryDir folder;
        const QByteArray before = qgetenv("VISAGIST_MODELS");
        qputenv("VISAGIST_MODELS", folder.path().toUtf8());
        const auto error = test::errorOf([] { FaceEmbedder(); });
        before.isEmpty() ? qunsetenv("VISAGIST_MODELS") : qputenv("VISAGIST_MODELS", before);
        QVERIFY(error && error->code() == ErrorCode::NotFound);
        const std::string said = error->what();
        QVERIFY(said.find("dlib_face_recognition_resnet_model_v1.dat") != std::string::npos);
        QVERIFY(said.find("installer/bootstrap.sh") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestEmbedder)
#include "tst_embedder.moc"
