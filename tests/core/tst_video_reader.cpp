#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <random>

#include "core/base/file.h"
#include "core/image/decode.h"
#include "core/video/video_reader.h"
#include "tests/support/error_of.h"
#include "tests/support/picture_files.h"
#include "tests/support/test_clip.h"

using namespace visagist;
using namespace visagist::test;
namespace fs = std::filesystem;

namespace {

struct Kind {
    std::string name, file;
    TestClip clip;
};

/// The containers and codecs between which time stamps, keyframes and B-frames differ most.
std::vector<Kind> kinds() {
    std::vector<Kind> kinds;
    TestClip plain;
    kinds.push_back({"mpeg4 mp4", "a.mp4", plain});
    kinds.push_back({"mpeg4 avi", "a.avi", plain});
    TestClip between = plain;
    between.bFrames = 2;
    kinds.push_back({"mpeg4 with B-frames mp4", "b.mp4", between});
    kinds.push_back({"mpeg4 with B-frames mkv", "b.mkv", between});
    kinds.push_back({"mpeg4 with B-frames avi", "b.avi", between});
    TestClip mpeg2 = between;
    mpeg2.encoder = "mpeg2video";
    kinds.push_back({"mpeg2 ts", "c.ts", mpeg2});
    kinds.push_back({"mpeg2 mpg", "c.mpg", mpeg2});
    TestClip lossless = plain;
    lossless.encoder = "ffv1";
    kinds.push_back({"ffv1 mkv", "d.mkv", lossless});
    if (hasEncoder("libx264")) {
        TestClip h264 = between;
        h264.encoder = "libx264";
        kinds.push_back({"h264 mp4", "e.mp4", h264});
        kinds.push_back({"h264 mkv", "e.mkv", h264});
        kinds.push_back({"h264 ts", "e.ts", h264});
    }
    return kinds;
}

Image plainPicture(int width, int height, std::uint8_t r, std::uint8_t g, std::uint8_t b) {
    Image image(width, height, 3);
    for (std::size_t i = 0; i < image.byteCount(); i += 3)
        image.data()[i] = r, image.data()[i + 1] = g, image.data()[i + 2] = b;
    return image;
}

}  // namespace

class TestVideoReader : public QObject {
    Q_OBJECT
    QTemporaryDir m_dir;
    fs::path m_folder;

    fs::path made(const std::string& name, const TestClip& clip = {}) {
        const fs::path path = m_folder / pathFromUtf8(name);
        writeClip(path, clip);
        return path;
    }

private Q_SLOTS:
    void initTestCase() { m_folder = pathFromUtf8(m_dir.path().toStdString()); }

    void everyFrameComesOnceInOrderWithItsTime() {
        for (const Kind& kind : kinds()) {
            VideoReader reader(made(kind.file, kind.clip));
            for (int i = 0; i < 30; ++i) {
                QVERIFY2(reader.advance(), (kind.name + " ends at " + std::to_string(i)).c_str());
                QVERIFY2(numberIn(reader.image()) == i, (kind.name + " " + std::to_string(i)).c_str());
                QCOMPARE(reader.index(), i);
                QVERIFY2(std::abs(reader.time() - i / 25.0) < 0.0011,
                         (kind.name + " " + std::to_string(i) + " " + std::to_string(reader.time())).c_str());
            }
            QVERIFY2(!reader.advance(), kind.name.c_str());
            QCOMPARE(reader.damagedPieces(), 0);
        }
    }

    void seekingFindsEveryFrameExactly() {
        std::mt19937 random(3);
        for (const Kind& kind : kinds()) {
            VideoReader reader(made(kind.file, kind.clip));
            for (int round = 0; round < 40; ++round) {
                const int wanted = static_cast<int>(random() % 30);
                reader.seek(wanted);
                for (int i = wanted; i < std::min(wanted + 3, 30); ++i) {
                    QVERIFY2(reader.advance(), kind.name.c_str());
                    QVERIFY2(numberIn(reader.image()) == i, (kind.name + " " + std::to_string(i) + " shows " +
                                                             std::to_string(numberIn(reader.image())))
                                                                .c_str());
                    QCOMPARE(reader.index(), i);
                    QVERIFY(std::abs(reader.time() - i / 25.0) < 0.0011);
                }
            }
            reader.seek(30);
            QVERIFY(!reader.advance());
            reader.seek(0);
            QVERIFY(reader.advance());
            QCOMPARE(numberIn(reader.image()), 0);
        }
    }

