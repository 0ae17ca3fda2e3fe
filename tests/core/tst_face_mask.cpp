#include <QTest>
#include <cmath>

#include "core/face/aligner.h"
#include "core/face/face_mask.h"
#include "tests/support/error_of.h"

using namespace visagist;

namespace {

constexpr int kSize = 128;

/// A frontal face of 68 landmarks: jaw and brows on circles, the rest where faces have it.
std::vector<Point> sixtyEight() {
    std::vector<Point> points;
    for (int i = 0; i < 17; ++i) {  // the jaw from ear to ear
        const double angle = M_PI * (1 - i / 16.0);
        points.push_back({0.5 + 0.28 * std::cos(angle), 0.5 + 0.32 * std::sin(angle)});
    }
    for (int i = 0; i < 10; ++i) points.push_back({0.3 + 0.4 * i / 9, 0.4});
    for (int i = 0; i < 4; ++i) points.push_back({0.5, 0.45 + 0.04 * i});
    for (int i = 0; i < 5; ++i) points.push_back({0.46 + 0.02 * i, 0.6});
    for (int i = 0; i < 12; ++i) points.push_back({i < 6 ? 0.4 : 0.6, 0.45});
    for (int i = 0; i < 20; ++i) points.push_back({0.44 + 0.006 * i, 0.7});
    return points;
}

int at(const Image& mask, double x, double y) {
    return mask.row(static_cast<int>(y * mask.height()))[static_cast<int>(x * mask.width())];
}

double shareOf(const Image& mask) {
    double sum = 0;
    for (std::size_t i = 0; i < mask.byteCount(); ++i) sum += mask.data()[i] / 255.0;
    return sum / static_cast<double>(mask.byteCount());
}

Image even(int width, int height, std::uint8_t value) {
    Image mask(width, height, 1);
    std::fill_n(mask.data(), mask.byteCount(), value);
    return mask;
}

/// 255 in a disc around the middle.
Image disc(double radius, int size = kSize) {
    Image mask(size, size, 1);
    for (int y = 0; y < size; ++y) {
        for (int x = 0; x < size; ++x) {
            if (std::hypot((x + 0.5) / size - 0.5, (y + 0.5) / size - 0.5) < radius) mask.row(y)[x] = 255;
        }
    }
    return mask;
}

/// Skin with a little noise inside `face`, green outside.
Image pictureOf(const Image& face) {
    Image picture(face.width(), face.height(), 3);
    std::uint32_t state = 1;
    for (std::size_t i = 0; i < face.byteCount(); ++i) {
        state = state * 1664525u + 1013904223u;
        const int noise = static_cast<int>(state >> 28) - 8;
        const std::array<int, 3> colour =
            face.data()[i] ? std::array{200, 150, 120} : std::array{40, 120, 60};
        for (std::size_t c = 0; c < 3; ++c)
            picture.data()[3 * i + c] = static_cast<std::uint8_t>(colour[c] + noise);
    }
    return picture;
}

/// Pixels over union of two masks' insides.
double overlap(const Image& a, const Image& b) {
    double both = 0, either = 0;
    for (std::size_t i = 0; i < a.byteCount(); ++i) {
        const bool inA = a.data()[i] >= 128, inB = b.data()[i] >= 128;
        both += inA && inB;
        either += inA || inB;
    }
    return both / either;
}

}  // namespace

