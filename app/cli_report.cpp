#include "app/cli_report.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <iostream>

#include "app/cli_terminal.h"

namespace visagist::cli {

namespace {

constexpr std::chrono::milliseconds kRedraw{100};
constexpr std::chrono::seconds kSparse{15};
constexpr int kBarWidth = 20;

const char* nameOf(ErrorCode code) {
    switch (code) {
        case ErrorCode::InvalidArgument:
            return "invalidArgument";
        case ErrorCode::NotFound:
            return "notFound";
        case ErrorCode::ReadFailed:
            return "readFailed";
        case ErrorCode::WriteFailed:
            return "writeFailed";
        case ErrorCode::DiskFull:
            return "diskFull";
        case ErrorCode::Damaged:
            return "damaged";
        case ErrorCode::NewerVersion:
            return "newerVersion";
        case ErrorCode::Busy:
            return "busy";
        case ErrorCode::OutOfMemory:
            return "outOfMemory";
        case ErrorCode::NotFinite:
            return "notFinite";
        case ErrorCode::Cancelled:
            return "cancelled";
        case ErrorCode::Unsupported:
            return "unsupported";
        case ErrorCode::Internal:
            return "internal";
    }
    return "internal";
}

std::string bar(double share) {
    const int filled = static_cast<int>(std::lround(std::clamp(share, 0.0, 1.0) * kBarWidth));
    return "[" + std::string(static_cast<std::size_t>(filled), '#') +
           std::string(static_cast<std::size_t>(kBarWidth - filled), '.') + "]";
}

}  // namespace

ExitCode exitCodeOf(ErrorCode code) {
    if (code == ErrorCode::InvalidArgument) return kWrongUse;
    return code == ErrorCode::Cancelled ? kStopped : kFailed;
}

void Report::say(const std::string& line) const {
    if (!m_json) std::cout << line << std::endl;
}

void Report::note(const std::string& line) const { std::cerr << line << std::endl; }

void Report::result(const nlohmann::json& value) const {
    // Names of files need not be valid UTF-8; what is not is replaced rather than refused.
    if (m_json)
        std::cout << value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) << std::endl;
}

ExitCode Report::failure(const Error& error) const {
    note(std::string("visagist-cli: ") + error.what());
    result({{"error", {{"code", nameOf(error.code())}, {"message", error.what()}}}});
    return exitCodeOf(error.code());
}

ProgressLine::ProgressLine(std::string what)
    : m_what(std::move(what)),
      m_terminal(stderrIsTerminal()),
      m_start(std::chrono::steady_clock::now()),
      m_shown(m_start - kRedraw) {}

ProgressLine::~ProgressLine() { clear(); }

bool ProgressLine::due(bool last) {
    const auto now = std::chrono::steady_clock::now();
    const auto pause = m_terminal ? std::chrono::steady_clock::duration(kRedraw) : kSparse;
    if (!last && now - m_shown < pause) return false;
    if (last && !m_terminal && m_shown < m_start) return false;  // short work needs no words
    m_shown = now;
    return true;
}

void ProgressLine::count(std::int64_t done, std::int64_t total) {
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count();
    std::string words = std::to_string(done) + " of " + std::to_string(total);
    if (done > 0 && seconds > 1) {
        const double rate = static_cast<double>(done) / seconds;
        words += ", " + fixed(rate, 1) + " a second";
        if (done < total) words += ", " + durationInWords(static_cast<double>(total - done) / rate) + " left";
    }
    show(total > 0 ? static_cast<double>(done) / static_cast<double>(total) : 1, words);
}

void ProgressLine::show(double share, const std::string& words) {
    if (!due(share >= 1)) return;
    if (!m_terminal) {
        std::cerr << m_what << ": " << words << std::endl;
        return;
    }
    const std::string line = m_what + " " + bar(share) + " " + words;
    std::cerr << "\r\033[K" << line.substr(0, static_cast<std::size_t>(std::max(terminalWidth() - 1, 20)))
              << std::flush;
    m_drawn = true;
}

void ProgressLine::clear() {
    if (m_drawn) std::cerr << "\r\033[K" << std::flush;
    m_drawn = false;
}

std::string durationInWords(double seconds) {
    if (!std::isfinite(seconds) || seconds < 0) return "-";
    const auto whole = std::llround(seconds);
    std::array<char, 48> text{};
    if (whole >= 3600) {
        std::snprintf(text.data(), text.size(), "%lld h %02lld min", whole / 3600, whole / 60 % 60);
    } else if (whole >= 60) {
        std::snprintf(text.data(), text.size(), "%lld min %02lld s", whole / 60, whole % 60);
    } else {
        std::snprintf(text.data(), text.size(), "%lld s", whole);
    }
    return text.data();
}

std::string bytesInWords(std::int64_t bytes) {
    constexpr std::array units{"bytes", "KB", "MB", "GB", "TB"};
    double value = static_cast<double>(bytes);
    std::size_t unit = 0;
    while (value >= 999.5 && unit + 1 < units.size()) {
        value /= 1000;
        ++unit;
    }
    return fixed(value, unit > 0 && value < 9.95 ? 1 : 0) + " " + units[unit];
}

std::string fixed(double value, int digits) {
    if (std::isnan(value)) return "-";
    std::array<char, 400> text{};
    std::snprintf(text.data(), text.size(), "%.*f", digits, value);
    return text.data();
}

nlohmann::json numberOrNull(std::optional<double> value, int digits) {
    if (!value || !std::isfinite(*value)) return nullptr;
    const double scale = std::pow(10.0, digits);
    return std::round(*value * scale) / scale;
}

}  // namespace visagist::cli
