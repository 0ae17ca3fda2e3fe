// Finds faces in photographs.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "core/image/geometry.h"
#include "core/image/image.h"
#include "core/options/import_options.h"

namespace visagist {

struct DetectedFace {
    Rect box;                      ///< pixels of the photo; may reach beyond it
    double score = 0;              ///< the detector's own scale; higher is surer
    std::vector<Point> landmarks;  ///< 5, in the order of canonicalLandmarks(), pixels of the photo
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

/// dlib's HOG detector of frontal faces (about ±35 degrees of yaw, ±25 of tilt) with its 5-point predictor.
/// Throws Error(NotFound | Damaged) where the predictor's model file is not there.
std::unique_ptr<FaceDetector> makeHogDetector(const ImportOptions& options = {});

/// Area of the intersection over area of the union; 0 where there is none.
double intersectionOverUnion(const Rect& a, const Rect& b);

}  // namespace visagist
