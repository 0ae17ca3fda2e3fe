// The pictures a run shows of itself, and its validation loss: the averaged network on faces that stay the
// same.
#pragma once
#include <torch/torch.h>

#include "core/data/aligned_cache.h"
#include "core/data/batch_loader.h"
#include "core/model/fusion_net.h"
#include "core/train/trainer.h"

namespace visagist {

/// Unbent faces of the cache by index, as the training batches are.
Batch plainBatch(const AlignedCache& cache, const std::vector<std::size_t>& indices);

/// One row a person (at most 4), the person's first validation face, else its first training face; see
/// SampleGrid.
SampleGrid makeSampleGrid(FusionNet& net, const AlignedCache& cache, int people, torch::Device device,
                          std::int64_t step);

/// Mean reconstruction loss over at most 64 validation faces, evenly picked; nothing where there are none.
std::optional<double> validationLoss(FusionNet& net, const AlignedCache& cache, int people,
                                     const Recipe& recipe, Stage stage, torch::Device device);

}  // namespace visagist
