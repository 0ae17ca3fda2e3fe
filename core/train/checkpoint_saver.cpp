#include "core/train/checkpoint_saver.h"

#include <cassert>
#include <limits>
#include <new>
#include <utility>

#include "core/base/error.h"
#include "core/base/log.h"
#include "core/base/path.h"

namespace visagist {

namespace {

std::optional<double> metricOf(const CheckpointInfo& info, const char* name) {
    const auto entry = info.metrics.find(name);
    return entry == info.metrics.end() ? std::nullopt : std::optional(entry->second);
}

/// The checkpoint of the lowest validation loss among those of the newest one's run and stage, for each stage
/// has a loss of its own. Of equal ones the oldest: the loss was measured before it or at it.
std::optional<std::int64_t> bestOf(const std::vector<CheckpointInfo>& newestFirst) {
    const CheckpointInfo& newest = newestFirst.front();
    std::optional<std::int64_t> best;
    double lowest = std::numeric_limits<double>::infinity();
    for (const CheckpointInfo& info : newestFirst) {
        const auto loss = metricOf(info, "validation");
        const bool comparable =
            info.run == newest.run && metricOf(info, "stage") == metricOf(newest, "stage");
        if (!comparable || !loss || *loss > lowest) continue;
        best = info.id;
        lowest = *loss;
    }
    return best;
}

}  // namespace

CheckpointSaver::CheckpointSaver(std::filesystem::path path, std::function<void()> onDone)
    : m_path(std::move(path)), m_onDone(std::move(onDone)) {
    std::promise<void> opened;
    std::future<void> isOpen = opened.get_future();
    m_thread = std::jthread([this, opened = std::move(opened)](const std::stop_token& stop) mutable {
        work(stop, std::move(opened));
    });
    isOpen.get();
}

void CheckpointSaver::open() {
    try {
        m_store.emplace(m_path, Access::ReadWrite);
    } catch (const Error& error) {
        if (error.code() != ErrorCode::Damaged) throw;
    }
    if (!m_store || m_store->damaged()) repair();
}

void CheckpointSaver::repair() {
    m_store.reset();
    m_repaired = CheckpointStore::repair(m_path);
    logWarning(utf8FromPath(m_path) + " was damaged and is repaired; " + std::to_string(*m_repaired) +
               " checkpoints of it are whole.");
    m_store.emplace(m_path, Access::ReadWrite);
}

void CheckpointSaver::work(const std::stop_token& stop, std::promise<void> opened) {
    try {
        open();
        opened.set_value();
    } catch (...) {
        opened.set_exception(std::current_exception());
        return;
    }
    while (true) {
        std::optional<Job> job;
        {
            std::unique_lock lock(m_mutex);
            // After a stop too: what was handed over is written.
            if (!m_changed.wait(lock, stop, [&] { return m_job.has_value(); })) break;
            job = std::exchange(m_job, {});
        }
        Result result = carryOut(*job);
        job.reset();  // its memory is free before the next copy is made
        {
            const std::scoped_lock lock(m_mutex);
            m_result = std::move(result);
        }
        m_changed.notify_all();
        m_onDone();
    }
    m_store.reset();
}

CheckpointSaver::Result CheckpointSaver::carryOut(Job& job) {
    Result result{
        .step = job.checkpoint.step, .saved = {}, .failure = {}, .cleanupFailure = {}, .repaired = {}};
    try {
        if (!m_store) open();
        job.checkpoint.tensors = job.tensors();
        std::int64_t id = 0;
        try {
            id = m_store->save(job.checkpoint);
        } catch (const Error& error) {
            if (error.code() != ErrorCode::Damaged) throw;
            repair();
            result.repaired = m_repaired;
            id = m_store->save(job.checkpoint);
        }
        result.saved = m_store->find(id).value();
    } catch (const std::bad_alloc&) {
        result.failure = std::make_exception_ptr(Error(
            ErrorCode::OutOfMemory, VISAGIST_TEXT("There is not enough memory to write a checkpoint.")));
        return result;
    } catch (...) {
        result.failure = std::current_exception();
        return result;
    }
    try {
        m_store->keepNewest(job.checkpoint.run, job.keep, bestOf(m_store->list()));
    } catch (...) {
        result.cleanupFailure = std::current_exception();
    }
    return result;
}

void CheckpointSaver::save(Checkpoint checkpoint, std::function<std::vector<TensorBytes>()> tensors,
                           int keep) {
    assert(!m_busy);
    m_busy = true;
    {
        const std::scoped_lock lock(m_mutex);
        m_job = Job{std::move(checkpoint), std::move(tensors), keep};
    }
    m_changed.notify_all();
}

std::optional<CheckpointSaver::Result> CheckpointSaver::take() {
    if (!m_busy) return {};
    const std::scoped_lock lock(m_mutex);
    if (m_result) m_busy = false;
    return std::exchange(m_result, {});
}

std::optional<CheckpointSaver::Result> CheckpointSaver::wait() {
    if (!m_busy) return {};
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [&] { return m_result.has_value(); });
    m_busy = false;
    return std::exchange(m_result, {});
}

}  // namespace visagist