class TestFaceMask : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theOutlineReachesFromTheChinToTheHairline() {
        const Image mask = outlineMask(sixtyEight(), kSize);
        QVERIFY(at(mask, 0.5, 0.5) == 255);
        QVERIFY(at(mask, 0.5, 0.78) > 250);  // above the chin at 0.82
        QVERIFY(at(mask, 0.5, 0.86) < 5);    // below it
        QVERIFY(at(mask, 0.5, 0.28) > 250);  // the brows are at 0.4, the nose is 0.15 high
        QVERIFY(at(mask, 0.5, 0.21) < 5);
        QVERIFY(at(mask, 0.18, 0.5) < 5);
    }
    void theOutlineLiesWhereTheLandmarksAreToAHalfPixel() {
        std::vector<Point> square(68, Point{0.25, 0.25});
        square[1] = {0.75, 0.25};
        square[2] = {0.75, 0.75};
        square[3] = {0.25, 0.75};
        QVERIFY(std::abs(shareOf(outlineMask(square, kSize)) - 0.25) < 0.008);
    }
    void withFiveLandmarksTheAverageFaceIsTaken() {
        QCOMPARE(outlineMask(std::vector<Point>(5), kSize), canonicalFaceMask(kSize));
        QCOMPARE(outlineMask({}, kSize), canonicalFaceMask(kSize));
    }
    void refiningFindsTheBorderOfTheColours() {
        const Image truth = disc(0.33), rough = disc(0.30);
        const Image refined = refinedMask(pictureOf(truth), rough);
        QVERIFY2(overlap(refined, truth) > 0.97, qPrintable(QString::number(overlap(refined, truth))));
        QVERIFY(overlap(rough, truth) < 0.86);
        QCOMPARE(refinedMask(pictureOf(truth), rough), refined);
    }
    void whereColoursTellNothingTheMaskStays() {
        Image plain(kSize, kSize, 3);
        std::fill_n(plain.data(), plain.byteCount(), std::uint8_t{128});
        const Image rough = disc(0.3);
        const Image refined = refinedMask(plain, rough);
        QVERIFY(overlap(refined, rough) > 0.8);
        for (const std::uint8_t value : {std::uint8_t{0}, std::uint8_t{255}})
            QCOMPARE(refinedMask(plain, even(kSize, kSize, value)), even(kSize, kSize, value));
    }
    void refiningWantsAFaceAndItsMask() {
        VISAGIST_VERIFY_ERROR(ErrorCode::InvalidArgument, refinedMask(disc(0.3), disc(0.3)));
        VISAGIST_VERIFY_ERROR(ErrorCode::InvalidArgument, refinedMask(Image(64, 64, 3), disc(0.3)));
    }
    void aPolygonIsFilledWhereItsCornersSay() {
        const Image mask =
            polygonMask(std::vector<Point>{{0.25, 0.125}, {0.75, 0.125}, {0.75, 0.5}, {0.25, 0.5}}, kSize);
        QVERIFY(at(mask, 0.3, 0.2) == 255 && at(mask, 0.7, 0.45) == 255);
        QVERIFY(at(mask, 0.2, 0.2) == 0 && at(mask, 0.5, 0.55) == 0);
        QVERIFY2(std::abs(shareOf(mask) - 0.5 * 0.375) < 0.006, qPrintable(QString::number(shareOf(mask))));
        VISAGIST_VERIFY_ERROR(ErrorCode::InvalidArgument,
                              polygonMask(std::vector<Point>{{0, 0}, {1, 1}}, kSize));
        VISAGIST_VERIFY_ERROR(ErrorCode::InvalidArgument,
                              polygonMask(std::vector<Point>{{0, 0}, {1, 1}, {NAN, 0}}, kSize));
        QCOMPARE(polygonMask(std::vector<Point>{{-1e30, -1e30}, {1e30, -1e30}, {1e30, 1e30}, {-1e30, 1e30}},
                             kSize),
                 even(kSize, kSize, 255));
    }
    void aMaskOfAnotherSizeIsResizedToTheNearestPixel() {
        const CheckedMask checked = checkedMask(disc(0.3, 32), kSize);
        QCOMPARE(checked.mask.width(), kSize);
        QCOMPARE(checked.notes.size(), std::size_t{1});
        for (std::size_t i = 0; i < checked.mask.byteCount(); ++i)
            QVERIFY(checked.mask.data()[i] == 0 || checked.mask.data()[i] == 255);
        QVERIFY(overlap(checked.mask, disc(0.3)) > 0.9);
    }
    void aMaskOfZerosAndOnesIsTakenForOneOfZerosAnd255() {
        Image ones = disc(0.3);
        for (std::size_t i = 0; i < ones.byteCount(); ++i) ones.data()[i] /= 255;
        const CheckedMask checked = checkedMask(ones, kSize);
        QCOMPARE(checked.mask, disc(0.3));
        QCOMPARE(checked.notes.size(), std::size_t{1});
    }
    void anEmptyMaskIsRefusedAndAFullOneIsSaid() {
        VISAGIST_VERIFY_ERROR(ErrorCode::InvalidArgument, checkedMask(even(kSize, kSize, 0), kSize));
        VISAGIST_VERIFY_ERROR(ErrorCode::InvalidArgument, checkedMask(Image(), kSize));
        VISAGIST_VERIFY_ERROR(ErrorCode::InvalidArgument, checkedMask(Image(kSize, kSize, 3), kSize));
        VISAGIST_VERIFY_ERROR(ErrorCode::InvalidArgument, checkedMask(Image(kSize, kSize, 1, 16), kSize));
        QCOMPARE(checkedMask(even(kSize, kSize, 255), kSize).notes.size(), std::size_t{1});
        QVERIFY(checkedMask(disc(0.3), kSize).notes.empty());
    }
    void layersLieOneOverTheOther() {
        const Image left = polygonMask(std::vector<Point>{{0, 0}, {0.5, 0}, {0.5, 1}, {0, 1}}, kSize),
                    top = polygonMask(std::vector<Point>{{0, 0}, {1, 0}, {1, 0.5}, {0, 0.5}}, kSize);
        const auto combined = [&](std::vector<MaskLayer> layers) {
            return combinedMask(layers, kSize).value();
        };
        QVERIFY(!combinedMask({}, kSize));
        const Image added = combined(
            {{MaskSource::Automatic, MaskMode::Add, left}, {MaskSource::Painted, MaskMode::Add, top}});
        QVERIFY(at(added, 0.2, 0.8) == 255 && at(added, 0.8, 0.2) == 255 && at(added, 0.8, 0.8) == 0);
        const Image removed = combined(
            {{MaskSource::Automatic, MaskMode::Add, left}, {MaskSource::Polygon, MaskMode::Remove, top}});
        QVERIFY(at(removed, 0.2, 0.8) == 255 && at(removed, 0.2, 0.2) == 0);
        const Image replaced = combined(
            {{MaskSource::Automatic, MaskMode::Add, left}, {MaskSource::Imported, MaskMode::Replace, top}});
        QCOMPARE(replaced, top);
    }
    void whatHidesTheFaceIsKeptOutWhereverItStands() {
        const Image bar = polygonMask(std::vector<Point>{{0, 0.4}, {1, 0.4}, {1, 0.6}, {0, 0.6}}, kSize);
        const std::vector<MaskLayer> layers{{MaskSource::Occluder, MaskMode::Add, bar},
                                            {MaskSource::Painted, MaskMode::Add, disc(0.4)}};
        const Image mask = combinedMask(layers, kSize).value();
        QVERIFY(at(mask, 0.5, 0.5) == 0 && at(mask, 0.5, 0.3) == 255);
        VISAGIST_VERIFY_ERROR(ErrorCode::InvalidArgument, combinedMask(layers, 64));
    }
};

QTEST_APPLESS_MAIN(TestFaceMask)
#include "tst_face_mask.moc"
