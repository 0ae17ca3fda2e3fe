#include "app/report/report.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <iostream>
#include <new>

namespace visagist::cli {

namespace {

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

ExitCode Report::exitCodeOfWork(const std::function<ExitCode()>& work) const {
    try {
        return work();
    } catch (const Error& error) {
        return failure(error);
    } catch (const std::bad_alloc&) {
        return failure(Error(ErrorCode::OutOfMemory, VISAGIST_TEXT("The memory is used up.")));
    } catch (const std::exception& error) {
        return failure(Error(ErrorCode::Internal, VISAGIST_TEXT("Unexpected: %1"), {error.what()}));
    }
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

std::string timeInWords(std::int64_t milliseconds) {
    const auto seconds = static_cast<std::time_t>(milliseconds / 1000);
    std::tm parts{};
    gmtime_r(&seconds, &parts);
    std::array<char, 32> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
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
