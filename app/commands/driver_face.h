// The face that drives a fusion, found in a picture.
#pragma once
#include <filesystem>
#include <optional>

#include "core/image/geometry.h"
#include "core/image/image.h"

namespace visagist::cli {

struct DriverFace {
    Image photo;           ///< upright, RGB
    Image face;            ///< aligned, RGB
    Affine photoFromUnit;  ///< unit crop → pixels of the photo
    int found = 0;         ///< faces in the photo
    int number = 0;        ///< which of them, from left to right, from 1
};

/// With `aligned` the whole picture is the face. Else the largest face found, or face `number`, cut out as an
/// import does at `cropSize` px. Throws Error(NotFound) where there is none or not so many, and what
/// decodePhoto() and the detector throw.
DriverFace readDriver(const std::filesystem::path& picture, bool aligned, int cropSize,
                      std::optional<int> number = {});

}  // namespace visagist::cli
