// What tells one detector from another: how it looks for faces in one view of a photograph.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "core/image/geometry.h"
#include "core/image/image.h"

namespace visagist {

struct FoundBox {
    Rect box;                   ///< pixels of the view; may reach beyond it
    double score = 0;           ///< the detector's own scale; higher is surer
    std::vector<Point> points;  ///< none, or five as meanFacePoints(), pixels of the view
};

/// What face_search has to know of a detector to give it the right views.
struct FinderTraits {
    int smallestFace = 80;     ///< pixels wide, of the faces that it finds for certain
    int largestFace = 0;       ///< of those that it finds for certain; 0: any
    int longestView = 0;       ///< side in pixels of the largest view that it should be given; 0: any
    double tilt = 25;          ///< degrees: faces turned further in the plane may be missed
    bool coarseBoxes = false;  ///< boxes come in steps, so they are drawn anew around the landmarks
};

/// A finder belongs to one thread. What detectors have in common (turned and large pictures, tiles, order,
/// landmarks) is done around it, see makeDetector().
class BoxFinder {
public:
    virtual ~BoxFinder() = default;
    /// Frozen; for reports.
    virtual std::string name() const = 0;
    virtual FinderTraits traits() const = 0;
    /// Faces in `view` (RGB, 8 bit), which is doubled in size `doublings` times before it is searched; boxes
    /// are in pixels of the view as given. Each face once, in no order.
    virtual std::vector<FoundBox> find(const Image& view, int doublings) = 0;
};

/// dlib's HOG detector of frontal faces (about ±35 degrees of yaw, ±25 of tilt). Faces whose score is under
/// `threshold` are left out; it may be below 0. Needs no file.
std::unique_ptr<BoxFinder> makeHogFinder(double threshold);

/// dlib's convolutional detector (King, "Max-margin object detection", 2015): all poses, slow. Throws
/// Error(NotFound | Damaged) where its model file is not there.
std::unique_ptr<BoxFinder> makeMmodFinder(double threshold);
/// Throws what makeMmodFinder() does, without reading the network.
void requireMmodFiles();

/// Area of the intersection over area of the union; 0 where there is none.
double intersectionOverUnion(const Rect& a, const Rect& b);

}  // namespace visagist
