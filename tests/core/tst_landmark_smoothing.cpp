#include <QTest>
#include <cmath>

#include "core/base/error.h"
#include "core/face/landmark_smoothing.h"
#include "tests/support/error_of.h"

using namespace visagist;

namespace {

constexpr double kSize = 100;

/// -1 … 1, without order.
double noiseOf(int i) {
    const double x = std::sin(12.9898 * i) * 43758.5453;
    return 2 * (x - std::floor(x)) - 1;
}

/// Five points that tremble by about a pixel, at 25 frames a second, around where `middleAt` says.
template <class MiddleAt>
std::vector<TimedLandmarks> trembling(int frames, MiddleAt&& middleAt) {
    std::vector<TimedLandmarks> all;
    for (int i = 0; i < frames; ++i) {
        TimedLandmarks one{i / 25.0, {}};
        const Point middle = middleAt(one.seconds);
        for (int k = 0; k < 5; ++k) {
            const double noise = noiseOf(7 * i + k);
            one.landmarks.push_back({middle.x + kSize * std::cos(1.2566 * k) / 2 + noise,
                                     middle.y + kSize * std::sin(1.2566 * k) / 2 - noise});
        }
        all.push_back(one);
    }
    return all;
}

/// Root mean square of the second differences: how much the first landmark trembles.
double trembleOf(const std::vector<TimedLandmarks>& frames) {
    double squares = 0;
    for (std::size_t i = 1; i + 1 < frames.size(); ++i) {
        const double d =
            frames[i - 1].landmarks[0].x - 2 * frames[i].landmarks[0].x + frames[i + 1].landmarks[0].x;
        squares += d * d;
    }
    return std::sqrt(squares / static_cast<double>(frames.size() - 2));
}

double meanX(const TimedLandmarks& frame) {
    double sum = 0;
    for (const Point& p : frame.landmarks) sum += p.x / 5;
    return sum;
}

}  // namespace

class TestLandmarkSmoothing : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aStillFaceStopsTrembling() {
        const auto frames = trembling(100, [](double) { return Point{300, 200}; });
        const auto smooth = smoothedLandmarks(frames);
        QCOMPARE(smooth.size(), frames.size());
        QVERIFY2(trembleOf(smooth) < 0.25 * trembleOf(frames), std::to_string(trembleOf(smooth)).c_str());
    }

    void aMovingFaceDoesNotLagBehind() {
        const auto where = [](double seconds) {
            return Point{300 + 200 * seconds, 200};
        };  // two faces a second
        const auto smooth = smoothedLandmarks(trembling(100, where));
        for (std::size_t i = 10; i < 90; ++i)
            QVERIFY(std::abs(meanX(smooth[i]) - where(smooth[i].seconds).x) < 0.03 * kSize);
    }

    void theSameHoldsAtAnyResolution() {
        const auto frames = trembling(60, [](double s) { return Point{300 + 50 * s, 200}; });
        auto large = frames;
        for (auto& frame : large)
            for (Point& p : frame.landmarks) p = {p.x * 7, p.y * 7};
        const auto a = smoothedLandmarks(frames), b = smoothedLandmarks(large);
        for (std::size_t i = 0; i < a.size(); ++i)
            QVERIFY(std::abs(7 * a[i].landmarks[2].x - b[i].landmarks[2].x) < 1e-6);
    }

    void aFaceAfterAPauseIsNotDrawnTowardsTheOneBefore() {
        auto frames = trembling(20, [](double) { return Point{300, 200}; });
        auto later = trembling(20, [](double) { return Point{900, 200}; });
        for (auto& frame : later) frame.seconds += 2;
        const auto alone = smoothedLandmarks(later);
        frames.insert(frames.end(), later.begin(), later.end());
        const auto both = smoothedLandmarks(frames);
        for (std::size_t i = 0; i < 20; ++i) QCOMPARE(both[20 + i].landmarks, alone[i].landmarks);
    }

    void oneFrameAndNoneStayAsTheyAre() {
        const auto frames = trembling(1, [](double) { return Point{300, 200}; });
        QCOMPARE(smoothedLandmarks(frames)[0].landmarks, frames[0].landmarks);
        QVERIFY(smoothedLandmarks({}).empty());
    }

    void framesOutOfOrderAreRefused() {
        auto frames = trembling(3, [](double) { return Point{300, 200}; });
        frames[2].seconds = frames[1].seconds;
        VISAGIST_VERIFY_ERROR(ErrorCode::InvalidArgument, smoothedLandmarks(frames));
        frames[2].seconds += 1;
        frames[2].landmarks.pop_back();
        VISAGIST_VERIFY_ERROR(ErrorCode::InvalidArgument, smoothedLandmarks(frames));
    }
};

QTEST_GUILESS_MAIN(TestLandmarkSmoothing)
#include "tst_landmark_smoothing.moc"
