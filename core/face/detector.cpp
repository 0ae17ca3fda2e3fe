#include "core/face/detector.h"

#include <dlib/image_processing.h>
#include <dlib/image_processing/frontal_face_detector.h>
#include <algorithm>
#include <mutex>

#include "core/base/error.h"
#include "core/base/path.h"
#include "core/face/aligner.h"
#include "core/face/model_files.h"
#include "core/image/resize.h"

namespace visagist {
namespace {

using Pixels = dlib::array2d<dlib::rgb_pixel>;

constexpr const char* kPredictorFile = "shape_predictor_5_face_landmarks.dat";
constexpr const char* kPredictorSha256 = "c4b1e9804792707d3a405c2c16a80a20269e6675021f64a41d30fffafbc41888";

/// Landmarks are read in a view in which the box is this wide, for dlib rounds them to whole pixels.
constexpr int kPatchBox = 320, kPatchSide = 512;

void copyPixels(const Image& photo, Pixels& pixels) {
    pixels.set_size(photo.height(), photo.width());
    for (int y = 0; y < photo.height(); ++y) {
        const std::uint8_t* from = photo.row(y);
        for (int x = 0; x < photo.width(); ++x, from += 3) pixels[y][x] = {from[0], from[1], from[2]};
    }
}

/// dlib names a pixel by its centre and counts the last column in; we measure from edge to edge.
Rect rectFromDlib(const dlib::rectangle& r) {
    return {double(r.left()), double(r.top()), double(r.width()), double(r.height())};
}
Point pointFromDlib(const dlib::point& p) { return {double(p.x()) + 0.5, double(p.y()) + 0.5}; }

std::shared_ptr<const dlib::shape_predictor> sharedPredictor() {
    static std::mutex mutex;
    static std::weak_ptr<const dlib::shape_predictor> kept;
    const std::filesystem::path path = modelFile(kPredictorFile, kPredictorSha256);
    const std::scoped_lock lock(mutex);
    if (auto predictor = kept.lock()) return predictor;
    auto predictor = std::make_shared<dlib::shape_predictor>();
    try {
        dlib::deserialize(path.string()) >> *predictor;
    } catch (const dlib::serialization_error& problem) {
        throw Error(ErrorCode::Damaged, VISAGIST_TEXT("The model file \"%1\" cannot be read (%2)."),
                    {utf8FromPath(path), problem.what()});
    }
    kept = predictor;
    return predictor;
}

class HogDetector : public FaceDetector {
public:
    explicit HogDetector(const ImportOptions& options)
        : m_options(options), m_detector(dlib::get_frontal_face_detector()), m_predictor(sharedPredictor()) {}

    std::string name() const override { return "dlib-hog"; }

    std::vector<DetectedFace> detect(const Image& photo) override {
        std::vector<DetectedFace> faces;
        for (DetectedFace& face : boxes(photo)) {
            if (face.box.width < m_options.minFace) continue;
            face.landmarks = landmarks(photo, face.box);
            try {
                requirePlausibleLandmarks(face.landmarks, photo.width(), photo.height());
            } catch (const Error&) {
                continue;
            }
            faces.push_back(std::move(face));
        }
        std::sort(faces.begin(), faces.end(), [](const DetectedFace& a, const DetectedFace& b) {
            const auto key = [](const DetectedFace& f) {
                return std::tuple(f.box.x + f.box.width / 2, f.box.y + f.box.height / 2, f.box.width);
            };
            return key(a) < key(b);
        });
        return faces;
    }

private:
    std::vector<DetectedFace> boxes(const Image& photo) {
        const int side = std::max(photo.width(), photo.height());
        const bool shrinks = side > m_options.workingSide;
        const double scale = shrinks ? double(m_options.workingSide) / side : 1.0;
        const auto scaledSide = [&](int length) {
            return std::max(1, static_cast<int>(std::lround(length * scale)));
        };
        const Image& small =
            shrinks ? resized(photo, scaledSide(photo.width()), scaledSide(photo.height())) : photo;
        Pixels pixels;
        copyPixels(small, pixels);
        unsigned doubled = 0;
        const dlib::pyramid_down<2> halve;
        for (; int(doubled) < m_options.upsample && (side << (doubled + 1)) <= m_options.workingSide;
             ++doubled)
            dlib::pyramid_up(pixels, halve);

        std::vector<dlib::rect_detection> found;
        m_detector(pixels, found, m_options.threshold);
        const double toX = double(photo.width()) / small.width(),
                     toY = double(photo.height()) / small.height();
        std::vector<DetectedFace> faces;
        for (const dlib::rect_detection& one : found) {
            const Rect r = rectFromDlib(halve.rect_down(one.rect, doubled));
            faces.push_back(
                {{r.x * toX, r.y * toY, r.width * toX, r.height * toY}, one.detection_confidence, {}});
        }
        return faces;
    }

    std::vector<Point> landmarks(const Image& photo, const Rect& box) const {
        const double scale = box.width / kPatchBox;
        const Affine photoFromPatch{scale, 0,     box.x + box.width / 2 - kPatchSide / 2 * scale,
                                    0,     scale, box.y + box.height / 2 - kPatchSide / 2 * scale};
        Pixels patch;
        copyPixels(warped(photo, photoFromPatch, kPatchSide, kPatchSide), patch);
        constexpr long first = (kPatchSide - kPatchBox) / 2, last = first + kPatchBox - 1;
        const auto shape = (*m_predictor)(patch, dlib::rectangle(first, first, last, last));
        std::vector<Point> points;
        for (unsigned long i = 0; i < shape.num_parts(); ++i)
            points.push_back(photoFromPatch.map(pointFromDlib(shape.part(i))));
        return points;
    }

    ImportOptions m_options;
    dlib::frontal_face_detector m_detector;
    std::shared_ptr<const dlib::shape_predictor> m_predictor;
};

}  // namespace

std::unique_ptr<FaceDetector> makeHogDetector(const ImportOptions& options) {
    return std::make_unique<HogDetector>(options);
}

double intersectionOverUnion(const Rect& a, const Rect& b) {
    const double w = std::min(a.x + a.width, b.x + b.width) - std::max(a.x, b.x);
    const double h = std::min(a.y + a.height, b.y + b.height) - std::max(a.y, b.y);
    if (w <= 0 || h <= 0) return 0;
    return w * h / (a.width * a.height + b.width * b.height - w * h);
}

}  // namespace visagist
