// A new run that starts from what another one learned: with more people, at another resolution, or both.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "core/store/checkpoint_store.h"
#include "core/train/networks.h"

namespace visagist {

struct Transfer {
    std::int64_t taken = 0, all = 0;  ///< numbers of the network that were taken over; that there are
};

/// Fills `networks`, whose people are called `people`, from a checkpoint, its averaged weights where there
/// are any. Taken over is each tensor of the same name and shape; of tensors with a row a person, the rows of
/// people with the same name, and for new ones the mean of all. What does not fit stays as it is; optimisers
/// start fresh. Throws Error(Damaged | NewerVersion) where the checkpoint's description cannot be read.
Transfer takeOver(Networks& networks, const Checkpoint& from, const std::vector<std::string>& people);

}  // namespace visagist
