#include <QTest>

#include "core/base/path.h"

using namespace visagist;

class TestPath : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void namesComeBackAsTheyWent() {
        for (const std::string name : {"", "a b's.png", "Тест 人脸/é ñ📷.jpg", "e\u0301"})
            QCOMPARE(utf8FromPath(pathFromUtf8(name)), name);
    }
    void aNameThatIsNotUnicodeDoesNotThrow() {
        const std::filesystem::path path(std::string("a\xff\xfe.jpg"));
        QVERIFY(!utf8FromPath(path).empty());
    }
};

QTEST_APPLESS_MAIN(TestPath)
#include "tst_path.moc"
