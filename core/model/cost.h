// What a network costs: its parameters and the arithmetic of one face.
#pragma once
#include <cstdint>

#include "core/options/recipe.h"

namespace visagist {

struct NetworkCost {
    std::int64_t encoder = 0, decoder = 0,
                 discriminator = 0;            ///< parameters; the people's codes are the decoder's
    double encode = 0, decode = 0, judge = 0;  ///< FLOP (a multiply-add is two) of one face forward
};

/// Counted on LibTorch's meta device, which allocates nothing and computes nothing: convolutions and matrix
/// products as they are really called. Takes some milliseconds.
NetworkCost networkCost(const ModelOptions& options, int people);

/// FLOP of one whole step of the last stage, forward and backward (which costs twice as much), for all faces
/// of a batch and all accumulation: reconstruction, fusions with their content cycle, and the discriminator's
/// part.
double stepFlops(const NetworkCost& cost, const Recipe& recipe);

}  // namespace visagist
