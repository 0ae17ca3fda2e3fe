// Finds faces in photographs.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "core/face/box_finder.h"
#include "core/image/geometry.h"
#include "core/image/image.h"
#include "core/options/import_options.h"

namespace visagist {

struct DetectedFace {
    Rect box;                      ///< pixels of the photo; may reach beyond it
    double score = 0;              ///< the detector's own scale; higher is surer
    std::vector<Point> landmarks;  ///< 5, in the order of canonicalLandmarks(), or 68; pixels of the photo
    std::vector<Point> points;     ///< the detector's own: none, or 5 in the order of meanFacePoints()
};

/// A detector belongs to one thread; make one a thread.
class FaceDetector {
public:
    virtual ~FaceDetector() = default;
    virtual std::string name() const = 0;
    /// The faces of `photo` (RGB, 8 bit, upright) from left to right by the middle of their box, then from
    /// top to bottom. Faces whose landmarks cannot be a face's are left out.
    virtual std::vector<DetectedFace> detect(const Image& photo) = 0;
};

/// All that detectors have in common, around what `finder` finds: views of the photo (see searchViews()) at
/// one or all angles, each face once though several views show it, landmarks, the smallest face, the order.
/// Throws Error(NotFound | Damaged) where a predictor's model file is not there.
std::unique_ptr<FaceDetector> makeDetector(std::unique_ptr<BoxFinder> finder, const ImportOptions& options);

/// dlib's HOG detector with all that is common. Throws as makeDetector().
std::unique_ptr<FaceDetector> makeHogDetector(const ImportOptions& options = {});

}  // namespace visagist
