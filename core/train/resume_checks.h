// What differs between a run as its checkpoint knows it and as it is to go on.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/model/checkpoint_state.h"

namespace visagist {

/// How a run computes, besides its options: kept in a checkpoint's progress, which is not hashed.
struct Computing {
    std::string precision;  ///< "fp32" …
    int threads = 0;        ///< of the processor; 0 on a graphics card or where it is not known
    bool operator==(const Computing&) const = default;
};

/// Whether the tensors of a checkpoint depend on an option.
bool isNetworkOption(const std::string& key);

/// Throws Error(InvalidArgument) that names the first such option which has another value in the project than
/// in the checkpoint, or the number of people where that differs.
void requireSameNetwork(const Recipe& project, std::size_t people, const CheckpointState& state);

/// A sentence for each thing that changes what training computes from here on: batch, accumulation, number
/// format, threads.
std::vector<Message> resumeDifferences(const Recipe& before, const Computing& computedBefore,
                                       const Recipe& now, const Computing& computesNow);

/// A sentence where the learning rate after `step` steps and `seconds` of training is another than it was
/// going to be: because of its own options, or because the run has another length now.
std::optional<Message> rateDifference(const Recipe& before, const Recipe& now, std::int64_t step,
                                      double seconds);

}  // namespace visagist
