// Adaptive instance normalisation on a graphics card: the twin of adain_kernel. Neither torch nor CUDA is
// visible here.
#pragma once
#include <cstdint>

#include "core/model/adain_kernel.h"

namespace visagist {

/// float32 values that the work below needs for itself, in the card's memory.
std::int64_t cardWorkspace(const KernelShape& shape);

/// Queues the work on a cudaStream_t of the present card and returns at once; all pointers lie on it. Not for
/// Float64. The same result every time. What went wrong, or null.
const char* runOnCard(const AdaInForward& work, float* workspace, void* stream);
const char* runOnCard(const AdaInBackward& work, float* workspace, void* stream);

}  // namespace visagist
