// Detectors that the user brings as ONNX files, computed by OpenCV.
#pragma once
#include <memory>

#include "core/face/box_finder.h"
#include "core/face/onnx_manifest.h"

namespace visagist {

/// Faces that score under the manifest's limit or under `threshold` are left out. Throws Error(Damaged) for
/// an ONNX file that cannot be read or has a layer that OpenCV does not know.
std::unique_ptr<BoxFinder> makeOnnxFinder(const OnnxManifest& manifest, double threshold = 0);
/// The one that onnxManifestOf() finds. Throws as that, too.
std::unique_ptr<BoxFinder> makeOnnxFinder(DetectorKind kind, double threshold);
/// Throws what onnxManifestOf() does.
void requireOnnxFiles(DetectorKind kind);

}  // namespace visagist
