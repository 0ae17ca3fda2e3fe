// Pictures whose faces are known: annotated photographs, and demo people of all poses.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "core/image/geometry.h"
#include "core/image/image.h"

namespace visagist {

struct KnownFace {
    Rect box;
    std::vector<Point> landmarks;  ///< 68, continuous pixels
    double yaw = 0;                ///< degrees; of demo faces
};

struct KnownPhoto {
    std::string file;  ///< UTF-8; of annotated photographs
    Image image;
    std::vector<KnownFace> faces;
};

/// The photographs of `folder`/landmarks with the boxes and parts of dlib's annotation files, in the order of
/// their names. Throws Error(NotFound) where there are none.
std::vector<KnownPhoto> annotatedPhotos(const std::filesystem::path& folder);

/// The i-th of `count` pictures of 320 pixels, each of one demo person; over all of them the yaw goes evenly
/// from -75 to 75 degrees. A pure function.
KnownPhoto demoPhoto(int i, int count);

}  // namespace visagist
