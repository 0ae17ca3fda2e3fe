// Which devices LibTorch can use here, and why a graphics card is not used. No torch is visible.
#pragma once
#include <string>
#include <vector>

#include "core/base/error.h"

namespace visagist {

struct DeviceReport {
    struct Gpu {
        std::string name;
        std::int64_t memoryBytes = 0;
    };
    std::vector<Gpu> gpus;                  ///< those that ran a tiny kernel
    Message whyNoGpu;                       ///< empty source when there is one
    std::string torchVersion, cudaVersion;  ///< "" where the CUDA part is not linked
    bool cpuHasBf16 = false;                ///< bf16 arithmetic in hardware (AVX-512 BF16 or AMX)
    int cpuThreads = 0;                     ///< that LibTorch uses
    std::string cpuCapability;              ///< e.g. "AVX2"
};

DeviceReport deviceReport();

/// Sets how many threads LibTorch computes with (the loader's are besides); 0 leaves its choice.
void setComputeThreads(int threads);

}  // namespace visagist
