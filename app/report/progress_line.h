// Progress of long work, on stderr.
#pragma once
#include <chrono>
#include <cstdint>
#include <string>

namespace visagist::cli {

/// Progress of one long piece of work on stderr: a line that is rewritten where a person watches, else a line
/// every 15 seconds.
class ProgressLine {
public:
    explicit ProgressLine(std::string what);
    ~ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;
    /// With count, rate and time left.
    void count(std::int64_t done, std::int64_t total);
    /// The share done (0 … 1) and words of one's own.
    void show(double share, const std::string& words);
    /// Clears the rewritten line, so that other text can be written.
    void clear();

private:
    bool due(bool last);

    std::string m_what;
    bool m_terminal;
    bool m_drawn = false;
    std::chrono::steady_clock::time_point m_start, m_shown;
};

}  // namespace visagist::cli
