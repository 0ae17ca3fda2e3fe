// A batch on the training device, as the networks see it.
#pragma once
#include <torch/torch.h>

#include <vector>

#include "core/data/augment.h"

namespace visagist {

struct DeviceBatch {
    torch::Tensor input, target;       ///< [B,3,R,R] in [-1,1], channels last
    torch::Tensor mask;                ///< [B,1,R,R] in [0,1]
    torch::Tensor person;              ///< [B] int64
    std::vector<std::int64_t> people;  ///< the same in the host's memory
    std::int64_t number = 0;           ///< of the batch, counted from 0

    /// Carries out the batch's plans on the device. Does not wait for a graphics card.
    DeviceBatch(const Batch& batch, torch::Device device);
    /// A copy.
    DeviceBatch(const Examples& examples, torch::Device device);
};

}  // namespace visagist
