#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/base/error.h"
#include "core/face/aligner.h"
#include "core/face/detector.h"
#include "core/face/model_files.h"
#include "core/image/decode.h"
#include "core/image/resize.h"
#include "tests/support/picture_files.h"
#include "tests/support/test_data.h"

using namespace visagist;

namespace {

/// The detector with dlib's own settings: nothing shrunk, nothing left out.
ImportOptions plain(int upsample) {
    ImportOptions options;
    options.upsample = upsample;
    options.workingSide = 10000;
    options.threshold = 0;
    options.minFace = 1;
    return options;
}

Rect rectOf(const nlohmann::json& r) {  // left, top, right, bottom, inclusive
    return {r[0], r[1], r[2].get<double>() - r[0].get<double>() + 1,
            r[3].get<double>() - r[1].get<double>() + 1};
}

}  // namespace

class TestDetector : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        try {
            makeHogDetector();
        } catch (const Error& error) {
            QSKIP(error.what());
        }
    }

    void boxesScoresAndLandmarksEqualDlibs_data() {
        QTest::addColumn<int>("upsample");
        QTest::addRow("as it is") << 0;
        QTest::addRow("enlarged twice") << 1;
    }
    void boxesScoresAndLandmarksEqualDlibs() {
        VISAGIST_NEEDS_SHARED("landmarks/2007_007763.jpg");
        QFETCH(int, upsample);
        std::ifstream file(test::referenceData() / "dlib_faces.json");
        const auto reference = nlohmann::json::parse(file);
        const auto detector = makeHogDetector(plain(upsample));
        const auto finder = makeHogFinder(0);
        std::vector<double> errors;
        for (const auto& photo : reference.at("photos")) {
            const Image image = decodePhoto(test::sharedData() / photo["file"].get<std::string>()).image;
            const std::vector<FoundBox> boxes = finder->find(image, upsample);
            const auto faces = detector->detect(image);
            const auto& expected = photo.at(upsample ? "upsample_1" : "upsample_0");
            QCOMPARE(boxes.size(), expected.size());
            QCOMPARE(faces.size(), expected.size());
            for (const auto& face : expected) {
                const Rect box = rectOf(face["rect"]);
                const auto same =
                    std::find_if(boxes.begin(), boxes.end(), [&](const auto& one) { return one.box == box; });
                QVERIFY2(same != boxes.end(), face.dump().c_str());
                QVERIFY2(std::abs(same->score - face["score"].get<double>()) < 1e-3, face.dump().c_str());
                if (face["score"] < 0.2) continue;  // a badge, which has no landmarks
                const auto found = std::find_if(faces.begin(), faces.end(), [&](const auto& one) {
                    return intersectionOverUnion(one.box, box) > 0.5;
                });
                QVERIFY2(found != faces.end(), face.dump().c_str());
                double error = 0;
                for (std::size_t i = 0; i < 5; ++i) {
                    const auto& p = face["points5"][i];
                    error += std::hypot(found->landmarks[i].x - (p[0].get<double>() + 0.5),
                                        found->landmarks[i].y - (p[1].get<double>() + 0.5)) /
                             5;
                }
                errors.push_back(error / box.width);
            }
        }
        // Ours are read in an enlarged view and have fractions; dlib's are rounded to whole pixels, of which
        // the smallest face has 37. A box that fits badly moves both about more.
        std::sort(errors.begin(), errors.end());
        QVERIFY2(errors[errors.size() / 2] < 0.015, std::to_string(errors[errors.size() / 2]).c_str());
        QVERIFY2(errors.back() < 0.06, std::to_string(errors.back()).c_str());
    }

    void facesComeFromLeftToRight() {
        VISAGIST_NEEDS_SHARED("landmarks/2008_002506.jpg");
        const auto found =
            makeHogDetector()->detect(decodePhoto(test::sharedData() / "landmarks/2008_002506.jpg").image);
        QCOMPARE(found.size(), std::size_t{3});
        QVERIFY(std::is_sorted(found.begin(), found.end(),
                               [](const auto& a, const auto& b) { return a.box.x < b.box.x; }));
    }

    void defaultSettingsFindTheAstronautAndNothingElse() {
        VISAGIST_NEEDS_SHARED("photos/astronaut.png");
        const auto found =
            makeHogDetector()->detect(decodePhoto(test::sharedData() / "photos/astronaut.png").image);
        QCOMPARE(found.size(), std::size_t{1});
        QVERIFY(intersectionOverUnion(found[0].box, {179, 83, 88, 88}) > 0.55);
    }

    void smallFacesAreLeftOutOnRequest() {
        VISAGIST_NEEDS_SHARED("photos/astronaut.png");
        ImportOptions options;
        options.minFace = 150;
        QVERIFY(makeHogDetector(options)
                    ->detect(decodePhoto(test::sharedData() / "photos/astronaut.png").image)
                    .empty());
    }

    void picturesWithoutFacesGiveNone() {
        const auto detector = makeHogDetector();
        QVERIFY(detector->detect(test::smoothPicture(300, 200)).empty());
        QVERIFY(detector->detect(test::smoothPicture(1, 1)).empty());
        QVERIFY(detector->detect(test::smoothPicture(3000, 2)).empty());
    }

    void aMissingModelIsNamedWithItsCommand() {
        QTemporaryDir folder;
        const QByteArray before = qgetenv("VISAGIST_MODELS");
        qputenv("VISAGIST_MODELS", folder.path().toUtf8());
        try {
            modelFile("some.dat", "00");
            QFAIL("a model was found in an empty folder");
        } catch (const Error& error) {
            QCOMPARE(error.code(), ErrorCode::NotFound);
            QVERIFY(std::string(error.what()).find("installer/bootstrap.sh build") != std::string::npos);
        }
        test::save(std::filesystem::path(folder.path().toStdString()) / "some.dat", {1, 2, 3});
        try {
            modelFile("some.dat", "00");
            QFAIL("a wrong model was taken");
        } catch (const Error& error) {
            QCOMPARE(error.code(), ErrorCode::Damaged);
        }
        QVERIFY(!modelFile("some.dat", "039058c6f2c0cb492c533b0a4d14ef77cc0f78abccced5287d84a1a2011cfb81")
                     .empty());
        before.isEmpty() ? qunsetenv("VISAGIST_MODELS") : qputenv("VISAGIST_MODELS", before);
    }

    void overlapIsMeasuredAsIntersectionOverUnion() {
        QCOMPARE(intersectionOverUnion({0, 0, 10, 10}, {5, 0, 10, 10}), 50.0 / 150);
        QCOMPARE(intersectionOverUnion({0, 0, 10, 10}, {10, 0, 10, 10}), 0.0);
    }
};

QTEST_GUILESS_MAIN(TestDetector)
#include "tst_detector.moc"
