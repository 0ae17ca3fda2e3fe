#include "core/face/landmark_reader.h"

#include <dlib/image_processing.h>
#include <array>
#include <cmath>
#include <mutex>
#include <numbers>

#include "core/base/error.h"
#include "core/base/path.h"
#include "core/face/dlib_pixels.h"
#include "core/face/model_files.h"
#include "core/image/resize.h"

namespace visagist {
namespace {

struct PredictorFile {
    const char *name, *sha256;
};
constexpr std::array<PredictorFile, 2> kFiles{
    {{"shape_predictor_5_face_landmarks.dat",
      "c4b1e9804792707d3a405c2c16a80a20269e6675021f64a41d30fffafbc41888"},
     {"shape_predictor_68_face_landmarks.dat",
      "fbdc2cb80eb9aa7a758672cbfdda32ba6300efe9b6e6c7a299ff7e736b11b92f"}}};

/// Landmarks are read in a view in which the box is this wide, for dlib rounds them to whole pixels.
constexpr int kPatchBox = 320, kPatchSide = 512;
constexpr double kJitterShift = 0.06, kJitterDegrees = 4;

std::filesystem::path predictorFile(LandmarkSet set) {
    const PredictorFile& file = kFiles[static_cast<std::size_t>(set)];
    if (set == LandmarkSet::Five) return modelFile(file.name, file.sha256);
    return optionalModelFile(
        file.name, file.sha256, "/usr/share/dlib",
        VISAGIST_TEXT("The model file \"%1\" is not there. Its licence excludes commercial use, so it is not "
                      "fetched by itself: install the Debian package libdlib-data, or put the file there."));
}

/// The i-th member (from 1) of a sequence that fills -1 … 1 evenly (Weyl's, by powers of an irrational
/// number); each is followed by its opposite, so that the mean stays near 0.
double spread(int i, double irrational) {
    const double value = 2 * std::fmod(0.5 + (i + 1) / 2 * irrational, 1.0) - 1;
    return i % 2 ? value : -value;
}

/// The unit square, a little moved: the i-th of the jittered views.
Affine jittered(int i) {
    // Roberts' choice for four dimensions: powers of the root of x^5 = x + 1.
    constexpr double root = 1.1673039782614187;
    const double dx = kJitterShift * spread(i, 1 / root), dy = kJitterShift * spread(i, std::pow(root, -2)),
                 scale = 1 + kJitterShift * spread(i, std::pow(root, -3)),
                 angle = kJitterDegrees * std::numbers::pi / 180 * spread(i, std::pow(root, -4));
    const double c = scale * std::cos(angle), s = scale * std::sin(angle);
    return {c, -s, 0.5 + dx - 0.5 * c + 0.5 * s, s, c, 0.5 + dy - 0.5 * s - 0.5 * c};
}

}  // namespace

Affine photoFromDlibBox(const Rect& box) { return photoFromDlibBox(box, {}); }

Affine photoFromDlibBox(const Rect& box, const Affine& photoFromView) {
    const double length = std::hypot(photoFromView.xx, photoFromView.yx);
    const double c = box.width * photoFromView.xx / length, s = box.width * photoFromView.yx / length;
    return {c, -s, box.x + box.width / 2 - c / 2 + s / 2, s, c, box.y + box.height / 2 - s / 2 - c / 2};
}

Affine unitFromDlibBox() {
    constexpr double side = 0.685, x = 0.493, y = 0.557;
    return {side, 0, x - side / 2, 0, side, y - side / 2};
}

struct LandmarkReader::Predictor {
    dlib::shape_predictor shape;

    static std::shared_ptr<const Predictor> shared(LandmarkSet set) {
        static std::mutex mutex;
        static std::array<std::weak_ptr<const Predictor>, kFiles.size()> kept;
        const std::filesystem::path path = predictorFile(set);
        const std::scoped_lock lock(mutex);
        auto& place = kept[static_cast<std::size_t>(set)];
        if (auto predictor = place.lock()) return predictor;
        auto predictor = std::make_shared<Predictor>();
        try {
            dlib::deserialize(path.string()) >> predictor->shape;
        } catch (const dlib::serialization_error& problem) {
            throw Error(ErrorCode::Damaged, VISAGIST_TEXT("The model file \"%1\" cannot be read (%2)."),
                        {utf8FromPath(path), problem.what()});
        }
        place = predictor;
        return predictor;
    }
};

LandmarkReader::LandmarkReader(const ImportOptions& options)
    : m_predictor(Predictor::shared(options.landmarks)), m_jitter(options.jitter) {}

LandmarkReader::~LandmarkReader() = default;

std::vector<Point> LandmarkReader::readOnce(const Image& photo, const Affine& photoFromBox) const {
    constexpr double box = kPatchBox, margin = (kPatchSide - kPatchBox) / 2;
    const Affine photoFromPatch =
        Affine{1 / box, 0, -margin / box, 0, 1 / box, -margin / box}.then(photoFromBox);
    dlib::array2d<dlib::rgb_pixel> patch;
    copyPixels(warped(photo, photoFromPatch, kPatchSide, kPatchSide), patch);
    constexpr long first = (kPatchSide - kPatchBox) / 2, last = first + kPatchBox - 1;
    const auto shape = m_predictor->shape(patch, dlib::rectangle(first, first, last, last));
    std::vector<Point> points;
    for (unsigned long i = 0; i < shape.num_parts(); ++i)
        points.push_back(photoFromPatch.map(pointFromDlib(shape.part(i))));
    return points;
}

std::vector<Point> LandmarkReader::read(const Image& photo, const Affine& photoFromBox) const {
    std::vector<Point> sum = readOnce(photo, photoFromBox);
    for (int i = 1; i <= m_jitter; ++i) {
        const std::vector<Point> points = readOnce(photo, jittered(i).then(photoFromBox));
        for (std::size_t k = 0; k < sum.size(); ++k)
            sum[k] = {sum[k].x + points[k].x, sum[k].y + points[k].y};
    }
    for (Point& p : sum) p = {p.x / (m_jitter + 1), p.y / (m_jitter + 1)};
    return sum;
}

void requireLandmarkFiles(LandmarkSet set) { predictorFile(set); }

}  // namespace visagist
