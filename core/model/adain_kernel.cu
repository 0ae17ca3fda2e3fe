#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include "core/model/adain_card.h"

namespace visagist {

namespace {

/// A block looks at so many neighbouring channels of so many pixels at a time.
constexpr int kChannels = 32, kRows = 8;
/// Pixels that a block adds up; few blocks at small maps, many at large ones.
constexpr std::int64_t kRun = 512;

std::int64_t runsOf(const KernelShape& shape) { return (shape.pixels + kRun - 1) / kRun; }

__device__ float toFloat(float v) { return v; }
__device__ float toFloat(__half v) { return __half2float(v); }
__device__ float toFloat(__nv_bfloat16 v) { return __bfloat162float(v); }
__device__ void put(float* to, float v) { *to = v; }
__device__ void put(__half* to, float v) { *to = __float2half(v); }
__device__ void put(__nv_bfloat16* to, float v) { *to = __float2bfloat16(v); }

/// Where a thread stands: grid x is the run of pixels, y the group of channels, z the picture.
struct Place {
    std::int64_t channel, style, begin, first, end;
    bool inside;
    __device__ explicit Place(const KernelShape& shape)
        : channel(std::int64_t{blockIdx.y} * kChannels + threadIdx.x),
          style(blockIdx.z * shape.channels + channel),
          begin(blockIdx.z * shape.channels * shape.pixels + channel),
          first(std::int64_t{blockIdx.x} * kRun + threadIdx.y),
          end(min((std::int64_t{blockIdx.x} + 1) * kRun, shape.pixels)),
          inside(channel < shape.channels) {}
};

/// Sums of two values over the rows of a block, for each channel; whole in row 0.
__device__ float2 overRows(float2 mine) {
    __shared__ float2 sums[kRows][kChannels];
    sums[threadIdx.y][threadIdx.x] = mine;
    __syncthreads();
    float2 sum{0, 0};
    for (int row = 0; row < kRows; ++row) {
        sum.x += sums[row][threadIdx.x].x;
        sum.y += sums[row][threadIdx.x].y;
    }
    __syncthreads();
    return sum;
}

/// Partial sums of a run, in the workspace: [B, runs, C] pairs.
__device__ float2* partial(float* workspace, const KernelShape& shape, std::int64_t run,
                           std::int64_t channel) {
    const std::int64_t runs = (shape.pixels + kRun - 1) / kRun;
    return reinterpret_cast<float2*>(workspace) + (blockIdx.z * runs + run) * shape.channels + channel;
}

/// Adds the rows of the block up and keeps its run's sums.
__device__ void keepSum(float2 sum, float* workspace, const KernelShape& shape, const Place& at) {
    sum = overRows(sum);
    if (threadIdx.y == 0 && at.inside) *partial(workspace, shape, blockIdx.x, at.channel) = sum;
}

/// The sums of all runs, in every row of the block; the same whichever block asks.
__device__ float2 overRuns(float* workspace, const KernelShape& shape, const Place& at) {
    float2 mine{0, 0};
    const std::int64_t runs = (shape.pixels + kRun - 1) / kRun;
    for (std::int64_t run = threadIdx.y; at.inside && run < runs; run += kRows) {
        const float2 part = *partial(workspace, shape, run, at.channel);
        mine.x += part.x;
        mine.y += part.y;
    }
    return overRows(mine);
}

/// Sums of x and x² against the channel's first pixel, which keeps them small.
template <class T>
__global__ void sumForward(AdaInForward w, float* workspace) {
    const Place at(w.shape);
    const T* x = static_cast<const T*>(w.x) + at.begin;
    float2 sum{0, 0};
    if (at.inside) {
        const float origin = toFloat(x[0]);
        for (std::int64_t p = at.first; p < at.end; p += kRows) {
            const float d = toFloat(x[p * w.shape.channels]) - origin;
            sum.x += d;
            sum.y += d * d;
        }
    }
    keepSum(sum, workspace, w.shape, at);
}

template <class T>
__global__ void applyForward(AdaInForward w, float* workspace) {
    const Place at(w.shape);
    const float2 sum = overRuns(workspace, w.shape, at);
    if (!at.inside) return;
    const T* x = static_cast<const T*>(w.x) + at.begin;
    T* y = static_cast<T*>(w.y) + at.begin;
    const float count = static_cast<float>(w.shape.pixels), off = sum.x / count;
    const float variance = fmaxf(sum.y / count - off * off, 0), mean = toFloat(x[0]) + off,
                rstd = 1 / sqrtf(variance + static_cast<float>(w.epsilon));
    if (blockIdx.x == 0 && threadIdx.y == 0) {
        static_cast<float*>(w.mean)[at.style] = mean;
        static_cast<float*>(w.rstd)[at.style] = rstd;
    }
    const float gain = rstd * static_cast<const float*>(w.scale)[at.style],
                shift = static_cast<const float*>(w.shift)[at.style], slope = static_cast<float>(w.slope);
    for (std::int64_t p = at.first; p < at.end; p += kRows) {
        const float v = (toFloat(x[p * w.shape.channels]) - mean) * gain + shift;
        put(y + p * w.shape.channels, v > 0 ? v : v * slope);
    }
}

/// Of one pixel: the gradient before the activation, and the normalised value.
template <class T>
__device__ float2 beforeActivation(const AdaInBackward& w, const Place& at, std::int64_t p, float mean,
                                   float rstd) {
    const std::int64_t i = at.begin + p * w.shape.channels;
    const float g = toFloat(static_cast<const T*>(w.gradient)[i]);
    const bool above = toFloat(static_cast<const T*>(w.y)[i]) > 0;
    return {above ? g : g * static_cast<float>(w.slope),
            (toFloat(static_cast<const T*>(w.x)[i]) - mean) * rstd};
}

template <class T>
__global__ void sumBackward(AdaInBackward w, float* workspace) {
    const Place at(w.shape);
    float2 sum{0, 0};
    if (at.inside) {
        const float mean = static_cast<const float*>(w.mean)[at.style],
                    rstd = static_cast<const float*>(w.rstd)[at.style];
        for (std::int64_t p = at.first; p < at.end; p += kRows) {
            const float2 one = beforeActivation<T>(w, at, p, mean, rstd);
            sum.x += one.x;
            sum.y += one.x * one.y;
        }
    }
    keepSum(sum, workspace, w.shape, at);
}

template <class T>
__global__ void applyBackward(AdaInBackward w, float* workspace) {
    const Place at(w.shape);
    const float2 sum = overRuns(workspace, w.shape, at);
    if (!at.inside) return;
    if (blockIdx.x == 0 && threadIdx.y == 0) {
        static_cast<float*>(w.ofShift)[at.style] = sum.x;
        static_cast<float*>(w.ofScale)[at.style] = sum.y;
    }
    const float mean = static_cast<const float*>(w.mean)[at.style],
                rstd = static_cast<const float*>(w.rstd)[at.style],
                gain = rstd * static_cast<const float*>(w.scale)[at.style],
                count = static_cast<float>(w.shape.pixels);
    T* ofX = static_cast<T*>(w.ofX) + at.begin;
    for (std::int64_t p = at.first; p < at.end; p += kRows) {
        const float2 one = beforeActivation<T>(w, at, p, mean, rstd);
        put(ofX + p * w.shape.channels, gain * (one.x - sum.x / count - one.y * (sum.y / count)));
    }
}

dim3 gridOf(const KernelShape& shape) {
    return {static_cast<unsigned>(runsOf(shape)),
            static_cast<unsigned>((shape.channels + kChannels - 1) / kChannels),
            static_cast<unsigned>(shape.batch)};
}

const char* failure() {
    const cudaError_t error = cudaGetLastError();
    return error == cudaSuccess ? nullptr : cudaGetErrorString(error);
}

template <class T>
const char* run(const AdaInForward& work, float* workspace, cudaStream_t stream) {
    const dim3 grid = gridOf(work.shape), block(kChannels, kRows);
    sumForward<T><<<grid, block, 0, stream>>>(work, workspace);
    applyForward<T><<<grid, block, 0, stream>>>(work, workspace);
    return failure();
}

template <class T>
const char* run(const AdaInBackward& work, float* workspace, cudaStream_t stream) {
    const dim3 grid = gridOf(work.shape), block(kChannels, kRows);
    sumBackward<T><<<grid, block, 0, stream>>>(work, workspace);
    applyBackward<T><<<grid, block, 0, stream>>>(work, workspace);
    return failure();
}

template <class Work>
const char* runAny(const Work& work, float* workspace, void* stream) {
    const auto queue = static_cast<cudaStream_t>(stream);
    switch (work.type) {
        case KernelType::Float32:
            return run<float>(work, workspace, queue);
        case KernelType::BFloat16:
            return run<__nv_bfloat16>(work, workspace, queue);
        case KernelType::Float16:
            return run<__half>(work, workspace, queue);
        case KernelType::Float64:
            break;
    }
    return "float64 is for the processor";
}

}  // namespace

std::int64_t cardWorkspace(const KernelShape& shape) {
    return 2 * shape.batch * runsOf(shape) * shape.channels;
}

const char* runOnCard(const AdaInForward& work, float* workspace, void* stream) {
    return runAny(work, workspace, stream);
}

const char* runOnCard(const AdaInBackward& work, float* workspace, void* stream) {
    return runAny(work, workspace, stream);
}

}  // namespace visagist
