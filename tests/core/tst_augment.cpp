#include <QTest>
#include <cmath>
#include <vector>

#include "core/data/augment.h"

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

Example make(const std::vector<std::uint8_t>& face, const DataOptions& options, double warp,
             std::uint64_t seed = 3) {
    Example example;
    makeExample(face.data(), kSize, options, warp, SeededRandom(seed),
                {example.input.data(), example.target.data(), example.mask.data()});
    return example;
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
            const Example made = make(ramps(), wild(), 0, seed);
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
    void equalSeedsMakeEqualExamples() {
        QVERIFY(make(noise(), wild(), 1, 5) == make(noise(), wild(), 1, 5));
        QVERIFY(!(make(noise(), wild(), 1, 5) == make(noise(), wild(), 1, 6)));
    }
};

QTEST_APPLESS_MAIN(TestAugment)
#include "tst_augment.moc"
