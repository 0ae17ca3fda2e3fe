#include <webp/encode.h>
#include <webp/mux.h>

#include <QTest>
#include <random>

#include "core/image/animation.h"
#include "core/image/decode.h"
#include "tests/support/error_of.h"
#include "tests/support/gif_file.h"
#include "tests/support/profile_files.h"

using namespace visagist;
using namespace visagist::test;

namespace {

constexpr std::array<std::array<int, 3>, 4> kPalette{
    {{10, 20, 30}, {250, 250, 250}, {200, 0, 0}, {0, 200, 0}}};

GifFrame filled(int x, int y, int width, int height, int colour, int disposal = DISPOSE_DO_NOT) {
    GifFrame frame{x, y, width, height,
                   Bytes(static_cast<std::size_t>(width * height), std::uint8_t(colour))};
    frame.disposal = disposal;
    return frame;
}

std::array<int, 3> at(const Image& image, int x, int y) {
    const std::uint8_t* p = image.row(y) + 3 * x;
    return {p[0], p[1], p[2]};
}

constexpr std::array<int, 3> kClear{kAlphaBackground, kAlphaBackground, kAlphaBackground};

/// RGBA of one colour.
Bytes rgbaRows(int width, int height, const std::array<int, 4>& colour) {
    Bytes rows;
    for (int i = 0; i < width * height; ++i)
        for (const int c : colour) rows.push_back(static_cast<std::uint8_t>(c));
    return rows;
}

struct PngFrame {
    int x = 0, y = 0, width = 0, height = 0;
    Bytes rgba{};
    int milliseconds = 100, disposal = 0, blend = 0;
};

/// The body of IDAT for RGBA rows: taken out of a PNG that pngFile() makes.
Bytes deflatedRows(const PngFrame& frame) {
    const Bytes png = pngFile(frame.width, frame.height, 8, 6, frame.rgba);
    for (std::size_t i = 8; i + 8 < png.size(); ++i) {
        if (std::string(png.begin() + long(i), png.begin() + long(i + 4)) != "IDAT") continue;
        const std::size_t length = std::size_t{png[i - 4]} << 24 | std::size_t{png[i - 3]} << 16 |
                                   std::size_t{png[i - 2]} << 8 | png[i - 1];
        return {png.begin() + long(i + 4), png.begin() + long(i + 4 + length)};
    }
    return {};
}

Bytes apngFile(int width, int height, const std::vector<PngFrame>& frames,
               const std::vector<std::pair<std::string, Bytes>>& extra = {}, bool pictureIsFrame = true) {
    Bytes png{0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'}, header, control;
    appendBig(header, static_cast<std::uint32_t>(width), 4),
        appendBig(header, static_cast<std::uint32_t>(height), 4);
    append(header, Bytes{8, 6, 0, 0, 0});
    appendPngChunk(png, "IHDR", header);
    for (const auto& [type, body] : extra) appendPngChunk(png, type, body);
    appendBig(control, static_cast<std::uint32_t>(frames.size()), 4), appendBig(control, 0, 4);
    appendPngChunk(png, "acTL", control);
    std::uint32_t sequence = 0;
    if (!pictureIsFrame)
        appendPngChunk(png, "IDAT",
                       deflatedRows({0, 0, width, height, rgbaRows(width, height, {9, 9, 9, 255})}));
    for (std::size_t i = 0; i < frames.size(); ++i) {
        const PngFrame& frame = frames[i];
        Bytes body;
        appendBig(body, sequence++, 4);
        for (const int value : {frame.width, frame.height, frame.x, frame.y})
            appendBig(body, static_cast<std::uint32_t>(value), 4);
        appendBig(body, static_cast<std::uint32_t>(frame.milliseconds), 2), appendBig(body, 1000, 2);
        append(body,
               Bytes{static_cast<std::uint8_t>(frame.disposal), static_cast<std::uint8_t>(frame.blend)});
        appendPngChunk(png, "fcTL", body);
        if (i == 0 && pictureIsFrame) {
            appendPngChunk(png, "IDAT", deflatedRows(frame));
            continue;
        }
        Bytes data;
        appendBig(data, sequence++, 4);
        append(data, deflatedRows(frame));
        appendPngChunk(png, "fdAT", data);
    }
    appendPngChunk(png, "IEND", {});
    return png;
}

Bytes webpAnimation(int width, int height, const std::vector<std::array<int, 4>>& colours, int milliseconds) {
    WebPAnimEncoderOptions options;
    WebPAnimEncoderOptionsInit(&options);
    WebPAnimEncoder* encoder = WebPAnimEncoderNew(width, height, &options);
    WebPConfig config;
    WebPConfigInit(&config);
    config.lossless = 1;
    int time = 0;
    for (const auto& colour : colours) {
        WebPPicture picture;
        WebPPictureInit(&picture);
        picture.width = width, picture.height = height, picture.use_argb = 1;
        const Bytes rows = rgbaRows(width, height, colour);
        WebPPictureImportRGBA(&picture, rows.data(), width * 4);
        WebPAnimEncoderAdd(encoder, &picture, time, &config);
        WebPPictureFree(&picture);
        time += milliseconds;
    }
    WebPAnimEncoderAdd(encoder, nullptr, time, nullptr);
    WebPData data;
    WebPDataInit(&data);
    WebPAnimEncoderAssemble(encoder, &data);
    WebPAnimEncoderDelete(encoder);
    Bytes bytes(data.bytes, data.bytes + data.size);
    WebPDataClear(&data);
    return bytes;
}

/// One animation of each kind: 6 frames, the level 30 * i + 20 in each channel, 40 ms a frame.
std::map<std::string, Bytes> everyKind() {
    std::vector<std::array<int, 4>> colours;
    std::vector<PngFrame> png;
    std::vector<GifFrame> gif;
    for (int i = 0; i < 6; ++i) {
        const int level = 30 * i + 20;
        colours.push_back({level, level, level, 255});
        png.push_back({0, 0, 24, 16, rgbaRows(24, 16, colours.back()), 40});
        GifFrame frame = filled(0, 0, 24, 16, 0);
        frame.hundredths = 4;
        for (int k = 0; k <= i; ++k) frame.indices[static_cast<std::size_t>(k)] = 1;
        gif.push_back(frame);
    }
    return {{"gif", gifFile(24, 16, kPalette, gif)},
            {"png", apngFile(24, 16, png)},
            {"webp", webpAnimation(24, 16, colours, 40)}};
}

/// Which of the frames of everyKind() this is.
int frameIn(const std::string& kind, const Image& image) {
    if (kind != "gif") return (image.data()[0] - 20) / 30;
    int count = 0;
    while (image.data()[3 * count] == 250) ++count;
    return count - 1;
}

}  // namespace

class TestAnimation : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void framesComeInOrderWithTheirTimes() {
        for (const auto& [kind, bytes] : everyKind()) {
            QVERIFY2(isAnimation(bytes), kind.c_str());
            const auto reader = openAnimation(bytes, kind);
            QCOMPARE(reader->frameCount(), 6);
            for (int i = 0; i < 6; ++i) {
                QVERIFY2(reader->advance(), kind.c_str());
                QCOMPARE(reader->index(), i);
                QVERIFY(std::abs(reader->time() - 0.04 * i) < 1e-9);
                QVERIFY2(frameIn(kind, reader->image()) == i, kind.c_str());
            }
            QVERIFY(!reader->advance());
            QVERIFY(!reader->endMissing());
        }
    }

