#include "app/report/progress_line.h"

#include <algorithm>
#include <cmath>
#include <iostream>

#include "app/report/report.h"
#include "app/report/terminal.h"

namespace visagist::cli {

namespace {

constexpr std::chrono::milliseconds kRedraw{100};
constexpr std::chrono::seconds kSparse{15};
constexpr int kBarWidth = 20;

std::string bar(double share) {
    const auto filled = static_cast<std::size_t>(std::lround(std::clamp(share, 0.0, 1.0) * kBarWidth));
    std::string bar(kBarWidth + 2, '.');
    bar.front() = '[';
    bar.back() = ']';
    std::fill_n(bar.begin() + 1, filled, '#');
    return bar;
}

}  // namespace

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

}  // namespace visagist::cli
