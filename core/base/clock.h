// The time of day, as stored.
#pragma once
#include <chrono>
#include <cstdint>

namespace visagist {

/// Milliseconds since 1970, UTC.
inline std::int64_t nowMilliseconds() {
    using namespace std::chrono;
    return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

}  // namespace visagist
