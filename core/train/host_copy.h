// A copy of all tensors in memory that is kept from save to save, so that taking it is little more than a
// memcpy.
#pragma once
#include <torch/torch.h>

#include <vector>

#include "core/model/weights.h"
#include "core/store/tensor_bytes.h"

namespace visagist {

/// Takes as much host memory as the tensors have. One thread takes the copy, another may read it; not at the
/// same time.
class HostCopy {
public:
    /// Copies the tensors, from whatever device, in the order in which they lie there. The first call makes
    /// the memory and is slow.
    void take(const NamedTensors& tensors);
    /// The copies as plain row-major bytes.
    std::vector<TensorBytes> bytes() const;

private:
    NamedTensors m_copies;
};

}  // namespace visagist
