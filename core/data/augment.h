// One training example from one aligned face: turned, shifted, coloured, and bent for the encoder.
#pragma once
#include <cstdint>

#include "core/data/seeded_random.h"
#include "core/options/data_options.h"

namespace visagist {

/// Where an example is written: interleaved float32.
struct ExampleBuffers {
    float* input;   ///< [R,R,3] in [-1,1]: what the encoder sees (bent by `warp`)
    float* target;  ///< [R,R,3] in [-1,1]: what the decoder is to make
    float* mask;    ///< [R,R] in [0,1]
};

/// face: interleaved RGB + mask, [R,R,4]. The same turn, shift, mirror and colour go to input and target; the
/// warp (a smooth random field on a 5 x 5 grid, standard deviation 2.5 % of the width times `warp`) to the
/// input only. With all strengths 0 the face is copied unchanged.
void makeExample(const std::uint8_t* face, int resolution, const DataOptions& options, double warp,
                 SeededRandom random, const ExampleBuffers& out);

}  // namespace visagist
