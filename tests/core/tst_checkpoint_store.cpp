#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <fstream>
#include <random>
#include <set>

#include "core/base/file.h"
#include "core/base/path.h"
#include "core/store/checkpoint_store.h"
#include "core/store/schema.h"
#include "tests/support/child_process.h"
#include "tests/support/error_of.h"

using namespace visagist;
namespace fs = std::filesystem;

namespace {

TensorBytes tensor(const std::string& name, std::size_t bytes, unsigned seed) {
    TensorBytes result{name, "U8", {static_cast<std::int64_t>(bytes)}, std::vector<std::uint8_t>(bytes)};
    std::mt19937 random(seed);
    for (auto& byte : result.bytes) byte = static_cast<std::uint8_t>(random());
    return result;
}

Checkpoint checkpoint(std::int64_t run, std::int64_t step, std::size_t bytes = 200'000) {
    const auto seed = static_cast<unsigned>(step);
    return {.run = run,
            .step = step,
            .state = R"({"people":["Zoë","人"]})",
            .progress = R"({"seconds":1.5})",
            .metrics = {{"generator", 0.25}},
            .tensors = {tensor("generator/a", bytes, seed),
                        tensor("ema/a", 1000, seed + 1),
                        tensor("optimizer/a", 500, seed + 2),
                        {"rng/none", "F32", {0, 3}, {}},
                        {"rng/one", "I64", {}, std::vector<std::uint8_t>(8)}}};
}

bool equal(const Checkpoint& a, const Checkpoint& b) {
    return a.run == b.run && a.step == b.step && a.state == b.state && a.progress == b.progress &&
           a.metrics == b.metrics && a.tensors == b.tensors;
}

/// Changes one byte of a file.
void flip(const fs::path& path, std::uintmax_t at) {
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekg(static_cast<std::streamoff>(at));
    const int byte = file.get();
    file.seekp(static_cast<std::streamoff>(at));
    file.put(static_cast<char>(byte ^ 0x10));
}

/// Rewrites a file as the first version of this format had it: each tensor with chunks of its own.
void writeFirstFormat(const fs::path& newer, const fs::path& older) {
    Database database(older, Access::ReadWrite, true);
    prepareCheckpointConnection(database);
    Schema first = checkpointSchema();
    first.steps = first.steps.first(1);
    applySchema(database, first, true);
    database.execute("ATTACH '" + utf8FromPath(newer) + "' AS newer");
    database.execute(
        "INSERT INTO checkpoint SELECT id, run, step, time, bytes, starred, note, weights_sha256, "
        "state_sha256, record_sha256, metrics, progress, state FROM newer.checkpoint;"
        "INSERT INTO tensor SELECT * FROM newer.tensor;"
        "INSERT INTO chunk SELECT tensor, number, sha256, bytes FROM newer.tensor_chunk JOIN newer.chunk "
        "USING (sha256) ORDER BY tensor, number");
}

std::int64_t numberOf(const fs::path& path, const std::string& sql) {
    Database database(path, Access::ReadOnly);
    Statement row = database.prepare(sql);
    return row.step() ? row.integer(0) : -1;
}

/// Where `content` lies in a file.
std::uintmax_t placeOf(const fs::path& path, std::span<const std::uint8_t> content) {
    const auto bytes = readFile(path);
    return static_cast<std::uintmax_t>(
        std::search(bytes.begin(), bytes.end(), content.begin(), content.end()) - bytes.begin());
}

}  // namespace

class TestCheckpointStore : public QObject {
    Q_OBJECT
    QTemporaryDir m_dir;
    fs::path m_folder, m_path;

    /// Saves checkpoints of steps 100, 200 … of run 1.
    void makeStore(int count, std::size_t bytes = 200'000) {
        CheckpointStore store(m_path, Access::ReadWrite);
        for (int i = 1; i <= count; ++i) store.save(checkpoint(1, i * 100, bytes));
    }

private Q_SLOTS:
    void init() {
        m_folder = pathFromUtf8(m_dir.path().toStdString()) / "Мой folder (1) 测试";
        fs::create_directories(m_folder);
        m_path = m_folder / "Zoë.checkpoints";
    }
    void cleanup() {
        fs::permissions(m_folder, fs::perms::owner_all);
        fs::remove_all(m_folder);
    }