    void seekingATimeFindsTheFirstFrameNotBeforeIt() {
        for (const Kind& kind : kinds()) {
            VideoReader reader(made(kind.file, kind.clip));
            for (const auto& [seconds, frame] :
                 std::vector<std::pair<double, int>>{{0, 0}, {0.4, 10}, {0.401, 11}, {0.04, 1}, {1.16, 29}}) {
                reader.seekTime(seconds);
                QVERIFY2(reader.advance(), kind.name.c_str());
                QVERIFY2(reader.index() == frame,
                         (kind.name + " " + std::to_string(seconds) + " s: " + std::to_string(reader.index()))
                             .c_str());
                QCOMPARE(numberIn(reader.image()), frame);
            }
            reader.seekTime(5);
            QVERIFY2(!reader.advance(), kind.name.c_str());
        }
    }

    void ratesThatVaryComeFromTheTimeStamps() {
        TestClip clip;
        clip.times = {0, 40, 50, 400, 1000, 1001, 1500, 4000};
        for (const std::string name : {"vfr.mkv", "vfr.mp4"}) {
            VideoReader reader(made(name, clip));
            for (std::size_t i = 0; i < clip.times.size(); ++i) {
                QVERIFY2(reader.advance(), (name + std::to_string(i)).c_str());
                QCOMPARE(numberIn(reader.image()), static_cast<int>(i));
                QVERIFY(std::abs(reader.time() - static_cast<double>(clip.times[i]) / 1000) < 0.0006);
            }
            reader.seekTime(0.9);
            QVERIFY(reader.advance());
            QCOMPARE(reader.index(), 4);
            QCOMPARE(reader.frameCount(), 8);
        }
    }

    void ntscRateDoesNotDrift() {
        TestClip clip;
        clip.rate = {30000, 1001};
        clip.frames = 300;
        clip.width = 96, clip.height = 64;
        VideoReader reader(made("ntsc.mp4", clip));
        QVERIFY(std::abs(reader.facts().averageRate - 29.97) < 0.001);
        reader.seek(299);
        QVERIFY(reader.advance());
        QCOMPARE(numberIn(reader.image()), 299);
        QVERIFY(std::abs(reader.time() - 299 * 1001 / 30000.0) < 1e-4);
    }

    void factsAreThoseOfTheFile() {
        TestClip clip;
        clip.sound = true;
        const fs::path path = made("facts.mov", clip);
        const VideoReader reader(path);
        const VideoFacts& facts = reader.facts();
        QCOMPARE(facts.width, 192);
        QCOMPARE(facts.height, 108);
        QCOMPARE(facts.frames, 30);
        QVERIFY(std::abs(facts.duration - 1.2) < 0.05);
        QCOMPARE(facts.averageRate, 25.0);
        QCOMPARE(facts.rotation, 0);
        QVERIFY(facts.sound);
        QCOMPARE(facts.codec, std::string("mpeg4"));
        QCOMPARE(facts.matrix, std::string("unknown"));
        TestClip tagged;
        tagged.matrix = AVCOL_SPC_BT709, tagged.range = AVCOL_RANGE_MPEG;
        const VideoReader silent(made("silent.mkv", tagged));
        QVERIFY(!silent.facts().sound);
        QCOMPARE(silent.facts().matrix, std::string("bt709"));
        QCOMPARE(silent.facts().range, std::string("tv"));
    }

    void rotationTagsAreApplied() {
        const Image upright = smoothPicture(160, 96);
        for (const int rotation : {0, 90, 180, 270}) {
            const std::map<int, int> undo{{0, 1}, {90, 8}, {180, 3}, {270, 6}};
            const Image stored = uprightImage(upright, undo.at(rotation));
            TestClip clip;
            clip.width = stored.width(), clip.height = stored.height();
            clip.frames = 2;
            clip.rotation = rotation;
            clip.draw = [&](int) { return stored; };
            for (const char* ending : {".mp4", ".mov"}) {
                VideoReader reader(made("turned" + std::to_string(rotation) + ending, clip));
                QVERIFY(reader.advance());
                QCOMPARE(reader.facts().rotation, rotation);
                QCOMPARE(reader.facts().width, 160);
                QCOMPARE(reader.facts().height, 96);
                QVERIFY2(meanDifference(reader.image(), upright) < 3, std::to_string(rotation).c_str());
            }
        }
        TestClip mirrored;
        mirrored.width = 160, mirrored.height = 96;
        mirrored.frames = 1;
        mirrored.mirrored = true;
        mirrored.draw = [&](int) { return uprightImage(upright, 2); };
        VideoReader reader(made("mirrored.mp4", mirrored));
        QVERIFY(reader.advance() && reader.facts().mirrored);
        QVERIFY(meanDifference(reader.image(), upright) < 3);
    }

