#include <QTest>

#include "core/base/error.h"

using namespace visagist;

class TestError : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void placesAreFilledInAnyOrder() {
        QCOMPARE(Message::fill("%2 of %1, again %2", {"a", "b"}), std::string("b of a, again b"));
    }
    void aPlaceWithoutArgumentBecomesEmpty() { QCOMPARE(Message::fill("<%3>", {"a"}), std::string("<>")); }
    void anArgumentThatLooksLikeAPlaceIsNotFilled() {
        QCOMPARE(Message::fill("%1 %2", {"%2", "x"}), std::string("%2 x"));
    }
    void aLonePercentSignStays() { QCOMPARE(Message::fill("100 % %0 %", {"a"}), std::string("100 % %0 %")); }
    void whatIsTheEnglishSentence() {
        const Error error(ErrorCode::NotFound, "There is no file %1.", {"测试.jpg"});
        QCOMPARE(std::string(error.what()), std::string("There is no file 测试.jpg."));
        QCOMPARE(error.message().english(), std::string(error.what()));
        QCOMPARE(error.code(), ErrorCode::NotFound);
    }
};

QTEST_APPLESS_MAIN(TestError)
#include "tst_error.moc"
