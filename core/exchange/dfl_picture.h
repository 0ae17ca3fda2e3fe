// What DeepFaceLab writes into an aligned JPEG about the face in it.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/exchange/pickle_value.h"
#include "core/image/geometry.h"

namespace visagist {

struct DflFace {
    std::string faceType;                 ///< half_face, full_face, whole_face, head …; "": not said
    std::vector<Point> landmarks;         ///< 68, pixels of the aligned picture
    std::string sourceName;               ///< file name of the photo or frame, "": not said
    std::optional<Rect> sourceBox;        ///< pixels of the photo
    std::vector<Point> sourceLandmarks;   ///< 0 or 68, pixels of the photo
    std::optional<Affine> faceFromPhoto;  ///< pixels of the photo → pixels of the aligned picture
    PickleValue mask;                     ///< Bytes of a PNG or JPEG, an array, or None
};

/// The face that the APP15 segment of a JPEG describes; nothing where `jpeg` is no JPEG, or has no such
/// segment. Coordinates are as stored. `name` stands in the messages. Any thread. Throws Error(Damaged) where
/// a segment is cut off or its values are of the wrong kind or count, and what readPickle() throws.
std::optional<DflFace> readDflFace(std::span<const std::uint8_t> jpeg, std::string_view name);

}  // namespace visagist
