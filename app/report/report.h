// What the command line says: sentences for people, one line of JSON for machines, exit codes.
#pragma once
#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "core/base/error.h"

namespace visagist::cli {

enum ExitCode : int { kDone = 0, kFailed = 1, kWrongUse = 2, kStopped = 3 };

/// 2 for values and commands that cannot be used, 3 for what the person stopped, else 1.
ExitCode exitCodeOf(ErrorCode code);

class Report {
public:
    explicit Report(bool json) : m_json(json) {}
    bool json() const { return m_json; }
    /// A line of the answer, on stdout; nothing with --json.
    void say(const std::string& line) const;
    /// A line on stderr, with --json too.
    void note(const std::string& line) const;
    void warn(const std::string& line) const { note("warning: " + line); }
    /// With --json the last line on stdout; else nothing.
    void result(const nlohmann::json& value) const;
    /// The sentence on stderr and, with --json, {"error": {"code", "message"}} on stdout; returns the exit
    /// code.
    ExitCode failure(const Error& error) const;
    /// What `work` returns; an exception that leaves it becomes a failure().
    ExitCode exitCodeOfWork(const std::function<ExitCode()>& work) const;

private:
    bool m_json;
};

/// "4 min 05 s", "12 s", "3 h 20 min".
std::string durationInWords(double seconds);
/// "1.5 GB", "312 MB", "12 KB" (powers of 1000).
std::string bytesInWords(std::int64_t bytes);
/// Milliseconds since 1970 as ISO 8601, UTC, to the second.
std::string timeInWords(std::int64_t milliseconds);
/// A number with that many digits behind the point; "-" for not-a-number.
std::string fixed(double value, int digits);
/// A number as JSON, null where it is not finite or not there.
nlohmann::json numberOrNull(std::optional<double> value, int digits = 3);

}  // namespace visagist::cli
