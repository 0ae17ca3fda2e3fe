#include <QTest>
#include <cmath>
#include <map>
#include <set>
#include <thread>

#include "core/data/batch_loader.h"
#include "tests/support/error_of.h"
#include "tests/support/face_project.h"

using namespace visagist;

namespace {

bool equal(const Batch& a, const Batch& b) {
    return a.number == b.number && a.resolution == b.resolution && a.faces == b.faces && a.plans == b.plans &&
           a.person == b.person;
}

/// The number of the face at place `i` of a batch of numbered faces.
int faceAt(const Batch& batch, int i) { return *batch.face(static_cast<std::size_t>(i)); }

}  // namespace

class TestBatchLoader : public QObject {
    Q_OBJECT
    std::optional<test::FaceProject> m_project;
    std::optional<AlignedCache> m_cache;
    static constexpr int kAda = 3, kBen = 11, kCleo = 5;

    static DataOptions options(int batch = 4, int workers = 1) {
        DataOptions result;
        result.batchSize = batch;
        result.workers = workers;
        return result;
    }
    static Batch next(BatchLoader& loader) { return *loader.next(std::stop_token()); }

private Q_SLOTS:
    void initTestCase() {
        m_project.emplace();
        m_project->addNumbered("Ada", 10, kAda);
        m_project->addNumbered("Ben", 20, kBen);
        m_project->addNumbered("Cleo", 30, kCleo);
        Dataset dataset = m_project->everybody();
        m_cache.emplace(AlignedCache::open(m_project->project(), dataset, 64));
    }

