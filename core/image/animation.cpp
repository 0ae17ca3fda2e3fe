#include "core/image/animation.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "core/base/error.h"
#include "core/image/apng_reader.h"
#include "core/image/decode.h"
#include "core/image/gif_reader.h"
#include "core/image/opencv_bridge.h"
#include "core/image/picture_header.h"
#include "core/image/resize.h"
#include "core/image/webp_reader.h"

namespace visagist {
namespace {

constexpr double kInstant = 1e-6;       // seconds: what a sum of durations may be wrong by
constexpr double kHasty = 0.0105;       // seconds; durations below are not meant
constexpr double kUsualDuration = 0.1;  // of those

}  // namespace

bool AnimationReader::advance() {
    double duration = 0;
    while (readNext(duration)) {
        ++m_index;
        m_time = m_nextTime;
        m_nextTime += duration < kHasty ? kUsualDuration : duration;
        if (m_index >= m_target && m_time >= m_targetTime - kInstant) return true;
    }
    return false;
}

Image AnimationReader::image() { return uprightImage(composed(), m_orientation); }

Image AnimationReader::smallGrey(int side) {
    const Image frame = image();
    const double scale = std::min(1.0, static_cast<double>(side) / std::max(frame.width(), frame.height()));
    const auto shrunk = [&](int length) {
        return std::max(1, static_cast<int>(std::lround(length * scale)));
    };
    const Image small = resized(frame, shrunk(frame.width()), shrunk(frame.height()));
    Image grey(small.width(), small.height(), 1);
    cv::Mat to = matOf(grey);
    cv::cvtColor(matOf(small), to, cv::COLOR_RGB2GRAY);
    return grey;
}

void AnimationReader::seek(std::int64_t index) {
    m_target = std::max<std::int64_t>(index, 0);
    m_targetTime = 0;
    if (m_target > m_index) return;
    restart();
    m_index = -1;
    m_nextTime = 0;
}

void AnimationReader::seekTime(double seconds) {
    m_target = 0;
    m_targetTime = seconds;
    if (m_index >= 0 && seconds <= m_time + kInstant) {
        restart();
        m_index = -1;
        m_nextTime = 0;
    }
}

bool isAnimation(std::span<const std::uint8_t> bytes) {
    switch (pictureKind(bytes)) {
        case PictureKind::Gif:
            return gifFrameCount(bytes, 2) > 1;
        case PictureKind::Png:
            return apngFrameCount(bytes) > 1;
        case PictureKind::WebP:
            return isAnimatedWebp(bytes);
        default:
            return false;
    }
}

std::unique_ptr<AnimationReader> openAnimation(std::vector<std::uint8_t> bytes, std::string name) {
    switch (pictureKind(bytes)) {
        case PictureKind::Gif:
            return openGif(std::move(bytes), std::move(name));
        case PictureKind::Png:
            return openApng(std::move(bytes), std::move(name));
        case PictureKind::WebP:
            return openWebp(std::move(bytes), std::move(name));
        default:
            throw Error(ErrorCode::Unsupported,
                        VISAGIST_TEXT("\"%1\" is not an animation (GIF, WebP or PNG)."), {name});
    }
}

}  // namespace visagist
