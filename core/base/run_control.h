// What the person wants of a running job, besides stopping it: pause, save now, another value for an option.
#pragma once
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace visagist {

/// Asked from any thread; obeyed by the job between two steps.
class RunControl {
public:
    void pause() { set(m_paused, true); }
    void resume() { set(m_paused, false); }
    void saveNow() { set(m_saveWanted, true); }
    /// Wakes a paused job once, so that it looks after something else; it stays paused.
    void wake() { set(m_woken, true); }
    /// Asks for option `key` to become `value` (as text); a later wish for the same key replaces an earlier
    /// one.
    void change(std::string key, std::string value) {
        {
            const std::scoped_lock lock(m_mutex);
            std::erase_if(m_changes, [&](const auto& wish) { return wish.first == key; });
            m_changes.emplace_back(std::move(key), std::move(value));
        }
        m_changed.notify_all();
    }

    bool paused() const {
        const std::scoped_lock lock(m_mutex);
        return m_paused;
    }
    /// Job's side: sleeps while paused; wakes for a stop, a save, a change or wake() too. Returns whether it
    /// is still paused.
    bool waitWhilePaused(const std::stop_token& stop) {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, stop,
                       [&] { return !m_paused || m_saveWanted || m_woken || !m_changes.empty(); });
        m_woken = false;
        return m_paused && !stop.stop_requested();
    }
    /// Job's side: whether a save was asked for since the last call.
    bool takeSaveRequest() {
        const std::scoped_lock lock(m_mutex);
        return std::exchange(m_saveWanted, false);
    }
    /// Job's side: the wishes since the last call, oldest first.
    std::vector<std::pair<std::string, std::string>> takeChanges() {
        const std::scoped_lock lock(m_mutex);
        return std::exchange(m_changes, {});
    }

private:
    void set(bool& flag, bool value) {
        {
            const std::scoped_lock lock(m_mutex);
            flag = value;
        }
        m_changed.notify_all();
    }

    mutable std::mutex m_mutex;
    std::condition_variable_any m_changed;
    bool m_paused = false, m_saveWanted = false, m_woken = false;
    std::vector<std::pair<std::string, std::string>> m_changes;
};

}  // namespace visagist
