#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <cstring>

#include "core/base/file.h"
#include "core/base/path.h"
#include "core/store/safetensors.h"
#include "tests/support/error_of.h"

using namespace visagist;
namespace fs = std::filesystem;

namespace {

std::vector<std::uint8_t> fileOf(const std::string& header, std::size_t dataBytes) {
    std::vector<std::uint8_t> bytes(8 + header.size() + dataBytes);
    const std::uint64_t length = header.size();
    std::memcpy(bytes.data(), &length, 8);
    std::copy(header.begin(), header.end(), bytes.begin() + 8);
    return bytes;
}

}  // namespace

class TestSafetensors : public QObject {
    Q_OBJECT
    QTemporaryDir m_dir;
    fs::path m_path;

private Q_SLOTS:
    void init() { m_path = pathFromUtf8(m_dir.path().toStdString()) / "权重 weights.safetensors"; }
    void cleanup() { fs::remove(m_path); }

    void whatIsWrittenIsRead() {
        const std::vector<TensorBytes> tensors{{"flags", "BOOL", {3}, {1, 0, 1}},
                                               {"weight", "F32", {2, 1}, {1, 2, 3, 4, 5, 6, 7, 8}},
                                               {"scalar", "I64", {}, {9, 0, 0, 0, 0, 0, 0, 0}},
                                               {"none", "BF16", {0, 4}, {}}};
        writeSafetensors(m_path, tensors, {{"people", "Zoë, 人"}});
        std::map<std::string, std::string> metadata;
        auto read = readSafetensors(m_path, &metadata);
        QCOMPARE(metadata, (std::map<std::string, std::string>{{"people", "Zoë, 人"}}));
        QCOMPARE(read.size(), tensors.size());
        for (const TensorBytes& tensor : tensors)
            QVERIFY2(std::find(read.begin(), read.end(), tensor) != read.end(), tensor.name.c_str());
    }
    void theBytesAreAsTheFormatSays() {
        // Written out by hand from the format's description: length, header filled up with spaces to 8, data.
        writeSafetensors(m_path, std::vector<TensorBytes>{{"a", "U8", {2}, {7, 8}}}, {});
        std::string header = R"({"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}})";
        header.append((8 - header.size() % 8) % 8, ' ');
        auto expected = fileOf(header, 2);
        expected[expected.size() - 2] = 7;
        expected[expected.size() - 1] = 8;
        QCOMPARE(readFile(m_path), expected);
    }
    void everyTensorIsAligned() {
        writeSafetensors(m_path,
                         std::vector<TensorBytes>{{"bytes", "U8", {3}, {1, 2, 3}},
                                                  {"half", "F16", {1}, {1, 2}},
                                                  {"double", "F64", {1}, std::vector<std::uint8_t>(8)}},
                         {});
        std::size_t at = 0;
        for (const TensorBytes& tensor : readSafetensors(m_path)) {
            QCOMPARE(at % elementBytes(tensor.type), std::size_t{0});
            at += tensor.bytes.size();
        }
    }
    void anEmptyListIsAFile() {
        writeSafetensors(m_path, {}, {});
        QVERIFY(readSafetensors(m_path).empty());
    }
    void wrongTensorsAreNotWritten() {
        const std::vector<std::vector<TensorBytes>> wrong{{{"a", "F32", {2}, {1, 2, 3}}},
                                                          {{"a", "F33", {1}, {1, 2, 3, 4}}},
                                                          {{"a", "U8", {-1}, {}}},
                                                          {{"a", "U8", {1}, {1}}, {"a", "U8", {1}, {2}}}};
        for (const auto& tensors : wrong)
            VISAGIST_VERIFY_ERROR(ErrorCode::InvalidArgument, writeSafetensors(m_path, tensors, {}));
        QVERIFY(!fs::exists(m_path));
    }
    void damagedFilesAreRefused_data() {
        QTest::addColumn<QString>("header");
        QTest::addColumn<int>("dataBytes");
        const auto row = [](const char* name, const char* header, int dataBytes) {
            QTest::newRow(name) << QString::fromUtf8(header) << dataBytes;
        };
        row("no JSON", "hello", 0);
        row("a list", "[]", 0);
        row("cut off", R"({"a":{"dtype":"U8","shape":[2],)", 2);
        row("no offsets", R"({"a":{"dtype":"U8","shape":[2]}})", 2);
        row("one offset", R"({"a":{"dtype":"U8","shape":[2],"data_offsets":[0]}})", 2);
        row("negative offset", R"({"a":{"dtype":"U8","shape":[2],"data_offsets":[-2,0]}})", 2);
        row("backwards", R"({"a":{"dtype":"U8","shape":[2],"data_offsets":[2,0]}})", 2);
        row("beyond the end", R"({"a":{"dtype":"U8","shape":[4],"data_offsets":[0,4]}})", 2);
        row("offset beyond 64 bits",
            R"({"a":{"dtype":"U8","shape":[2],"data_offsets":[0,99999999999999999999]}})", 2);
        row("shape does not fit", R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,2]}})", 2);
        row("shape overflows",
            R"({"a":{"dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[0,0]}})", 0);
        row("negative shape", R"({"a":{"dtype":"U8","shape":[-1],"data_offsets":[0,2]}})", 2);
        row("shape of fractions", R"({"a":{"dtype":"U8","shape":[2.0],"data_offsets":[0,2]}})", 2);
        row("unknown type", R"({"a":{"dtype":"F5","shape":[2],"data_offsets":[0,2]}})", 2);
        row("type is a number", R"({"a":{"dtype":5,"shape":[2],"data_offsets":[0,2]}})", 2);
        row("entry is a number", R"({"a":5})", 0);
        row("bytes of nobody", R"({"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}})", 3);
        row("a gap", R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[1,2]}})", 2);
        row("an overlap",
            R"({"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},"b":{"dtype":"U8","shape":[1],"data_offsets":[1,2]}})",
            2);
        row("a name twice",
            R"({"a":{"dtype":"U8","shape":[0],"data_offsets":[0,0]},"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}})",
            2);
        row("metadata is a number", R"({"__metadata__":5})", 0);
        row("metadata holds a number", R"({"__metadata__":{"a":5}})", 0);
    }
    void damagedFilesAreRefused() {
        QFETCH(QString, header);
        QFETCH(int, dataBytes);
        writeFileAtomically(m_path, fileOf(header.toStdString(), static_cast<std::size_t>(dataBytes)));
        VISAGIST_VERIFY_ERROR(ErrorCode::Damaged, readSafetensors(m_path));
    }
    void aWrongHeaderLengthIsRefused() {
        for (const std::vector<std::uint8_t>& bytes : {std::vector<std::uint8_t>{},
                                                       {1, 2, 3},
                                                       std::vector<std::uint8_t>(8, 255),
                                                       {3, 0, 0, 0, 0, 0, 0, 0, '{', '}'}}) {
            writeFileAtomically(m_path, bytes);
            VISAGIST_VERIFY_ERROR(ErrorCode::Damaged, readSafetensors(m_path));
        }
    }
    void everyCutOffFileIsRefused() {
        writeSafetensors(m_path, std::vector<TensorBytes>{{"a", "U8", {5}, {1, 2, 3, 4, 5}}}, {{"k", "v"}});
        const auto whole = readFile(m_path);
        for (std::size_t size = 0; size < whole.size(); ++size) {
            writeFileAtomically(m_path, std::span(whole).first(size));
            VISAGIST_VERIFY_ERROR(ErrorCode::Damaged, readSafetensors(m_path));
        }
    }
    void aMissingFileIsNotFound() { VISAGIST_VERIFY_ERROR(ErrorCode::NotFound, readSafetensors(m_path)); }
    void sizesOfTensorsAreCounted() {
        const std::vector<std::int64_t> huge{std::int64_t{1} << 40, std::int64_t{1} << 40},
            none{0, std::int64_t{1} << 40};
        QVERIFY(!tensorByteCount("F32", huge));
        QCOMPARE(tensorByteCount("F32", none).value(), std::uint64_t{0});
        QCOMPARE(tensorByteCount("F64", {}).value(), std::uint64_t{8});
        QVERIFY(!tensorByteCount("nonsense", {}));
    }
};

QTEST_APPLESS_MAIN(TestSafetensors)
#include "tst_safetensors.moc"
