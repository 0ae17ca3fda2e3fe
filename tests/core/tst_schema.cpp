#include <QTemporaryDir>
#include <QTest>
#include <array>

#include "core/base/path.h"
#include "core/base/sha256.h"
#include "core/store/dataset_table.h"
#include "core/store/schema.h"
#include "tests/support/error_of.h"

using namespace visagist;
namespace fs = std::filesystem;

namespace {

constexpr std::array kOne{"CREATE TABLE t (a TEXT NOT NULL); INSERT INTO t VALUES ('kept')"};
constexpr std::array kTwo{kOne[0], "ALTER TABLE t ADD COLUMN b INTEGER NOT NULL DEFAULT 7"};
constexpr std::array kBroken{kOne[0], kTwo[1], "CREATE TABLE u (a); INSERT INTO nowhere VALUES (1)"};

Schema schemaOf(std::span<const char* const> steps) { return {12345, steps, "%1 is something else."}; }

}  // namespace

class TestSchema : public QObject {
    Q_OBJECT
    QTemporaryDir m_dir;
    fs::path m_path;

    void make(std::span<const char* const> steps) {
        Database database(m_path, Access::ReadWrite, true);
        applySchema(database, schemaOf(steps), true);
    }

private Q_SLOTS:
    void init() { m_path = pathFromUtf8(m_dir.path().toStdString()) / "x.db"; }
    void cleanup() { fs::remove(m_path); }

    void anOlderFileIsBroughtUpToDate() {
        make(kOne);
        Database database(m_path, Access::ReadWrite);
        QCOMPARE(schemaVersion(database), 1);
        applySchema(database, schemaOf(kTwo), false);
        QCOMPARE(schemaVersion(database), 2);
        Statement row = database.prepare("SELECT a, b FROM t");
        QVERIFY(row.step());
        QCOMPARE(row.text(0), std::string("kept"));
        QCOMPARE(row.integer(1), std::int64_t{7});
    }
    void aStepThatFailsIsUndoneAndTheOnesBeforeItStay() {
        make(kOne);
        Database database(m_path, Access::ReadWrite);
        VISAGIST_VERIFY_ERROR(ErrorCode::Internal, applySchema(database, schemaOf(kBroken), false));
        QCOMPARE(schemaVersion(database), 2);
        Statement table = database.prepare("SELECT count(*) FROM sqlite_master WHERE name = 'u'");
        QVERIFY(table.step());
        QCOMPARE(table.integer(0), std::int64_t{0});
    }
    void facesOfAnOlderProjectKeepTheirPicturesAndDatasetsRememberThem() {
        const std::vector<std::uint8_t> crop{1, 2, 3}, mask{4, 5};
        const std::string cropHash = sha256Hex(crop), maskHash = sha256Hex(mask);
        Schema old = projectSchema();
        old.steps = old.steps.first(1);
        Database database(m_path, Access::ReadWrite, true);
        prepareProjectConnection(database);
        applySchema(database, old, true);
        database.execute(R"sql(
            INSERT INTO person VALUES (1, 'Ada', 0, 'unknown');
            INSERT INTO source VALUES (1, '/a', '', 8, 8, 'imported', '', 0);
            INSERT INTO dataset VALUES (1, 42);)sql");
        for (const bool masked : {true, false}) {  // two faces of one crop, of which one has a mask
            const Affine matrix{.xx = 1, .xy = 0, .x0 = 2, .yx = 0, .yy = 1, .y0 = masked ? 3.0 : 4.0};
            database
                .prepare(
                    "INSERT INTO face (person, source, index_in_source, matrix, landmarks, box, score, "
                    "crop_sha256, excluded) VALUES (1, 1, ?, ?, x'', zeroblob(32), 0, ?, 0)")
                .bind(1, masked ? 0 : 1)
                .bind(2, std::span(reinterpret_cast<const std::uint8_t*>(&matrix), sizeof matrix))
                .bind(3, cropHash)
                .run();
            const auto face = database.lastInsertId();
            database.prepare("INSERT INTO face_pixels VALUES (?, ?, ?)")
                .bind(1, face)
                .bind(2, crop)
                .bind(3, masked ? mask : std::vector<std::uint8_t>())
                .run();
            database.prepare("INSERT INTO dataset_face VALUES (1, ?, 1, 'train')").bind(1, face).run();
        }
        applySchema(database, projectSchema(), false);
        const auto all = faces(database);
        QCOMPARE(all.size(), std::size_t{2});
        QCOMPARE(all[0].maskSha256, maskHash);
        QCOMPARE(all[1].maskSha256, std::string());
        for (const Face& face : all) QCOMPARE(faceCropPng(database, face.id), crop);
        QCOMPARE(faceMaskPng(database, all[0].id), mask);
        const Dataset kept = dataset(database, 1);
        QCOMPARE(kept.faces[0].cropSha256, cropHash);
        QCOMPARE(kept.faces[0].maskSha256, maskHash);
        QCOMPARE(datasetStates(database, 1).at(all[1].id).photoFromUnit.y0, 4.0);
    }
    void anOlderFileThatMayOnlyBeReadSaysWhatToDo() {
        make(kOne);
        Database database(m_path, Access::ReadOnly);
        VISAGIST_VERIFY_ERROR(ErrorCode::WriteFailed, applySchema(database, schemaOf(kTwo), false));
    }
    void aNewerFileIsNamed() {
        make(kTwo);
        Database database(m_path, Access::ReadWrite);
        const auto error = test::errorOf([&] { applySchema(database, schemaOf(kOne), false); });
        QVERIFY(error && error->code() == ErrorCode::NewerVersion);
        QVERIFY(std::string(error->what()).find("x.db") != std::string::npos);
    }
    void aFileOfAnotherKindIsRefused() {
        make(kOne);
        Database database(m_path, Access::ReadWrite);
        VISAGIST_VERIFY_ERROR(ErrorCode::InvalidArgument, applySchema(database, projectSchema(), false));
    }
};

QTEST_APPLESS_MAIN(TestSchema)
#include "tst_schema.moc"
