#include <QTest>
#include <random>

#include "core/base/error.h"
#include "core/base/file.h"
#include "core/exchange/pickle_reader.h"
#include "tests/support/test_data.h"

using namespace visagist;

namespace {

PickleValue read(std::string_view text) {
    return readPickle({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}, "test");
}

/// The pickle that tests/data/make_pickles.py wrote.
std::vector<std::uint8_t> stored(int protocol) {
    return readFile(test::referenceData() / "pickles" / ("plain" + std::to_string(protocol) + ".pickle"));
}

/// Reads to the last number of every value: nothing but Error may come out.
double walk(const PickleValue& value) {
    double sum = 0;
    switch (value.kind()) {
        case PickleKind::Dict:
            for (const auto& [key, item] : value.entries()) sum += walk(key) + walk(item);
            break;
        case PickleKind::List:
        case PickleKind::Tuple:
        case PickleKind::Set:
            for (const PickleValue& item : value.items()) sum += walk(item);
            break;
        case PickleKind::Array:
            for (std::size_t i = 0; i < value.asArray().count(); ++i) sum += value.asArray().at(i);
            break;
        default:
            break;
    }
    return sum;
}

ErrorCode codeOf(std::string_view text, std::string* said = nullptr) {
    try {
        read(text);
    } catch (const Error& error) {
        if (said) *said = error.what();
        return error.code();
    }
    return ErrorCode::Internal;
}

std::vector<double> numbers(const PickleValue& value) {
    std::vector<double> result;
    for (std::size_t i = 0; i < value.asArray().count(); ++i) result.push_back(value.asArray().at(i));
    return result;
}

}  // namespace

