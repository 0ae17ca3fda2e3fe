// Training examples from aligned faces, on the processor: the twin of train/augment_kernel.cu.
#pragma once
#include <cstdint>
#include <vector>

#include "core/data/augment_plan.h"
#include "core/data/batch_loader.h"

namespace visagist {

/// Where an example is written: interleaved float32.
struct ExampleBuffers {
    float* input;   ///< [R,R,3] in [-1,1]: what the encoder sees
    float* target;  ///< [R,R,3] in [-1,1]: what the decoder is to make
    float* mask;    ///< [R,R] in [0,1]
};

/// A batch as the networks see it, in plain memory, interleaved (channels last).
struct Examples {
    std::int64_t number = 0;  ///< of the batch
    int resolution = 0;
    std::vector<float> input, target;  ///< [B,R,R,3] in [-1,1]
    std::vector<float> mask;           ///< [B,R,R] in [0,1]
    std::vector<std::int64_t> person;  ///< [B] index of the person

    int size() const { return static_cast<int>(person.size()); }
};

/// face: interleaved RGB + mask, [R,R,4]; R a multiple of 16. A pure function of face and plan.
void makeExample(const std::uint8_t* face, int resolution, const AugmentPlan& plan,
                 const ExampleBuffers& out);

}  // namespace visagist
