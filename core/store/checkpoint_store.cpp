#include "core/store/checkpoint_store.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/log.h"
#include "core/base/path.h"
#include "core/base/platform.h"
#include "core/base/sha256.h"
#include "core/store/checkpoint_record.h"
#include "core/store/chunk_table.h"
#include "core/store/schema.h"

namespace visagist {

namespace fs = std::filesystem;

namespace {

using nlohmann::json;

constexpr const char* kSelectInfo =
    "SELECT id, run, step, time, bytes, starred, note, weights_sha256, state_sha256, metrics";
constexpr const char* kSelectTensors =
    "SELECT id, name, type, shape FROM tensor WHERE checkpoint = ? ORDER BY position";
constexpr const char* kSelectHashes = "SELECT sha256 FROM tensor_chunk WHERE tensor = ? ORDER BY number";
constexpr const char* kSelectChunks =
    "SELECT chunk.bytes FROM tensor_chunk JOIN chunk USING (sha256) WHERE tensor = ? ORDER BY number";
constexpr const char* kSelectHashesOld = "SELECT sha256 FROM chunk WHERE tensor = ? ORDER BY number";
constexpr const char* kSelectChunksOld = "SELECT data FROM chunk WHERE tensor = ? ORDER BY number";
/// The first version of the file held each tensor's content by itself and did not count what was new.
constexpr int kVersionWithSharedChunks = 2;

CheckpointInfo readInfo(const Statement& row) {
    CheckpointInfo info;
    info.id = row.integer(0);
    info.run = row.integer(1);
    info.step = row.integer(2);
    info.time = row.integer(3);
    info.bytes = row.integer(4);
    info.starred = row.integer(5) != 0;
    info.note = row.text(6);
    info.weightsSha256 = row.text(7);
    info.stateSha256 = row.text(8);
    info.metrics = metricsFromText(row.text(9));
    info.addedBytes = row.integer(10);
    return info;
}

std::vector<std::span<const std::uint8_t>> chunksOf(std::span<const std::uint8_t> bytes) {
    std::vector<std::span<const std::uint8_t>> chunks;
    for (std::size_t at = 0; at < bytes.size(); at += CheckpointStore::kChunkBytes)
        chunks.push_back(bytes.subspan(at, std::min(CheckpointStore::kChunkBytes, bytes.size() - at)));
    return chunks;
}

bool isDamage(const Error& error) { return error.code() == ErrorCode::Damaged; }

[[noreturn]] void failDamaged(const fs::path& path, std::int64_t id) {
    throw Error(ErrorCode::Damaged,
                VISAGIST_TEXT("Checkpoint %1 in %2 is damaged and cannot be used. Choose another one."),
                {std::to_string(id), utf8FromPath(path)});
}

}  // namespace

struct CheckpointStore::Record {
    CheckpointInfo info;
    std::string metrics, progress, state, recordSha256;
};

CheckpointStore::CheckpointStore(const fs::path& path, Access access)
    : m_database(
          [&] {
              std::error_code ignored;
              if (access == Access::ReadOnly && !fs::exists(path, ignored))
                  throw Error(
                      ErrorCode::NotFound,
                      VISAGIST_TEXT("There are no checkpoints: %1 is missing. It belongs beside its project; "
                                    "bring it back, or train first."),
                      {utf8FromPath(path)});
              return path;
          }(),
          access, access == Access::ReadWrite) {
    std::error_code ignored;
    const bool isNew = access == Access::ReadWrite && fs::file_size(path, ignored) == 0;
    try {
        prepareCheckpointConnection(m_database);
        bringUpToDate(isNew);
    } catch (const Error& error) {
        if (!isDamage(error) || isNew) throw;
        m_damaged = true;
        m_database.readDespiteDamage();
        checkSchema(m_database, checkpointSchema());
        logWarning(utf8FromPath(path) + " is damaged; what is whole in it can still be read.");
    }
    requireTables();
}

void CheckpointStore::requireTables() {
    const bool shared = sharesChunks();
    try {
        for (const std::string& sql : {selectInfo(), std::string(kSelectTensors),
                                       std::string(shared ? kSelectHashes : kSelectHashesOld),
                                       std::string(shared ? kSelectChunks : kSelectChunksOld)})
            m_database.prepare(sql);
    } catch (const Error& error) {
        if (error.code() != ErrorCode::Internal) throw;
        throw Error(ErrorCode::Damaged, VISAGIST_TEXT("%1 is damaged or not a Visagist file: %2."),
                    {utf8FromPath(m_database.path()), error.what()});
    }
}

void CheckpointStore::bringUpToDate(bool isNew) {
    if (m_database.access() == Access::ReadOnly) return checkSchema(m_database, checkpointSchema());
    const bool old = !isNew && schemaVersion(m_database) < kVersionWithSharedChunks;
    applySchema(m_database, checkpointSchema(), isNew);
    if (!old) return;
    try {
        m_database.execute("VACUUM");  // else the file would keep its doubled size
    } catch (const Error& error) {
        logWarning(utf8FromPath(m_database.path()) +
                   " keeps free room that its migration left: " + error.what());
    }
}

bool CheckpointStore::sharesChunks() { return schemaVersion(m_database) >= kVersionWithSharedChunks; }

std::string CheckpointStore::selectInfo() {
    return std::string(kSelectInfo) + (sharesChunks() ? ", added_bytes" : ", bytes") + " FROM checkpoint ";
}

std::int64_t CheckpointStore::save(const Checkpoint& checkpoint) {
    if (m_damaged)
        throw Error(
            ErrorCode::Damaged,
            VISAGIST_TEXT("%1 is damaged, and no checkpoint can be added to it. It must be repaired first."),
            {utf8FromPath(m_database.path())});
    return insert(checkpoint, nullptr);
}

std::int64_t CheckpointStore::insert(const Checkpoint& checkpoint, const CheckpointInfo* known) {
    CheckpointInfo info;
    if (known != nullptr) info = *known;
    info.run = checkpoint.run;
    info.step = checkpoint.step;
    if (known == nullptr) info.time = nowMilliseconds();
    info.bytes = 0;

    // Hashed before the file is locked.
    StateHash hash(checkpoint.state);
    std::vector<std::vector<std::string>> chunkHashes;
    for (const TensorBytes& tensor : checkpoint.tensors) {
        checkTensor(tensor);
        info.bytes += static_cast<std::int64_t>(tensor.bytes.size());
        auto& hashes = chunkHashes.emplace_back();
        for (const auto chunk : chunksOf(tensor.bytes)) hashes.push_back(sha256Hex(chunk));
        hash.add(tensor.name, tensor.type, json(tensor.shape).dump(), hashes);
    }
    info.weightsSha256 = hash.weights();
    info.stateSha256 = hash.state();
    const std::string metrics = metricsText(checkpoint.metrics);

    Transaction transaction(m_database);
    Statement row = m_database.prepare(
        "INSERT INTO checkpoint (id, run, step, time, bytes, starred, note, weights_sha256, state_sha256, "
        "record_sha256, metrics, progress, state) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    if (known != nullptr) row.bind(1, known->id);
    row.bind(2, info.run)
        .bind(3, info.step)
        .bind(4, info.time)
        .bind(5, info.bytes)
        .bind(6, info.starred ? 1 : 0)
        .bind(7, info.note)
        .bind(8, info.weightsSha256)
        .bind(9, info.stateSha256)
        .bind(10, recordHash(info, metrics, checkpoint.progress))
        .bind(11, metrics)
        .bind(12, checkpoint.progress)
        .bind(13, checkpoint.state)
        .run();
    const std::int64_t id = m_database.lastInsertId();

    Statement tensorRow = m_database.prepare(
        "INSERT INTO tensor (checkpoint, position, name, type, shape, bytes) VALUES (?, ?, ?, ?, ?, ?)");
    ChunkWriter chunkWriter(m_database);
    for (std::size_t i = 0; i < checkpoint.tensors.size(); ++i) {
        const TensorBytes& tensor = checkpoint.tensors[i];
        tensorRow.bind(1, id)
            .bind(2, static_cast<std::int64_t>(i))
            .bind(3, tensor.name)
            .bind(4, tensor.type)
            .bind(5, json(tensor.shape).dump())
            .bind(6, static_cast<std::int64_t>(tensor.bytes.size()))
            .run();
        const std::int64_t tensorId = m_database.lastInsertId();
        const auto chunks = chunksOf(tensor.bytes);
        for (std::size_t n = 0; n < chunks.size(); ++n)
            chunkWriter.add(tensorId, static_cast<std::int64_t>(n), chunkHashes[i][n], chunks[n]);
    }
    m_database.prepare("UPDATE checkpoint SET added_bytes = ? WHERE id = ?")
        .bind(1, chunkWriter.addedBytes())
        .bind(2, id)
        .run();
    transaction.commit();
    return id;
}

std::vector<CheckpointInfo> CheckpointStore::list() {
    Statement statement = m_database.prepare(selectInfo() + "ORDER BY id DESC");
    std::vector<CheckpointInfo> result;
    while (statement.step()) result.push_back(readInfo(statement));
    return result;
}

std::optional<CheckpointInfo> CheckpointStore::find(std::int64_t id) {
    Statement statement = m_database.prepare(selectInfo() + "WHERE id = ?");
    statement.bind(1, id);
    if (!statement.step()) return std::nullopt;
    return readInfo(statement);
}

std::optional<CheckpointInfo> CheckpointStore::latestWhole(std::optional<std::int64_t> run,
                                                           std::vector<CheckpointInfo>* damaged) {
    for (const CheckpointInfo& info : list()) {
        if (run && info.run != *run) continue;
        if (verify(info.id)) return info;
        if (damaged != nullptr) damaged->push_back(info);
    }
    return std::nullopt;
}

CheckpointStore::Record CheckpointStore::readRecord(std::int64_t id) {
    Record record;
    const auto info = find(id);
    if (!info)
        throw Error(ErrorCode::NotFound, VISAGIST_TEXT("There is no checkpoint %1 in %2."),
                    {std::to_string(id), utf8FromPath(m_database.path())});
    record.info = *info;
    Statement row =
        m_database.prepare("SELECT metrics, progress, state, record_sha256 FROM checkpoint WHERE id = ?");
    row.bind(1, id);
    if (!row.step()) failDamaged(m_database.path(), id);
    record.metrics = row.text(0);
    record.progress = row.text(1);
    record.state = row.text(2);
    record.recordSha256 = row.text(3);
    return record;
}

Checkpoint CheckpointStore::readChecked(std::int64_t id, const std::string& part, bool keepTensors) {
    const Snapshot snapshot(m_database);
    Record record = readRecord(id);
    const fs::path& path = m_database.path();
    if (record.recordSha256 != recordHash(record.info, record.metrics, record.progress))
        failDamaged(path, id);

    struct Row {
        std::int64_t id;
        TensorBytes tensor;
        std::vector<std::string> hashes;
    };
    std::vector<Row> rows;
    StateHash hash(record.state);
    const bool shared = sharesChunks();
    Statement tensorRow = m_database.prepare(kSelectTensors);
    Statement hashRow = m_database.prepare(shared ? kSelectHashes : kSelectHashesOld);
    for (tensorRow.bind(1, id); tensorRow.step();) {
        Row& row = rows.emplace_back(Row{tensorRow.integer(0), {}, {}});
        row.tensor.name = tensorRow.text(1);
        row.tensor.type = tensorRow.text(2);
        const std::string shape = tensorRow.text(3);
        for (hashRow.bind(1, row.id); hashRow.step();) row.hashes.push_back(hashRow.text(0));
        hashRow.reset();
        hash.add(row.tensor.name, row.tensor.type, shape, row.hashes);
        const json sizes = json::parse(shape, nullptr, false);
        if (!sizes.is_array()) failDamaged(path, id);
        for (const json& size : sizes) {
            if (!size.is_number_integer()) failDamaged(path, id);
            row.tensor.shape.push_back(size.get<std::int64_t>());
        }
    }
    if (hash.weights() != record.info.weightsSha256 || hash.state() != record.info.stateSha256)
        failDamaged(path, id);

    Checkpoint checkpoint{.run = record.info.run,
                          .step = record.info.step,
                          .state = std::move(record.state),
                          .progress = std::move(record.progress),
                          .metrics = std::move(record.info.metrics),
                          .tensors = {}};
    Statement dataRow = m_database.prepare(shared ? kSelectChunks : kSelectChunksOld);
    for (Row& row : rows) {
        if (!row.tensor.name.starts_with(part)) continue;
        // The shape is known to be right by now, so that its size may be trusted.
        const auto expected = tensorByteCount(row.tensor.type, row.tensor.shape);
        if (!expected) failDamaged(path, id);
        std::uint64_t found = 0;
        if (keepTensors) row.tensor.bytes.reserve(*expected);
        std::size_t n = 0;
        for (dataRow.bind(1, row.id); dataRow.step(); ++n) {
            const auto data = dataRow.blob(0);
            if (n >= row.hashes.size() || sha256Hex(data) != row.hashes[n]) failDamaged(path, id);
            found += data.size();
            if (keepTensors) row.tensor.bytes.insert(row.tensor.bytes.end(), data.begin(), data.end());
        }
        dataRow.reset();
        if (found != *expected || n != row.hashes.size()) failDamaged(path, id);
        if (keepTensors) checkpoint.tensors.push_back(std::move(row.tensor));
    }
    return checkpoint;
}

Checkpoint CheckpointStore::load(std::int64_t id, const std::string& part) {
    try {
        return readChecked(id, part, true);
    } catch (const Error& error) {
        if (isDamage(error)) failDamaged(m_database.path(), id);
        throw;
    }
}

bool CheckpointStore::verify(std::int64_t id) {
    try {
        readChecked(id, "", false);
        return true;
    } catch (const Error& error) {
        if (isDamage(error)) return false;
        throw;
    }
}

void CheckpointStore::remove(std::int64_t id) {
    if (!find(id))
        throw Error(ErrorCode::NotFound, VISAGIST_TEXT("There is no checkpoint %1 in %2."),
                    {std::to_string(id), utf8FromPath(m_database.path())});
    Transaction transaction(m_database);
    removeWithChunks(id);
    transaction.commit();
    giveRoomBack();
}

int CheckpointStore::keepNewest(std::int64_t run, int keep, std::optional<std::int64_t> best) {
    std::vector<std::int64_t> old;
    Transaction transaction(m_database);
    Statement row = m_database.prepare(
        "SELECT id FROM checkpoint WHERE run = ?1 AND NOT starred AND id IS NOT ?3 AND id NOT IN "
        "(SELECT id FROM checkpoint WHERE run = ?1 ORDER BY id DESC LIMIT ?2)");
    if (best) row.bind(3, *best);
    for (row.bind(1, run).bind(2, std::max(keep, 0)); row.step();) old.push_back(row.integer(0));
    row.reset();
    for (const std::int64_t id : old) removeWithChunks(id);
    transaction.commit();
    if (!old.empty()) giveRoomBack();
    return static_cast<int>(old.size());
}

void CheckpointStore::removeWithChunks(std::int64_t id) {
    const std::vector<std::int64_t> chunks = chunksOfCheckpoint(m_database, id);
    m_database.prepare("DELETE FROM checkpoint WHERE id = ?").bind(1, id).run();
    removeUnusedChunks(m_database, chunks);
}

void CheckpointStore::giveRoomBack() {
    const auto number = [&](const char* sql) {
        Statement row = m_database.prepare(sql);
        return row.step() ? row.integer(0) : 0;
    };
    try {
        const std::int64_t pageBytes = number("PRAGMA page_size");
        const std::int64_t next = number("SELECT bytes FROM checkpoint ORDER BY id DESC LIMIT 1");
        const std::int64_t pages = number("PRAGMA freelist_count") - next * 3 / 2 / pageBytes;
        if (pages > 0) m_database.execute("PRAGMA incremental_vacuum(" + std::to_string(pages) + ")");
    } catch (const Error& error) {  // what was to be removed is removed
        logWarning(utf8FromPath(m_database.path()) + " keeps its free room: " + error.what());
    }
}

void CheckpointStore::setStarred(std::int64_t id, bool starred) {
    m_database.prepare("UPDATE checkpoint SET starred = ? WHERE id = ?")
        .bind(1, starred ? 1 : 0)
        .bind(2, id)
        .run();
}

void CheckpointStore::setNote(std::int64_t id, const std::string& note) {
    m_database.prepare("UPDATE checkpoint SET note = ? WHERE id = ?").bind(1, note).bind(2, id).run();
}

}  // namespace visagist
