#include <QTemporaryDir>
#include <QTest>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>

#include "core/base/error.h"
#include "core/image/decode.h"
#include "tests/support/picture_files.h"
#include "tests/support/test_data.h"

using namespace visagist;
using namespace visagist::test;

namespace {

ErrorCode errorOf(const Bytes& bytes, std::string* sentence = nullptr) {
    try {
        decodeImage(bytes, "face.jpg");
    } catch (const Error& error) {
        if (sentence) *sentence = error.what();
        return error.code();
    }
    return ErrorCode::Internal;
}

Bytes firstPart(const Bytes& bytes, double share) {
    return {bytes.begin(),
            bytes.begin() + static_cast<std::ptrdiff_t>(static_cast<double>(bytes.size()) * share)};
}

std::map<std::string, Bytes> everyFormat(const Image& picture) {
    Bytes ppm;
    append(ppm,
           "P6\n" + std::to_string(picture.width()) + " " + std::to_string(picture.height()) + "\n255\n");
    append(ppm, Bytes(picture.data(), picture.data() + picture.byteCount()));
    return {{"jpg", encoded(picture, ".jpg", {cv::IMWRITE_JPEG_QUALITY, 97})},
            {"progressive jpg",
             encoded(picture, ".jpg", {cv::IMWRITE_JPEG_QUALITY, 97, cv::IMWRITE_JPEG_PROGRESSIVE, 1})},
            {"png", rgbPng(picture)},
            {"webp", encoded(picture, ".webp", {cv::IMWRITE_WEBP_QUALITY, 98})},
            {"lossless webp", encoded(picture, ".webp", {cv::IMWRITE_WEBP_QUALITY, 101})},
            {"tif", encoded(picture, ".tif")},
            {"plain tif", tiffWithOrientation(picture, 1, true)},
            {"bmp", encoded(picture, ".bmp")},
            {"ppm", ppm}};
}

}  // namespace

