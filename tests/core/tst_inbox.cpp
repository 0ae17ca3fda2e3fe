#include <QTest>
#include <memory>
#include <thread>

#include "core/base/inbox.h"

using namespace visagist;

class TestInbox : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void drainTakesAllOnceInOrder() {
        Inbox<int> inbox;
        inbox.post(1);
        inbox.post(2);
        QCOMPARE(inbox.drain(), (std::vector<int>{1, 2}));
        QVERIFY(inbox.drain().empty());
    }
    void nothingIsLostBetweenThreads() {
        constexpr int each = 20000;
        Inbox<std::unique_ptr<int>> inbox;
        std::vector<std::unique_ptr<int>> all;
        {
            std::vector<std::jthread> threads;
            for (int t = 0; t < 3; ++t) {
                threads.emplace_back([&inbox] {
                    for (int i = 0; i < each; ++i) inbox.post(std::make_unique<int>(i));
                });
            }
            while (all.size() < std::size_t{each}) {
                for (auto& item : inbox.drain()) all.push_back(std::move(item));
            }
        }
        for (auto& item : inbox.drain()) all.push_back(std::move(item));
        QCOMPARE(all.size(), std::size_t{3 * each});
        std::int64_t sum = 0;
        for (const auto& item : all) sum += *item;
        QCOMPARE(sum, std::int64_t{3} * each * (each - 1) / 2);
    }
};

QTEST_APPLESS_MAIN(TestInbox)
#include "tst_inbox.moc"
