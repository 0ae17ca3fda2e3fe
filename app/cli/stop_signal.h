// What Ctrl+C asks for.
#pragma once
#include <stop_token>
#include <thread>

namespace visagist::cli {

/// What the first Ctrl+C or SIGTERM does: ask for a stop, or end the program at once with exit code 3.
enum class OnStop { Ask, EndAtOnce };

/// While it lives, Ctrl+C and SIGTERM ask for a stop through token(); a second one ends the program at once
/// with exit code 3. One in a program.
class StopSignal {
public:
    explicit StopSignal(OnStop onFirst = OnStop::Ask);
    ~StopSignal();
    StopSignal(const StopSignal&) = delete;
    StopSignal& operator=(const StopSignal&) = delete;
    std::stop_token token() const { return m_source.get_token(); }

private:
    std::stop_source m_source;
    int m_pipe[2] = {-1, -1};
    std::jthread m_watcher;
};

}  // namespace visagist::cli
