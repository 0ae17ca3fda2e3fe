#include <QTest>
#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "core/data/seeded_random.h"

using namespace visagist;

class TestSeededRandom : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void bitsAreSplitMix64s() {
        SeededRandom random(1234567);
        for (const std::uint64_t wanted :
             {6457827717110365317ull, 3203168211198807973ull, 9817491932198370423ull, 4593380528125082431ull,
              16408922859458223821ull})
            QCOMPARE(random.bits(), std::uint64_t{wanted});
    }
    void seedsAndShufflesNeverChange() {
        // Stored runs are resumed with these.
        QCOMPARE(mixedSeed(1, 2, 3), std::uint64_t{0xd0734750fde362b3});
        QCOMPARE(mixedSeed(7, 0x5EED), std::uint64_t{0xc55f620311126d1e});
        QCOMPARE(mixedSeed(0, 0), std::uint64_t{0x238275bc38fcbe91});
        const std::vector<std::size_t> ten{3, 2, 9, 4, 7, 6, 8, 1, 5, 0};
        for (std::size_t i = 0; i < ten.size(); ++i) QCOMPARE(shuffledPlace(i, 10, 42), ten[i]);
    }
    void seedsOfDifferentUsesDiffer() {
        std::set<std::uint64_t> seen;
        for (std::uint64_t seed = 0; seed < 10; ++seed) {
            for (std::uint64_t a = 0; a < 20; ++a) {
                for (std::uint64_t b = 0; b < 20; ++b) seen.insert(mixedSeed(seed, a, b));
            }
        }
        QCOMPARE(seen.size(), std::size_t{4000});
    }
    void uniformNumbersFillTheirRange() {
        SeededRandom random(5);
        double sum = 0, least = 1, most = 0;
        for (int i = 0; i < 100'000; ++i) {
            const double value = random.uniform();
            QVERIFY(value >= 0 && value < 1);
            sum += value, least = std::min(least, value), most = std::max(most, value);
        }
        QVERIFY(std::abs(sum / 100'000 - 0.5) < 0.005);
        QVERIFY(least < 1e-3 && most > 0.999);
        for (int i = 0; i < 1000; ++i) {
            const double value = random.uniform(-3, 5);
            QVERIFY(value >= -3 && value < 5);
        }
    }
    void normalNumbersHaveMeanZeroAndVarianceOne() {
        SeededRandom random(6);
        double sum = 0, squares = 0, fourth = 0;
        constexpr int count = 100'000;
        for (int i = 0; i < count; ++i) {
            const double value = random.normal();
            QVERIFY(std::isfinite(value));
            sum += value, squares += value * value, fourth += std::pow(value, 4);
        }
        QVERIFY(std::abs(sum / count) < 0.02);
        QVERIFY(std::abs(squares / count - 1) < 0.02);
        QVERIFY(std::abs(fourth / count - 3) < 0.15);
    }
    void belowReachesEveryNumber() {
        SeededRandom random(7);
        std::vector<int> seen(6);
        for (int i = 0; i < 6000; ++i) ++seen.at(random.below(6));
        for (const int count : seen) QVERIFY(count > 850 && count < 1150);
        for (int i = 0; i < 10; ++i) QCOMPARE(random.below(1), std::size_t{0});
    }
    void aShuffleIsAPermutation() {
        std::vector<std::size_t> counts{250, 255, 256, 257, 1000, 1023, 1024, 1025, 4097, 20'000};
        for (std::size_t i = 1; i <= 70; ++i) counts.push_back(i);
        for (const std::size_t count : counts) {
            for (const std::uint64_t seed : {0ull, 1ull, ~0ull}) {
                std::vector<bool> seen(count);
                for (std::size_t i = 0; i < count; ++i) {
                    const std::size_t place = shuffledPlace(i, count, seed);
                    QVERIFY2(place < count && !seen[place], qPrintable(QString::number(count)));
                    seen[place] = true;
                }
            }
        }
    }
    void shufflesDoNotKeepNeighboursTogether() {
        constexpr std::size_t count = 2000;
        std::size_t fixed = 0, together = 0, sameForOtherSeed = 0;
        for (std::size_t i = 0; i + 1 < count; ++i) {
            const std::size_t place = shuffledPlace(i, count, 9);
            fixed += place == i;
            together += shuffledPlace(i + 1, count, 9) == place + 1;
            sameForOtherSeed += shuffledPlace(i, count, 10) == place;
        }
        QVERIFY(fixed < 10);
        QVERIFY(together < 10);
        QVERIFY(sameForOtherSeed < 10);
    }
};

QTEST_APPLESS_MAIN(TestSeededRandom)
#include "tst_seeded_random.moc"
