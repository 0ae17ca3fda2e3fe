#include "core/store/chunk_table.h"

#include <sqlite3.h>

#include <algorithm>

#include "core/base/sha256.h"

namespace visagist {

ChunkWriter::ChunkWriter(Database& database)
    : m_find(database.prepare("SELECT bytes FROM chunk WHERE sha256 = ?")),
      m_insert(database.prepare("INSERT INTO chunk (sha256, bytes) VALUES (?, ?)")),
      m_mend(database.prepare("UPDATE chunk SET bytes = ?2 WHERE sha256 = ?1")),
      m_list(database.prepare("INSERT INTO tensor_chunk (tensor, number, sha256) VALUES (?, ?, ?)")) {}

void ChunkWriter::add(std::int64_t tensor, std::int64_t number, const std::string& sha256,
                      std::span<const std::uint8_t> bytes) {
    store(sha256, bytes);
    m_list.bind(1, tensor).bind(2, number).bind(3, sha256).run();
}

void ChunkWriter::store(const std::string& sha256, std::span<const std::uint8_t> bytes) {
    const bool found = m_find.bind(1, sha256).step();
    const bool whole = found && std::ranges::equal(m_find.blob(0), bytes);
    m_find.reset();
    if (whole) return;
    (found ? m_mend : m_insert).bind(1, sha256).bind(2, bytes).run();
    m_addedBytes += static_cast<std::int64_t>(bytes.size());
}

std::vector<std::int64_t> chunksOfCheckpoint(Database& database, std::int64_t checkpoint) {
    Statement row = database.prepare(
        "SELECT DISTINCT chunk.rowid FROM tensor JOIN tensor_chunk ON tensor_chunk.tensor = tensor.id "
        "JOIN chunk USING (sha256) WHERE tensor.checkpoint = ? ORDER BY chunk.rowid");
    std::vector<std::int64_t> ids;
    for (row.bind(1, checkpoint); row.step();) ids.push_back(row.integer(0));
    return ids;
}

void removeUnusedChunks(Database& database, std::span<const std::int64_t> ids) {
    Statement remove = database.prepare(
        "DELETE FROM chunk WHERE rowid = ? AND NOT EXISTS "
        "(SELECT 1 FROM tensor_chunk WHERE tensor_chunk.sha256 = chunk.sha256)");
    for (const std::int64_t id : ids) remove.bind(1, id).run();
}

namespace {

void sha256OfBlob(sqlite3_context* context, int, sqlite3_value** values) {
    try {
        const auto* bytes = static_cast<const std::uint8_t*>(sqlite3_value_blob(values[0]));
        const auto size = static_cast<std::size_t>(sqlite3_value_bytes(values[0]));
        const std::string hash = sha256Hex(std::span(bytes, bytes == nullptr ? 0 : size));
        sqlite3_result_text(context, hash.c_str(), static_cast<int>(hash.size()), SQLITE_TRANSIENT);
    } catch (const std::exception& error) {
        sqlite3_result_error(context, error.what(), -1);
    }
}

}  // namespace

void addSha256Function(Database& database) {
    const int code =
        sqlite3_create_function_v2(database.handle(), "sha256_hex", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC,
                                   nullptr, sha256OfBlob, nullptr, nullptr, nullptr);
    if (code != SQLITE_OK) database.fail(code);
}

}  // namespace visagist
