// The room's own: feature rows as a tensor.
#pragma once
#include <torch/torch.h>

#include "core/metrics/feature_rows.h"

namespace visagist {

/// [N,D] in float64, which shares the rows' memory. Throws Error(InvalidArgument) for fewer than two rows or
/// a value that is not finite.
torch::Tensor checkedFeatures(const FeatureRows& rows);
/// As above, of two sets that are to be compared. Throws Error(InvalidArgument) too where their dimensions
/// differ.
std::pair<torch::Tensor, torch::Tensor> checkedPair(const FeatureRows& a, const FeatureRows& b);

}  // namespace visagist
