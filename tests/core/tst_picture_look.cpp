#include <QTest>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include "core/curate/look_likeness.h"
#include "core/data/demo_faces.h"
#include "core/data/seeded_random.h"
#include "core/image/opencv_bridge.h"
#include "core/image/resize.h"
#include "tests/support/error_of.h"

using namespace visagist;

namespace {

Image face(std::uint64_t seed) {
    return renderDemoFace(randomDemoPerson(seed % 5), randomDemoContent(mixedSeed(4, seed)), 128).image;
}

Image saved(const Image& image, int quality) {
    std::vector<uchar> bytes;
    cv::imencode(".jpg", matOf(image), bytes, {cv::IMWRITE_JPEG_QUALITY, quality});
    Image result(image.width(), image.height(), 3);
    cv::imdecode(bytes, cv::IMREAD_COLOR).copyTo(matOf(result));
    return result;
}

Image flipped(const Image& image) {
    Image result = image;
    cv::flip(matOf(image), matOf(result), 1);
    return result;
}

/// Turned by `degrees` about its middle and cut by `cut` of its width at the left and the top.
Image moved(const Image& image, double degrees, double cut) {
    const double s = image.width(), a = degrees * M_PI / 180, c = std::cos(a) * (1 - cut),
                 d = std::sin(a) * (1 - cut);
    return warped(
        image,
        {c, -d, s * (cut + (1 - cut) / 2 - c / 2 + d / 2), d, c, s * (cut + (1 - cut) / 2 - c / 2 - d / 2)},
        image.width(), image.height());
}

}  // namespace

class TestPictureLook : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void copiesAreKnownAgain() {
        for (std::uint64_t seed = 1; seed <= 12; ++seed) {
            const Image one = face(seed);
            const PictureLook look = lookOf(one);
            const auto isCopy = [&](const Image& copy, bool mirror) {
                return likenessOf(look, lookOf(copy), mirror).isCopy();
            };
            QVERIFY(isCopy(one, false));
            QVERIFY(isCopy(saved(one, 70), false));
            QVERIFY(isCopy(resized(one, 64, 64), false));
            QVERIFY(isCopy(resized(one, 200, 200), false));
            QVERIFY(isCopy(moved(one, 0, 0.03), false));
            QVERIFY(isCopy(moved(one, 2, 0.02), false));
            QVERIFY(isCopy(saved(flipped(one), 80), true));
            QVERIFY(!isCopy(flipped(one), false) || !isCopy(one, true));
        }
    }
    void otherFacesAreNoCopies() {
        std::vector<PictureLook> looks;
        for (std::uint64_t seed = 1; seed <= 40; ++seed) looks.push_back(lookOf(face(seed)));
        for (std::size_t i = 0; i < looks.size(); ++i)
            for (std::size_t j = 0; j < i; ++j) {
                QVERIFY(!likenessOf(looks[i], looks[j], false).isCopy());
                QVERIFY(!likenessOf(looks[i], looks[j], true).isCopy());
            }
    }
    void theSignatureOfTheMirrorImageNeedsNoPicture() {
        for (std::uint64_t seed = 1; seed <= 5; ++seed) {
            const Signature computed = mirrored(lookOf(face(seed)).signature),
                            seen = lookOf(flipped(face(seed))).signature;
            QVERIFY(signatureDistance(computed, seen) < 0.02);
            QVERIFY(signatureDistance(mirrored(computed), lookOf(face(seed)).signature) == 0);
        }
    }
    void aSmallMotionHardlyChangesTheTangentDistance() {
        for (std::uint64_t seed = 1; seed <= 8; ++seed) {
            const PictureLook one = lookOf(face(seed)), other = lookOf(face(seed + 20));
            const LookTangents tangents = tangentsOf(one);
            for (const Image& copy : {moved(face(seed), 0, 0.03), moved(face(seed), 3, 0)}) {
                const Signature signature = lookOf(copy).signature;
                const double explained = tangentDistance(one.signature, tangents, signature);
                QVERIFY2(explained < 0.17, qPrintable(QString::number(explained)));
                QVERIFY(signatureDistance(one.signature, signature) < 0.42);
            }
            QVERIFY(tangentDistance(one.signature, tangents, other.signature) > 0.2);
        }
    }
    void plainAndGreyPicturesHaveALook() {
        const PictureLook black = lookOf(Image(10, 10, 3)), grey = lookOf(Image(10, 10, 1));
        QVERIFY(black == grey);
        QVERIFY(likenessOf(black, grey, false).whole > 0.99);
        Image white(10, 10, 1);
        std::fill_n(white.data(), white.byteCount(), std::uint8_t{255});
        QVERIFY(!likenessOf(black, lookOf(white), false).isCopy());
        VISAGIST_VERIFY_ERROR(ErrorCode::InvalidArgument, lookOf({}));
        VISAGIST_VERIFY_ERROR(ErrorCode::InvalidArgument, lookOf(Image(8, 8, 3, 16)));
    }
};

QTEST_APPLESS_MAIN(TestPictureLook)
#include "tst_picture_look.moc"
