#include "core/model/pixels.h"

namespace visagist {

torch::Tensor interleavedBytes(const torch::Tensor& planes) {
    return planes.round().clamp(0, 255).to(torch::kUInt8).permute({0, 2, 3, 1}).contiguous().to(torch::kCPU);
}

}  // namespace visagist
