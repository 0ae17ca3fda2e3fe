#include <QTest>
#include <cmath>
#include <cstdio>
#include <cstdlib>
// The header needs <cstdio> before it.
#include <jpeglib.h>
#include <map>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "core/data/augment.h"
#include "core/data/seeded_random.h"

using namespace visagist;

namespace {

constexpr int kSize = 64;
constexpr std::size_t kArea = kSize * kSize;

struct Example {
    std::vector<float> input = std::vector<float>(3 * kArea), target = input,
                       mask = std::vector<float>(kArea);
    bool operator==(const Example&) const = default;
};

DataOptions still() {
    DataOptions options;
    options.rotate = options.scale = options.shift = options.colour = 0;
    options.flip = false;
    return options;
}

DataOptions wild() {
    DataOptions options;
    options.rotate = 45, options.scale = 0.5, options.shift = 0.5, options.colour = 1;
    options.flip = true;
    options.occlude = options.blur = options.jpeg = 0.5;
    return options;
}

std::vector<std::uint8_t> noise() {
    SeededRandom random(1);
    std::vector<std::uint8_t> face(4 * kArea);
    for (auto& value : face) value = static_cast<std::uint8_t>(random.below(256));
    return face;
}

/// Red says the column, green the row (times 4), blue and mask a soft disc.
std::vector<std::uint8_t> ramps() {
    std::vector<std::uint8_t> face(4 * kArea);
    for (int y = 0; y < kSize; ++y) {
        for (int x = 0; x < kSize; ++x) {
            std::uint8_t* p = face.data() + 4 * (y * kSize + x);
            p[0] = static_cast<std::uint8_t>(4 * x);
            p[1] = static_cast<std::uint8_t>(4 * y);
            p[2] = p[3] = static_cast<std::uint8_t>(std::hypot(x - 31.5, y - 31.5) < 20 ? 255 : 0);
        }
    }
    return face;
}

Example carryOut(const std::vector<std::uint8_t>& face, const AugmentPlan& plan) {
    Example example;
    makeExample(face.data(), kSize, plan, {example.input.data(), example.target.data(), example.mask.data()});
    return example;
}

Example make(const std::vector<std::uint8_t>& face, const DataOptions& options, double warp,
             std::uint64_t seed = 3) {
    return carryOut(face, drawPlan(options, warp, kSize, SeededRandom(seed)));
}

/// The face as it is, from bytes to [-1,1].
Example copyOf(const std::vector<std::uint8_t>& face, bool mirrored = false) {
    Example example;
    for (std::size_t i = 0; i < kArea; ++i) {
        const std::size_t from = mirrored ? i / kSize * kSize + kSize - 1 - i % kSize : i;
        for (std::size_t c = 0; c < 3; ++c)
            example.input[3 * i + c] = example.target[3 * i + c] =
                static_cast<float>(face[4 * from + c]) / 127.5f - 1;
        example.mask[i] = static_cast<float>(face[4 * from + 3]) / 255.0f;
    }
    return example;
}

/// The face through libjpeg: halved colours, floating-point transform, colours replicated on the way back.
std::vector<std::uint8_t> throughJpeg(const std::vector<std::uint8_t>& face, int quality) {
    jpeg_error_mgr errors;
    jpeg_compress_struct out;
    out.err = jpeg_std_error(&errors);
    jpeg_create_compress(&out);
    unsigned char* bytes = nullptr;
    unsigned long count = 0;
    jpeg_mem_dest(&out, &bytes, &count);
    out.image_width = out.image_height = kSize;
    out.input_components = 3;
    out.in_color_space = JCS_RGB;
    jpeg_set_defaults(&out);
    jpeg_set_quality(&out, quality, TRUE);
    out.dct_method = JDCT_FLOAT;
    jpeg_start_compress(&out, TRUE);
    std::vector<std::uint8_t> row(3 * kSize), all;
    for (int y = 0; y < kSize; ++y) {
        for (std::size_t x = 0; x < kSize; ++x)
            std::copy_n(face.begin() + 4 * (y * kSize + static_cast<int>(x)), 3,
                        row.begin() + 3 * static_cast<int>(x));
        JSAMPROW line = row.data();
        jpeg_write_scanlines(&out, &line, 1);
    }
    jpeg_finish_compress(&out);
    jpeg_destroy_compress(&out);
    jpeg_decompress_struct in;
    in.err = &errors;
    jpeg_create_decompress(&in);
    jpeg_mem_src(&in, bytes, count);
    jpeg_read_header(&in, TRUE);
    in.dct_method = JDCT_FLOAT;
    in.do_fancy_upsampling = FALSE;
    jpeg_start_decompress(&in);
    while (in.output_scanline < in.output_height) {
        JSAMPROW line = row.data();
        jpeg_read_scanlines(&in, &line, 1);
        all.insert(all.end(), row.begin(), row.end());
    }
    jpeg_finish_decompress(&in);
    jpeg_destroy_decompress(&in);
    std::free(bytes);
    return all;
}

double distance(const std::vector<float>& a, const std::vector<float>& b) {
    double most = 0;
    for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, double{std::abs(a[i] - b[i])});
    return most;
}

