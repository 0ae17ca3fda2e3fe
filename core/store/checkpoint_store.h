// The checkpoints of a project, in a database file of their own: tensors as hashed rows, one transaction a
// checkpoint.
#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/store/database.h"

namespace visagist {

/// A named tensor as plain bytes (row-major, little-endian). `name` begins with its part: "generator/…",
/// "ema/…", "discriminator/…", "optimizer/…", "rng/…". `type` is safetensors' name: F32, F16, BF16, F64, I64,
/// I32, U8, BOOL.
struct TensorBytes {
    std::string name, type;
    std::vector<std::int64_t> shape;
    std::vector<std::uint8_t> bytes;
};

struct CheckpointInfo {
    std::int64_t id = 0, run = 0, step = 0;
    std::int64_t bytes = 0, time = 0;  ///< size of all tensors; milliseconds since 1970, UTC
    std::string
        weightsSha256;  ///< of the tensors "generator/…" and "ema/…": equal training gives equal hashes
    std::string stateSha256;                ///< of all tensors and of `state`
    std::map<std::string, double> metrics;  ///< as known when it was saved; not hashed
    bool starred = false;
    std::string note;
};

struct Checkpoint {
    std::int64_t run = 0, step = 0;
    std::string state;     ///< JSON: recipe, people, schedule, scaler, sampler position …; hashed
    std::string progress;  ///< JSON: elapsed seconds and the like; not hashed
    std::map<std::string, double> metrics;
    std::vector<TensorBytes> tensors;
};

class CheckpointStore {
public:
    static constexpr std::size_t kChunkBytes = 16u << 20;

    /// Opens, or for ReadWrite makes, the file. Rollback journal, synchronous=FULL. Throws Error as Database
    /// does; a missing file with ReadOnly is Error(NotFound) that says where it was looked for.
    CheckpointStore(const std::filesystem::path& path, Access access);

    /// One transaction: after a crash or on a full disk the file holds the old checkpoints, whole. Returns
    /// the id.
    std::int64_t save(const Checkpoint& checkpoint);
    std::vector<CheckpointInfo> list();  ///< newest first
    std::optional<CheckpointInfo> find(std::int64_t id);
    /// Newest whose content is whole; of one run if given. Damaged ones are passed over and returned in
    /// `damaged`.
    std::optional<CheckpointInfo> latestWhole(std::optional<std::int64_t> run,
                                              std::vector<CheckpointInfo>* damaged = nullptr);
    /// Reads and checks every hash; `part` limits it to names that begin with it ("ema/"). Throws
    /// Error(NotFound | Damaged).
    Checkpoint load(std::int64_t id, const std::string& part = "");
    /// Whether every stored hash is right.
    bool verify(std::int64_t id);
    void remove(std::int64_t id);
    /// Removes checkpoints of `run` beyond the newest `keep` that are not starred; returns how many went.
    int keepNewest(std::int64_t run, int keep);
    void setStarred(std::int64_t id, bool starred);
    void setNote(std::int64_t id, const std::string& note);

private:
    Database m_database;
};

}  // namespace visagist
