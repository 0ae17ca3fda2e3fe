// Writes checkpoints to their file on a thread of its own, so that training goes on meanwhile.
#pragma once
#include <condition_variable>
#include <exception>
#include <filesystem>
#include <functional>
#include <future>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

#include "core/store/checkpoint_store.h"

namespace visagist {

/// All functions are called on one thread, the trainer's. The connection to the file lives on the saver's.
class CheckpointSaver {
public:
    struct Result {
        std::int64_t step = 0;
        CheckpointInfo saved;               ///< where it did not fail
        std::exception_ptr failure;         ///< why it was not saved; older checkpoints are whole
        std::exception_ptr cleanupFailure;  ///< saved, but older ones could not be removed
        std::optional<int> repaired;        ///< the file was damaged; so many checkpoints of it are kept
    };

    /// Opens the file, or makes it. A damaged one is repaired. Throws Error as CheckpointStore does. `onDone`
    /// is called on the saver's thread after each save.
    CheckpointSaver(std::filesystem::path path, std::function<void()> onDone);
    /// Ends what is being written, then joins.
    ~CheckpointSaver() = default;

    /// How many checkpoints the file kept, where it was found damaged and was repaired when it was opened.
    std::optional<int> repaired() const { return m_repaired; }
    /// Hands a checkpoint over; when it is in the file all but the newest `keep` of its run go, unless
    /// starred or the best of its stage by metrics "validation" and "stage". `tensors` gives its tensors; it
    /// is called on the saver's thread, while busy(). Only where not busy().
    void save(Checkpoint checkpoint, std::function<std::vector<TensorBytes>()> tensors, int keep);
    /// Whether one was handed over whose result was not taken yet.
    bool busy() const { return m_busy; }
    /// The result of the save, if it has ended.
    std::optional<Result> take();
    /// The result of the save, waited for; nothing where none is under way.
    std::optional<Result> wait();

private:
    struct Job {
        Checkpoint checkpoint;
        std::function<std::vector<TensorBytes>()> tensors;
        int keep = 0;
    };
    void work(const std::stop_token& stop, std::promise<void> opened);
    Result carryOut(Job& job);
    void open();
    void repair();

    const std::filesystem::path m_path;
    const std::function<void()> m_onDone;
    bool m_busy = false;  // known to the trainer's thread alone

    std::optional<CheckpointStore> m_store;  // used on the saver's thread alone
    std::optional<int> m_repaired;

    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::optional<Job> m_job;
    std::optional<Result> m_result;
    std::jthread m_thread;
};

}  // namespace visagist
