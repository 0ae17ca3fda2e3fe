// What an ONNX file of a face detector needs to be told about it: a small JSON file beside it.
#pragma once
#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/options/import_options.h"

namespace visagist {

/// In the model folder, NAME.json:
///
///     {"model": "face.onnx", "decoder": "yunet" | "retinaface" | "scrfd",
///      "input": {"width": 640, "height": 640, "order": "bgr" | "rgb", "mean": [0, 0, 0], "scale": 1},
///      "strides": [8, 16, 32], "anchorsPerCell": 2, "anchorSizes": [[16, 32], [64, 128], [256, 512]],
///      "variances": [0.1, 0.2], "scoreThreshold": 0.6, "nmsThreshold": 0.4,
///      "smallestFace": 16, "largestFace": 300}
///
/// All but model and decoder may be left out; what then holds is the decoder's usual. A width and height of 0
/// are any size. The network is given (value - mean) · scale, value 0 … 255, mean in the order given.
struct OnnxManifest {
    std::string name;             ///< of the manifest's file, without .json
    std::filesystem::path model;  ///< the ONNX file
    DetectorKind decoder = DetectorKind::Yunet;
    int width = 0, height = 0;
    bool bgr = true;
    std::array<double, 3> mean{};
    double scale = 1;
    std::vector<int> strides{8, 16, 32};
    int anchorsPerCell = 1;                     ///< SCRFD's
    std::vector<std::vector<int>> anchorSizes;  ///< RetinaFace's, a list a stride
    std::array<double, 2> variances{0.1, 0.2};  ///< RetinaFace's, of middle and size
    double scoreThreshold = 0.6, nmsThreshold = 0.4;
    int smallestFace = 16, largestFace = 0;
};

/// Throws Error(Damaged) where the file says something else than the above, Error(NotFound | ReadFailed).
OnnxManifest readOnnxManifest(const std::filesystem::path& file);

/// The first by file name in modelsFolder() whose decoder is `kind`; a file that is no manifest is passed
/// over. Throws Error(NotFound), and Error(Damaged) where the manifest or its ONNX file are not as they
/// should be.
OnnxManifest onnxManifestOf(DetectorKind kind);

}  // namespace visagist