    void coloursGoByTheTaggedMatrixAndRange() {
        struct Case {
            AVColorSpace tag;
            int coded;
            AVColorRange range;
            int height;
        };
        // Untagged: BT.601 below 720 lines, BT.709 from there on.
        for (const Case& one : {Case{AVCOL_SPC_BT709, SWS_CS_ITU709, AVCOL_RANGE_MPEG, 96},
                                Case{AVCOL_SPC_SMPTE170M, SWS_CS_ITU601, AVCOL_RANGE_MPEG, 96},
                                Case{AVCOL_SPC_BT2020_NCL, SWS_CS_BT2020, AVCOL_RANGE_MPEG, 96},
                                Case{AVCOL_SPC_BT709, SWS_CS_ITU709, AVCOL_RANGE_JPEG, 96},
                                Case{AVCOL_SPC_UNSPECIFIED, SWS_CS_ITU601, AVCOL_RANGE_UNSPECIFIED, 96},
                                Case{AVCOL_SPC_UNSPECIFIED, SWS_CS_ITU709, AVCOL_RANGE_UNSPECIFIED, 720}}) {
            const std::array<std::array<std::uint8_t, 3>, 4> colours{
                {{200, 60, 40}, {40, 180, 60}, {30, 60, 200}, {255, 255, 255}}};
            TestClip clip;
            clip.encoder = "ffv1";
            clip.format = AV_PIX_FMT_YUV444P;
            clip.width = 96, clip.height = one.height;
            clip.frames = static_cast<int>(colours.size());
            clip.matrix = one.tag, clip.codedMatrix = one.coded, clip.range = one.range;
            clip.draw = [&](int i) {
                const auto& c = colours[static_cast<std::size_t>(i)];
                return plainPicture(96, one.height, c[0], c[1], c[2]);
            };
            VideoReader reader(made("colour.mkv", clip));
            for (const auto& expected : colours) {
                QVERIFY(reader.advance());
                const Image image = reader.image();
                for (std::size_t c = 0; c < 3; ++c)
                    QVERIFY2(
                        std::abs(int(image.row(40)[3 * 40 + c]) - int(expected[c])) <= 2,
                        (std::to_string(one.tag) + "/" + std::to_string(one.range) + ": " +
                         std::to_string(image.row(40)[3 * 40 + c]) + " for " + std::to_string(expected[c]))
                            .c_str());
            }
        }
    }

    void pixelsThatAreNotSquareAreMadeSo() {
        TestClip clip;
        clip.pixelAspect = {4, 3};
        clip.frames = 2;
        VideoReader reader(made("wide.mkv", clip));
        QVERIFY(reader.advance());
        QCOMPARE(reader.facts().width, 256);
        QCOMPARE(reader.image().width(), 256);
        QCOMPARE(reader.image().height(), 108);
    }

    void transparencyLiesOnTheStatedGrey() {
        TestClip clip;
        clip.encoder = "ffv1";
        clip.format = AV_PIX_FMT_YUVA444P;
        clip.frames = 1;
        // What RGB without alpha becomes is opaque; the grey shows where alpha is 0, which "draw" cannot
        // make.
        VideoReader reader(made("alpha.mkv", clip));
        QVERIFY(reader.advance());
        QVERIFY(meanDifference(reader.image(), numberedFrame(192, 108, 0)) < 3);
    }

    void aSingleFrameIsAFilmToo() {
        TestClip clip;
        clip.frames = 1;
        VideoReader reader(made("one.mp4", clip));
        QVERIFY(reader.advance());
        QCOMPARE(reader.time(), 0.0);
        QVERIFY(!reader.advance());
        QCOMPARE(reader.frameCount(), 1);
    }

    void anyNameOpens() {
        for (const char* name : {"a b's & (1).mp4", "视频 人脸.mp4", "c:d%20?e#f.mp4", "-i.mp4"}) {
            VideoReader reader(made(name));
            QVERIFY2(reader.advance(), name);
        }
    }

    void theFileIsNotWrittenTo() {
        const fs::path path = made("kept.mp4");
        const auto before = readFile(path);
        VideoReader reader(path);
        reader.seek(20);
        QVERIFY(reader.advance());
        QVERIFY(readFile(path) == before);
    }