    void seekingFindsFramesAndTimes() {
        for (const auto& [kind, bytes] : everyKind()) {
            const auto reader = openAnimation(bytes, kind);
            for (const int wanted : {3, 5, 0, 2, 2, 4}) {
                reader->seek(wanted);
                QVERIFY(reader->advance());
                QVERIFY2(frameIn(kind, reader->image()) == wanted, kind.c_str());
            }
            for (const auto& [seconds, wanted] :
                 std::vector<std::pair<double, int>>{{0.081, 3}, {0.08, 2}, {0, 0}, {0.2, 5}}) {
                reader->seekTime(seconds);
                QVERIFY(reader->advance());
                QVERIFY2(reader->index() == wanted, kind.c_str());
            }
            reader->seek(6);
            QVERIFY(!reader->advance());
        }
    }

    void theFirstFrameIsThePicture() {
        for (const auto& [kind, bytes] : everyKind()) {
            const DecodedPhoto photo = decodePhoto(bytes);
            QVERIFY2(frameIn(kind, photo.image) == 0, kind.c_str());
            QCOMPARE(photo.notes.size(), std::size_t{1});
        }
        const Bytes still = gifFile(24, 16, kPalette, {filled(0, 0, 24, 16, 2)});
        QVERIFY(!isAnimation(still));
        QVERIFY(decodePhoto(still).notes.empty());
        QCOMPARE(at(decodeImage(still), 3, 3), (std::array{200, 0, 0}));
    }

    void gifFramesAreDisposedOfAsTheyAsk() {
        const auto reader =
            openAnimation(gifFile(20, 20, kPalette,
                                  {filled(0, 0, 20, 20, 0), filled(2, 2, 8, 8, 1, DISPOSE_PREVIOUS),
                                   filled(12, 12, 8, 8, 2, DISPOSE_BACKGROUND), filled(0, 15, 5, 5, 3)}),
                          "a");
        QVERIFY(reader->advance() && reader->advance());
        QCOMPARE(at(reader->image(), 5, 5), (std::array{250, 250, 250}));
        QVERIFY(reader->advance());
        QCOMPARE(at(reader->image(), 5, 5), (std::array{10, 20, 30}));
        QCOMPARE(at(reader->image(), 15, 15), (std::array{200, 0, 0}));
        QVERIFY(reader->advance());
        QCOMPARE(at(reader->image(), 15, 15), kClear);
        QCOMPARE(at(reader->image(), 2, 17), (std::array{0, 200, 0}));
        QCOMPARE(at(reader->image(), 8, 8), (std::array{10, 20, 30}));
    }

