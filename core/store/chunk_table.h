// The content of all tensors in pieces, each stored once under its hash however many checkpoints hold it.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/store/database.h"

namespace visagist {

/// Writes the chunks of one checkpoint, inside the caller's transaction.
class ChunkWriter {
public:
    explicit ChunkWriter(Database& database);
    /// Adds piece `number` to tensor row `tensor`. Content that is there already is not stored again, but
    /// compared: damaged content is replaced, which mends all checkpoints that hold it.
    void add(std::int64_t tensor, std::int64_t number, const std::string& sha256,
             std::span<const std::uint8_t> bytes);
    std::int64_t addedBytes() const { return m_addedBytes; }  ///< that were new to the file

private:
    void store(const std::string& sha256, std::span<const std::uint8_t> bytes);

    Statement m_find, m_insert, m_mend, m_list;
    std::int64_t m_addedBytes = 0;
};

/// The rows of the chunks that a checkpoint holds, each once, in the order in which they lie in the file.
std::vector<std::int64_t> chunksOfCheckpoint(Database& database, std::int64_t checkpoint);
/// Removes those that no tensor holds any more.
void removeUnusedChunks(Database& database, std::span<const std::int64_t> ids);

/// Gives SQL on this connection sha256_hex(blob), which migrations use.
void addSha256Function(Database& database);

}  // namespace visagist
