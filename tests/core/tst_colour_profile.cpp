#include <QTest>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
// libjpeg's header needs <cstdio> before it.
#include <jpeglib.h>

#include "core/image/decode.h"
#include "tests/support/profile_files.h"

using namespace visagist;
using namespace visagist::test;

namespace {

using Colour = std::array<double, 3>;

double decoded(double value) {
    return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}
double encodedValue(double light) {
    return light <= 0.0031308 ? 12.92 * light : 1.055 * std::pow(light, 1 / 2.4) - 0.055;
}

/// Linear light by a 3 x 3 matrix into sRGB's levels. The matrices are those of the primaries, white D65.
Colour srgbLevels(const Colour& light, const std::array<Colour, 3>& matrix) {
    Colour levels{};
    for (std::size_t i = 0; i < 3; ++i) {
        const double sum = matrix[i][0] * light[0] + matrix[i][1] * light[1] + matrix[i][2] * light[2];
        levels[i] = 255 * encodedValue(std::clamp(sum, 0.0, 1.0));
    }
    return levels;
}

constexpr std::array<Colour, 3> kSrgbFromP3{
    {{1.2249, -0.2247, 0.0}, {-0.0420, 1.0419, 0.0}, {-0.0197, -0.0786, 1.0979}}};
constexpr std::array<Colour, 3> kSrgbFromAdobe{
    {{1.3983, -0.3983, 0.0}, {0.0, 1.0, 0.0}, {0.0, -0.0429, 1.0429}}};

Image plain(int r, int g, int b) {
    Image image(32, 16, 3);
    for (std::size_t i = 0; i < image.byteCount(); i += 3) {
        image.data()[i] = static_cast<std::uint8_t>(r);
        image.data()[i + 1] = static_cast<std::uint8_t>(g);
        image.data()[i + 2] = static_cast<std::uint8_t>(b);
    }
    return image;
}

bool isNear(const Image& image, const Colour& expected, double tolerance) {
    for (std::size_t i = 0; i < image.byteCount(); ++i)
        if (std::abs(image.data()[i] - expected[i % 3]) > tolerance) return false;
    return !image.empty();
}

QByteArray colourOf(const Image& image) {
    return QByteArray::number(image.data()[0]) + " " + QByteArray::number(image.data()[1]) + " " +
           QByteArray::number(image.data()[2]);
}

/// An uncompressed RGB TIFF with tag 34675; see tiffWithOrientation().
Bytes tiffWithProfile(const Image& rgb, const Bytes& profile) {
    Bytes tiff = tiffWithOrientation(rgb, 1, false);
    const auto at = static_cast<std::uint32_t>(tiff.size());
    append(tiff, profile);
    // Tag 278 (rows in a strip) may be missing; its entry is made the profile's, and stays in order as the
    // last.
    const std::size_t entries = 10, first = 10;
    Bytes entry;
    appendLittle(entry, 34675, 2), appendLittle(entry, 7, 2);
    appendLittle(entry, static_cast<std::uint32_t>(profile.size()), 4), appendLittle(entry, at, 4);
    for (std::size_t i = 0; i < entries - 1; ++i) {
        const std::size_t from = first + 12 * i;
        if (tiff[from] + 256 * tiff[from + 1] != 278) continue;
        std::copy(tiff.begin() + long(from + 12), tiff.begin() + long(from + 24), tiff.begin() + long(from));
    }
    std::copy(entry.begin(), entry.end(), tiff.begin() + long(first + 12 * (entries - 1)));
    return tiff;
}

/// A CMYK JPEG of one colour (ink 0 … 255), with or without Adobe's marker and inversion, as CMYK or YCCK.
Bytes cmykJpeg(const std::array<int, 4>& ink, bool adobe, bool ycck) {
    jpeg_compress_struct info{};
    jpeg_error_mgr errors{};
    info.err = jpeg_std_error(&errors);
    jpeg_create_compress(&info);
    unsigned char* memory = nullptr;
    unsigned long size = 0;
    jpeg_mem_dest(&info, &memory, &size);
    info.image_width = 32, info.image_height = 16;
    info.input_components = 4;
    info.in_color_space = JCS_CMYK;
    jpeg_set_defaults(&info);
    jpeg_set_colorspace(&info, ycck ? JCS_YCCK : JCS_CMYK);
    info.write_Adobe_marker = adobe ? TRUE : FALSE;
    jpeg_set_quality(&info, 100, TRUE);
    jpeg_start_compress(&info, TRUE);
    Bytes row;
    for (int x = 0; x < 32; ++x)
        for (const int value : ink) row.push_back(static_cast<std::uint8_t>(adobe ? 255 - value : value));
    for (int y = 0; y < 16; ++y) {
        JSAMPROW line = row.data();
        jpeg_write_scanlines(&info, &line, 1);
    }
    jpeg_finish_compress(&info);
    jpeg_destroy_compress(&info);
    Bytes bytes(memory, memory + size);
    std::free(memory);
    return bytes;
}

}  // namespace

