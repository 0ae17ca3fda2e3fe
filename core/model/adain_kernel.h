// The arithmetic of adaptive instance normalisation with a leaky ReLU, on plain memory in channels-last
// order.
#pragma once
#include <cstdint>

namespace visagist {

enum class KernelType { Float32, Float64, BFloat16, Float16 };

/// Sizes of a [B,C,H,W] tensor in channels-last order.
struct KernelShape {
    std::int64_t batch = 0, channels = 0, pixels = 0;  ///< pixels = H·W
};

/// y = leaky((x - mean) · rstd · scale + shift). Statistics and style ([B,C]) are float64 for Float64, else
/// float32.
struct AdaInForward {
    KernelShape shape;
    KernelType type = KernelType::Float32;
    const void *x, *scale, *shift;
    void *y, *mean, *rstd;  ///< written
    double slope = 0, epsilon = 0;
};

struct AdaInBackward {
    KernelShape shape;
    KernelType type = KernelType::Float32;
    const void *x, *y, *gradient, *scale, *mean, *rstd;  ///< gradient: of y
    void *ofX, *ofScale, *ofShift;                       ///< written
    double slope = 0;
};

/// Pieces of the work that do not share memory; each is done whole by one thread, so that the result does not
/// depend on how many there are.
std::int64_t kernelTasks(const KernelShape& shape);
void runTask(const AdaInForward& work, std::int64_t task);
void runTask(const AdaInBackward& work, std::int64_t task);

}  // namespace visagist