    void gifTransparencyInterlacingAndOffCanvasPartsAreRight() {
        GifFrame seeThrough = filled(0, 0, 20, 20, 3);
        seeThrough.indices[21] = 1;
        seeThrough.transparent = 3;
        GifFrame interlaced{0, 0, 20, 20, Bytes(400)};
        for (int y = 0; y < 20; ++y)
            for (int x = 0; x < 20; ++x)
                interlaced.indices[static_cast<std::size_t>(20 * y + x)] = std::uint8_t(y % 4);
        interlaced.interlaced = true;
        const auto reader = openAnimation(
            gifFile(20, 20, kPalette,
                    {filled(0, 0, 20, 20, 2), seeThrough, filled(15, 15, 10, 10, 1), interlaced}),
            "a");
        QVERIFY(reader->advance() && reader->advance());
        QCOMPARE(at(reader->image(), 0, 0), (std::array{200, 0, 0}));
        QCOMPARE(at(reader->image(), 1, 1), (std::array{250, 250, 250}));
        QVERIFY(reader->advance());
        QCOMPARE(at(reader->image(), 19, 19), (std::array{250, 250, 250}));
        QVERIFY(reader->advance());
        for (int y = 0; y < 20; ++y) {
            const auto& colour = kPalette[static_cast<std::size_t>(y % 4)];
            QCOMPARE(at(reader->image(), 7, y), colour);
        }
    }

    void apngFramesAreBlendedAndDisposedOf() {
        const auto reader = openAnimation(
            apngFile(20, 20,
                     {{0, 0, 20, 20, rgbaRows(20, 20, {100, 100, 100, 255})},
                      {5, 5, 10, 10, rgbaRows(10, 10, {200, 0, 0, 128}), 100, 2, 1},  // over, then restored
                      {0, 0, 4, 4, rgbaRows(4, 4, {0, 200, 0, 0}), 100, 0, 0},        // in place, clear
                      {10, 0, 4, 4, rgbaRows(4, 4, {0, 0, 250, 255}), 100, 1, 0},     // then cleared
                      {19, 19, 1, 1, rgbaRows(1, 1, {1, 2, 3, 255})}}),
            "a");
        QVERIFY(reader->advance() && reader->advance());
        QCOMPARE(at(reader->image(), 7, 7), (std::array{150, 50, 50}));
        QVERIFY(reader->advance());
        QCOMPARE(at(reader->image(), 7, 7), (std::array{100, 100, 100}));
        QCOMPARE(at(reader->image(), 1, 1), kClear);
        QVERIFY(reader->advance());
        QCOMPARE(at(reader->image(), 11, 1), (std::array{0, 0, 250}));
        QVERIFY(reader->advance());
        QCOMPARE(at(reader->image(), 11, 1), kClear);
        QCOMPARE(at(reader->image(), 19, 19), (std::array{1, 2, 3}));
    }

    void anApngsPictureMayStandOutsideTheAnimation() {
        const Bytes png = apngFile(8, 8,
                                   {{0, 0, 8, 8, rgbaRows(8, 8, {50, 60, 70, 255})},
                                    {0, 0, 8, 8, rgbaRows(8, 8, {80, 90, 100, 255})}},
                                   {}, false);
        const auto reader = openAnimation(png, "a");
        QCOMPARE(reader->frameCount(), 2);
        QVERIFY(reader->advance());
        QCOMPARE(at(reader->image(), 1, 1), (std::array{50, 60, 70}));
        QCOMPARE(at(decodeImage(png), 1, 1), (std::array{9, 9, 9}));
    }

    void profilesOfAnimationsAreApplied() {
        const std::vector<PngFrame> frames(2, {0, 0, 8, 8, rgbaRows(8, 8, {200, 90, 60, 255})});
        const auto reader =
            openAnimation(apngFile(8, 8, frames, {{"iCCP", pngProfileChunk(displayP3Profile())}}), "a");
        QVERIFY(reader->advance());
        QVERIFY(at(reader->image(), 1, 1)[0] > 208);  // wider primaries: a stronger red in sRGB
    }