    void whatIsSavedIsLoaded() {
        CheckpointStore store(m_path, Access::ReadWrite);
        const Checkpoint saved = checkpoint(3, 700);
        const auto id = store.save(saved);
        QVERIFY(equal(store.load(id), saved));
        QVERIFY(store.verify(id));
        QVERIFY(!store.damaged());
        const CheckpointInfo info = store.list().at(0);
        QCOMPARE(info.id, id);
        QCOMPARE(info.run, std::int64_t{3});
        QCOMPARE(info.step, std::int64_t{700});
        QCOMPARE(info.bytes, std::int64_t{201'508});
        QCOMPARE(info.metrics.at("generator"), 0.25);
        QVERIFY(info.time > 1'600'000'000'000);
        QCOMPARE(CheckpointStore(m_path, Access::ReadOnly).list().size(), std::size_t{1});
    }
    void aTensorLargerThanAChunkIsLoadedWhole() {
        CheckpointStore store(m_path, Access::ReadWrite);
        const Checkpoint saved = checkpoint(1, 1, 2 * CheckpointStore::kChunkBytes + 5);
        QVERIFY(equal(store.load(store.save(saved)), saved));
        Database database(m_path, Access::ReadOnly);
        Statement longest = database.prepare("SELECT max(length(bytes)), count(*) FROM chunk");
        QVERIFY(longest.step());
        QCOMPARE(longest.integer(0), static_cast<std::int64_t>(CheckpointStore::kChunkBytes));
        QCOMPARE(longest.integer(1), std::int64_t{6});
    }
    void aPartIsLoadedAlone() {
        CheckpointStore store(m_path, Access::ReadWrite);
        const Checkpoint part = store.load(store.save(checkpoint(1, 1)), "ema/");
        QCOMPARE(part.tensors.size(), std::size_t{1});
        QCOMPARE(part.tensors[0].name, std::string("ema/a"));
    }
    void equalTrainingHasEqualHashes() {
        CheckpointStore store(m_path, Access::ReadWrite);
        Checkpoint same = checkpoint(2, 5);
        same.progress = "other";
        same.metrics.clear();
        const auto first = store.find(store.save(checkpoint(1, 5))).value();
        const auto second = store.find(store.save(same)).value();
        QCOMPARE(first.stateSha256, second.stateSha256);
        QCOMPARE(first.weightsSha256, second.weightsSha256);

        Checkpoint other = checkpoint(1, 5);
        other.tensors[2].bytes[0] ^= 1;
        const auto third = store.find(store.save(other)).value();
        QVERIFY(third.stateSha256 != first.stateSha256);
        QCOMPARE(third.weightsSha256, first.weightsSha256);
        other.tensors[1].bytes[0] ^= 1;
        QVERIFY(store.find(store.save(other)).value().weightsSha256 != first.weightsSha256);
    }
    void hashesTellNamesShapesAndStateApart() {
        CheckpointStore store(m_path, Access::ReadWrite);
        std::set<std::string> hashes;
        for (int change = 0; change < 5; ++change) {
            Checkpoint one = checkpoint(1, 5);
            TensorBytes& first = one.tensors[0];
            if (change == 1) first.name = "generator/b";
            if (change == 2) first.shape = {2, 100'000};
            if (change == 3) first.type = "I8";
            if (change == 4) one.state = "{}";
            hashes.insert(store.find(store.save(one)).value().stateSha256);
        }
        QCOMPARE(hashes.size(), std::size_t{5});
    }
    void metricsThatAreNotFiniteAreLeftOut() {
        CheckpointStore store(m_path, Access::ReadWrite);
        Checkpoint saved = checkpoint(1, 1);
        saved.metrics = {{"a", std::nan("")}, {"b", INFINITY}, {"c", 1.0}};
        const auto id = store.save(saved);
        QCOMPARE(store.load(id).metrics, (std::map<std::string, double>{{"c", 1.0}}));
    }
    void aTensorWhoseBytesDoNotFitIsRefused() {
        CheckpointStore store(m_path, Access::ReadWrite);
        Checkpoint wrong = checkpoint(1, 1);
        wrong.tensors[1].shape = {7};
        VISAGIST_VERIFY_ERROR(ErrorCode::InvalidArgument, store.save(wrong));
        QVERIFY(store.list().empty());
    }
    void theNewestAndTheStarredStay() {
        makeStore(6);
        CheckpointStore store(m_path, Access::ReadWrite);
        store.save(checkpoint(2, 100));
        const auto oldest = store.list().back().id;
        store.setStarred(oldest, true);
        store.setNote(oldest, "好");
        QCOMPARE(store.keepNewest(1, 2), 3);
        std::vector<std::int64_t> steps;
        for (const auto& info : store.list()) steps.push_back(info.step);
        QCOMPARE(steps, (std::vector<std::int64_t>{100, 600, 500, 100}));
        QCOMPARE(store.find(oldest)->note, std::string("好"));
        QVERIFY(store.verify(oldest));
    }
    void roomOfRemovedCheckpointsIsUsedAgain() {
        makeStore(1, 3'000'000);
        CheckpointStore store(m_path, Access::ReadWrite);
        const auto size = fs::file_size(m_path);
        for (int i = 0; i < 5; ++i) {
            store.remove(store.list().at(0).id);
            store.save(checkpoint(1, i, 3'000'000));
        }
        QVERIFY(fs::file_size(m_path) < size + size / 2);
        Database database(m_path, Access::ReadOnly);
        Statement rows = database.prepare("SELECT count(*) FROM tensor");
        QVERIFY(rows.step());
        QCOMPARE(rows.integer(0), std::int64_t{5});
    }
    void chunksThatDidNotChangeAreStoredOnce() {
        CheckpointStore store(m_path, Access::ReadWrite);
        Checkpoint one = checkpoint(1, 100, 3'000'000);
        one.tensors.push_back(tensor("discriminator/a", 2'000'000, 77));
        const auto first = store.find(store.save(one)).value();
        QCOMPARE(first.addedBytes, first.bytes);
        const auto size = fs::file_size(m_path);
        Checkpoint two = one;
        two.step = 200;
        two.tensors[2] = tensor("optimizer/a", 500, 78);
        const auto second = store.find(store.save(two)).value();
        QCOMPARE(second.bytes, first.bytes);
        QCOMPARE(second.addedBytes, std::int64_t{500});
        QVERIFY(fs::file_size(m_path) < size + 200'000);
        QVERIFY(equal(store.load(first.id), one));
        QVERIFY(equal(store.load(second.id), two));
        // Equal content inside one checkpoint, under two names.
        two.tensors.push_back(two.tensors[0]);
        two.tensors.back().name = "generator/twin";
        const auto third = store.find(store.save(two)).value();
        QCOMPARE(third.addedBytes, std::int64_t{0});
        QVERIFY(equal(store.load(third.id), two));
    }
    void removalFreesOnlyWhatNoOtherCheckpointHolds() {
        CheckpointStore store(m_path, Access::ReadWrite);
        Checkpoint one = checkpoint(1, 100), two = checkpoint(1, 200);
        two.tensors[0] = one.tensors[0];
        const auto first = store.save(one), second = store.save(two);
        const char* count = "SELECT count(*) FROM chunk";
        QCOMPARE(numberOf(m_path, count), std::int64_t{6});  // the empty tensor has none
        store.remove(first);
        QVERIFY(equal(store.load(second), two));
        QCOMPARE(numberOf(m_path, count), std::int64_t{4});
        QCOMPARE(store.keepNewest(1, 0), 1);
        QCOMPARE(numberOf(m_path, count), std::int64_t{0});
        QCOMPARE(numberOf(m_path, "SELECT count(*) FROM tensor_chunk"), std::int64_t{0});
    }
    void aSharedChunkThatWasDamagedIsMendedByTheNextSave() {
        makeStore(1);
        CheckpointStore store(m_path, Access::ReadWrite);
        const auto content = checkpoint(1, 100).tensors[0].bytes;
        flip(m_path, placeOf(m_path, std::span(content).subspan(150'000, 32)));
        CheckpointStore again(m_path, Access::ReadWrite);
        QVERIFY(!again.verify(1));
        QCOMPARE(again.find(again.save(checkpoint(1, 100))).value().addedBytes, std::int64_t{200'000});
        QVERIFY(again.verify(1) && again.verify(2));
    }
    void theFileShrinksWhenMuchIsRemoved() {
        makeStore(6, 3'000'000);
        CheckpointStore store(m_path, Access::ReadWrite);
        const auto size = fs::file_size(m_path);
        QCOMPARE(store.keepNewest(1, 1), 5);
        QVERIFY(fs::file_size(m_path) < size / 2);
        QVERIFY(equal(store.load(6), checkpoint(1, 600, 3'000'000)));
        store.remove(6);
        QVERIFY(fs::file_size(m_path) < 1'000'000);
    }
    void hashesAreThoseOfTheFirstVersion() {
        makeStore(1);
        const auto info = CheckpointStore(m_path, Access::ReadOnly).find(1).value();
        QCOMPARE(info.weightsSha256,
                 std::string("74582ef5524322667dd199e0a2802aaf3bf83ed06d1f9977c45039dd9f56ba85"));
        QCOMPARE(info.stateSha256,
                 std::string("acf1a48edccd5cc2ac3521a34ec2f4a6970f6ec838c4d9821f158f07dd58f58b"));
    }
    void aFileOfTheFirstFormatIsBroughtUpToDateWithoutLoss() {
        const fs::path newer = m_folder / "newer";
        std::vector<CheckpointInfo> before;
        {
            CheckpointStore store(newer, Access::ReadWrite);
            Checkpoint two = checkpoint(1, 200);
            two.tensors[0] = checkpoint(1, 100).tensors[0];
            store.save(checkpoint(1, 100));
            store.save(two);
            store.save(checkpoint(2, 300, 3'000'000));
            store.setStarred(2, true);
            store.setNote(2, "好");
            before = store.list();
        }
        writeFirstFormat(newer, m_path);
        {
            CheckpointStore asItIs(m_path, Access::ReadOnly);
            QVERIFY(asItIs.verify(1) && asItIs.verify(3));
            QVERIFY(equal(asItIs.load(3), checkpoint(2, 300, 3'000'000)));
            QCOMPARE(asItIs.list().at(0).stateSha256, before[0].stateSha256);
        }
        QCOMPARE(numberOf(m_path, "PRAGMA user_version"), std::int64_t{1});
        CheckpointStore store(m_path, Access::ReadWrite);
        QCOMPARE(numberOf(m_path, "PRAGMA user_version"), std::int64_t{2});
        const auto after = store.list();
        QCOMPARE(after.size(), before.size());
        for (std::size_t i = 0; i < after.size(); ++i) {
            QCOMPARE(after[i].id, before[i].id);
            QCOMPARE(after[i].weightsSha256, before[i].weightsSha256);
            QCOMPARE(after[i].stateSha256, before[i].stateSha256);
            QCOMPARE(after[i].time, before[i].time);
            QCOMPARE(after[i].addedBytes, before[i].addedBytes);
            QVERIFY(store.verify(after[i].id));
        }
        QVERIFY(after[1].starred);
        QCOMPARE(after[1].note, std::string("好"));
        QVERIFY(equal(store.load(1), checkpoint(1, 100)));
        QCOMPARE(store.save(checkpoint(1, 400)), std::int64_t{4});
        QVERIFY(fs::file_size(m_path) < 5'000'000);
        QCOMPARE(numberOf(m_path, "PRAGMA auto_vacuum"), std::int64_t{2});
    }
    void ofTwoCopiesInAnOlderFileTheWholeOneIsTaken() {
        const fs::path newer = m_folder / "newer";
        {
            CheckpointStore store(newer, Access::ReadWrite);
            store.save(checkpoint(1, 100));
            store.save(checkpoint(1, 100));
            store.save(checkpoint(1, 300));
        }
        writeFirstFormat(newer, m_path);
        const std::string damage =
            "UPDATE chunk SET data = zeroblob(length(data)) WHERE tensor IN (SELECT id FROM tensor WHERE "
            "name = 'generator/a' AND checkpoint IN (1, 3))";
        Database(m_path, Access::ReadWrite).execute(damage);
        CheckpointStore store(m_path, Access::ReadWrite);
        QVERIFY(store.verify(1) && store.verify(2));
        QVERIFY(!store.verify(3));
    }
    void anOlderFileThatWasCutOffIsReadAndRepaired() {
        const fs::path newer = m_folder / "newer";
        {
            CheckpointStore store(newer, Access::ReadWrite);
            for (int i = 1; i <= 3; ++i) store.save(checkpoint(1, i * 100));
        }
        writeFirstFormat(newer, m_path);
        fs::resize_file(m_path, fs::file_size(m_path) - 150'000);
        {
            CheckpointStore store(m_path, Access::ReadWrite);
            QVERIFY(store.damaged());
            QVERIFY(equal(store.load(1), checkpoint(1, 100)));
        }
        const int kept = CheckpointStore::repair(m_path);
        QVERIFY(kept >= 1);
        CheckpointStore store(m_path, Access::ReadWrite);
        QCOMPARE(static_cast<int>(store.list().size()), kept);
        QVERIFY(equal(store.load(1), checkpoint(1, 100)));
    }
    void aFileThatAnotherReadsIsNotRepairedUnderItsHands() {
        makeStore(1);
        Database reader(m_path, Access::ReadOnly);
        const Snapshot snapshot(reader);
        Statement row = reader.prepare("SELECT count(*) FROM checkpoint");
        QVERIFY(row.step());
        VISAGIST_VERIFY_ERROR(ErrorCode::Busy, CheckpointStore::repair(m_path));
        QCOMPARE(std::distance(fs::directory_iterator(m_folder), fs::directory_iterator()),
                 std::ptrdiff_t{2});  // the file and its journal
    }
    void whatIsNotThereIsNotFound() {
        VISAGIST_VERIFY_ERROR(ErrorCode::NotFound, CheckpointStore(m_path, Access::ReadOnly));
        QVERIFY(!fs::exists(m_path));
        CheckpointStore store(m_path, Access::ReadWrite);
        VISAGIST_VERIFY_ERROR(ErrorCode::NotFound, store.load(5));
        VISAGIST_VERIFY_ERROR(ErrorCode::NotFound, store.remove(5));
        QVERIFY(!store.find(5));
        QVERIFY(!store.latestWhole(std::nullopt));
    }
    void anotherKindOfFileIsRefused() {
        {
            Database database(m_path, Access::ReadWrite, true);
            applySchema(database, projectSchema(), true);
        }
        VISAGIST_VERIFY_ERROR(ErrorCode::InvalidArgument, CheckpointStore(m_path, Access::ReadWrite));
        std::ofstream(m_path, std::ios::binary) << std::string(200'000, '\0');
        VISAGIST_VERIFY_ERROR(ErrorCode::Damaged, CheckpointStore(m_path, Access::ReadWrite));
    }
    void aFlippedBitInATensorIsFoundAndTheOlderOneTaken() {
        makeStore(3);
        const auto newest = checkpoint(1, 300).tensors[0].bytes;
        flip(m_path, placeOf(m_path, std::span(newest).subspan(150'000, 32)));
        CheckpointStore store(m_path, Access::ReadWrite);
        std::vector<CheckpointInfo> damaged;
        QCOMPARE(store.latestWhole(1, &damaged).value().step, std::int64_t{200});
        QCOMPARE(damaged.size(), std::size_t{1});
        QCOMPARE(damaged[0].step, std::int64_t{300});
        const auto error = test::errorOf([&] { store.load(damaged[0].id); });
        QVERIFY(error && error->code() == ErrorCode::Damaged);
        QVERIFY(std::string(error->what()).find("Checkpoint 3 ") != std::string::npos);
        QVERIFY(equal(store.load(2), checkpoint(1, 200)));
        QCOMPARE(store.load(3, "ema/").tensors.size(), std::size_t{1});
    }
    void aFlippedBitAnywhereIsFoundOrHarmless() {
        makeStore(3);
        const auto whole = readFile(m_path);
        std::mt19937_64 random(1);
        int found = 0;
        for (int i = 0; i < 60; ++i) {
            writeFileAtomically(m_path, whole);
            for (int n = 0; n < 3; ++n) flip(m_path, random() % whole.size());
            try {
                CheckpointStore store(m_path, Access::ReadOnly);
                for (const auto& info : store.list()) {
                    if (!store.verify(info.id)) {
                        ++found;
                        continue;
                    }
                    const Checkpoint expected = checkpoint(1, info.step);
                    QVERIFY(equal(store.load(info.id), expected));
                }
            } catch (const Error& error) {
                ++found;
                QVERIFY2(error.code() == ErrorCode::Damaged || error.code() == ErrorCode::InvalidArgument ||
                             error.code() == ErrorCode::NewerVersion,
                         error.what());
            }
        }
        QVERIFY(found > 40);
    }
    void aFileThatWasCutOffGivesWhatIsLeftAndIsRepaired() {
        makeStore(3);
        fs::resize_file(m_path, fs::file_size(m_path) - 150'000);
        {
            CheckpointStore store(m_path, Access::ReadWrite);
            QVERIFY(store.damaged());
            QCOMPARE(store.latestWhole(1).value().step, std::int64_t{200});
            VISAGIST_VERIFY_ERROR(ErrorCode::Damaged, store.save(checkpoint(1, 400)));
        }
        QCOMPARE(CheckpointStore::repair(m_path), 2);
        QVERIFY(fs::exists(fs::path(m_path) += ".damaged"));
        CheckpointStore store(m_path, Access::ReadWrite);
        QVERIFY(!store.damaged());
        QVERIFY(equal(store.load(2), checkpoint(1, 200)));
        QCOMPARE(store.save(checkpoint(1, 300)), std::int64_t{3});
        QCOMPARE(store.list().size(), std::size_t{3});
    }
    void repairKeepsStarsNotesAndTimes() {
        makeStore(2);
        CheckpointInfo before;
        {
            CheckpointStore store(m_path, Access::ReadWrite);
            store.setStarred(1, true);
            store.setNote(1, "keep");
            before = store.find(1).value();
        }
        QCOMPARE(CheckpointStore::repair(m_path), 2);
        const auto after = CheckpointStore(m_path, Access::ReadOnly).find(1).value();
        QCOMPARE(after.time, before.time);
        QCOMPARE(after.note, std::string("keep"));
        QVERIFY(after.starred);
        QCOMPARE(after.stateSha256, before.stateSha256);
        QCOMPARE(std::distance(fs::directory_iterator(m_folder), fs::directory_iterator()),
                 std::ptrdiff_t{2});
    }

#ifndef _WIN32
    void aProcessKilledWhileSavingLeavesTheOlderOnesWhole() {
        makeStore(1);
        CheckpointStore(m_path, Access::ReadWrite).setStarred(1, true);
        std::mt19937 random(7);
        int left = 1;
        for (int i = 0; i < 20; ++i) {
            const pid_t child = test::startChild([&]() -> int {
                CheckpointStore store(m_path, Access::ReadWrite);
                const TensorBytes unchanged = tensor("discriminator/a", 2'000'000, 5);
                for (int step = 1000;; ++step) {
                    Checkpoint next = checkpoint(1, step, 6'000'000);
                    next.tensors.push_back(unchanged);
                    store.save(next);
                    store.keepNewest(1, 3);
                }
            });
            ::usleep(20'000 + static_cast<useconds_t>(random() % 150'000));
            ::kill(child, SIGKILL);
            QCOMPARE(test::waitForChild(child), -SIGKILL);
            {
                CheckpointStore store(m_path, i % 2 ? Access::ReadOnly : Access::ReadWrite);
                const auto all = store.list();
                QVERIFY(static_cast<int>(all.size()) >= left);
                for (const auto& info : all) QVERIFY(store.verify(info.id));
                QCOMPARE(all.back().step, std::int64_t{100});
            }
            CheckpointStore store(m_path, Access::ReadWrite);
            store.keepNewest(1, 2);
            left = static_cast<int>(store.list().size());
        }
    }
    void aFullDriveKeepsTheOlderOnesAndSaysSo() {
        const int result = test::onSmallDrive(m_folder, 8 << 20, [&] {
            makeStore(2, 2'000'000);
            CheckpointStore store(m_path, Access::ReadWrite);
            const auto error = test::errorOf([&] { store.save(checkpoint(1, 300, 6'000'000)); });
            if (!error || error->code() != ErrorCode::DiskFull) return 1;
            if (store.list().size() != 2 || !store.verify(1) || !store.verify(2)) return 2;
            store.save(checkpoint(1, 400, 1'000'000));
            return store.latestWhole(1).value().step == 400 ? 0 : 3;
        });
        if (result == test::kNoSetUp) QSKIP("this system does not let the test mount a small drive");
        QCOMPARE(result, 0);
    }
    void aReadOnlyFolderIsReadAndNotWritten() {
        makeStore(1);
        fs::permissions(pathFromUtf8(m_dir.path().toStdString()), fs::perms::all);
        fs::permissions(m_path, fs::perms(0444));
        fs::permissions(m_folder, test::kReadOnlyFolder);
        const test::WithoutRoot withoutRoot;
        QVERIFY(equal(CheckpointStore(m_path, Access::ReadOnly).load(1), checkpoint(1, 100)));
        VISAGIST_VERIFY_ERROR(ErrorCode::WriteFailed, CheckpointStore(m_path, Access::ReadWrite));
    }
#endif
};

QTEST_APPLESS_MAIN(TestCheckpointStore)
#include "tst_checkpoint_store.moc"
