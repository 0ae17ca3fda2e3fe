#include <dlib/image_processing/frontal_face_detector.h>
#include <dlib/image_transforms.h>

#include "core/face/box_finder.h"
#include "core/face/dlib_pixels.h"

namespace visagist {
namespace {

class HogFinder : public BoxFinder {
public:
    explicit HogFinder(double threshold)
        : m_threshold(threshold), m_detector(dlib::get_frontal_face_detector()) {}

    std::string name() const override { return "hog"; }
    FinderTraits traits() const override { return {.smallestFace = 80, .tilt = 25, .coarseBoxes = true}; }

    std::vector<FoundBox> find(const Image& view, int doublings) override {
        dlib::array2d<dlib::rgb_pixel> pixels;
        copyPixels(view, pixels);
        const dlib::pyramid_down<2> halve;
        for (int i = 0; i < doublings; ++i) dlib::pyramid_up(pixels, halve);
        std::vector<dlib::rect_detection> found;
        m_detector(pixels, found, m_threshold);
        std::vector<FoundBox> boxes;
        for (const dlib::rect_detection& one : found) {
            boxes.push_back({rectFromDlib(halve.rect_down(one.rect, static_cast<unsigned>(doublings))),
                             one.detection_confidence,
                             {}});
        }
        return boxes;
    }

private:
    double m_threshold;
    dlib::frontal_face_detector m_detector;
};

}  // namespace

std::unique_ptr<BoxFinder> makeHogFinder(double threshold) { return std::make_unique<HogFinder>(threshold); }

}  // namespace visagist
