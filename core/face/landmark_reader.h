// Where eyes, nose (and mouth and outline) of a found face lie.
#pragma once
#include <memory>
#include <span>
#include <vector>

#include "core/image/geometry.h"
#include "core/image/image.h"
#include "core/options/import_options.h"

namespace visagist {

/// The similarity from the unit square of dlib's face box to the photo: for an upright box, and for one in a
/// view that is turned (only the direction of `photoFromView` counts).
Affine photoFromDlibBox(const Rect& box);
Affine photoFromDlibBox(const Rect& boxInPhoto, const Affine& photoFromView);
/// For a face whose aligned crop is known: where dlib's detectors put their box, on the average of 56 faces,
/// as a map of the unit square of the box into the unit crop.
Affine unitFromDlibBox();

/// dlib's shape predictors (Kazemi and Sullivan, "One millisecond face alignment with an ensemble of
/// regression trees", 2014). May be used by one thread; all readers share the loaded files.
class LandmarkReader {
public:
    /// Reads the files that `options` ask for. Throws Error(NotFound | Damaged) where they are not there.
    explicit LandmarkReader(const ImportOptions& options);
    ~LandmarkReader();

    /// 5 landmarks in the order of canonicalLandmarks(), or iBUG's 68, in pixels of the photo (RGB, 8 bit),
    /// of the face in the square that `photoFromBox` takes the unit square to. With the option `jitter` the
    /// mean of that many readings more, from views moved and enlarged by up to 6 % and turned by up to 4
    /// degrees; always the same ones.
    std::vector<Point> read(const Image& photo, const Affine& photoFromBox) const;

private:
    struct Predictor;
    std::vector<Point> readOnce(const Image& photo, const Affine& photoFromBox) const;
    std::shared_ptr<const Predictor> m_predictor;
    int m_jitter;
};

/// Throws what LandmarkReader() does, without reading the files.
void requireLandmarkFiles(LandmarkSet set);

}  // namespace visagist
