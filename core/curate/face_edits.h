// What people do to faces, as edits that can be undone.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/image/image.h"
#include "core/image/mask_layer.h"
#include "core/store/face_edit_table.h"

namespace visagist {

/// Excludes faces from training, or takes them in again. Each returns the edit, see editFaces(); ids that are
/// not there are passed over.
std::optional<std::int64_t> excludeFaces(Database& database, std::span<const std::int64_t> ids,
                                         bool excluded);
/// Says that faces are `person`'s.
std::optional<std::int64_t> moveFaces(Database& database, std::span<const std::int64_t> ids,
                                      std::int64_t person);

/// A face cut out by other landmarks.
struct Recut {
    Affine photoFromUnit;
    Image crop;  ///< RGB, 8 bit
};
/// Throws Error(InvalidArgument) where the landmarks (5 or 68, pixels of `photo`) cannot be a face's, see
/// requirePlausibleLandmarks(). Any thread.
Recut recut(const Image& photo, std::span<const Point> landmarks, int cropSize);

/// Puts the landmarks of a face where they are now, with its new crop (a PNG file's bytes) and matrix, as
/// from recut(); its masks stay where they are in the photograph. Throws Error(NotFound).
std::optional<std::int64_t> moveLandmarks(Database& database, std::int64_t face,
                                          std::span<const Point> landmarks, const Affine& photoFromUnit,
                                          std::span<const std::uint8_t> cropPng);

/// The masks that lie over one another on a face; one that was stored without layers is an imported one.
/// Throws as maskLayers().
std::vector<MaskLayer> layersOf(Database& database, const Face& face);
/// Gives a face these masks, and what they make together. Throws Error(InvalidArgument) where nothing of the
/// face is left, as nothing could be learned from it; Error(NotFound).
std::optional<std::int64_t> setMaskLayers(Database& database, std::int64_t face,
                                          std::span<const MaskLayer> layers);

}  // namespace visagist
