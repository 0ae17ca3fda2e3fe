// Measures how long the window's thread is kept from its events.
#pragma once
#include <QElapsedTimer>
#include <QTimer>
#include <algorithm>
#include <ctime>
#include <vector>

namespace visagist {

/// CPU time of the calling thread, which other processes cannot add to; 0 where the system does not tell it.
inline double ownMilliseconds() {
#ifdef Q_OS_UNIX
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
#else
    return 0;
#endif
}

/// Ticks every 5 ms and keeps by how much it came late, and how much of that the window's own work was.
class StallMeter : public QObject {
public:
    StallMeter() {
        m_timer.setTimerType(Qt::PreciseTimer);
        connect(&m_timer, &QTimer::timeout, this, &StallMeter::tick);
        m_clock.start();
        m_ownBefore = ownMilliseconds();
        m_timer.start(kTick);
    }
    double longest() const { return m_late.empty() ? 0 : *std::max_element(m_late.begin(), m_late.end()); }
    double longestWork() const {
        return m_work.empty() ? 0 : *std::max_element(m_work.begin(), m_work.end());
    }
    /// Begins anew.
    void forget() {
        m_late.clear();
        m_work.clear();
    }
    double shareLaterThan(double milliseconds) const {
        const auto count =
            std::count_if(m_late.begin(), m_late.end(), [&](double late) { return late > milliseconds; });
        return static_cast<double>(count) / static_cast<double>(m_late.size());
    }
    std::size_t ticks() const { return m_late.size(); }

private:
    static constexpr int kTick = 5;  // ms
    void tick() {
        const double own = ownMilliseconds();
        m_late.push_back(static_cast<double>(m_clock.nsecsElapsed()) / 1e6 - kTick);
        m_work.push_back(own - m_ownBefore);
        m_ownBefore = own;
        m_clock.start();
    }

    std::vector<double> m_late, m_work;
    double m_ownBefore = 0;
    QElapsedTimer m_clock;
    QTimer m_timer;
};

}  // namespace visagist
