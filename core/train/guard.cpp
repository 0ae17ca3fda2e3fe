#include "core/train/guard.h"

#include <algorithm>
#include <cmath>

namespace visagist {

namespace {

constexpr std::int64_t kLasting = 200;   // steps
constexpr std::int64_t kSettling = 100;  // steps of a stage before its losses say what is usual
constexpr double kJump = 3, kAlike = 0.05, kWon = 0.02;
constexpr double kWindow = 25;  // steps over which losses are averaged

}  // namespace

std::optional<Guard::Alarm> Guard::look(const std::map<std::string, double>& metrics, std::int64_t steps) {
    const auto lasts = [&](std::int64_t& counter, bool bad) {
        counter = bad ? counter + steps : 0;
        return counter >= kLasting;
    };
    const auto value = [&](const char* name) -> std::optional<double> {
        const auto entry = metrics.find(name);
        return entry == metrics.end() ? std::nullopt : std::optional(entry->second);
    };
    m_seen += steps;
    if (const auto loss = value("reconstruction")) {
        const bool settled = m_best && m_seen > kSettling;
        const bool jumped = !std::isfinite(*loss) || (settled && *loss > kJump * *m_best);
        if (lasts(m_jumped, jumped)) {
            return Alarm{{VISAGIST_TEXT("The reconstruction loss jumped from %1 to %2 and stayed there."),
                          {std::to_string(m_best.value_or(0)), std::to_string(*loss)}},
                         m_jumped};
        }
        if (std::isfinite(*loss)) {
            const double share = std::min(1.0, static_cast<double>(steps) / kWindow);
            m_average = m_average ? *m_average + share * (*loss - *m_average) : *loss;
            m_best = std::min(m_best.value_or(*m_average), *m_average);
        }
    }
    if (const auto diversity = value("diversity");
        diversity && lasts(m_alike, m_seen > kSettling && *diversity < kAlike)) {
        return Alarm{{VISAGIST_TEXT("All faces that the generator makes look alike (collapse)."), {}},
                     m_alike};
    }
    if (const auto loss = value("discriminator"); loss && lasts(m_won, *loss < kWon)) {
        return Alarm{
            {VISAGIST_TEXT(
                 "The discriminator tells every made face from a photo and teaches nothing any more."),
             {}},
            m_won};
    }
    return {};
}

}  // namespace visagist
