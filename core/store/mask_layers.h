// The masks that lie over one another on a face, as its record holds them.
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "core/image/mask_layer.h"
#include "core/store/face_table.h"

namespace visagist {

/// From FaceState::maskLayers: [{"source": "painted", "mode": "add", "mask": SHA-256}, …] from the lowest on.
/// Throws Error(Damaged) for a record that cannot be read, Error(NotFound | Damaged) for its pictures.
std::vector<MaskLayer> maskLayers(Database& database, const FaceState& state);

/// `state` with these layers and what they make together (see combinedMask(); nothing for none), whose
/// pictures are stored. For editFaces().
FaceState withMaskLayers(Database& database, FaceState state, std::span<const MaskLayer> layers,
                         const std::optional<Image>& combined);

}  // namespace visagist
