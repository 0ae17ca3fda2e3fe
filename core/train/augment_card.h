// Augmentation on a graphics card: the twin of data/augment. Neither torch nor CUDA is visible here.
#pragma once
#include <cstdint>

#include "core/data/augment_plan.h"

namespace visagist {

/// A batch in the card's memory; shapes and ranges as in data/augment.h.
struct CardFaces {
    const std::uint8_t* pixels;  ///< [B,R,R,4]
    const AugmentPlan* plans;    ///< [B]
    int count, resolution;
    float *input, *target, *mask;  ///< [B,R,R,3], [B,R,R,3], [B,R,R]
};

/// Queues the work on a cudaStream_t of the present card and returns at once. What went wrong, or null.
const char* augmentOnCard(const CardFaces& faces, void* stream);

}  // namespace visagist
