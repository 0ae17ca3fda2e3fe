// Post values from any thread, drain them on one.
#pragma once
#include <mutex>
#include <utility>
#include <vector>

namespace visagist {

template <class T>
class Inbox {
public:
    void post(T value) {
        const std::scoped_lock lock(m_mutex);
        m_items.push_back(std::move(value));
    }
    std::vector<T> drain() {
        const std::scoped_lock lock(m_mutex);
        return std::exchange(m_items, {});
    }

private:
    std::mutex m_mutex;
    std::vector<T> m_items;
};

}  // namespace visagist
