// The checkpoints of a project, in a database file of their own: tensors in hashed chunks, each stored once,
// one transaction a checkpoint.
#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/store/database.h"
#include "core/store/tensor_bytes.h"

namespace visagist {

struct CheckpointInfo {
    std::int64_t id = 0, run = 0, step = 0;
    std::int64_t bytes = 0, time = 0;  ///< size of all tensors; milliseconds since 1970, UTC
    std::string weightsSha256;  ///< of the tensors "generator/…" and "ema/…": equal training, equal hash
    std::string stateSha256;    ///< of all tensors and of `state`; tells nothing of time, run or progress
    std::map<std::string, double> metrics;  ///< as known when it was saved; not hashed
    bool starred = false;
    std::string note;
    std::int64_t addedBytes = 0;  ///< of `bytes`: new to the file when it was saved; the rest was there
};

struct Checkpoint {
    std::int64_t run = 0, step = 0;
    std::string state;     ///< JSON: recipe, people, schedule, scaler, sampler position …; hashed
    std::string progress;  ///< JSON: elapsed seconds and the like; not hashed
    std::map<std::string, double> metrics;
    std::vector<TensorBytes> tensors;
};

/// Both hashes are taken over the chunks' hashes with each tensor's name, type and shape, in stored order.
/// A chunk that several tensors or checkpoints hold is stored once.
///
/// Room of removed checkpoints is used again by the next one; what is free beyond that is given back to the
/// drive when checkpoints are removed.
///
/// A save holds the file for as long as it takes to write (about half a second for 384 MiB), and other
/// connections wait for it: a window lists and loads on a thread of its own.
class CheckpointStore {
public:
    static constexpr std::size_t kChunkBytes = 16u << 20;

    /// Opens, or for ReadWrite makes, the file; an older one is brought up to date by ReadWrite and read as
    /// it is by ReadOnly. Rollback journal, synchronous=FULL. Throws Error as Database does; a missing file
    /// with ReadOnly is Error(NotFound) that says where it was looked for. A file whose end is missing opens
    /// too, for reading what is left.
    CheckpointStore(const std::filesystem::path& path, Access access);

    /// Whether the file was found damaged and can only be read; repair() makes it usable again.
    bool damaged() const { return m_damaged; }
    /// Puts a new file with all whole checkpoints (ids kept) in the place of a damaged one, which is kept
    /// beside it under another name, also one of which nothing can be read. Others should have closed it:
    /// Error(Busy) where one reads or writes it just then. Returns how many checkpoints were whole. Throws
    /// Error as save() does.
    static int repair(const std::filesystem::path& path);

    /// One transaction: after a crash or on a full disk the file holds the old checkpoints, whole. Returns
    /// the id. Throws Error(InvalidArgument) for a tensor whose bytes do not fit its type and shape,
    /// Error(DiskFull | WriteFailed | Busy | Damaged).
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
    /// With its chunks that no other holds, in one transaction. Throws Error(NotFound).
    void remove(std::int64_t id);
    /// The newest `keep` checkpoints of `run` stay, and `best`; older ones go unless starred. Returns how
    /// many went.
    int keepNewest(std::int64_t run, int keep, std::optional<std::int64_t> best = {});
    void setStarred(std::int64_t id, bool starred);
    void setNote(std::int64_t id, const std::string& note);

private:
    struct Record;
    void bringUpToDate(bool isNew);
    void requireTables();
    bool sharesChunks();
    std::string selectInfo();
    void removeWithChunks(std::int64_t id);
    void giveRoomBack();
    std::int64_t insert(const Checkpoint& checkpoint, const CheckpointInfo* known);
    /// Copies the whole checkpoints of another file, with their ids; returns how many.
    int takeWholeOnes(const std::filesystem::path& path);
    Record readRecord(std::int64_t id);
    Checkpoint readChecked(std::int64_t id, const std::string& part, bool keepTensors);

    Database m_database;
    bool m_damaged = false;
};

}  // namespace visagist
