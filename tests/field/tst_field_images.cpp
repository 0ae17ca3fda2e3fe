// Field reports about input pictures, detection and alignment: each makes its input and asks for what is
// right.
#include <sys/resource.h>
#include <unistd.h>

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>

#include "core/base/error.h"
#include "core/base/path.h"
#include "core/curate/film_reader.h"
#include "core/curate/import_job.h"
#include "core/face/aligner.h"
#include "core/face/canonical.h"
#include "core/face/detector.h"
#include "core/image/decode.h"
#include "core/image/encode.h"
#include "core/image/resize.h"
#include "core/store/face_table.h"
#include "core/store/person_table.h"
#include "core/store/source_table.h"
#include "tests/support/demo_photograph.h"
#include "tests/support/gif_file.h"
#include "tests/support/picture_files.h"
#include "tests/support/test_clip.h"

using namespace visagist;
using namespace visagist::test;
namespace fs = std::filesystem;

namespace {

Image mirrored(const Image& image) { return uprightImage(image, 2); }

Bytes jpegOf(const Image& image, int progressive = 0) {
    return encoded(image, ".jpg", {cv::IMWRITE_JPEG_QUALITY, 96, cv::IMWRITE_JPEG_PROGRESSIVE, progressive});
}

}  // namespace

class TestFieldImages : public QObject {
    Q_OBJECT
    std::unique_ptr<QTemporaryDir> m_folder;
    fs::path m_path, m_in;

