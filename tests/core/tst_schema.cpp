#include <QTemporaryDir>
#include <QTest>
#include <array>

#include "core/base/path.h"
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
