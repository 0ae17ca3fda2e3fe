#include <QTemporaryDir>
#include <QTest>

#include "core/face/detector_catalogue.h"
#include "core/face/model_files.h"
#include "core/image/decode.h"
#include "tests/support/error_of.h"
#include "tests/support/picture_files.h"
#include "tests/support/test_data.h"

using namespace visagist;

namespace {

/// Finds one face in the middle of every view.
class MiddleFinder : public BoxFinder {
public:
    std::string name() const override { return "middle"; }
    FinderTraits traits() const override { return {.smallestFace = 1}; }
    std::vector<FoundBox> find(const Image& view, int) override {
        return {{{view.width() / 4.0, view.height() / 4.0, view.width() / 2.0, view.height() / 2.0}, 1, {}}};
    }
};

}  // namespace

class TestDetectorCatalogue : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void detectorsWithoutLibTorchAreThere() {
        const DetectorCatalogue catalogue = detectorsOfFaceRoom();
        QCOMPARE(catalogue.entries().size(), std::size_t{5});
        QCOMPARE(catalogue.entries()[0].kind, DetectorKind::Hog);
    }

    void aDetectorThatIsNotThereIsNamed() {
        const DetectorCatalogue catalogue = detectorsOfFaceRoom();
        ImportOptions options;
        options.detector = DetectorKind::Mtcnn;
        VISAGIST_VERIFY_ERROR(ErrorCode::Unsupported, catalogue.make(options));
        const auto why = catalogue.whyNot(DetectorKind::Mtcnn);
        QVERIFY(why && why->english().find("mtcnn") != std::string::npos);
    }

    void aMissingFileIsTheReason() {
        QTemporaryDir folder;
        const QByteArray before = qgetenv("VISAGIST_MODELS");
        qputenv("VISAGIST_MODELS", folder.path().toUtf8());
        const auto why = detectorsOfFaceRoom().whyNot(DetectorKind::Mmod);
        before.isEmpty() ? qunsetenv("VISAGIST_MODELS") : qputenv("VISAGIST_MODELS", before);
        QVERIFY(why && why->english().find("mmod_human_face_detector.dat") != std::string::npos);
    }

    void anAddedDetectorTakesThePlaceOfItsKind() {
        DetectorCatalogue catalogue = detectorsOfFaceRoom();
        catalogue.add({DetectorKind::Hog, [] {},
                       [](const ImportOptions&) { return std::make_unique<MiddleFinder>(); }});
        QCOMPARE(catalogue.entries().size(), std::size_t{5});
        if (catalogue.whyNot(DetectorKind::Hog)) QSKIP("the landmark model is not here");
        QCOMPARE(catalogue.make({})->name(), std::string("middle"));
    }

    void mmodFindsFacesOfAllPoses() {
        VISAGIST_NEEDS_SHARED("photos/astronaut.png");
        const DetectorCatalogue catalogue = detectorsOfFaceRoom();
        if (const auto why = catalogue.whyNot(DetectorKind::Mmod)) QSKIP(why->english().c_str());
        ImportOptions options;
        options.detector = DetectorKind::Mmod;
        options.upsample = 0;
        const auto detector = catalogue.make(options);
        QCOMPARE(detector->name(), std::string("mmod"));
        const auto found = detector->detect(decodePhoto(test::sharedData() / "photos/astronaut.png").image);
        QCOMPARE(found.size(), std::size_t{1});
        QVERIFY(intersectionOverUnion(found[0].box, {179, 83, 88, 88}) > 0.6);
        for (const auto& [width, height] : {std::pair{1, 1}, {3000, 2}, {64, 64}, {63, 200}})
            QVERIFY(detector->detect(test::smoothPicture(width, height)).empty());
    }
};

QTEST_GUILESS_MAIN(TestDetectorCatalogue)
#include "tst_detector_catalogue.moc"
