// What an import would find in one picture, shown before everything is imported.
#pragma once
#include <QImage>
#include <filesystem>

#include "core/curate/import_job.h"

namespace visagist {

struct DetectionTrial {
    QImage picture;  ///< with a frame around each face that would be taken; 1200 pixels at the longest side
    int faces = 0;
};

/// Finds faces in the photograph `file` as an import with `request` does (its paths do not matter). Any
/// thread. Throws as decodePhoto() and FaceCutter do.
DetectionTrial tryDetection(const std::filesystem::path& file, const ImportRequest& request);

/// The detectors of `catalogue` that cannot be used, and why. Looks for files: not for the GUI thread.
std::map<DetectorKind, Message> missingDetectors(const DetectorCatalogue& catalogue);

}  // namespace visagist