    void orientationsOfAnimationsAreApplied() {
        const std::vector<PngFrame> frames(2, {0, 0, 8, 4, rgbaRows(8, 4, {200, 90, 60, 255})});
        const Bytes png = apngFile(8, 4, frames, {{"eXIf", exifBlock(6, true)}});
        const auto reader = openAnimation(png, "a");
        QVERIFY(reader->advance());
        QCOMPARE(reader->image().width(), 4);
        QCOMPARE(reader->width(), 4);
        QCOMPARE(reader->height(), 8);
        QCOMPARE(decodeImage(png).height(), 8);
    }

    void hastyDurationsCountAsATenthOfASecond() {
        GifFrame hasty = filled(0, 0, 8, 8, 1);
        hasty.hundredths = 0;
        const auto reader = openAnimation(gifFile(8, 8, kPalette, {hasty, hasty, hasty}), "a");
        QVERIFY(reader->advance() && reader->advance());
        QCOMPARE(reader->time(), 0.1);
    }

    void cutOffAnimationsGiveTheFramesThatAreThere() {
        for (const auto& [kind, whole] : everyKind()) {
            Bytes bytes = whole;
            bytes.resize(bytes.size() * 7 / 10);
            int frames = 0;
            const auto error = test::errorOf([&] {
                const auto reader = openAnimation(bytes, "cut." + kind);
                while (reader->advance()) {
                    QCOMPARE(frameIn(kind, reader->image()), frames);
                    ++frames;
                }
                QVERIFY(reader->endMissing());
            });
            // libwebp opens whole files only.
            QVERIFY2(
                kind == "webp" ? error && error->code() == ErrorCode::Damaged : frames >= 2 && frames < 6,
                kind.c_str());
        }
    }

    void bombsAreRefusedByTheirHead() {
        Bytes gif = gifFile(20, 20, kPalette, {filled(0, 0, 20, 20, 0)});
        gif[6] = gif[7] = gif[8] = gif[9] = 0xFF;
        const auto error = test::errorOf([&] { openAnimation(gif, "bomb.gif"); });
        QVERIFY(error && error->code() == ErrorCode::Unsupported);
        QVERIFY(std::string(error->what()).find("65535 x 65535") != std::string::npos);
        VISAGIST_VERIFY_ERROR(ErrorCode::Unsupported, decodeImage(gif, "bomb.gif"));
        Bytes webp = webpAnimation(24, 16, {{1, 2, 3, 255}, {4, 5, 6, 255}}, 40);
        for (std::size_t i = 24; i < 30; ++i) webp[i] = 0xFF;  // 16777216 x 16777216
        VISAGIST_VERIFY_ERROR(ErrorCode::Unsupported, openAnimation(webp, "bomb.webp"));
        VISAGIST_VERIFY_ERROR(ErrorCode::Unsupported, decodeImage(webp, "bomb.webp"));
        // A frame far larger than its canvas is not decoded.
        Bytes wide = gifFile(20, 20, kPalette, {filled(0, 0, 20, 20, 0)});
        for (std::size_t i = 13 + 12; i + 9 < wide.size(); ++i) {
            if (wide[i] != 0x2C) continue;
            wide[i + 5] = wide[i + 6] = wide[i + 7] = wide[i + 8] = 0xFF;
            break;
        }
        const auto reader = openAnimation(wide, "wide.gif");
        QVERIFY(!reader->advance() && reader->endMissing());
    }

    void whatIsNoAnimationIsRefused() {
        VISAGIST_VERIFY_ERROR(ErrorCode::Unsupported, openAnimation({'n', 'o'}, "a"));
        VISAGIST_VERIFY_ERROR(ErrorCode::Damaged, openAnimation({'G', 'I', 'F', '8', '9', 'a'}, "a"));
        QVERIFY(!isAnimation(rgbPng(smoothPicture(8, 8))));
        QVERIFY(!isAnimation(encoded(smoothPicture(8, 8), ".webp")));
    }

    void damagedBytesNeverDoMoreThanThrow() {
        std::mt19937 random(9);
        int frames = 0, refused = 0;
        for (const auto& [kind, whole] : everyKind()) {
            for (int round = 0; round < 300; ++round) {
                Bytes bytes = whole;
                for (int flips = 0; flips < 1 + round % 6; ++flips)
                    bytes[random() % bytes.size()] = static_cast<std::uint8_t>(random());
                if (round % 5 == 0) bytes.resize(random() % bytes.size());
                try {
                    static_cast<void>(isAnimation(bytes));
                    const auto reader = openAnimation(bytes, "damaged");
                    for (; reader->advance(); ++frames) QVERIFY(!reader->image().empty());
                    static_cast<void>(reader->frameCount());
                } catch (const Error&) {
                    ++refused;
                }
            }
        }
        QVERIFY(frames > 200 && refused > 20);
    }
};

QTEST_APPLESS_MAIN(TestAnimation)
#include "tst_animation.moc"
