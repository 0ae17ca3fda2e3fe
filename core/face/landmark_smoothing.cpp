#include "core/face/landmark_smoothing.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/base/error.h"

namespace visagist {
namespace {

using Frames = std::vector<TimedLandmarks>;

/// How much of a new value is taken, for a cutoff in Hz and a step in seconds.
double weightOf(double cutoff, double step) {
    const double tau = 1 / (2 * std::numbers::pi * cutoff);
    return 1 / (1 + tau / step);
}

class OneEuro {
public:
    explicit OneEuro(double first) : m_value(first) {}
    /// `step` in seconds.
    double next(double value, double step, const Smoothing& smoothing) {
        constexpr double derivativeCutoff = 1;
        const double a = weightOf(derivativeCutoff, step);
        m_speed += a * ((value - m_value) / step - m_speed);
        m_value +=
            weightOf(smoothing.minCutoff + smoothing.speedGain * std::abs(m_speed), step) * (value - m_value);
        return m_value;
    }

private:
    double m_value, m_speed = 0;
};

double faceSize(const std::vector<Point>& landmarks) {
    Point mean;
    const auto n = static_cast<double>(landmarks.size());
    for (const Point& p : landmarks) mean = {mean.x + p.x / n, mean.y + p.y / n};
    double squares = 0;
    for (const Point& p : landmarks)
        squares += (p.x - mean.x) * (p.x - mean.x) + (p.y - mean.y) * (p.y - mean.y);
    return std::max(1e-9, 2 * std::sqrt(squares / std::max(n, 1.0)));
}

/// One way through frames that hang together; times may also fall.
Frames passed(const Frames& frames, double size, const Smoothing& smoothing) {
    Frames result = frames;
    for (std::size_t k = 0; k < frames[0].landmarks.size(); ++k) {
        OneEuro x(frames[0].landmarks[k].x / size), y(frames[0].landmarks[k].y / size);
        for (std::size_t i = 1; i < frames.size(); ++i) {
            const double step = std::abs(frames[i].seconds - frames[i - 1].seconds);
            const Point& p = frames[i].landmarks[k];
            result[i].landmarks[k] = {size * x.next(p.x / size, step, smoothing),
                                      size * y.next(p.y / size, step, smoothing)};
        }
    }
    return result;
}

Frames smoothedPiece(const Frames& frames, const Smoothing& smoothing) {
    if (frames.size() < 2 || frames[0].landmarks.empty()) return frames;
    const double size = faceSize(frames[0].landmarks);
    Frames result = passed(frames, size, smoothing), back = frames;
    std::reverse(back.begin(), back.end());
    back = passed(back, size, smoothing);
    std::reverse(back.begin(), back.end());
    for (std::size_t i = 0; i < result.size(); ++i) {
        for (std::size_t k = 0; k < result[i].landmarks.size(); ++k) {
            Point& p = result[i].landmarks[k];
            const Point& q = back[i].landmarks[k];
            p = {(p.x + q.x) / 2, (p.y + q.y) / 2};
        }
    }
    return result;
}

}  // namespace

std::vector<TimedLandmarks> smoothedLandmarks(std::span<const TimedLandmarks> frames,
                                              const Smoothing& smoothing) {
    Frames result, piece;
    const auto finishPiece = [&] {
        for (TimedLandmarks& frame : smoothedPiece(piece, smoothing)) result.push_back(std::move(frame));
        piece.clear();
    };
    for (const TimedLandmarks& frame : frames) {
        if (!piece.empty()) {
            if (!(frame.seconds > piece.back().seconds) ||
                frame.landmarks.size() != piece.back().landmarks.size()) {
                throw Error(ErrorCode::InvalidArgument,
                            VISAGIST_TEXT("Frames whose landmarks are smoothed must follow each other in "
                                          "time and have equally many landmarks."));
            }
            if (frame.seconds - piece.back().seconds > smoothing.maxGap) finishPiece();
        }
        piece.push_back(frame);
    }
    finishPiece();
    return result;
}

}  // namespace visagist
