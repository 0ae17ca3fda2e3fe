// What the arithmetic of a network costs.
#pragma once
#include "core/options/recipe.h"

namespace visagist {

/// FLOP (a multiply-add is two) of one face, forward: convolutions and matrix products, each counted as it
/// stands in the network's description, whatever shortcut a device takes.
struct ForwardCost {
    double encode = 0, decode = 0, judge = 0;
};
ForwardCost forwardCost(const ModelOptions& options);

/// FLOP of one whole step of the last stage, forward and backward (which costs twice as much), for all faces
/// of a batch and all accumulation: reconstruction, fusions with their content cycle, and the discriminator's
/// part.
double stepFlops(const ForwardCost& cost, const Recipe& recipe);

}  // namespace visagist
