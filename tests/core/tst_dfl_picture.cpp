#include <QTest>

#include "core/base/error.h"
#include "core/base/file.h"
#include "core/exchange/dfl_picture.h"
#include "core/image/decode.h"
#include "tests/support/test_data.h"

using namespace visagist;

namespace {

/// Made by tests/data/make_pickles.py.
std::vector<std::uint8_t> stored() { return readFile(test::referenceData() / "pickles" / "dfl_face.jpg"); }

/// A JPEG's beginning with `text` in the APP15 segment.
std::vector<std::uint8_t> jpegWith(std::string_view text) {
    const auto size = static_cast<std::uint16_t>(text.size() + 2);
    std::string bytes{'\xFF', '\xD8', '\xFF', '\xEF', static_cast<char>(size >> 8), static_cast<char>(size)};
    bytes += text;
    bytes += "\xFF\xD9";
    return {bytes.begin(), bytes.end()};
}

std::string refusal(std::span<const std::uint8_t> bytes) {
    try {
        readDflFace(bytes, "00042.jpg");
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

}  // namespace

class TestDflPicture : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatPythonWroteIsRead() {
        const auto face = readDflFace(stored(), "00042.jpg");
        QVERIFY(face);
        QCOMPARE(face->faceType, std::string("whole_face"));
        QCOMPARE(face->sourceName, std::string("00042.png"));
        QCOMPARE(face->landmarks.size(), std::size_t{68});
        QCOMPARE(face->landmarks[67], (Point{67.5, 134}));
        QCOMPARE(face->sourceLandmarks.size(), std::size_t{68});
        QCOMPARE(face->sourceLandmarks[67], (Point{136, 269}));
        QCOMPARE(face->sourceBox.value(), (Rect{10, 20, 100, 150}));
        QCOMPARE(face->faceFromPhoto.value(), (Affine{0.5, 0.125, -3, -0.125, 0.5, 4}));
        const Image mask = decodeMask(face->mask.asBytes());
        QCOMPARE(mask.width(), 32);
        QCOMPARE(int{mask.row(31)[31]}, 255);
        QCOMPARE(decodeImage(stored()).width(), 64);  // and the picture itself is one
    }

    void anOrdinaryPictureHasNone() {
        QVERIFY(!readDflFace(std::vector<std::uint8_t>{0x89, 'P', 'N', 'G'}, "a.png"));
        QVERIFY(!readDflFace(std::vector<std::uint8_t>{}, "empty"));
        QVERIFY(!readDflFace(std::vector<std::uint8_t>{0xFF, 0xD8, 0xFF, 0xDA, 0, 2}, "a.jpg"));
    }

    void aCutSegmentIsAnErrorThatNamesTheFile() {
        const auto bytes = stored();
        for (std::size_t size = 24; size < 2000; ++size) {  // the segment is longer
            const std::string said = refusal(std::span(bytes).first(size));
            QVERIFY2(said.find("00042.jpg") != std::string::npos, said.c_str());
        }
    }

    void aHostileSegmentIsRefusedByName() {
        const std::string said = refusal(jpegWith("cos\nsystem\n(Vtrue\ntR."));
        QVERIFY2(said.find("os.system") != std::string::npos, said.c_str());
    }

    void aListHeldManyTimesOverIsRefusedAtOnce() {
        std::string lists = "]";
        for (int i = 0; i < 90; ++i) {  // each list holds the one before twice
            const std::string memo(1, static_cast<char>(i));
            lists += "q" + memo + "0](h" + memo + "h" + memo + "e";
        }
        const std::string said = refusal(jpegWith("(Vlandmarks\n" + lists + "d."));
        QVERIFY2(said.find("landmarks") != std::string::npos, said.c_str());
    }

    void landmarksOfAnotherCountOrNoNumbersAreRefused() {
        QVERIFY(refusal(jpegWith("(Vlandmarks\n(I1\nI2\nld.")).find("landmarks") != std::string::npos);
        QVERIFY(refusal(jpegWith("(Vlandmarks\n(Vx\nld.")).find("landmarks") != std::string::npos);
        QVERIFY(refusal(jpegWith("(Vface_type\nI3\nd.")).find("face_type") != std::string::npos);
        QVERIFY(refusal(jpegWith("(d.")).find("landmarks") != std::string::npos);
        QVERIFY(refusal(jpegWith("I3\n.")).find("APP15") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestDflPicture)
#include "tst_dfl_picture.moc"
