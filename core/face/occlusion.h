// How much of a face something else hides.
#pragma once
#include <optional>

#include "core/image/image.h"

namespace visagist {

/// An estimate, 0 … 1: the share of the face, without the places of brows, eyes, nostrils and mouth, whose
/// colour is not that of the rest of its skin in any light that the rest is seen in. A hand before the mouth
/// hardly shows; sunglasses, masks, microphones, hair and sharp borders do. Nothing for an empty face. Any
/// thread. Throws Error(InvalidArgument) as detailOf().
std::optional<double> occlusionOf(const Image& face, const Image& mask);

}  // namespace visagist
