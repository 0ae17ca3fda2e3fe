// Reads the face that drives a fusion, out of a picture or of the project. For a thread of its own.
#pragma once
#include <QImage>
#include <filesystem>
#include <vector>

#include "ui/bridge/fusion_session.h"

namespace visagist {

struct LoadedDriver {
    std::vector<FusionDriver> faces;  ///< left to right; one at least
    QImage photo;                     ///< null where there is none
};

/// The faces of a picture by the detector, or the picture itself where it is an aligned face already. Throws
/// Error, also where no face is found.
LoadedDriver driverFromPicture(const std::filesystem::path& picture, bool alreadyAligned);

/// A face of the project, with its photo where that can still be read. Throws Error.
LoadedDriver driverFromProject(const std::filesystem::path& project, std::int64_t face);

}  // namespace visagist