/// How far the input is bent: root mean square of the columns' displacement in pixels, away from the border.
double bend(double warp, int seeds) {
    double squares = 0;
    int count = 0;
    for (int seed = 0; seed < seeds; ++seed) {
        const Example example = make(ramps(), still(), warp, static_cast<std::uint64_t>(seed));
        for (std::size_t y = 12; y < kSize - 12; ++y) {
            for (std::size_t x = 12; x < kSize - 12; ++x) {
                const std::size_t i = 3 * (y * kSize + x);
                squares += std::pow((example.input[i] - example.target[i]) * 127.5 / 4, 2);
                ++count;
            }
        }
    }
    return std::sqrt(squares / count);
}

}  // namespace

class TestAugment : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void withAllStrengthsZeroTheFaceIsCopied() {
        const Example made = make(noise(), still(), 0), wanted = copyOf(noise());
        QVERIFY(distance(made.input, wanted.input) < 1e-6);
        QVERIFY(distance(made.target, wanted.target) < 1e-6);
        QVERIFY(made.mask == wanted.mask);
        QVERIFY(made.input == made.target);
    }
    void theFaceItselfIsNeverWrittenTo() {
        const auto before = noise();
        auto face = before;
        for (std::uint64_t seed = 0; seed < 8; ++seed) {
            make(face, wild(), 2, seed);
            make(face, still(), 2, seed);
        }
        QVERIFY(face == before);
    }
    void theWarpLeavesTheTargetAlone() {
        const Example made = make(noise(), still(), 1), wanted = copyOf(noise());
        QVERIFY(distance(made.target, wanted.target) < 1e-6);
        QVERIFY(made.mask == wanted.mask);
        QVERIFY(distance(made.input, wanted.input) > 0.5);
    }
    void theWarpBendsAsFarAsAsked() {
        const double one = bend(1, 40), half = bend(0.5, 40);
        // The grid's points move by 2.5 % of 64 px; between them the field is an average, so less.
        QVERIFY2(one > 0.8 && one < 1.7, qPrintable(QString::number(one)));
        QVERIFY2(std::abs(half / one - 0.5) < 0.05, qPrintable(QString::number(half / one)));
    }
    void mirroredFacesAreMirroredToTheBit() {
        DataOptions options = still();
        options.flip = true;
        int mirrored = 0;
        for (std::uint64_t seed = 0; seed < 40; ++seed) {
            const Example made = make(noise(), options, 0, seed);
            const bool is = distance(made.target, copyOf(noise(), true).target) < 1e-6;
            QVERIFY(is || distance(made.target, copyOf(noise()).target) < 1e-6);
            QVERIFY(made.mask == copyOf(noise(), is).mask);
            mirrored += is;
        }
        QVERIFY2(mirrored > 8 && mirrored < 32, qPrintable(QString::number(mirrored)));
    }
    void inputAndTargetMoveTogether() {
        for (std::uint64_t seed = 0; seed < 10; ++seed) {
            DataOptions options = wild();
            options.occlude = options.blur = options.jpeg = 0;
            const Example made = make(ramps(), options, 0, seed);
            QVERIFY(made.input == made.target);
            QVERIFY(distance(made.target, copyOf(ramps()).target) > 0.1);
        }
    }
    void theMaskMovesWithTheFace() {
        DataOptions options = wild();
        options.colour = 0;
        const Example made = make(ramps(), options, 1);
        for (std::size_t i = 0; i < kArea; ++i)  // blue is drawn like the mask
            QVERIFY(std::abs((made.target[3 * i + 2] + 1) / 2 - made.mask[i]) < 0.01f);
    }
    void turnsAndShiftsStayWithinTheirStrength() {
        DataOptions options = still();
        options.shift = 0.1;
        double most = 0;
        for (std::uint64_t seed = 0; seed < 60; ++seed) {
            const Example made = make(ramps(), options, 0, seed);
            const std::size_t middle = 3 * (32 * kSize + 32);
            const double columns = (made.target[middle] + 1) * 127.5 / 4 - 32;
            QVERIFY(std::abs(columns) < 0.1 * kSize + 0.2);
            most = std::max(most, std::abs(columns));
        }
        QVERIFY(most > 0.07 * kSize);
    }
    void everythingStaysInItsRange() {
        for (std::uint64_t seed = 0; seed < 30; ++seed) {
            const Example made = make(noise(), wild(), 4, seed);
            for (const auto* values : {&made.input, &made.target}) {
                for (const float value : *values) QVERIFY(value >= -1 && value <= 1);
            }
            for (const float value : made.mask) QVERIFY(value >= 0 && value <= 1);
        }
    }
    void colourChangesTheFaceButNotTheMask() {
        DataOptions options = still();
        options.colour = 0.3;
        const Example made = make(ramps(), options, 0);
        QVERIFY(made.input == made.target);
        QVERIFY(distance(made.target, copyOf(ramps()).target) > 0.02);
        QVERIFY(made.mask == copyOf(ramps()).mask);
    }
    void aTurnedFaceIsTheOneThatOpenCvTurns() {
        AugmentPlan plan;
        const double angle = 0.3, scale = 1.2;
        const float rows[6] = {
            static_cast<float>(std::cos(angle) * scale), static_cast<float>(-std::sin(angle) * scale), 20,
            static_cast<float>(std::sin(angle) * scale), static_cast<float>(std::cos(angle) * scale),  -9};
        std::copy(std::begin(rows), std::end(rows), plan.affine);
        plan.moves = 1;
        // OpenCV rounds places to a 32nd of a pixel: a smooth face makes that small.
        std::vector<std::uint8_t> face = noise();
        cv::Mat pixels(kSize, kSize, CV_8UC4, face.data());
        cv::GaussianBlur(pixels, pixels, {}, 3);
        const Example made = carryOut(face, plan);
        cv::Mat turned;
        const cv::Mat matrix(2, 3, CV_32F, plan.affine);
        cv::warpAffine(pixels, turned, matrix, {kSize, kSize}, cv::INTER_CUBIC | cv::WARP_INVERSE_MAP,
                       cv::BORDER_REFLECT_101);
        for (std::size_t i = 0; i < kArea; ++i) {
            for (std::size_t c = 0; c < 3; ++c)
                QVERIFY(std::abs((made.target[3 * i + c] + 1) * 127.5f - turned.data[4 * i + c]) < 1.5f);
        }
    }
    void aBlurredFaceIsTheOneThatOpenCvBlurs() {
        for (const float deviation : {0.4f, 1.3f, kMostBlur}) {
            AugmentPlan plan;
            plan.blur = deviation;
            const auto face = noise();
            const Example made = carryOut(face, plan);
            cv::Mat blurred;
            const int width = 2 * static_cast<int>(std::ceil(3 * deviation)) + 1;
            cv::GaussianBlur(cv::Mat(kSize, kSize, CV_32FC3, const_cast<float*>(made.target.data())), blurred,
                             {width, width}, deviation, deviation, cv::BORDER_REFLECT_101);
            const auto* wanted = blurred.ptr<float>();
            QVERIFY(distance(made.input, std::vector<float>(wanted, wanted + 3 * kArea)) < 1e-5);
            QVERIFY(made.target == copyOf(face).target);
        }
    }
    void aCompressedFaceIsTheOneThatJpegBringsBack_data() {
        QTest::addColumn<int>("quality");
        for (const int quality : {20, 49, 50, 75, 90}) QTest::addRow("%d", quality) << quality;
    }
    void aCompressedFaceIsTheOneThatJpegBringsBack() {
        QFETCH(int, quality);
        AugmentPlan plan;
        plan.jpegQuality = quality;
        std::vector<std::uint8_t> face = noise();
        cv::Mat pixels(kSize, kSize, CV_8UC4, face.data());
        cv::GaussianBlur(pixels, pixels, {}, 1.5);
        const Example made = carryOut(face, plan);
        const std::vector<std::uint8_t> wanted = throughJpeg(face, quality);
        double sum = 0, changed = 0;
        std::map<std::size_t, int> worstOfTile;
        for (std::size_t i = 0; i < kArea; ++i) {
            int& worst = worstOfTile[i / kSize / 16 * 4 + i % kSize / 16];
            for (std::size_t c = 0; c < 3; ++c) {
                const int is = static_cast<int>(std::lround((made.input[3 * i + c] + 1) * 127.5f));
                const int off = std::abs(is - wanted[3 * i + c]);
                worst = std::max(worst, off);
                sum += off;
                changed += std::abs(is - face[4 * i + c]);
            }
        }
        // A value in the middle between two steps of a table may fall to either side, and changes its tile.
        const auto alike = std::count_if(worstOfTile.begin(), worstOfTile.end(),
                                         [](const auto& tile) { return tile.second <= 2; });
        qInfo("quality %d: %d of 16 tiles alike, mean difference %.3f of 255; JPEG itself changed %.2f",
              quality, static_cast<int>(alike), sum / (3.0 * kArea), changed / (3.0 * kArea));
        QVERIFY(alike >= 12);
        QVERIFY(changed > 2 * sum);
        QVERIFY(made.target == copyOf(face).target);
    }
    void somethingStandsInFrontOfTheFaceForTheEncoderAlone() {
        DataOptions options = still();
        options.occlude = 1;
        double covered = 0;
        for (std::uint64_t seed = 0; seed < 40; ++seed) {
            const Example made = make(ramps(), options, 0, seed);
            QVERIFY(made.target == copyOf(ramps()).target);
            QVERIFY(made.mask == copyOf(ramps()).mask);
            int pixels = 0;
            for (std::size_t i = 0; i < kArea; ++i) {
                pixels += std::abs(made.input[3 * i] - made.target[3 * i]) +
                              std::abs(made.input[3 * i + 1] - made.target[3 * i + 1]) >
                          1e-6f;
            }
            covered += pixels / static_cast<double>(kArea);
        }
        covered /= 40;
        QVERIFY2(covered > 0.02 && covered < 0.3, qPrintable(QString::number(covered)));
    }
    void asManyFacesAsAskedAreChanged() {
        DataOptions options = still();
        options.occlude = 0.2, options.blur = 0.4, options.jpeg = 0.6;
        int occluded = 0, blurred = 0, compressed = 0;
        for (std::uint64_t seed = 0; seed < 1000; ++seed) {
            const AugmentPlan plan = drawPlan(options, 0, kSize, SeededRandom(seed));
            occluded += plan.occluders > 0;
            blurred += plan.blur > 0;
            compressed += plan.jpegQuality > 0;
            QVERIFY(plan.blur <= kMostBlur && plan.jpegQuality <= 90 &&
                    (!plan.jpegQuality || plan.jpegQuality >= 20));
        }
        QVERIFY(std::abs(occluded - 200) < 45 && std::abs(blurred - 400) < 55 &&
                std::abs(compressed - 600) < 55);
    }
    void aTransferGivesAFaceTheOthersColours() {
        const auto own = noise();
        std::vector<std::uint8_t> other(own.size());
        for (std::size_t i = 0; i < kArea; ++i) {  // darker, redder, less of it
            other[4 * i] = static_cast<std::uint8_t>(110 + own[4 * i] / 5);
            other[4 * i + 1] = static_cast<std::uint8_t>(70 + own[4 * i + 1] / 6);
            other[4 * i + 2] = static_cast<std::uint8_t>(60 + own[4 * i + 2] / 6);
            other[4 * i + 3] = own[4 * i + 3];
        }
        const ColourTransfer transfer{*coloursOf(own.data(), kSize), *coloursOf(other.data(), kSize)};
        const Example made = carryOut(own, drawPlan(still(), 0, kSize, SeededRandom(1), transfer));
        std::vector<std::uint8_t> bytes = own;
        for (std::size_t i = 0; i < kArea; ++i) {
            for (std::size_t c = 0; c < 3; ++c)
                bytes[4 * i + c] =
                    static_cast<std::uint8_t>(std::lround((made.target[3 * i + c] + 1) * 127.5f));
        }
        const FaceColours is = *coloursOf(bytes.data(), kSize);
        for (std::size_t c = 0; c < 3; ++c) {
            QVERIFY(std::abs(is.mean[c] - transfer.other.mean[c]) < 0.01);
            // A channel is stretched or squeezed by at most 2.5.
            const double wanted = std::max(transfer.other.deviation[c], transfer.own.deviation[c] / 2.5);
            QVERIFY(std::abs(is.deviation[c] - wanted) < 0.01);
        }
        QVERIFY(made.input == made.target);
    }
    void aFaceWithoutAMaskHasNoColours() {
        auto face = noise();
        for (std::size_t i = 0; i < kArea; ++i) face[4 * i + 3] = 0;
        QVERIFY(!coloursOf(face.data(), kSize));
    }
    void equalSeedsMakeEqualExamples() {
        QVERIFY(make(noise(), wild(), 1, 5) == make(noise(), wild(), 1, 5));
        QVERIFY(!(make(noise(), wild(), 1, 5) == make(noise(), wild(), 1, 6)));
    }
};

QTEST_APPLESS_MAIN(TestAugment)
#include "tst_augment.moc"
