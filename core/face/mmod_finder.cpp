#include <dlib/dnn.h>
#include <dlib/image_transforms.h>
#include <algorithm>

#include "core/base/error.h"
#include "core/base/path.h"
#include "core/face/box_finder.h"
#include "core/face/dlib_pixels.h"
#include "core/face/model_files.h"

namespace visagist {
namespace {

constexpr const char* kFile = "mmod_human_face_detector.dat";
constexpr const char* kSha256 = "4cb19393e2fbaf2b1609a9319ad5386618c886a6234ec1b971f3e87c85d87fe6";

// The network's layers as dlib's types; a type that differs from the file's cannot be read.
template <int channels, int stride, class Below>
using Convolved = dlib::relu<dlib::affine<dlib::con<channels, 5, 5, stride, stride, Below>>>;
using Shrunk =
    Convolved<32, 2,
              Convolved<32, 2, Convolved<16, 2, dlib::input_rgb_image_pyramid<dlib::pyramid_down<6>>>>>;
using MmodNetwork =
    dlib::loss_mmod<dlib::con<1, 9, 9, 1, 1, Convolved<45, 1, Convolved<45, 1, Convolved<45, 1, Shrunk>>>>>;

std::filesystem::path mmodFile() { return modelFile(kFile, kSha256); }

/// The network's windows do not fit into smaller pictures, and dlib ends the program.
constexpr int kSmallestView = 64;

class MmodFinder : public BoxFinder {
public:
    explicit MmodFinder(double threshold) : m_threshold(threshold) {
        const std::filesystem::path path = mmodFile();
        try {
            dlib::deserialize(path.string()) >> m_network;
        } catch (const dlib::serialization_error& problem) {
            throw Error(ErrorCode::Damaged, VISAGIST_TEXT("The model file \"%1\" cannot be read (%2)."),
                        {utf8FromPath(path), problem.what()});
        }
    }

    std::string name() const override { return "mmod"; }
    /// A view of 1600 pixels takes it about a gigabyte.
    FinderTraits traits() const override {
        return {.smallestFace = 80, .longestView = 1600, .tilt = 25, .coarseBoxes = true};
    }

    std::vector<FoundBox> find(const Image& view, int doublings) override {
        if (std::min(view.width(), view.height()) << doublings < kSmallestView) return {};
        dlib::matrix<dlib::rgb_pixel> pixels;
        copyPixels(view, pixels);
        const dlib::pyramid_down<2> halve;
        for (int i = 0; i < doublings; ++i) dlib::pyramid_up(pixels, halve);
        std::vector<FoundBox> boxes;
        for (const dlib::mmod_rect& one : m_network.process(pixels, m_threshold)) {
            boxes.push_back({rectFromDlib(halve.rect_down(one.rect, static_cast<unsigned>(doublings))),
                             one.detection_confidence,
                             {}});
        }
        return boxes;
    }

private:
    double m_threshold;
    MmodNetwork m_network;
};

}  // namespace

std::unique_ptr<BoxFinder> makeMmodFinder(double threshold) {
    return std::make_unique<MmodFinder>(threshold);
}

void requireMmodFiles() { mmodFile(); }

}  // namespace visagist