    void whatIsNoVideoIsSaidToBeNone() {
        VISAGIST_VERIFY_ERROR(ErrorCode::NotFound, VideoReader(m_folder / "nowhere.mp4"));
        VISAGIST_VERIFY_ERROR(ErrorCode::ReadFailed, VideoReader(m_folder));
        save(m_folder / "text.mp4", {'h', 'e', 'l', 'l', 'o'});
        VISAGIST_VERIFY_ERROR(ErrorCode::Unsupported, VideoReader(m_folder / "text.mp4"));
        save(m_folder / "empty.mp4", {});
        VISAGIST_VERIFY_ERROR(ErrorCode::Unsupported, VideoReader(m_folder / "empty.mp4"));
        // A list of other files is not followed.
        const fs::path film = made("listed.mp4");
        const std::string list = "ffconcat version 1.0\nfile '" + utf8FromPath(film) + "'\n";
        save(m_folder / "list.mp4", Bytes(list.begin(), list.end()));
        VISAGIST_VERIFY_ERROR(ErrorCode::Unsupported, VideoReader(m_folder / "list.mp4"));
    }

    void aCutOffFilmGivesTheFramesThatAreThere() {
        TestClip clip;
        clip.frames = 100;
        const Bytes whole = readFile(made("whole.mkv", clip));
        save(m_folder / "cut.mkv", Bytes(whole.begin(), whole.begin() + static_cast<long>(whole.size() / 2)));
        VideoReader reader(m_folder / "cut.mkv");
        int frames = 0;
        while (reader.advance()) {
            QCOMPARE(numberIn(reader.image()), frames);
            ++frames;
        }
        QVERIFY2(frames > 20 && frames < 80, std::to_string(frames).c_str());
        const Bytes mp4 = readFile(made("whole.mp4", clip));
        save(m_folder / "cut.mp4", Bytes(mp4.begin(), mp4.begin() + static_cast<long>(mp4.size() / 2)));
        const auto error = test::errorOf([&] { VideoReader(m_folder / "cut.mp4"); });
        QVERIFY(error && error->code() == ErrorCode::Damaged);
        QVERIFY(std::string(error->what()).find("cut.mp4") != std::string::npos);
    }

    void damagedBytesNeverDoMoreThanThrow() {
        std::mt19937 random(11);
        TestClip clip;
        clip.width = 64, clip.height = 48, clip.bFrames = 2;
        int frames = 0;
        for (const char* name : {"f.mp4", "f.mkv", "f.avi", "f.ts"}) {
            const Bytes whole = readFile(made(name, clip));
            for (int round = 0; round < 25; ++round) {
                Bytes bytes = whole;
                for (int flips = 0; flips < 1 + round % 20; ++flips)
                    bytes[random() % bytes.size()] = static_cast<std::uint8_t>(random());
                if (round % 5 == 0) bytes.resize(random() % bytes.size());
                save(m_folder / "damaged.bin", bytes);
                try {
                    VideoReader reader(m_folder / "damaged.bin", 1);
                    reader.buildIndex();
                    for (std::int64_t last = -1; reader.advance(); last = reader.index(), ++frames) {
                        QVERIFY(reader.index() > last);
                        QVERIFY(!reader.image().empty());
                    }
                } catch (const Error&) {
                }
            }
        }
        QVERIFY(frames > 100);
    }

    void aGiantFrameIsRefusedBeforeItIsDecoded() {
        Bytes film = readFile(made("giant.avi"));
        // The size stands in the stream's format block, 4 bytes behind "strf" and its length.
        for (std::size_t i = 0; i + 20 < film.size(); ++i) {
            if (std::string(film.begin() + long(i), film.begin() + long(i + 4)) != "strf") continue;
            for (const std::size_t at : {i + 12, i + 16})
                film[at] = 0xFF, film[at + 1] = 0xFF, film[at + 2] = 0, film[at + 3] = 0;
            break;
        }
        save(m_folder / "giant.avi", film);
        const auto error = test::errorOf([&] { VideoReader(m_folder / "giant.avi"); });
        if (error) QVERIFY(error->code() == ErrorCode::Unsupported || error->code() == ErrorCode::Damaged);
        if (!error) QCOMPARE(VideoReader(m_folder / "giant.avi").facts().width, 192);
    }

    void aStopEndsLongWork() {
        const fs::path path = made("long.mkv");
        std::stop_source stop;
        VideoReader reader(path, 1, stop.get_token());
        QVERIFY(reader.advance());
        stop.request_stop();
        VISAGIST_VERIFY_ERROR(ErrorCode::Cancelled, reader.buildIndex());
    }
};

QTEST_APPLESS_MAIN(TestVideoReader)
#include "tst_video_reader.moc"