class TestColourProfile : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aProfileIsAppliedOnceInEveryKindOfPicture() {
        const Bytes p3 = displayP3Profile();
        const Image stored = plain(200, 90, 60);
        const Colour expected =
            srgbLevels({decoded(200 / 255.0), decoded(90 / 255.0), decoded(60 / 255.0)}, kSrgbFromP3);
        const std::map<std::string, Bytes> files{
            {"jpg", jpegWithProfile(encoded(stored, ".jpg", {cv::IMWRITE_JPEG_QUALITY, 100}), p3)},
            {"jpg in pieces",
             jpegWithProfile(encoded(stored, ".jpg", {cv::IMWRITE_JPEG_QUALITY, 100}), p3, 100)},
            {"png", rgbPng(stored, {{"iCCP", pngProfileChunk(p3)}})},
            {"webp", webpWithProfile(encoded(stored, ".webp", {cv::IMWRITE_WEBP_QUALITY, 101}), 32, 16, p3)},
            {"tif", tiffWithProfile(stored, p3)}};
        for (const auto& [kind, bytes] : files) {
            const DecodedPhoto photo = decodePhoto(bytes);
            QVERIFY2(isNear(photo.image, expected, 2.5),
                     (kind + ": " + colourOf(photo.image).toStdString()).c_str());
            QVERIFY2(photo.notes.empty(), kind.c_str());
        }
    }

    void adobeRgbBecomesSrgb() {
        for (const auto& [r, g, b] :
             std::vector<std::array<int, 3>>{{180, 120, 90}, {64, 128, 100}, {220, 200, 190}}) {
            const Colour light{std::pow(r / 255.0, 2.19921875), std::pow(g / 255.0, 2.19921875),
                               std::pow(b / 255.0, 2.19921875)};
            const Image image =
                decodeImage(rgbPng(plain(r, g, b), {{"iCCP", pngProfileChunk(adobeRgbProfile())}}));
            QVERIFY2(isNear(image, srgbLevels(light, kSrgbFromAdobe), 2), colourOf(image));
        }
    }

    void sixteenBitsGoThroughTheProfileBeforeTheyAreRounded() {
        Bytes deep;
        for (int i = 0; i < 32 * 16; ++i)
            for (const int v : {180, 120, 90}) appendBig(deep, static_cast<std::uint32_t>(v * 257), 2);
        const Image image =
            decodeImage(pngFile(32, 16, 16, 2, deep, {{"iCCP", pngProfileChunk(adobeRgbProfile())}}));
        const Image eight =
            decodeImage(rgbPng(plain(180, 120, 90), {{"iCCP", pngProfileChunk(adobeRgbProfile())}}));
        QVERIFY(meanDifference(image, eight) <= 1);
        QVERIFY(meanDifference(image, plain(180, 120, 90)) > 5);
    }

    void greyProfilesSetTheTone() {
        const Bytes grey(32 * 16, 128);
        const double level = 255 * encodedValue(128 / 255.0);  // gamma 1: the samples are light
        const Image image =
            decodeImage(pngFile(32, 16, 8, 0, grey, {{"iCCP", pngProfileChunk(greyProfile(1.0))}}));
        QVERIFY2(isNear(image, {level, level, level}, 2), colourOf(image));
        cv::Mat mat(16, 32, CV_8U, cv::Scalar(128));
        Bytes jpeg;
        cv::imencode(".jpg", mat, jpeg);
        const Image photo = decodeImage(jpegWithProfile(jpeg, greyProfile(1.0)));
        QVERIFY2(isNear(photo, {level, level, level}, 2), colourOf(photo));
    }

    void alphaIsKeptAndCompositedAfterTheProfile() {
        Bytes rgba;
        for (int i = 0; i < 32 * 16; ++i) append(rgba, Bytes{200, 90, 60, 128});
        const Image image =
            decodeImage(pngFile(32, 16, 8, 6, rgba, {{"iCCP", pngProfileChunk(displayP3Profile())}}));
        Colour expected =
            srgbLevels({decoded(200 / 255.0), decoded(90 / 255.0), decoded(60 / 255.0)}, kSrgbFromP3);
        for (double& c : expected) c = c * 128 / 255 + kAlphaBackground * (1 - 128 / 255.0);
        QVERIFY2(isNear(image, expected, 2), colourOf(image));
    }

    void srgbItselfChangesNothing() {
        const Image picture = smoothPicture(61, 43);
        QCOMPARE(decodeImage(rgbPng(picture, {{"iCCP", pngProfileChunk(srgbProfile())}})), picture);
    }

    void cmykAndYcckGiveTheSameColourAdobeOrNot() {
        const std::array<int, 4> ink{30, 140, 200, 20};
        Colour expected{};
        for (std::size_t c = 0; c < 3; ++c) expected[c] = (255 - ink[c]) * (255 - ink[3]) / 255.0;
        for (const bool adobe : {false, true}) {
            const DecodedPhoto photo = decodePhoto(cmykJpeg(ink, adobe, false));
            QCOMPARE(photo.sourceChannels, 4);
            QVERIFY2(isNear(photo.image, expected, 3), colourOf(photo.image));
        }
        const Image ycck = decodeImage(cmykJpeg(ink, true, true));
        QVERIFY2(isNear(ycck, expected, 3), colourOf(ycck));
    }

    void cmykGoesByItsProfile() {
        // Full ink leaves 40 % of the light; no ink is white.
        const std::array<int, 4> ink{255, 0, 255, 0};
        const double weak = 255 * encodedValue(0.4);
        for (const bool adobe : {false, true}) {
            const DecodedPhoto photo =
                decodePhoto(jpegWithProfile(cmykJpeg(ink, adobe, false), weakInkProfile()));
            QVERIFY2(photo.notes.empty(), photo.notes.empty() ? "" : photo.notes[0].source.c_str());
            // Black point compensation reaches a little further down than the plain formula.
            QVERIFY2(photo.image.data()[1] > 250, colourOf(photo.image));
            QVERIFY2(photo.image.data()[0] > 0.75 * weak && photo.image.data()[0] < weak + 3,
                     colourOf(photo.image));
            QVERIFY2(std::abs(photo.image.data()[0] - photo.image.data()[2]) <= 4, colourOf(photo.image));
        }
    }

    void aBrokenProfileIsPassedOverAndSaid() {
        const Image picture = smoothPicture(40, 30);
        const Bytes jpeg = encoded(picture, ".jpg", {cv::IMWRITE_JPEG_QUALITY, 97});
        Bytes half = displayP3Profile();
        half.resize(half.size() / 2);
        Bytes wrong = pngProfileChunk(displayP3Profile());
        wrong.resize(wrong.size() / 2);
        Bytes missingPiece = jpegWithProfile(jpeg, displayP3Profile(), 100);
        missingPiece[2 + 4 + 12] = 77;  // the first piece says that it is the 77th
        for (const Bytes& bytes :
             {jpegWithProfile(jpeg, Bytes{1, 2, 3}), jpegWithProfile(jpeg, half), missingPiece,
              rgbPng(picture, {{"iCCP", wrong}}), rgbPng(picture, {{"iCCP", {'x'}}}),
              webpWithProfile(encoded(picture, ".webp", {cv::IMWRITE_WEBP_QUALITY, 101}), 40, 30, half),
              tiffWithProfile(picture, half)}) {
            const DecodedPhoto photo = decodePhoto(bytes);
            QVERIFY(meanDifference(photo.image, picture) < 2);
            QCOMPARE(photo.notes.size(), std::size_t{1});
            QVERIFY(photo.notes[0].source.find("profile") != std::string::npos);
        }
    }

    void aProfileForOtherChannelsIsPassedOverAndSaid() {
        const Image picture = smoothPicture(40, 30);
        for (const Bytes& profile : {greyProfile(2.2), weakInkProfile()}) {
            const DecodedPhoto photo = decodePhoto(rgbPng(picture, {{"iCCP", pngProfileChunk(profile)}}));
            QCOMPARE(photo.image, picture);
            QCOMPARE(photo.notes.size(), std::size_t{1});
        }
    }

    void aProfileThatInflatesWithoutEndIsCutOff() {
        const Bytes zeros(64 << 20, 0);
        const DecodedPhoto photo =
            decodePhoto(rgbPng(smoothPicture(8, 8), {{"iCCP", pngProfileChunk(zeros)}}));
        QCOMPARE(photo.notes.size(), std::size_t{1});
    }
};

QTEST_APPLESS_MAIN(TestColourProfile)
#include "tst_colour_profile.moc"
