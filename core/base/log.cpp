#include "core/base/log.h"

#include <spdlog/sinks/rotating_file_sink.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <deque>
#include <mutex>
#include <type_traits>

#include "core/base/clock.h"
#include "core/base/path.h"

namespace visagist {

namespace {

constexpr std::size_t kKeptLines = 2000;
constexpr std::size_t kFileBytes = 5'000'000;
constexpr std::size_t kFiles = 3;

spdlog::level::level_enum levelOf(LogLevel level) {
    switch (level) {
        case LogLevel::Debug:
            return spdlog::level::debug;
        case LogLevel::Info:
            return spdlog::level::info;
        case LogLevel::Warning:
            return spdlog::level::warn;
        case LogLevel::Error:
            return spdlog::level::err;
    }
    return spdlog::level::info;
}

spdlog::filename_t spdlogName(const std::filesystem::path& path) {
    if constexpr (std::is_same_v<spdlog::filename_t, std::filesystem::path::string_type>) {
        return path.native();
    } else {
        return utf8FromPath(path);
    }
}

std::shared_ptr<spdlog::logger> makeLogger(LogLevel consoleLevel) {
    auto console = std::make_shared<spdlog::sinks::stderr_color_sink_mt>();
    console->set_level(levelOf(consoleLevel));
    console->set_pattern("%H:%M:%S %^%l%$ %v");
    auto logger = std::make_shared<spdlog::logger>("visagist", std::move(console));
    logger->set_level(spdlog::level::debug);
    logger->flush_on(spdlog::level::info);
    return logger;
}

/// Where the lines go; one for the whole program.
struct Journal {
    std::mutex mutex;
    std::deque<LogLine> lines;
    std::int64_t count = 0;
    std::shared_ptr<spdlog::logger> logger = makeLogger(LogLevel::Warning);
};

Journal& journal() {
    static Journal instance;
    return instance;
}

}  // namespace

void startLog(LogLevel consoleLevel, const std::filesystem::path& file) {
    auto logger = makeLogger(consoleLevel);
    std::string trouble;
    if (!file.empty()) {
        try {
            auto sink = std::make_shared<spdlog::sinks::rotating_file_sink_mt>(spdlogName(file), kFileBytes,
                                                                               kFiles - 1);
            sink->set_pattern("%Y-%m-%d %H:%M:%S.%e %l %v");
            logger->sinks().push_back(std::move(sink));
        } catch (const spdlog::spdlog_ex& problem) {
            trouble = "The log file " + utf8FromPath(file) + " cannot be written: " + problem.what();
        }
    }
    {
        Journal& all = journal();
        const std::scoped_lock lock(all.mutex);
        all.logger = std::move(logger);
    }
    if (!trouble.empty()) logWarning(trouble);
}

void log(LogLevel level, std::string_view text) {
    Journal& all = journal();
    std::shared_ptr<spdlog::logger> logger;
    {
        const std::scoped_lock lock(all.mutex);
        all.lines.push_back({++all.count, nowMilliseconds(), level, std::string(text)});
        if (all.lines.size() > kKeptLines) all.lines.pop_front();
        logger = all.logger;
    }
    logger->log(levelOf(level), spdlog::string_view_t(text.data(), text.size()));
}

std::vector<LogLine> logLinesAfter(std::int64_t after) {
    Journal& all = journal();
    const std::scoped_lock lock(all.mutex);
    std::vector<LogLine> lines;
    for (const LogLine& line : all.lines) {
        if (line.number > after) lines.push_back(line);
    }
    return lines;
}

}  // namespace visagist
