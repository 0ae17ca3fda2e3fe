// The time of day, as stored, and how long something took.
#pragma once
#include <chrono>
#include <cstdint>

namespace visagist {

/// Milliseconds since 1970, UTC.
inline std::int64_t nowMilliseconds() {
    using namespace std::chrono;
    return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

/// Seconds since it was made.
class Stopwatch {
public:
    double seconds() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count();
    }

private:
    std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
};

}  // namespace visagist
