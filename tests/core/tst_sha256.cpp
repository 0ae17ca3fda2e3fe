#include <QTest>

#include "core/base/sha256.h"

using namespace visagist;

class TestSha256 : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void knownAnswers() {
        // FIPS 180-2, appendix B, and the digest of nothing.
        QCOMPARE(Sha256().add("abc").hex(),
                 std::string("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
        QCOMPARE(Sha256().add("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq").hex(),
                 std::string("248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"));
        QCOMPARE(sha256Hex({}),
                 std::string("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"));
    }
    void piecesGiveTheSameAsTheWhole() {
        const std::vector<std::uint8_t> bytes(1000, 'a');
        const std::span<const std::uint8_t> all(bytes);
        QCOMPARE(Sha256().add(all.first(7)).add(all.subspan(7)).hex(), sha256Hex(all));
    }
};

QTEST_APPLESS_MAIN(TestSha256)
#include "tst_sha256.moc"