class TestPickleReader : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyProtocolOfPythonIsRead_data() {
        QTest::addColumn<int>("protocol");
        for (int i = 0; i <= 5; ++i) QTest::addRow("protocol %d", i) << i;
    }

    void everyProtocolOfPythonIsRead() {
        QFETCH(int, protocol);
        const PickleValue value = readPickle(stored(protocol), "plain");
        QCOMPARE(value.entries().size(), std::size_t{21});
        QVERIFY(value.at("none").isNone());
        QCOMPARE(value.at("yes").kind(), PickleKind::Bool);
        QCOMPARE(value.at("yes").asInt(), 1);
        QCOMPARE(value.at("no").asInt(), 0);
        QCOMPARE(value.at("small").asInt(), 7);
        QCOMPARE(value.at("word").asInt(), 60000);
        QCOMPARE(value.at("negative").asInt(), -70000);
        QCOMPARE(value.at("wide").asInt(), -(std::int64_t{1} << 62));
        QCOMPARE(value.at("real").asReal(), 0.15625);
        QCOMPARE(value.at("text").asText(), std::string("Zo\u00eb \u5f20 \U0001f600"));
        const auto bytes = value.at("bytes").asBytes();
        QCOMPARE(std::vector<std::uint8_t>(bytes.begin(), bytes.end()),
                 (std::vector<std::uint8_t>{0, 255, 128, 'A'}));
        QCOMPARE(value.at("list").items().at(1).items().at(1).items().at(0).asInt(), 3);
        QCOMPARE(value.at("tuple").items().at(3).asText(), std::string("four"));
        QVERIFY(value.at("empty").items().empty());
        QCOMPARE(value.at("set").items().at(0).asInt(), 5);
        QCOMPARE(value.at("twice").items().at(1).items().at(1).asInt(), 2);
        QCOMPARE(value.at("points").asArray().shape, (std::vector<std::int64_t>{3, 2}));
        QCOMPARE(numbers(value.at("points")), (std::vector<double>{1.5, -2, 3.25, 4, 0, 1e6}));
        QCOMPARE(numbers(value.at("columns")), (std::vector<double>{0, 1, 2, 3, 4, 5}));
        QCOMPARE(numbers(value.at("big")), (std::vector<double>{1, -2}));
        QCOMPARE(numbers(value.at("mask")), (std::vector<double>{0, 255}));
        QCOMPARE(value.at("scalar").asReal(), 2.5);
        QCOMPARE(value.at("count").asInt(), -3);
        QVERIFY(value.at("no such key").isNone());
    }

    void anotherNameIsRefusedByName() {
        std::string said;
        QCOMPARE(codeOf("cposix\nsystem\n(Vtouch /tmp/x\ntR.", &said), ErrorCode::Unsupported);
        QVERIFY2(said.find("posix.system") != std::string::npos, said.c_str());
        QCOMPARE(codeOf("\x80\x04\x8c\x08"
                        "builtins\x8c\x04"
                        "eval\x93.",
                        &said),
                 ErrorCode::Unsupported);
        QVERIFY2(said.find("builtins.eval") != std::string::npos, said.c_str());
        // a known module is not enough
        QCOMPARE(codeOf("cnumpy\nload\n.", &said), ErrorCode::Unsupported);
        QVERIFY2(said.find("numpy.load") != std::string::npos, said.c_str());
    }

    void aKnownNameAloneIsNoValue() {
        QCOMPARE(codeOf("cnumpy\ndtype\n."), ErrorCode::Damaged);
        QCOMPARE(codeOf("(lcnumpy\ndtype\na."), ErrorCode::Damaged);
        QCOMPARE(codeOf("cnumpy\ndtype\n\x85."), ErrorCode::Damaged);
    }

    void aListThatHoldsItselfIsRefused() {
        QCOMPARE(codeOf("(lp0\ng0\na."), ErrorCode::Damaged);
        QCOMPARE(codeOf("]q\x01]q\x02h\x01"
                        "ah\x01h\x02"
                        "a."),
                 ErrorCode::Damaged);
    }

    void aTextThatIsNoUnicodeIsRefused() {
        QCOMPARE(codeOf("\x8c\x01\xff."), ErrorCode::Damaged);
        QCOMPARE(codeOf("\x8c\x03\xed\xa0\x80."), ErrorCode::Damaged);
        QCOMPARE(codeOf("\x8c\x02\xc0\x80."), ErrorCode::Damaged);
        QCOMPARE(codeOf("V\\ud800\n."), ErrorCode::Damaged);
        QCOMPARE(read("V\\u5f20\n.").asText(), std::string("\u5f20"));
    }

    void nestingHasALimit() {
        const std::string deep = std::string(100'000, ']') + std::string(99'999, 'a') + ".";
        QCOMPARE(codeOf(deep), ErrorCode::Unsupported);
        QCOMPARE(codeOf(std::string(150, ']') + std::string(149, 'a') + "."), ErrorCode::Internal);
    }

    void aSizeBeyondTheDataIsRefused() {
        QCOMPARE(codeOf(std::string_view("\x8e\xff\xff\xff\xff\xff\xff\xff\x7f.", 10)), ErrorCode::Damaged);
        QCOMPARE(codeOf(""), ErrorCode::Damaged);
        QCOMPARE(codeOf("0."), ErrorCode::Damaged);
        QCOMPARE(codeOf("h\x09."), ErrorCode::Damaged);
    }

    void everyTruncationIsAnError() {
        for (int protocol = 0; protocol <= 5; ++protocol) {
            const auto bytes = stored(protocol);
            for (std::size_t size = 0; size < bytes.size(); ++size) {
                QVERIFY_EXCEPTION_THROWN(readPickle(std::span(bytes).first(size), "cut"), Error);
            }
        }
    }

    void changedBytesGiveAValueOrAnError() {
        std::mt19937 random(7);
        int values = 0, errors = 0;
        for (int i = 0; i < 30'000; ++i) {
            auto bytes = stored(i % 6);
            for (unsigned k = 0; k <= random() % 4; ++k) {
                bytes[random() % bytes.size()] = static_cast<std::uint8_t>(random());
            }
            try {
                walk(readPickle(bytes, "changed"));
                ++values;
            } catch (const Error&) {
                ++errors;
            }
        }
        QVERIFY(values > 100);
        QVERIFY(errors > 100);
    }
};

QTEST_GUILESS_MAIN(TestPickleReader)
#include "tst_pickle_reader.moc"
