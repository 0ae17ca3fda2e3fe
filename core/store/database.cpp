#include "core/store/database.h"

#include <sqlite3.h>

#include <cmath>
#include <limits>
#include <utility>

#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/log.h"
#include "core/base/path.h"
#include "core/base/platform.h"

namespace visagist {

namespace fs = std::filesystem;

namespace {

constexpr int kBusyMilliseconds = 10'000;
/// Below this a failed write is taken for a full disk even where the system gave another reason.
constexpr std::uint64_t kNoRoomBytes = 1u << 20;

bool isFullDisk(sqlite3* handle, int code, const fs::path& path) {
    if ((code & 0xff) == SQLITE_FULL) return true;
    if ((code & 0xff) != SQLITE_IOERR) return false;
    if (code == SQLITE_IOERR_SHMSIZE ||
        meansDiskFull(std::error_code(sqlite3_system_errno(handle), std::system_category())))
        return true;
    if (code != SQLITE_IOERR_WRITE && code != SQLITE_IOERR_FSYNC && code != SQLITE_IOERR_TRUNCATE)
        return false;
    const auto left = freeDiskBytes(path);
    return left && *left < kNoRoomBytes;
}

/// SQLite's form of a file name for opening it as it is, without the files beside it that WAL needs.
std::string immutableUri(const std::string& name) {
    static constexpr char digits[] = "0123456789ABCDEF";
    std::string uri = "file:";
#ifdef _WIN32
    uri += "///";
#endif
    for (const char c : name) {
        const auto byte = static_cast<unsigned char>(c);
        const bool plain = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
                           (byte >= '0' && byte <= '9') || byte == '/' || byte == '.' || byte == '_' ||
                           byte == '-';
        if (plain) {
            uri += c;
        } else {
            uri += {'%', digits[byte >> 4], digits[byte & 15]};
        }
    }
    return uri + "?immutable=1";
}

}  // namespace

int Database::openHandle(const std::string& name, int flags) {
    sqlite3_close_v2(std::exchange(m_handle, nullptr));
    const int code = sqlite3_open_v2(name.c_str(), &m_handle, flags | SQLITE_OPEN_NOMUTEX, nullptr);
    if (code != SQLITE_OK) return code;
    sqlite3_extended_result_codes(m_handle, 1);
    sqlite3_busy_timeout(m_handle, kBusyMilliseconds);
    // SQLite opens lazily: only a first look at the content tells whether the file is a database at all.
    const int first = sqlite3_exec(m_handle, "PRAGMA schema_version", nullptr, nullptr, nullptr);
    return first != SQLITE_OK ? sqlite3_extended_errcode(m_handle) : SQLITE_OK;
}

Database::Database(const fs::path& path, Access access, bool create) : m_path(path), m_access(access) {
    std::error_code ignored;
    const auto status = fs::status(path, ignored);
    if (!create && !fs::exists(status))
        failReading(path, std::make_error_code(std::errc::no_such_file_or_directory));
    if (fs::is_directory(status)) failReading(path, std::make_error_code(std::errc::is_a_directory));

    // Also for reading: a reader must be able to roll back what a killed process left behind. SQLite falls
    // back to reading where the file cannot be written to.
    const std::string name = utf8FromPath(path);
    int code = openHandle(name, SQLITE_OPEN_READWRITE | (create ? SQLITE_OPEN_CREATE : 0));
    try {
        if (access == Access::ReadOnly &&
            ((code & 0xff) == SQLITE_CANTOPEN || (code & 0xff) == SQLITE_READONLY)) {
            code = openHandle(immutableUri(name), SQLITE_OPEN_READONLY | SQLITE_OPEN_URI);
            if (code == SQLITE_OK)
                logInfo(name + " lies in a folder that cannot be written to and is read as it is.");
        }
        // A missing end is no reason to refuse here: readDespiteDamage() may save what is left.
        if (code != SQLITE_OK && (code & 0xff) != SQLITE_CORRUPT) fail(code);
        if (access == Access::ReadWrite && sqlite3_db_readonly(m_handle, "main") == 1) fail(SQLITE_READONLY);
        execute("PRAGMA foreign_keys = ON");
        if (access == Access::ReadOnly) execute("PRAGMA query_only = ON");
    } catch (...) {
        sqlite3_close_v2(m_handle);
        throw;
    }
}

Database::~Database() { sqlite3_close_v2(m_handle); }

void Database::fail(int code) const {
    const std::string name = utf8FromPath(m_path);
    const std::string detail = m_handle != nullptr && sqlite3_errcode(m_handle) != SQLITE_OK
                                   ? sqlite3_errmsg(m_handle)
                                   : sqlite3_errstr(code);
    if (isFullDisk(m_handle, code, m_path))
        throw Error(
            ErrorCode::DiskFull,
            VISAGIST_TEXT("There is no room left on the drive of %1. What was saved before is whole; make "
                          "room and try again."),
            {name});
    switch (code & 0xff) {
        case SQLITE_CORRUPT:
        case SQLITE_NOTADB:
            throw Error(ErrorCode::Damaged, VISAGIST_TEXT("%1 is damaged or not a Visagist file: %2."),
                        {name, detail});
        case SQLITE_BUSY:
        case SQLITE_LOCKED:
            throw Error(ErrorCode::Busy,
                        VISAGIST_TEXT("Another program keeps %1 locked. Try again in a moment."), {name});
        case SQLITE_READONLY:
        case SQLITE_PERM:
            throw Error(ErrorCode::WriteFailed,
                        VISAGIST_TEXT(
                            "%1 can only be read. Make the file and its folder writable, or work on a copy."),
                        {name});
        case SQLITE_CANTOPEN:
            if (m_access == Access::ReadWrite)
                throw Error(
                    ErrorCode::WriteFailed,
                    VISAGIST_TEXT("%1 cannot be written to. Make its folder writable, or work on a copy."),
                    {name});
            throw Error(ErrorCode::ReadFailed, VISAGIST_TEXT("%1 could not be read: %2."), {name, detail});
        case SQLITE_NOMEM:
            throw Error(ErrorCode::OutOfMemory, VISAGIST_TEXT("There is not enough memory to work with %1."),
                        {name});
        case SQLITE_IOERR:
            throw Error(code == SQLITE_IOERR_READ || code == SQLITE_IOERR_SHORT_READ ? ErrorCode::ReadFailed
                                                                                     : ErrorCode::WriteFailed,
                        VISAGIST_TEXT("The drive failed while working with %1: %2."), {name, detail});
        default:
            throw Error(ErrorCode::Internal, VISAGIST_TEXT("The database %1 refused a request: %2."),
                        {name, detail});
    }
}

void Database::execute(const std::string& sql) {
    if (sqlite3_exec(m_handle, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK)
        fail(sqlite3_extended_errcode(m_handle));
}

void Database::readDespiteDamage() {
    // With this switch SQLite takes the file's size for the database's, rather than the size in its header.
    execute("PRAGMA writable_schema = ON");
    execute("PRAGMA query_only = ON");
}

std::int64_t Database::lastInsertId() const { return sqlite3_last_insert_rowid(m_handle); }
std::int64_t Database::changes() const { return sqlite3_changes(m_handle); }
bool Database::inTransaction() const { return sqlite3_get_autocommit(m_handle) == 0; }

Statement::Statement(Database& database, std::string_view sql) : m_database(&database) {
    const int code = sqlite3_prepare_v2(database.handle(), sql.data(), static_cast<int>(sql.size()),
                                        &m_statement, nullptr);
    if (code != SQLITE_OK) database.fail(code);
}

Statement::~Statement() { sqlite3_finalize(m_statement); }

Statement::Statement(Statement&& other) noexcept
    : m_database(other.m_database), m_statement(std::exchange(other.m_statement, nullptr)) {}

Statement& Statement::bind(int place, std::int64_t value) {
    if (const int code = sqlite3_bind_int64(m_statement, place, value); code != SQLITE_OK)
        m_database->fail(code);
    return *this;
}

Statement& Statement::bind(int place, double value) {
    if (std::isnan(value)) return bindNull(place);
    if (const int code = sqlite3_bind_double(m_statement, place, value); code != SQLITE_OK)
        m_database->fail(code);
    return *this;
}

Statement& Statement::bind(int place, std::string_view value) {
    const char* text = value.empty() ? "" : value.data();  // a null pointer would become NULL
    const int code =
        sqlite3_bind_text64(m_statement, place, text, value.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
    if (code != SQLITE_OK) m_database->fail(code);
    return *this;
}

Statement& Statement::bind(int place, std::span<const std::uint8_t> blob) {
    const int code = blob.empty()
                         ? sqlite3_bind_zeroblob(m_statement, place, 0)
                         : sqlite3_bind_blob64(m_statement, place, blob.data(), blob.size(), SQLITE_STATIC);
    if (code != SQLITE_OK) m_database->fail(code);
    return *this;
}

Statement& Statement::bindNull(int place) {
    if (const int code = sqlite3_bind_null(m_statement, place); code != SQLITE_OK) m_database->fail(code);
    return *this;
}

bool Statement::step() {
    const int code = sqlite3_step(m_statement);
    if (code == SQLITE_ROW) return true;
    if (code == SQLITE_DONE) return false;
    m_database->fail(code);
}

void Statement::run() {
    step();
    reset();
}

// What sqlite3_reset() returns is the last step's error, which step() has thrown.
void Statement::reset() { sqlite3_reset(m_statement); }

bool Statement::isNull(int column) const { return sqlite3_column_type(m_statement, column) == SQLITE_NULL; }
std::int64_t Statement::integer(int column) const { return sqlite3_column_int64(m_statement, column); }

double Statement::real(int column) const {
    return isNull(column) ? std::numeric_limits<double>::quiet_NaN()
                          : sqlite3_column_double(m_statement, column);
}

std::string Statement::text(int column) const {
    const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(m_statement, column));
    if (text == nullptr) return {};
    return {text, static_cast<std::size_t>(sqlite3_column_bytes(m_statement, column))};
}

std::span<const std::uint8_t> Statement::blob(int column) const {
    const auto* bytes = static_cast<const std::uint8_t*>(sqlite3_column_blob(m_statement, column));
    if (bytes == nullptr) return {};
    return {bytes, static_cast<std::size_t>(sqlite3_column_bytes(m_statement, column))};
}

namespace {

/// For destructors: undoes without throwing. SQLite may have rolled back by itself, after a full disk for
/// one.
void undo(Database& database, const char* sql) {
    if (database.inTransaction()) sqlite3_exec(database.handle(), sql, nullptr, nullptr, nullptr);
}

}  // namespace

Transaction::Transaction(Database& database) : m_database(database) { database.execute("BEGIN IMMEDIATE"); }

Transaction::~Transaction() {
    if (m_open) undo(m_database, "ROLLBACK");
}

void Transaction::commit() {
    m_database.execute("COMMIT");
    m_open = false;
}

Snapshot::Snapshot(Database& database) : m_database(database), m_outer(!database.inTransaction()) {
    if (m_outer) database.execute("BEGIN");
}

Snapshot::~Snapshot() {
    if (m_outer) undo(m_database, "ROLLBACK");
}

Savepoint::Savepoint(Database& database) : m_database(database), m_inner(database.inTransaction()) {
    // BEGIN IMMEDIATE rather than a bare SAVEPOINT: one that starts by reading and writes later would be
    // refused at once, without the busy timeout, where another connection wrote in between.
    database.execute(m_inner ? "SAVEPOINT part" : "BEGIN IMMEDIATE");
}

Savepoint::~Savepoint() {
    if (m_open) undo(m_database, m_inner ? "ROLLBACK TO part; RELEASE part" : "ROLLBACK");
}

void Savepoint::commit() {
    m_database.execute(m_inner ? "RELEASE part" : "COMMIT");
    m_open = false;
}

}  // namespace visagist