    ImportReport import(Project& project, ImportMode mode = ImportMode::Detect) {
        ImportRequest request;
        request.paths = {m_in};
        request.mode = mode;
        return importPictures(project, request);
    }
    Project newProject() { return Project::create(m_path / "test.visagist", 128); }
    static Image cropOf(Project& project, const Face& face) {
        return decodeImage(faceCropPng(project.database(), face.id));
    }

private Q_SLOTS:
    void initTestCase() {
        try {
            makeHogDetector();
        } catch (const Error& error) {
            QSKIP(error.what());
        }
    }

    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        m_path = fs::canonical(m_folder->path().toStdString());
        m_in = m_path / "in";
        fs::create_directories(m_in / "Ada");
    }

    void row1EveryOrientationGivesTheSameUprightCrop() {
        const Image face = photograph(400).image;
        Image photo(400, 300, 3);  // not square: turned sizes differ
        for (int y = 0; y < 300; ++y) std::copy_n(face.row(y + 40), face.bytesPerRow(), photo.row(y));
        for (int o = 1; o <= 8; ++o) {
            const Image stored = uprightImage(photo, inverseOrientation(o));
            save(m_in / "Ada" / (std::to_string(o) + ".jpg"), jpegWithExif(jpegOf(stored), o));
            if (o == 6) save(m_in / "Ada/exif.png", rgbPng(stored, {{"eXIf", exifBlock(o, false)}}));
        }
        Project project = newProject();
        QCOMPARE(import(project).faces, 9);
        const auto all = faces(project.database());
        const Image first = cropOf(project, all[0]);
        for (const Face& one : all) {
            QVERIFY(meanDifference(cropOf(project, one), first) < 3);
            QVERIFY(intersectionOverUnion(one.box, all[0].box) > 0.9);
        }
        for (const Source& source : sources(project.database())) QCOMPARE(source.width, 400);
    }

    void row1FilmsAreUprightToo() {
        const Image photo = photograph(400).image;
        for (const int rotation : {0, 90, 180, 270}) {
            const std::map<int, int> undo{{0, 1}, {90, 8}, {180, 3}, {270, 6}};
            TestClip clip;
            clip.width = clip.height = 400;
            clip.frames = 1;
            clip.rotation = rotation;
            clip.draw = [&](int) { return uprightImage(photo, undo.at(rotation)); };
            writeClip(m_in / "Ada" / (std::to_string(rotation) + ".mp4"), clip);
        }
        Project project = newProject();
        QCOMPARE(import(project).faces, 4);
        const auto all = faces(project.database());
        const Image first = cropOf(project, all[0]);
        for (const Face& one : all) {
            QVERIFY(meanDifference(cropOf(project, one), first) < 4);
            QVERIFY(intersectionOverUnion(one.box, all[0].box) > 0.9);
        }
    }

    void row3FilmsInPlacesWithSpacesAndQuotesWork() {
        const fs::path place = m_path / "My Folder (1) & co" / "Ada";
        fs::create_directories(place);
        const Image photo = photograph(300).image;
        TestClip clip;
        clip.width = clip.height = 300;
        clip.frames = 3;
        clip.draw = [&](int) { return photo; };
        writeClip(place / "a b's.mp4", clip);
        Project project = Project::create(place / "a b's.visagist", 64);
        ImportRequest request;
        request.paths = {place.parent_path()};
        request.options.frames = FrameChoice::EveryNth;
        request.options.frameStep = 1;
        const ImportReport report = importPictures(project, request);
        QCOMPARE(report.frames, 3);
        QCOMPARE(report.faces, 3);
        const Face face = faces(project.database()).at(2);
        QVERIFY(face.sourcePath.ends_with("a b's.mp4"));
        QVERIFY(meanDifference(sourcePicture(pathFromUtf8(face.sourcePath), face.sourceKind, face.frame),
                               photo) < 4);
    }

    void row2And3NamesInAnyScriptAndPlacesWithSpacesWork() {
        const fs::path place = m_path / fs::path(u8"My Folder (1) & co");
        const fs::path person = place / fs::path(u8"Тест 人脸");
        fs::create_directories(person);
        const fs::path nfc = person / fs::path(u8"\u00e9 \u00f1\U0001F4F7.jpg"),
                       nfd = person / fs::path(u8"e\u0301 n\u0303\U0001F4F7.jpg");
        save(nfc, jpegOf(photograph(300).image)), save(nfd, jpegOf(photograph(300).image));
        Project project = Project::create(place / "a b's.visagist", 64);
        ImportRequest request;
        request.paths = {place};
        QCOMPARE(importPictures(project, request).faces, 2);
        QCOMPARE(people(project.database()).at(0).name, utf8FromPath(person.filename()));
        std::vector<std::string> names{utf8FromPath(nfd), utf8FromPath(nfc)};
        std::sort(names.begin(), names.end());
        QCOMPARE(sources(project.database()).at(0).path, names[0]);
        QCOMPARE(sources(project.database()).at(1).path, names[1]);
    }

    void row6SixteenBitPhotoLooksLikeItsEightBitTwin() {
        const Image photo = photograph(300).image;
        Bytes deep;
        for (std::size_t i = 0; i < photo.byteCount(); ++i) appendBig(deep, photo.data()[i] * 257u, 2);
        save(m_in / "Ada/16.png", pngFile(300, 300, 16, 2, deep)), save(m_in / "Ada/8.png", rgbPng(photo));
        Project project = newProject();
        import(project);
        const auto all = faces(project.database());
        QCOMPARE(all.size(), std::size_t{2});
        QCOMPARE(all[0].cropSha256, all[1].cropSha256);
        QCOMPARE(all[0].box, all[1].box);
    }

    void row6SixteenBitGreyAndItsAlphaLookLikeTheirEightBitTwins() {
        Bytes grey8, grey16, alpha8, alpha16;
        for (int i = 0; i < 256 * 64; ++i) {
            const auto level = static_cast<std::uint32_t>(i % 256),
                       alpha = static_cast<std::uint32_t>(i / 64);
            appendBig(grey8, level, 1), appendBig(grey16, level * 257, 2);
            appendBig(alpha8, level, 1), appendBig(alpha8, alpha, 1);
            appendBig(alpha16, level * 257, 2), appendBig(alpha16, alpha * 257, 2);
        }
        const Image grey = decodeImage(pngFile(256, 64, 8, 0, grey8));
        QVERIFY(meanDifference(decodeImage(pngFile(256, 64, 16, 0, grey16)), grey) < 0.01);
        QCOMPARE(int(grey.row(0)[3 * 200]), 200);
        const Image alpha = decodeImage(pngFile(256, 64, 8, 4, alpha8));
        QVERIFY(meanDifference(decodeImage(pngFile(256, 64, 16, 4, alpha16)), alpha) < 0.6);
        QVERIFY(meanDifference(alpha, grey) > 10);
    }

    void row7WhatIsUnderTransparencyDoesNotShow() {
        const Photograph photo = photograph(300);
        const auto cutOut = [&](const Bytes& hidden) {
            Bytes rgba;
            for (int y = 0; y < 300; ++y) {
                for (int x = 0; x < 300; ++x) {
                    const bool inside = std::hypot((x - 150) / 95.0, (y - 155) / 120.0) < 1;
                    const std::uint8_t* p = photo.image.row(y) + 3 * x;
                    append(rgba, inside ? Bytes{p[0], p[1], p[2], 255} : hidden);
                }
            }
            return pngFile(300, 300, 8, 6, rgba);
        };
        save(m_in / "Ada/over-green.png", cutOut({0, 255, 0, 0}));
        save(m_in / "Ada/over-grey.png", cutOut({kAlphaBackground, kAlphaBackground, kAlphaBackground, 255}));
        Project project = newProject();
        QCOMPARE(import(project).faces, 2);
        const auto all = faces(project.database());
        QCOMPARE(all[0].cropSha256, all[1].cropSha256);
    }

    void row8GreyAndPalettePicturesStandBesideColour() {
        for (int i = 0; i < 10; ++i)
            save(m_in / "Ada" / (std::to_string(i) + ".png"), rgbPng(smoothPicture(64, 64)));
        Bytes grey(64 * 64, 90), greyAlpha, indices(64 * 64, 1);
        for (int i = 0; i < 64 * 64; ++i) append(greyAlpha, Bytes{90, static_cast<std::uint8_t>(i % 256)});
        save(m_in / "Ada/grey.png", pngFile(64, 64, 8, 0, grey));
        save(m_in / "Ada/grey-alpha.png", pngFile(64, 64, 8, 4, greyAlpha));
        save(m_in / "Ada/palette.png",
             pngFile(64, 64, 8, 3, indices, {{"PLTE", {1, 2, 3, 90, 80, 70}}, {"tRNS", {0, 200}}}));
        Project project = newProject();
        QCOMPARE(import(project, ImportMode::AlignedCrops).faces, 13);
        for (const Face& face : faces(project.database())) QCOMPARE(cropOf(project, face).channels(), 3);
    }

    void row9CutOffPhotosAreNotTrainedOn() {
        const Image photo = photograph(300).image;
        for (const int progressive : {0, 1}) {
            Bytes jpeg = jpegOf(photo, progressive);
            const std::string kind = progressive ? "progressive" : "baseline";
            jpeg.resize(jpeg.size() - 2);
            save(m_in / "Ada" / (kind + "-without-end.jpg"), jpeg);
            jpeg.resize(jpeg.size() * 6 / 10);
            save(m_in / "Ada" / (kind + "-cut.jpg"), jpeg);
        }
        Project project = newProject();
        const ImportReport report = import(project);
        QCOMPARE(report.faces, 2);
        QCOMPARE(report.refused.size(), std::size_t{2});
        for (const auto& one : report.refused)
            QVERIFY(one.file.ends_with("-cut.jpg") && one.reason.find("cut off") != std::string::npos);
    }

    void row11FilesThatCannotBeReadAreListed() {
        for (int i = 0; i < 195; ++i)
            save(m_in / "Ada" / (std::to_string(i) + ".png"), rgbPng(smoothPicture(24, 24)));
        save(m_in / "Ada/zero.jpg", {}), save(m_in / "Ada/text.png", {'t'});
        fs::create_directories(m_in / "Ada/x.jpg");
        fs::create_symlink("gone.jpg", m_in / "Ada/dangling.jpg");
        save(m_in / "Ada/locked.png", rgbPng(smoothPicture(24, 24)));
        fs::permissions(m_in / "Ada/locked.png", fs::perms::none);
        const bool lockHolds = ::access((m_in / "Ada/locked.png").c_str(), R_OK) != 0;  // not for root
        Project project = newProject();
        const ImportReport report = import(project, ImportMode::AlignedCrops);
        QCOMPARE(report.faces, lockHolds ? 195 : 196);
        QCOMPARE(report.refused.size(), std::size_t(lockHolds ? 5 : 4));
    }

    void row11FilmsThatCannotBeReadAreListed() {
        save(m_in / "Ada/zero.mp4", {}), save(m_in / "Ada/text.mkv", {'t'});
        fs::create_directories(m_in / "Ada/x.mp4");
        fs::create_symlink("gone.mp4", m_in / "Ada/dangling.mov");
        writeClip(m_in / "Ada/good.mkv");
        Project project = newProject();
        const ImportReport report = import(project, ImportMode::AlignedCrops);
        QCOMPARE(report.faces, 3);
        QCOMPARE(report.refused.size(), std::size_t{4});
        for (const auto& one : report.refused) QVERIFY(one.reason.size() > 20);
    }

    void row14GiantPicturesAreRefusedWithoutMemory() {
        save(m_in / "Ada/giant.png", pngFile(40000, 30000, 1, 0, Bytes(30000)));
        Bytes jpeg = jpegOf(smoothPicture(64, 64));
        for (std::size_t i = 0; i + 8 < jpeg.size(); ++i)
            if (jpeg[i] == 0xFF && jpeg[i + 1] == 0xC0)
                jpeg[i + 5] = jpeg[i + 6] = jpeg[i + 7] = jpeg[i + 8] = 0xFF, i = jpeg.size();
        save(m_in / "Ada/liar.jpg", jpeg);
        save(m_in / "Ada/good.png", rgbPng(smoothPicture(64, 64)));
        const auto peakMegabytes = [] {
            rusage usage{};
            getrusage(RUSAGE_SELF, &usage);
            return usage.ru_maxrss / 1024;
        };
        Project project = newProject();
        const long before = peakMegabytes();
        const ImportReport report = import(project, ImportMode::AlignedCrops);
        QCOMPARE(report.faces, 1);
        QCOMPARE(report.refused.size(), std::size_t{2});
        QVERIFY(report.refused[0].reason.find("40000 x 30000") != std::string::npos);
        QVERIFY(peakMegabytes() - before < 400);
    }

    void row14GiantAnimationsAndFilmsAreRefusedWithoutMemory() {
        Bytes gif = gifFile(20, 20, {{{0, 0, 0}, {9, 9, 9}, {99, 99, 99}, {255, 255, 255}}},
                            {{0, 0, 20, 20, Bytes(400)}, {0, 0, 20, 20, Bytes(400)}});
        gif[6] = gif[7] = gif[8] = gif[9] = 0xFF;
        save(m_in / "Ada/bomb.gif", gif);
        Bytes webp = webpWithExif(encoded(smoothPicture(32, 32), ".webp"), 32, 32, 1);
        webp[20] = 0x0A;  // says that it is animated
        for (std::size_t i = 24; i < 30; ++i) webp[i] = 0xFF;
        save(m_in / "Ada/bomb.webp", webp);
        TestClip clip;
        clip.width = clip.height = 64;
        writeClip(m_in / "Ada/good.mp4", clip);
        Project project = newProject();
        const ImportReport report = import(project, ImportMode::AlignedCrops);
        QCOMPARE(report.refused.size(), std::size_t{2});
        QVERIFY(report.refused[0].reason.find("65535 x 65535") != std::string::npos);
        QVERIFY(report.refused[1].reason.find("16777216 x 16777216") != std::string::npos);
        QCOMPARE(report.faces, 3);  // two a second of 1.2 s
    }

    void row19AMirroredPhotoGivesAMirroredCrop() {
        const Image photo = photograph(400).image;
        const auto detector = makeHogDetector();
        std::vector<Image> crops;
        for (const Image& view : {photo, mirrored(photo)}) {
            const auto found = detector->detect(view);
            QCOMPARE(found.size(), std::size_t{1});
            crops.push_back(cropFromPhoto(view, photoFromUnit(found[0].landmarks), 128));
        }
        QVERIFY(meanDifference(crops[0], mirrored(crops[1])) < 0.5 * meanDifference(crops[0], crops[1]));
        QVERIFY(meanDifference(crops[0], mirrored(crops[1])) < 8);
    }

    void row20TwoFacesComeFromLeftToRight() {
        const Image a = photograph(300, 1.6, 0, 0).image, b = photograph(300, 1.6, 0, 1).image;
        Image both(600, 300, 3);
        for (int y = 0; y < 300; ++y) {
            std::copy_n(a.row(y), a.bytesPerRow(), both.row(y));
            std::copy_n(b.row(y), b.bytesPerRow(), both.row(y) + a.bytesPerRow());
        }
        save(m_in / "Ada/both.png", rgbPng(both));
        Project project = newProject();
        const ImportReport report = import(project);
        QCOMPARE(report.faces, 2);
        QCOMPARE(report.severalFaces.size(), std::size_t{1});
        const auto all = faces(project.database());
        QVERIFY(all[0].box.x < all[1].box.x);
        QCOMPARE(all[1].indexInSource, 1);
    }

    void row25ExtractingAgainLeavesOneCropAFace() {
        for (int i = 0; i < 4; ++i)
            save(m_in / "Ada" / (std::to_string(i) + ".jpg"), jpegOf(photograph(260 + 10 * i).image));
        Project project = newProject();
        QCOMPARE(import(project).faces, 4);
        ImportRequest again;
        again.paths = {m_in};
        again.again = true;
        QCOMPARE(importPictures(project, again).faces, 4);
        std::vector<std::int64_t> bySource;
        for (const Face& face : faces(project.database())) bySource.push_back(face.source);
        std::sort(bySource.begin(), bySource.end());
        QCOMPARE(bySource.size(), std::size_t{4});
        QVERIFY(std::adjacent_find(bySource.begin(), bySource.end()) == bySource.end());
    }
};

QTEST_GUILESS_MAIN(TestFieldImages)
#include "tst_field_images.moc"