class TestDecode : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyFormatGivesTheSamePicture() {
        const Image picture = smoothPicture(61, 43);
        for (const auto& [format, bytes] : everyFormat(picture))
            QVERIFY2(meanDifference(decodeImage(bytes), picture) < 2, format.c_str());
    }

    void exifOrientationsEqualPillow() {
        std::ifstream file(referenceData() / "image_ops.json");
        const nlohmann::json reference = nlohmann::json::parse(file).at("exif");
        Image stored(3, 2, 1);
        for (int i = 0; i < 6; ++i)
            stored.data()[i] = reference["stored"][std::size_t(i / 3)][std::size_t(i % 3)];
        for (const auto& one : reference.at("cases")) {
            const Image upright = uprightImage(stored, one["orientation"]);
            const auto& rows = one.at("upright");
            QCOMPARE(upright.height(), static_cast<int>(rows.size()));
            QCOMPARE(upright.width(), static_cast<int>(rows[0].size()));
            for (int y = 0; y < upright.height(); ++y)
                for (int x = 0; x < upright.width(); ++x)
                    QCOMPARE(int(upright.row(y)[x]), rows[std::size_t(y)][std::size_t(x)].get<int>());
        }
    }

    void orientationIsAppliedOnceInEveryFormat() {
        const Image picture = smoothPicture(60, 40);
        for (int orientation = 1; orientation <= 8; ++orientation) {
            const Image stored = uprightImage(picture, inverseOrientation(orientation));
            const std::map<std::string, Bytes> files{
                {"jpg", jpegWithExif(encoded(stored, ".jpg", {cv::IMWRITE_JPEG_QUALITY, 97}), orientation)},
                {"png", rgbPng(stored, {{"eXIf", exifBlock(orientation, true)}})},
                {"webp", webpWithExif(encoded(stored, ".webp", {cv::IMWRITE_WEBP_QUALITY, 98}),
                                      stored.width(), stored.height(), orientation)},
                {"tif", tiffWithOrientation(stored, orientation, false)},
                {"big-endian tif", tiffWithOrientation(stored, orientation, true)}};
            for (const auto& [format, bytes] : files) {
                const DecodedPhoto photo = decodePhoto(bytes);
                QCOMPARE(photo.orientation, orientation);
                QVERIFY2(meanDifference(photo.image, picture) < 2,
                         (format + " " + std::to_string(orientation)).c_str());
            }
        }
    }

    void sixteenBitsLookLikeEight() {
        Bytes grey, rgb;
        Image grey8(256, 2, 3), rgb8(256, 2, 3);
        for (int i = 0; i < 512; ++i) {
            const auto v = static_cast<std::uint32_t>(i % 256);
            appendBig(grey, v * 257, 2);
            for (std::uint32_t c = 0; c < 3; ++c) {
                appendBig(rgb, (c == 1 ? 255 - v : v) * 257, 2);
                grey8.data()[3 * i + int(c)] = static_cast<std::uint8_t>(v);
                rgb8.data()[3 * i + int(c)] = static_cast<std::uint8_t>(c == 1 ? 255 - v : v);
            }
        }
        QCOMPARE(decodeImage(pngFile(256, 2, 16, 0, grey)), grey8);
        const DecodedPhoto photo = decodePhoto(pngFile(256, 2, 16, 2, rgb));
        QCOMPARE(photo.image, rgb8);
        QCOMPARE(photo.sourceBits, 16);
    }

    void pgmIsScaledFromItsOwnMaximum() {
        Bytes deep, text;
        append(deep, std::string("P5\n# a comment\n3 1\n1000\n"));
        for (const std::uint32_t v : {0u, 500u, 1000u}) appendBig(deep, v, 2);
        append(text, std::string("P2 3 1 15 0 # half\n7 15"));
        const Image a = decodeImage(deep), b = decodeImage(text);
        QCOMPARE(int(a.data()[0]), 0);
        QCOMPARE(int(a.data()[3]), 128);
        QCOMPARE(int(a.data()[6]), 255);
        QCOMPARE(int(b.data()[3]), 119);
        QCOMPARE(int(b.data()[6]), 255);
    }

    void transparencyLiesOnTheStatedGrey() {
        const Bytes rgba{0, 255, 0, 0, 200, 100, 50, 255, 200, 100, 50, 128};
        const Image image = decodeImage(pngFile(3, 1, 8, 6, rgba));
        const Bytes expected{128, 128, 128, 200, 100, 50, 164, 114, 89};
        for (std::size_t i = 0; i < expected.size(); ++i)
            QVERIFY(std::abs(int(image.data()[i]) - int(expected[i])) <= 1);
    }

    void greyAlphaAndPaletteBecomeRgb() {
        const Image greyAlpha = decodeImage(pngFile(2, 1, 8, 4, {200, 255, 10, 0}));
        QCOMPARE(greyAlpha.channels(), 3);
        QCOMPARE(int(greyAlpha.data()[0]), 200);
        QCOMPARE(int(greyAlpha.data()[3]), kAlphaBackground);
        const Image palette =
            decodeImage(pngFile(2, 1, 8, 3, {0, 1}, {{"PLTE", {9, 8, 7, 0, 255, 0}}, {"tRNS", {255, 0}}}));
        const Bytes expected{9, 8, 7, kAlphaBackground, kAlphaBackground, kAlphaBackground};
        for (std::size_t i = 0; i < 6; ++i) QCOMPARE(palette.data()[i], expected[i]);
    }

    void cutOffFilesAreDamaged() {
        for (const auto& [format, bytes] : everyFormat(smoothPicture(200, 150))) {
            for (const double share : {0.3, 0.6, 0.9}) {
                std::string sentence;
                QVERIFY2(errorOf(firstPart(bytes, share), &sentence) == ErrorCode::Damaged, format.c_str());
                QVERIFY2(sentence.find("face.jpg") != std::string::npos, sentence.c_str());
            }
        }
    }

    void jpegWithoutOnlyItsEndMarkerPasses() {
        const Image picture = smoothPicture(200, 150);
        for (const int progressive : {0, 1}) {
            Bytes jpeg = encoded(picture, ".jpg", {cv::IMWRITE_JPEG_PROGRESSIVE, progressive});
            QVERIFY(!decodePhoto(jpeg).endMissing);
            jpeg.resize(jpeg.size() - 2);
            const DecodedPhoto photo = decodePhoto(jpeg);
            QVERIFY(photo.endMissing);
            QVERIFY(meanDifference(photo.image, picture) < 3);
        }
    }

    void progressiveJpegWithoutItsLastScansIsDamaged() {
        Bytes jpeg = encoded(smoothPicture(200, 150), ".jpg", {cv::IMWRITE_JPEG_PROGRESSIVE, 1});
        std::size_t lastScan = 0;
        for (std::size_t i = 0; i + 1 < jpeg.size(); ++i)
            if (jpeg[i] == 0xFF && jpeg[i + 1] == 0xDA) lastScan = i;
        jpeg.resize(lastScan);
        QCOMPARE(errorOf(jpeg), ErrorCode::Damaged);
    }

    void flippedBitInPngIsDamaged() {
        Bytes png = rgbPng(smoothPicture(40, 40));
        png[png.size() / 2] ^= 4;
        QCOMPARE(errorOf(png), ErrorCode::Damaged);
    }

    void hugeHeadersAreRefusedWithTheirSize() {
        std::string sentence;
        QCOMPARE(errorOf(pngFile(40000, 30000, 1, 0, Bytes(30000)), &sentence), ErrorCode::Unsupported);
        QVERIFY2(sentence.find("40000 x 30000") != std::string::npos, sentence.c_str());
        Bytes jpeg = encoded(smoothPicture(32, 32), ".jpg");
        for (std::size_t i = 0; i + 8 < jpeg.size(); ++i) {
            if (jpeg[i] != 0xFF || jpeg[i + 1] != 0xC0) continue;
            jpeg[i + 5] = jpeg[i + 7] = 65500 >> 8;
            jpeg[i + 6] = jpeg[i + 8] = 65500 & 0xFF;
            break;
        }
        QCOMPARE(errorOf(jpeg, &sentence), ErrorCode::Unsupported);
        QVERIFY2(sentence.find("65500 x 65500") != std::string::npos, sentence.c_str());
    }

    void whatIsNoPictureIsNamed() {
        QTemporaryDir folder;
        const auto path = std::filesystem::path(folder.path().toStdString()) / "notes.png";
        save(path, Bytes{'h', 'e', 'l', 'l', 'o'});
        try {
            decodePhoto(path);
            QFAIL("a text file was read as a picture");
        } catch (const Error& error) {
            QCOMPARE(error.code(), ErrorCode::Unsupported);
            QVERIFY(std::string(error.what()).find("notes.png") != std::string::npos);
        }
        QCOMPARE(errorOf({}), ErrorCode::Damaged);
        QVERIFY_EXCEPTION_THROWN(decodePhoto(path.parent_path() / "nowhere.jpg"), Error);
    }

    void contentDecidesNotTheName() {
        QTemporaryDir folder;
        const auto path = std::filesystem::path(folder.path().toStdString()) / "really-a-webp.jpg";
        const Image picture = smoothPicture(50, 40);
        save(path, encoded(picture, ".webp", {cv::IMWRITE_WEBP_QUALITY, 101}));
        QVERIFY(meanDifference(decodePhoto(path).image, picture) < 1);
    }

    void masksComeAsGrey() {
        Image grey(5, 4, 1);
        for (std::size_t i = 0; i < grey.byteCount(); ++i) grey.data()[i] = static_cast<std::uint8_t>(i * 12);
        const Image mask =
            decodeMask(pngFile(5, 4, 8, 0, Bytes(grey.data(), grey.data() + grey.byteCount())));
        QCOMPARE(mask, grey);
    }

    /// Whatever the bytes, the answer is a picture or an Error.
    void damagedBytesNeverDoMoreThanThrow() {
        std::mt19937 random(7);
        int refused = 0;
        for (const auto& [format, whole] : everyFormat(smoothPicture(33, 21))) {
            for (int round = 0; round < 150; ++round) {
                Bytes bytes = whole;
                for (int flips = 0; flips < 1 + round % 8; ++flips) {
                    // Headers are where the harm is done.
                    const std::size_t range =
                        round % 2 ? bytes.size() : std::min<std::size_t>(bytes.size(), 64);
                    bytes[random() % range] = static_cast<std::uint8_t>(random());
                }
                if (round % 5 == 0) bytes.resize(random() % bytes.size());
                try {
                    QVERIFY(!decodeImage(bytes).empty());
                } catch (const Error&) {
                    ++refused;
                }
            }
        }
        QVERIFY(refused > 100);
    }
};

QTEST_GUILESS_MAIN(TestDecode)
#include "tst_decode.moc"