    void anyNumberOfWorkersMakesTheSameBatches() {
        BatchLoader one(*m_cache, options(4, 1), 7, 0), four(*m_cache, options(4, 4), 7, 0);
        for (std::int64_t i = 0; i < 12; ++i) {
            const Batch batch = next(one);
            QCOMPARE(batch.number, i);
            QVERIFY(equal(batch, next(four)));
        }
    }
    void anotherSeedMakesOtherBatches() {
        BatchLoader one(*m_cache, options(), 7, 0), other(*m_cache, options(), 8, 0);
        QVERIFY(!equal(next(one), next(other)));
    }
    void startingLaterIsSkippingTheFirst() {
        BatchLoader whole(*m_cache, options(4, 2), 7, 0), later(*m_cache, options(4, 3), 7, 5 * 4);
        for (int i = 0; i < 5; ++i) next(whole);
        for (int i = 0; i < 4; ++i) QVERIFY(equal(next(whole), next(later)));
    }
    void peopleComeInTurnHoweverManyFacesTheyHave() {
        BatchLoader loader(*m_cache, options(4), 7, 0);
        std::map<std::int64_t, int> seen;
        for (int i = 0; i < 15; ++i) {
            const Batch batch = next(loader);
            QCOMPARE(batch.person.size(), std::size_t{4});
            for (const std::int64_t person : batch.person) ++seen[person];
        }
        for (const std::int64_t person : {0, 1, 2}) QCOMPARE(seen[person], 20);
    }
    void everyFaceComesOnceARound() {
        BatchLoader loader(*m_cache, options(3), 7, 0);
        std::vector<int> ofBen;
        for (int i = 0; i < 2 * kBen; ++i) {
            const Batch batch = next(loader);
            QCOMPARE(batch.person[1], std::int64_t{1});
            ofBen.push_back(faceAt(batch, 1));
        }
        for (const int round : {0, 1}) {
            const std::set<int> once(ofBen.begin() + round * kBen, ofBen.begin() + (round + 1) * kBen);
            QCOMPARE(once.size(), std::size_t{kBen});
            QCOMPARE(*once.begin(), kAda);
            QCOMPARE(*once.rbegin(), kAda + kBen - 1);
        }
        QVERIFY(!std::equal(ofBen.begin(), ofBen.begin() + kBen, ofBen.begin() + kBen));  // shuffled anew
    }
    void rarePosesComeAsOftenAsUsualOnes() {
        test::FaceProject project;
        const auto looking = [](double offset) {  // eyes one apart, the nose beside their middle
            return std::vector<Point>{{1, 0}, {1, 0}, {0, 0}, {0, 0}, {0.5 + offset, 0.5}};
        };
        for (int i = 0; i < 20; ++i) {
            const double offset = i < 18 ? 0 : i == 18 ? 0.4 : -0.4;
            project.addBytes("Ada", encodePng(test::plainFace(i, 0, 0)), {}, {}, looking(offset));
        }
        const AlignedCache cache = AlignedCache::open(project.project(), project.everybody(), 64);
        DataOptions even = options(4);
        even.evenPoses = true;
        BatchLoader loader(cache, even, 7, 0), usual(cache, options(4), 7, 0);
        std::map<int, int> seen, usually;
        for (int i = 0; i < 30; ++i) {
            const Batch batch = next(loader), plain = next(usual);
            for (int k = 0; k < 4; ++k) ++seen[faceAt(batch, k)], ++usually[faceAt(plain, k)];
        }
        QCOMPARE(seen[18], 40);  // a third of 120 each
        QCOMPARE(seen[19], 40);
        QCOMPARE(usually[18], 6);  // once in twenty
        for (int i = 0; i < 18; ++i) QVERIFY(seen[i] >= 2 && seen[i] <= 3);
    }
    void onlyTrainingFacesCome() {
        Dataset dataset = m_project->everybody();
        for (DatasetFace& face : dataset.faces) {
            if (face.person == dataset.people[0]) face.split = Split::Validation;  // all of Ada's
        }
        dataset.faces[kAda].split = Split::Test;
        const AlignedCache cache = AlignedCache::open(m_project->project(), dataset, 64);
        BatchLoader loader(cache, options(4), 7, 0);
        for (int i = 0; i < 12; ++i) {
            const Batch batch = next(loader);
            for (int k = 0; k < 4; ++k) {
                QVERIFY(batch.person[static_cast<std::size_t>(k)] != 0);
                QVERIFY(faceAt(batch, k) > kAda);
            }
        }
        for (DatasetFace& face : dataset.faces) face.split = Split::Validation;
        const AlignedCache none = AlignedCache::open(m_project->project(), dataset, 64);
        VISAGIST_VERIFY_ERROR(ErrorCode::InvalidArgument, BatchLoader(none, options(), 7, 0));
    }
    void otherOptionsCountFromExactlyTheNextBatch() {
        DataOptions wild = options(4, 4);
        wild.colour = 0.5, wild.flip = true;
        for (int repeat = 0; repeat < 10; ++repeat) {
            BatchLoader changed(*m_cache, options(4, 4), 7, 0), old(*m_cache, options(4, 1), 7, 0),
                fresh(*m_cache, wild, 7, 3 * 4);
            for (int i = 0; i < 3; ++i) QVERIFY(equal(next(changed), next(old)));
            changed.setOptions(wild);
            for (int i = 0; i < 6; ++i) QVERIFY(equal(next(changed), next(fresh)));
        }
    }
    void onlyFacesOfOthersLendTheirColours() {
        DataOptions carrying = options(4);
        carrying.colourTransfer = 1;
        BatchLoader plain(*m_cache, options(4), 7, 0), carried(*m_cache, carrying, 7, 0);
        for (int i = 0; i < 6; ++i) {
            const Batch before = next(plain), after = next(carried);
            QVERIFY(before.faces == after.faces);
            for (std::size_t k = 0; k < 4; ++k) {
                // Numbered faces are of one colour: after the transfer theirs is the other's number.
                const AugmentPlan& plan = after.plans[k];
                QVERIFY(plan != before.plans[k]);
                const float own = static_cast<float>(*before.face(k)) / 127.5f - 1;
                const auto* bytes = before.face(k);
                const float red =
                    plan.colour[0] * own + plan.colour[1] * (static_cast<float>(bytes[1]) / 127.5f - 1) +
                    plan.colour[2] * (static_cast<float>(bytes[2]) / 127.5f - 1) + plan.colour[3];
                const int lender = static_cast<int>(std::lround((red + 1) * 127.5f));
                const auto personOf = [](int number) {
                    return number < kAda ? 0 : number < kAda + kBen ? 1 : 2;
                };
                QVERIFY(lender >= 0 && lender < kAda + kBen + kCleo);
                QVERIFY(personOf(lender) != static_cast<int>(before.person[k]));
            }
        }
    }
    void batchSizeAndWorkersStay() {
        BatchLoader loader(*m_cache, options(4), 7, 0);
        loader.setOptions(options(8, 9));
        QCOMPARE(next(loader).size(), 4);
    }
    void aBatchMayBeLargerThanAllFacesTogether() {
        BatchLoader loader(*m_cache, options(64), 7, 0);
        const Batch batch = next(loader);
        QCOMPARE(batch.size(), 64);
        QCOMPARE(batch.faces.size(), std::size_t{64 * 64 * 64 * 4});
    }
    void whatAWorkerThrowsIsThrownByNext() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
        QSKIP("the sanitizers end a program that asks for so much memory");
#endif
        const AlignedCache large = AlignedCache::open(m_project->project(), m_project->everybody(), 512);
        BatchLoader loader(large, options(2'000'000'000, 3), 7, 0);  // more than can be addressed
        for (int i = 0; i < 2; ++i) {
            bool thrown = false;
            try {
                next(loader);
            } catch (const std::exception&) {
                thrown = true;
            }
            QVERIFY(thrown);
        }
    }
    void aStopEndsTheWaitAtOnce() {
        // A batch of 5,000 faces with other people's colours takes far longer than the stop does.
        DataOptions slow = options(5000, 1);
        slow.colourTransfer = 1;
        BatchLoader loader(*m_cache, slow, 7, 0);
        std::stop_source stop;
        const std::jthread stopper([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            stop.request_stop();
        });
        QVERIFY(!loader.next(stop.get_token()));
    }
    void afterAStopTheNextBatchIsStillTheNext() {
        BatchLoader loader(*m_cache, options(), 7, 0), other(*m_cache, options(), 7, 0);
        std::stop_source stop;
        stop.request_stop();
        bool cancelled = false;
        for (int i = 0; i < 100 && !cancelled; ++i) {
            const std::optional<Batch> batch = loader.next(stop.get_token());
            if (batch) QVERIFY(equal(*batch, next(other)));  // it was ready before the stop
            cancelled = !batch;
        }
        QVERIFY(equal(next(loader), next(other)));
    }
    void twoHundredLoadersComeAndGo() {
        for (int i = 0; i < 200; ++i) {
            BatchLoader loader(*m_cache, options(2, 1 + i % 4), static_cast<std::uint64_t>(i), 2 * i);
            if (i % 3 > 0) QCOMPARE(next(loader).number, std::int64_t{i});
            if (i % 3 > 1) loader.setOptions(options());
        }
    }
};

QTEST_APPLESS_MAIN(TestBatchLoader)
#include "tst_batch_loader.moc"
