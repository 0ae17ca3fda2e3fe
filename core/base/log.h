// The program's log: to the console, to a file, and kept in memory for the window. Hides spdlog.
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace visagist {

enum class LogLevel { Debug, Info, Warning, Error };

struct LogLine {
    std::int64_t number = 0;        ///< counts up from 1
    std::int64_t milliseconds = 0;  ///< since 1970, UTC
    LogLevel level = LogLevel::Info;
    std::string text;
};

/// Sends log lines of at least `level` to stderr, and all to `file` (rotated, 3 files of 5 MB) where one is
/// given.
void startLog(LogLevel consoleLevel, const std::filesystem::path& file = {});
/// May be called from any thread.
void log(LogLevel level, std::string_view text);
inline void logInfo(std::string_view text) { log(LogLevel::Info, text); }
inline void logWarning(std::string_view text) { log(LogLevel::Warning, text); }
inline void logError(std::string_view text) { log(LogLevel::Error, text); }
/// The kept lines (the last 2,000) with a number above `after`.
std::vector<LogLine> logLinesAfter(std::int64_t after);

}  // namespace visagist
