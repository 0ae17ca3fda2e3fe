// MTCNN as a detector. No torch is visible.
#pragma once
#include <memory>

#include "core/face/box_finder.h"
#include "core/face/detector_catalogue.h"

namespace visagist {

/// The cascade of facenet-pytorch 2.6.0 with its default thresholds (0.6, 0.7, 0.7) and factor 0.709: the
/// same boxes, scores and points for the same pixels. Looks for faces from `smallestFace` pixels on (of the
/// doubled view; 12 at least); those that score under `threshold` are left out. Runs on the processor, in the
/// calling thread alone. Boxes are as facenet-pytorch's, whose corners count pixels from 1: x = x1 - 1, width
/// = x2 - x1
/// + 1. Throws Error(NotFound | Damaged) where the weights are not there.
std::unique_ptr<BoxFinder> makeMtcnnFinder(int smallestFace, double threshold = 0);

/// detectorsOfFaceRoom() and MTCNN: all there are.
DetectorCatalogue allDetectors();

}  // namespace visagist
