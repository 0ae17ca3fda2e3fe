#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <fstream>
#include <limits>
#include <thread>

#include "core/base/path.h"
#include "core/store/database.h"
#include "tests/support/error_of.h"

using namespace visagist;
namespace fs = std::filesystem;

class TestDatabase : public QObject {
    Q_OBJECT
    QTemporaryDir m_dir;
    fs::path m_path;
    std::unique_ptr<Database> m_database;

    std::int64_t rows(Database& database) {
        Statement count = database.prepare("SELECT count(*) FROM t");
        return count.step() ? count.integer(0) : -1;
    }

private Q_SLOTS:
    void init() {
        m_path = pathFromUtf8(m_dir.path().toStdString()) / "测试 ?#%20.db";
        m_database = std::make_unique<Database>(m_path, Access::ReadWrite, true);
        m_database->execute("CREATE TABLE t (id INTEGER PRIMARY KEY, r REAL, s TEXT, b BLOB)");
    }
    void cleanup() {
        m_database.reset();
        for (const auto& entry : fs::directory_iterator(m_path.parent_path())) fs::remove(entry.path());
    }

    void valuesComeBackAsTheyWent() {
        const std::vector<std::uint8_t> blob{0, 1, 255};
        Statement insert = m_database->prepare("INSERT INTO t (r, s, b) VALUES (?, ?, ?)");
        insert.bind(1, 0.1).bind(2, "Zoë 人").bind(3, blob).run();
        insert.bind(1, std::numeric_limits<double>::quiet_NaN())
            .bind(2, std::string_view())
            .bind(3, std::span<const std::uint8_t>())
            .run();
        Statement select = m_database->prepare("SELECT id, r, s, b FROM t ORDER BY id");
        QVERIFY(select.step());
        QCOMPARE(select.integer(0), std::int64_t{1});
        QCOMPARE(select.real(1), 0.1);
        QCOMPARE(select.text(2), std::string("Zoë 人"));
        QVERIFY(std::equal(blob.begin(), blob.end(), select.blob(3).begin(), select.blob(3).end()));
        QVERIFY(select.step());
        QVERIFY(select.isNull(1));
        QVERIFY(std::isnan(select.real(1)));
        QVERIFY(!select.isNull(2));
        QVERIFY(!select.isNull(3));
        QVERIFY(select.blob(3).empty());
        QVERIFY(!select.step());
    }
    void aTransactionThatIsLeftIsUndone() {
        try {
            Transaction transaction(*m_database);
            m_database->execute("INSERT INTO t (s) VALUES ('x')");
            throw Error(ErrorCode::Cancelled, "stopped");
        } catch (const Error&) {
        }
        QVERIFY(!m_database->inTransaction());
        QCOMPARE(rows(*m_database), std::int64_t{0});
    }
    void aSavepointIsPartOfTheCallersTransaction() {
        {
            Transaction transaction(*m_database);
            for (const bool kept : {true, false}) {
                Savepoint savepoint(*m_database);
                m_database->execute("INSERT INTO t (s) VALUES ('x')");
                if (kept) savepoint.commit();
            }
            QCOMPARE(rows(*m_database), std::int64_t{1});
        }
        QCOMPARE(rows(*m_database), std::int64_t{0});
    }
    void aSavepointAloneIsATransaction() {
        {
            Savepoint savepoint(*m_database);
            m_database->execute("INSERT INTO t (s) VALUES ('x')");
            Savepoint inner(*m_database);
            inner.commit();
            savepoint.commit();
        }
        QVERIFY(!m_database->inTransaction());
        { Savepoint left(*m_database), inner(*m_database); }
        QVERIFY(!m_database->inTransaction());
        QCOMPARE(rows(*m_database), std::int64_t{1});
    }
    void aSnapshotSeesOneMoment() {
        m_database->execute("PRAGMA journal_mode = WAL");
        Database reader(m_path, Access::ReadOnly);
        {
            const Snapshot snapshot(reader);
            QCOMPARE(rows(reader), std::int64_t{0});
            m_database->execute("INSERT INTO t (s) VALUES ('x')");
            QCOMPARE(rows(reader), std::int64_t{0});
        }
        QCOMPARE(rows(reader), std::int64_t{1});
    }
    void aReaderCannotWrite() {
        Database reader(m_path, Access::ReadOnly);
        VISAGIST_VERIFY_ERROR(ErrorCode::WriteFailed, reader.execute("INSERT INTO t (s) VALUES ('x')"));
    }
    void aWriterWaitsForAnotherOne() {
        Database other(m_path, Access::ReadWrite);
        auto transaction = std::make_unique<Transaction>(*m_database);
        std::jthread holder([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
            transaction->commit();
        });
        other.execute("INSERT INTO t (s) VALUES ('x')");
        QCOMPARE(rows(other), std::int64_t{1});
    }
    void aFullDatabaseIsAFullDiskAndLosesNothing() {
        m_database->execute("INSERT INTO t (s) VALUES ('kept')");
        m_database->execute("PRAGMA max_page_count = 20");
        const std::vector<std::uint8_t> large(1 << 20);
        const auto error = test::errorOf([&] {
            Transaction transaction(*m_database);
            m_database->execute("INSERT INTO t (s) VALUES ('lost')");
            m_database->prepare("INSERT INTO t (b) VALUES (?)").bind(1, large).run();
            transaction.commit();
        });
        QVERIFY(error && error->code() == ErrorCode::DiskFull);
        QVERIFY(std::string(error->what()).find("测试") != std::string::npos);
        QCOMPARE(rows(*m_database), std::int64_t{1});
        m_database->execute("INSERT INTO t (s) VALUES ('small')");
    }
    void whatIsNoDatabaseIsDamaged() {
        const fs::path garbage = m_path.parent_path() / "garbage";
        std::ofstream(garbage) << std::string(5000, 'x');
        VISAGIST_VERIFY_ERROR(ErrorCode::Damaged, Database(garbage, Access::ReadWrite));
        VISAGIST_VERIFY_ERROR(ErrorCode::Damaged, Database(garbage, Access::ReadOnly));
        VISAGIST_VERIFY_ERROR(ErrorCode::NotFound,
                              Database(m_path.parent_path() / "none", Access::ReadWrite));
        VISAGIST_VERIFY_ERROR(ErrorCode::ReadFailed, Database(m_path.parent_path(), Access::ReadWrite));
        VISAGIST_VERIFY_ERROR(ErrorCode::WriteFailed,
                              Database(m_path.parent_path() / "no" / "x", Access::ReadWrite, true));
    }
    void aBrokenRequestIsOurMistake() {
        VISAGIST_VERIFY_ERROR(ErrorCode::Internal, m_database->prepare("SELECT nonsense"));
        VISAGIST_VERIFY_ERROR(ErrorCode::Internal, m_database->execute("INSERT INTO nowhere VALUES (1)"));
    }
};

QTEST_APPLESS_MAIN(TestDatabase)
#include "tst_database.moc"
