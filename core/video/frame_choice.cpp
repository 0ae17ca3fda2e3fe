#include "core/video/frame_choice.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace visagist {
namespace {

constexpr double kInstant = 1e-6;  // seconds: what rounding does to a time stamp
constexpr int kComparedSide = 64;

double differencePercent(const Image& a, const Image& b) {
    if (a.byteCount() != b.byteCount() || a.empty()) return 100;
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < a.byteCount(); ++i) sum += std::abs(a.data()[i] - b.data()[i]);
    return 100.0 * static_cast<double>(sum) / (255.0 * static_cast<double>(a.byteCount()));
}

}  // namespace

FrameChooser::FrameChooser(FrameReader& reader, const ImportOptions& options, ChoicePlace place)
    : m_reader(reader), m_options(options), m_place(place) {}

bool FrameChooser::advance() {
    bool there = false;
    switch (m_options.frames) {
        case FrameChoice::PerSecond:
            there = advancePerSecond();
            break;
        case FrameChoice::EveryNth:
            there = advanceEveryNth();
            break;
        case FrameChoice::SceneCuts:
            return advanceInScenes();
    }
    if (there) m_place.nextFrame = m_reader.index() + 1;
    return there && isInTrim();
}

bool FrameChooser::isInTrim() const {
    return m_options.trimTo <= 0 || m_reader.time() < m_options.trimTo - kInstant;
}

bool FrameChooser::advancePerSecond() {
    double wanted = m_options.trimFrom;
    if (!m_started && m_place.nextFrame > 0) {  // the frame that was chosen last tells the time
        m_reader.seek(m_place.nextFrame - 1);
        m_started = m_reader.advance();
        if (!m_started) return false;
    }
    if (m_started) {
        const double slot = std::floor((m_reader.time() + kInstant) * m_options.framesPerSecond);
        wanted = (slot + 1) / m_options.framesPerSecond;
    }
    m_started = true;
    m_reader.seekTime(wanted);
    return m_reader.advance();
}

bool FrameChooser::advanceEveryNth() {
    if (!m_started && m_place.nextFrame == 0 && m_options.trimFrom > 0) {
        m_reader.seekTime(m_options.trimFrom);
        if (!m_reader.advance()) return false;
        m_place.nextFrame = m_reader.index();
        m_started = true;
        if (m_reader.index() % m_options.frameStep == 0) return true;
    }
    m_started = true;
    const std::int64_t step = m_options.frameStep;
    const std::int64_t wanted = (m_place.nextFrame + step - 1) / step * step;
    m_reader.seek(wanted);
    // A damaged frame is not there to be chosen: the one behind it is none of the n-th.
    while (m_reader.advance()) {
        if (m_reader.index() % step == 0) return true;
    }
    return false;
}

void FrameChooser::resumeScenes() {
    m_started = true;
    m_reader.seek(m_place.lastCut);
    if (!m_reader.advance()) return;
    m_cutTime = m_reader.time();
    // The two frames before give the two differences that the next one is judged by.
    m_reader.seek(std::max<std::int64_t>(m_place.nextFrame - 2, 0));
}

bool FrameChooser::advanceInScenes() {
    if (!m_started && m_place.nextFrame > 0) resumeScenes();
    if (!m_started && m_options.trimFrom > 0) m_reader.seekTime(m_options.trimFrom);
    m_started = true;
    while (m_reader.advance()) {
        if (m_reader.time() < m_options.trimFrom - kInstant) continue;
        if (!isInTrim()) return false;
        const double before = std::exchange(m_time, m_reader.time());
        const bool cut = isCut();
        if (m_reader.index() < m_place.nextFrame) continue;  // judged before the choice was broken off
        m_place.nextFrame = m_reader.index() + 1;
        if (cut) {
            m_place.lastCut = m_reader.index();
            m_cutTime = m_time;
            return true;
        }
        if (isWantedOfScene(before)) return true;
    }
    return false;
}

bool FrameChooser::isCut() {
    const bool first = m_grey.empty();
    Image grey = m_reader.smallGrey(kComparedSide);
    const double difference = first ? 0 : differencePercent(grey, m_grey);
    const double before = std::exchange(m_difference, difference);
    m_grey = std::move(grey);
    return first || std::min(difference, std::abs(difference - before)) >= m_options.sceneThreshold;
}

/// Whether the current frame is the first at or after one of the scene's times; `before` is the last frame's.
bool FrameChooser::isWantedOfScene(double before) {
    if (m_options.sceneSpacing <= 0) return m_reader.index() - m_place.lastCut < m_options.sceneFrames;
    const auto slot = [&](double time) {
        return std::floor((time - m_cutTime + kInstant) / m_options.sceneSpacing);
    };
    return slot(m_time) > slot(before) && slot(m_time) < m_options.sceneFrames;
}

}  // namespace visagist
