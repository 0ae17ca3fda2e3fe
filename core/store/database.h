// One SQLite connection, its statements and transactions. A connection belongs to one thread.
#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

namespace visagist {

enum class Access { ReadWrite, ReadOnly };

class Database;

/// A prepared statement. bind() counts places from 1, column getters count from 0.
class Statement {
public:
    Statement(Database& database, std::string_view sql);
    ~Statement();
    Statement(Statement&&) noexcept;
    Statement& operator=(Statement&&) = delete;

    Statement& bind(int place, std::int64_t value);
    Statement& bind(int place, int value) { return bind(place, static_cast<std::int64_t>(value)); }
    Statement& bind(int place, double value);  ///< not-a-number is stored as NULL
    Statement& bind(int place, std::string_view value);
    Statement& bind(int place, std::span<const std::uint8_t> blob);  ///< must live until the next step()
    Statement& bindNull(int place);

    /// Advances to the next row; false when there is none.
    bool step();
    /// Runs a statement that returns no rows and makes it ready for the next bind().
    void run();
    void reset();

    bool isNull(int column) const;
    std::int64_t integer(int column) const;
    double real(int column) const;  ///< NULL reads as not-a-number
    std::string text(int column) const;
    std::span<const std::uint8_t> blob(int column) const;  ///< valid until the next step()

private:
    Database* m_database;
    sqlite3_stmt* m_statement = nullptr;
};

class Database {
public:
    /// Opens (or, with `create`, makes) a database file; sets busy_timeout and foreign_keys. With
    /// Access::ReadOnly nothing of its content is changed, but what a killed process left half done is rolled
    /// back where the folder can be written to. Throws Error(NotFound | ReadFailed | WriteFailed | Damaged |
    /// Busy).
    Database(const std::filesystem::path& path, Access access, bool create = false);
    ~Database();
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    void execute(const std::string& sql);
    Statement prepare(std::string_view sql) { return Statement(*this, sql); }
    std::int64_t lastInsertId() const;
    std::int64_t changes() const;
    const std::filesystem::path& path() const { return m_path; }
    Access access() const { return m_access; }
    /// Turns the connection's last error into an Error that names the file and, for a full disk, says so.
    [[noreturn]] void fail(int sqliteCode) const;
    sqlite3* handle() const { return m_handle; }
    /// Whether a transaction is open.
    bool inTransaction() const;
    /// Reads what is left of a file whose end is missing, as far as it goes. Such a file is for reading only.
    void readDespiteDamage();

private:
    int openHandle(const std::string& name, int flags);

    std::filesystem::path m_path;
    Access m_access;
    sqlite3* m_handle = nullptr;
};

/// BEGIN IMMEDIATE … COMMIT; rolled back if destroyed before commit().
class Transaction {
public:
    explicit Transaction(Database& database);
    ~Transaction();
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;
    void commit();

private:
    Database& m_database;
    bool m_open = true;
};

/// What is read while it lives is of one moment, whatever others write.
class Snapshot {
public:
    explicit Snapshot(Database& database);
    ~Snapshot();
    Snapshot(const Snapshot&) = delete;
    Snapshot& operator=(const Snapshot&) = delete;

private:
    Database& m_database;
    bool m_outer;
};

/// Several statements as one: a part of the caller's transaction where one is open, else a transaction of its
/// own. Undone if destroyed before commit().
class Savepoint {
public:
    explicit Savepoint(Database& database);
    ~Savepoint();
    Savepoint(const Savepoint&) = delete;
    Savepoint& operator=(const Savepoint&) = delete;
    void commit();

private:
    Database& m_database;
    bool m_inner;
    bool m_open = true;
};

}  // namespace visagist
