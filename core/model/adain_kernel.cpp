#include "core/model/adain_kernel.h"

#include <c10/util/BFloat16.h>
#include <c10/util/Half.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <type_traits>

#if defined(__GNUC__)
#define VISAGIST_INLINE inline __attribute__((always_inline))
#else
#define VISAGIST_INLINE inline
#endif

namespace visagist {

namespace {

/// Channels that one task takes: a line of the processor's cache in float32.
constexpr std::int64_t kLanes = 16;
/// Pixels after which single sums are added to double ones.
constexpr std::int64_t kRun = 256;

template <class T>
using Statistic = std::conditional_t<std::is_same_v<T, double>, double, float>;

/// Numbers of neighbouring channels that are computed together. The compiler makes the vectors of those
/// widths that the processor has.
#if defined(__GNUC__)
constexpr int kPack = 8;
template <class S, int N>
struct PackOf {
    typedef S Type __attribute__((vector_size(N * sizeof(S))));
};
#else
constexpr int kPack = 1;
template <class S, int N>
struct PackOf;
#endif
template <class S>
struct PackOf<S, 1> {
    using Type = S;
};
template <class S, int N>
using Pack = typename PackOf<S, N>::Type;

template <class S, int N>
VISAGIST_INLINE S& lane(Pack<S, N>& pack, int i) {
    return reinterpret_cast<S*>(&pack)[i];
}

template <class S, int N, class T>
VISAGIST_INLINE Pack<S, N> load(const T* from) {
    Pack<S, N> pack;
    if constexpr (std::is_same_v<S, T>) {
        std::memcpy(&pack, from, sizeof pack);
    } else if constexpr (std::is_same_v<T, c10::BFloat16> && N == 8) {
        typedef std::uint16_t Half __attribute__((vector_size(16)));
        typedef std::uint32_t Whole __attribute__((vector_size(32)));
        Half half;
        std::memcpy(&half, from, sizeof half);
        const Whole whole = __builtin_convertvector(half, Whole) << 16;
        std::memcpy(&pack, &whole, sizeof pack);
    } else {
        for (int i = 0; i < N; ++i) lane<S, N>(pack, i) = static_cast<S>(from[i]);
    }
    return pack;
}

template <class S, int N, class T>
VISAGIST_INLINE void store(T* to, Pack<S, N> pack) {
    if constexpr (std::is_same_v<S, T>) {
        std::memcpy(to, &pack, sizeof pack);
    } else {
        for (int i = 0; i < N; ++i) to[i] = static_cast<T>(lane<S, N>(pack, i));
    }
}

/// The memory of N neighbouring channels of one picture.
template <class T, class Work>
struct Place {
    std::int64_t stride, pixels, style, begin;
    Place(const Work& w, std::int64_t picture, std::int64_t channel)
        : stride(w.shape.channels),
          pixels(w.shape.pixels),
          style(picture * w.shape.channels + channel),
          begin(picture * w.shape.channels * pixels + channel) {}
    const T* in(const void* tensor) const { return static_cast<const T*>(tensor) + begin; }
    T* out(void* tensor) const { return static_cast<T*>(tensor) + begin; }
};

template <class T, int N>
VISAGIST_INLINE void lanes(const AdaInForward& w, std::int64_t picture, std::int64_t channel) {
    using S = Statistic<T>;
    using P = Pack<S, N>;
    const Place<T, AdaInForward> at(w, picture, channel);
    const T* x = at.in(w.x);
    const P origin = load<S, N>(x);
    double sum[N] = {}, squares[N] = {};
    for (std::int64_t p = 0; p < at.pixels;) {
        P s = {}, q = {};
        for (const std::int64_t end = std::min(p + kRun, at.pixels); p < end; ++p) {
            const P d = load<S, N>(x + p * at.stride) - origin;
            s += d;
            q += d * d;
        }
        for (int i = 0; i < N; ++i) {
            sum[i] += static_cast<double>(lane<S, N>(s, i));
            squares[i] += static_cast<double>(lane<S, N>(q, i));
        }
    }
    P mean = origin, rstd = origin;
    for (int i = 0; i < N; ++i) {
        const double off = sum[i] / static_cast<double>(at.pixels);
        const double variance = std::max(squares[i] / static_cast<double>(at.pixels) - off * off, 0.0);
        lane<S, N>(rstd, i) = static_cast<S>(1 / std::sqrt(variance + w.epsilon));
        lane<S, N>(mean, i) = static_cast<S>(static_cast<double>(lane<S, N>(mean, i)) + off);
    }
    store<S, N>(static_cast<S*>(w.mean) + at.style, mean);
    store<S, N>(static_cast<S*>(w.rstd) + at.style, rstd);
    const P gain = rstd * load<S, N>(static_cast<const S*>(w.scale) + at.style),
            shift = load<S, N>(static_cast<const S*>(w.shift) + at.style);
    T* y = at.out(w.y);
    const S slope = static_cast<S>(w.slope);
    for (std::int64_t p = 0; p < at.pixels; ++p) {
        const P v = (load<S, N>(x + p * at.stride) - mean) * gain + shift;
        store<S, N>(y + p * at.stride, v > 0 ? v : v * slope);
    }
}

template <class T, int N>
VISAGIST_INLINE void lanes(const AdaInBackward& w, std::int64_t picture, std::int64_t channel) {
    using S = Statistic<T>;
    using P = Pack<S, N>;
    const Place<T, AdaInBackward> at(w, picture, channel);
    const T *x = at.in(w.x), *y = at.in(w.y), *gradient = at.in(w.gradient);
    const S slope = static_cast<S>(w.slope), count = static_cast<S>(at.pixels);
    const P mean = load<S, N>(static_cast<const S*>(w.mean) + at.style),
            rstd = load<S, N>(static_cast<const S*>(w.rstd) + at.style);
    double sum[N] = {}, sumOfGn[N] = {};
    for (std::int64_t p = 0; p < at.pixels;) {
        P s = {}, q = {};
        for (const std::int64_t end = std::min(p + kRun, at.pixels); p < end; ++p) {
            const P above = load<S, N>(gradient + p * at.stride);
            const P g = load<S, N>(y + p * at.stride) > 0 ? above : above * slope;
            s += g;
            q += g * (load<S, N>(x + p * at.stride) - mean);
        }
        for (int i = 0; i < N; ++i) {
            sum[i] += static_cast<double>(lane<S, N>(s, i));
            sumOfGn[i] += static_cast<double>(lane<S, N>(q, i));
        }
    }
    P ofShift = mean, ofScale = mean;
    for (int i = 0; i < N; ++i) {
        lane<S, N>(ofShift, i) = static_cast<S>(sum[i]);
        lane<S, N>(ofScale, i) = static_cast<S>(sumOfGn[i]);
    }
    ofScale *= rstd;
    store<S, N>(static_cast<S*>(w.ofShift) + at.style, ofShift);
    store<S, N>(static_cast<S*>(w.ofScale) + at.style, ofScale);
    const P gain = rstd * load<S, N>(static_cast<const S*>(w.scale) + at.style), meanOfG = ofShift / count,
            slopeOfN = rstd * ofScale / count;
    T* ofX = at.out(w.ofX);
    for (std::int64_t p = 0; p < at.pixels; ++p) {
        const P above = load<S, N>(gradient + p * at.stride);
        const P g = load<S, N>(y + p * at.stride) > 0 ? above : above * slope;
        const P off = (load<S, N>(x + p * at.stride) - mean) * slopeOfN;
        store<S, N>(ofX + p * at.stride, gain * (g - meanOfG - off));
    }
}

template <class T, class Work>
VISAGIST_INLINE void runTyped(const Work& w, std::int64_t task) {
    const std::int64_t groups = (w.shape.channels + kLanes - 1) / kLanes, picture = task / groups;
    std::int64_t channel = task % groups * kLanes;
    const std::int64_t end = std::min(channel + kLanes, w.shape.channels);
    for (; channel + kPack <= end; channel += kPack) lanes<T, kPack>(w, picture, channel);
    for (; channel < end; ++channel) lanes<T, 1>(w, picture, channel);
}

template <class Work>
VISAGIST_INLINE void runAny(const Work& w, std::int64_t task) {
    switch (w.type) {
        case KernelType::Float32:
            return runTyped<float>(w, task);
        case KernelType::Float64:
            return runTyped<double>(w, task);
        case KernelType::BFloat16:
            return runTyped<c10::BFloat16>(w, task);
        case KernelType::Float16:
            return runTyped<c10::Half>(w, task);
    }
}

}  // namespace

std::int64_t kernelTasks(const KernelShape& shape) {
    return shape.batch * ((shape.channels + kLanes - 1) / kLanes);
}

void runTask(const AdaInForward& work, std::int64_t task) { runAny(work, task); }

void runTask(const AdaInBackward& work, std::int64_t task) { runAny(work, task); }

}  // namespace visagist
