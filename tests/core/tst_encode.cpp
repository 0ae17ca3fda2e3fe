#include <QTemporaryDir>
#include <QTest>
#include <opencv2/imgcodecs.hpp>

#include "core/base/error.h"
#include "core/image/decode.h"
#include "core/image/encode.h"
#include "tests/support/picture_files.h"

using namespace visagist;

class TestEncode : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyKindOfImageComesBackUnchanged_data() {
        QTest::addColumn<int>("channels");
        QTest::addColumn<int>("bits");
        for (const int channels : {1, 3, 4})
            for (const int bits : {8, 16})
                QTest::addRow("%d channels of %d bits", channels, bits) << channels << bits;
    }
    void everyKindOfImageComesBackUnchanged() {
        QFETCH(int, channels);
        QFETCH(int, bits);
        Image image(31, 17, channels, bits);
        for (std::size_t i = 0; i < image.byteCount(); ++i)
            image.data()[i] = static_cast<std::uint8_t>(i * 37 + i / 91);
        const cv::Mat back = cv::imdecode(encodePng(image), cv::IMREAD_UNCHANGED);
        QCOMPARE(back.channels(), channels);
        QCOMPARE(back.depth(), bits == 16 ? CV_16U : CV_8U);
        const auto sampleBytes = static_cast<std::size_t>(bits / 8);
        for (int y = 0; y < 17; ++y) {
            for (int x = 0; x < 31; ++x) {
                for (int c = 0; c < channels; ++c) {
                    const int from = c < 3 && channels > 1 ? 2 - c : c;  // OpenCV has blue first
                    const auto at = [&](int channel) {
                        return static_cast<std::size_t>(x * channels + channel) * sampleBytes;
                    };
                    QCOMPARE(std::memcmp(back.ptr(y) + at(from), image.row(y) + at(c), sampleBytes), 0);
                }
            }
        }
    }

    void ourReaderReadsOurWriter() {
        const Image picture = test::smoothPicture(64, 48);
        QCOMPARE(decodeImage(encodePng(picture)), picture);
    }

    void equalPicturesGiveEqualBytes() {
        QCOMPARE(encodePng(test::smoothPicture(64, 48)), encodePng(test::smoothPicture(64, 48)));
    }

    void aFileIsWrittenUnderAnyName() {
        QTemporaryDir folder;
        const auto path =
            std::filesystem::path(folder.path().toStdString()) / std::filesystem::path(u8"人脸 é ñ.png");
        const Image picture = test::smoothPicture(20, 30);
        writePng(path, picture);
        QCOMPARE(decodePhoto(path).image, picture);
    }

    void nothingCannotBeSaved() { QVERIFY_EXCEPTION_THROWN(encodePng(Image()), Error); }
};

QTEST_GUILESS_MAIN(TestEncode)
#include "tst_encode.moc"
