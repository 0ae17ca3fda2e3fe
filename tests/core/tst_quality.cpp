#include <QTest>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "core/data/demo_faces.h"
#include "core/face/brisque.h"
#include "core/face/quality.h"
#include "core/image/opencv_bridge.h"
#include "core/image/resize.h"
#include "tests/support/error_of.h"

using namespace visagist;

namespace {

DemoFace face(std::uint64_t seed, double brightness = 1) {
    DemoContent content = randomDemoContent(seed, 15);
    content.brightness = brightness;
    return renderDemoFace(randomDemoPerson(seed), content, 256);
}

Image blurred(const Image& image, double sigma) {
    Image result = image;
    cv::GaussianBlur(matOf(image), matOf(result), cv::Size(), sigma, sigma);
    return result;
}

/// A camera that moved by `length` pixels at `degrees` while it took the picture.
Image moved(const Image& image, int length, double degrees) {
    cv::Mat kernel = cv::Mat::zeros(31, 31, CV_32F);
    for (double t = -length / 2.0; t <= length / 2.0; t += 0.1)
        kernel.at<float>(cvRound(15 + t * std::sin(degrees * M_PI / 180)),
                         cvRound(15 + t * std::cos(degrees * M_PI / 180))) = 1;
    kernel /= cv::sum(kernel)[0];
    Image result = image;
    cv::filter2D(matOf(image), matOf(result), -1, kernel);
    return result;
}

Image scaledLight(const Image& image, double gain) {
    Image result = image;
    matOf(image).convertTo(matOf(result), -1, gain);
    return result;
}

}  // namespace

class TestQuality : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sharpnessFallsWithBlur() {
        for (std::uint64_t seed = 1; seed <= 4; ++seed) {
            const DemoFace one = face(seed);
            double before = 2;
            for (const double sigma : {0.3, 1.0, 2.0, 4.0, 8.0}) {
                const auto sharp = detailOf(blurred(one.image, sigma), one.mask).sharp;
                QVERIFY(sharp && *sharp >= 0 && *sharp <= 1);
                QVERIFY2(*sharp < before - 0.01, qPrintable(QString::number(*sharp)));
                before = *sharp;
            }
        }
    }
    void sharpnessDoesNotDependOnTheLight() {
        const DemoFace one = face(3);
        const double bright = *detailOf(one.image, one.mask).sharp,
                     dark = *detailOf(scaledLight(one.image, 0.5), one.mask).sharp;
        QVERIFY(std::abs(bright - dark) < 0.05);
    }
    void aPictureThatWasEnlargedIsNotSharp() {
        const DemoFace one = face(5);
        const double sharp = *detailOf(one.image, one.mask).sharp,
                     enlarged = *detailOf(resized(resized(one.image, 48, 48), 256, 256), one.mask).sharp;
        QVERIFY(enlarged < 0.6 * sharp);
    }
    void motionBlurIsToldFromBlurOfAllDirections() {
        for (std::uint64_t seed = 1; seed <= 4; ++seed) {
            const DemoFace one = face(seed);
            const double still = *detailOf(one.image, one.mask).motion,
                         soft = *detailOf(blurred(one.image, 3), one.mask).motion;
            for (const double direction : {0.0, 45.0, 90.0, 150.0}) {
                const double slow = *detailOf(moved(one.image, 7, direction), one.mask).motion,
                             fast = *detailOf(moved(one.image, 19, direction), one.mask).motion;
                QVERIFY2(slow > 0.14 && fast > 0.18, qPrintable(QString("%1 %2").arg(slow).arg(fast)));
                QVERIFY2(slow > still + 0.03 && fast > soft + 0.1,
                         qPrintable(QString("%1 %2 %3 %4").arg(still).arg(soft).arg(slow).arg(fast)));
            }
        }
    }
    void brightnessFollowsTheLight() {
        double before = 0;
        for (const double brightness : {0.5, 0.7, 0.9, 1.1}) {
            const DemoFace one = face(2, brightness);
            const ExposureScores scores = exposureOf(one.image, one.mask);
            QVERIFY(*scores.bright > before + 0.02);
            before = *scores.bright;
        }
    }
    void burntOutAndBlackPixelsAreCounted() {
        const DemoFace one = face(2);
        QVERIFY(*exposureOf(one.image, one.mask).clipped < 0.05);
        QVERIFY(*exposureOf(scaledLight(one.image, 4), one.mask).clipped > 0.5);
        QVERIFY(*exposureOf(Image(64, 64, 3), {}).clipped == 1);
    }
    void contrastIsTheSpreadOfBrightness() {
        Image halves(64, 64, 3), grey(64, 64, 3);
        for (int y = 0; y < 64; ++y) {
            for (int x = 0; x < 192; ++x) {
                halves.row(y)[x] = x < 96 ? 64 : 192;
                grey.row(y)[x] = 128;
            }
        }
        QVERIFY(std::abs(*exposureOf(halves, {}).contrast - 128 / 255.0) < 0.03);
        QVERIFY(*exposureOf(grey, {}).contrast < 0.001);
    }
    void hueIsTheMeanColourAndUnknownForGrey() {
        const auto hueOf = [](int r, int g, int b) {
            Image image(64, 64, 3);
            for (std::size_t i = 0; i < image.byteCount(); ++i)
                image.data()[i] = static_cast<std::uint8_t>(i % 3 == 0 ? r : i % 3 == 1 ? g : b);
            return exposureOf(image, {}).hue;
        };
        QVERIFY(std::abs(*hueOf(200, 100, 100) - 0) < 0.5);
        QVERIFY(std::abs(*hueOf(100, 200, 100) - 120) < 0.5);
        QVERIFY(std::abs(*hueOf(100, 100, 200) - 240) < 0.5);
        QVERIFY(!hueOf(120, 120, 120));
    }
    void aPlainOrUnmaskedFaceIsNotKnown() {
        const Image plain(64, 64, 3);
        QVERIFY(!detailOf(plain, {}).sharp && !detailOf(plain, {}).motion);
        const Image nothing(64, 64, 1);
        QVERIFY(!exposureOf(face(1).image, nothing).bright && !detailOf(face(1).image, nothing).sharp);
        VISAGIST_VERIFY_ERROR(ErrorCode::InvalidArgument, detailOf(Image(8, 8, 1), {}));
        VISAGIST_VERIFY_ERROR(ErrorCode::InvalidArgument, exposureOf({}, {}));
    }
    void cropsOfAnySizeAreJudgedAlike() {
        const DemoFace one = face(4);
        const double large = *exposureOf(one.image, one.mask).bright,
                     small = *exposureOf(resized(one.image, 96, 96), one.mask).bright;
        QVERIFY(std::abs(large - small) < 0.02);
    }
    void brisqueGrowsWithBlurAndNoise() {
        const auto judge = BrisqueJudge::make();
        if (!judge) QSKIP("BRISQUE's model is not here (package opencv-data)");
        const Image clean = face(6).image;
        Image noisy = clean;
        cv::RNG random(1);
        cv::Mat noise(256, 256, CV_16SC3);
        random.fill(noise, cv::RNG::NORMAL, 0, 40);
        cv::add(matOf(clean), noise, matOf(noisy), cv::noArray(), CV_8U);
        const double good = *judge->score(clean);
        QVERIFY2(*judge->score(blurred(clean, 4)) > good + 5, qPrintable(QString::number(good)));
        QVERIFY2(*judge->score(noisy) > good + 5, qPrintable(QString::number(good)));
        QVERIFY(!judge->score(Image(64, 64, 3)));
    }
};

QTEST_APPLESS_MAIN(TestQuality)
#include "tst_quality.moc"
