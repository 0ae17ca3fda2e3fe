#include "core/face/detector.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>

#include "core/base/error.h"
#include "core/face/aligner.h"
#include "core/face/alignment.h"
#include "core/face/canonical.h"
#include "core/face/landmark_reader.h"
#include "core/face/search_views.h"
#include "core/face/suppress.h"
#include "core/image/resize.h"

namespace visagist {
namespace {

/// Two boxes are one face where they overlap by this much of their union, or one holds this much of the
/// other; and where the photo was searched at several angles, in which one face is found in odd ways, too.
struct Overlap {
    double ofUnion = 0.4, ofSmaller = 0.75;
};
constexpr Overlap kOneAngle{}, kManyAngles{0.2, 0.5};
/// A detector's own points and the landmarks may lie this far apart, in distances between the eyes; further
/// than the smaller number the face is doubtful.
constexpr double kMaxDisagreement = 0.5, kDoubt = 0.18;
/// The view in which the HOG detector is asked about a doubtful face, and its box there, in pixels.
constexpr int kDoubtView = 256, kDoubtBox = 110;
constexpr double kDoubtScore = 0.3;
/// Pixels: a box that ends this near where a tile cuts through the photo is a part of a face.
constexpr double kCutMargin = 2;

struct Candidate {
    Rect box;                   ///< pixels of the photo
    double score = 0;           ///< the detector's
    double rank = 0;            ///< by which one of several is kept
    std::vector<Point> points;  ///< pixels of the photo
    double tilt = 0;            ///< degrees, of the points in the view
    Affine photoFromView;
};

double intersectionArea(const Rect& a, const Rect& b) {
    const double w = std::min(a.x + a.width, b.x + b.width) - std::max(a.x, b.x);
    const double h = std::min(a.y + a.height, b.y + b.height) - std::max(a.y, b.y);
    return w > 0 && h > 0 ? w * h : 0;
}

bool isSameFace(const Rect& a, const Rect& b, const Overlap& limit) {
    const double common = intersectionArea(a, b);
    return intersectionOverUnion(a, b) > limit.ofUnion ||
           common > limit.ofSmaller * std::min(a.width * a.height, b.width * b.height);
}

/// Non-maximum suppression: of what overlaps, the one with the highest rank stays.
template <class Face>
void keepBest(std::vector<Face>& faces, const Overlap& limit, auto&& rankOf) {
    std::vector<double> ranks;
    for (const Face& face : faces) ranks.push_back(rankOf(face));
    std::vector<Face> kept;
    for (const std::size_t i : highestApart<double>(ranks, [&](std::size_t better, std::size_t other) {
             return isSameFace(faces[better].box, faces[other].box, limit);
         }))
        kept.push_back(std::move(faces[i]));
    faces = std::move(kept);
}

/// Root mean square distance of the points from an average face's, in distances between the eyes; and how
/// far the face is tilted in its view, in degrees.
struct PointFit {
    double misfit = 0, tilt = 0;
};
PointFit fitOf(const std::vector<Point>& points) {
    const auto mean = meanFacePoints();
    const Affine map = similarityFromPoints(mean, points);
    double squares = 0;
    for (std::size_t i = 0; i < mean.size(); ++i) {
        const Point p = map.map(mean[i]);
        squares += (p.x - points[i].x) * (p.x - points[i].x) + (p.y - points[i].y) * (p.y - points[i].y);
    }
    const double eyes = std::hypot(map.xx, map.yx) * (mean[1].x - mean[0].x);
    return {eyes > 0 ? std::sqrt(squares / 5) / eyes : 1e9, std::atan2(map.yx, map.xx) * 57.29577951308232};
}

bool isCut(const Rect& box, const SearchView& view) {
    return (view.inside[0] && box.x < kCutMargin) || (view.inside[1] && box.y < kCutMargin) ||
           (view.inside[2] && box.x + box.width > view.width - kCutMargin) ||
           (view.inside[3] && box.y + box.height > view.height - kCutMargin);
}

/// The box of the view in the photo: of the same size, however the view is turned.
Rect boxInPhoto(const Rect& box, const Affine& map) {
    const double sx = std::hypot(map.xx, map.yx), sy = std::hypot(map.xy, map.yy);
    const Point middle = map.map({box.x + box.width / 2, box.y + box.height / 2});
    return {middle.x - box.width * sx / 2, middle.y - box.height * sy / 2, box.width * sx, box.height * sy};
}

class SearchingDetector : public FaceDetector {
public:
    SearchingDetector(std::unique_ptr<BoxFinder> finder, const ImportOptions& options)
        : m_finder(std::move(finder)), m_options(options), m_traits(m_finder->traits()), m_reader(options) {}

    std::string name() const override { return m_finder->name(); }

    std::vector<DetectedFace> detect(const Image& photo) override {
        const std::vector<double> upright{0};
        std::vector<DetectedFace> faces;
        if (m_options.turned != TurnedFaces::Always) faces = facesAt(photo, upright);
        if (m_options.turned == TurnedFaces::Always ||
            (m_options.turned == TurnedFaces::WhereNone && faces.empty()))
            faces = facesAt(photo, searchTurns(m_traits));
        std::sort(faces.begin(), faces.end(), [](const DetectedFace& a, const DetectedFace& b) {
            const auto key = [](const DetectedFace& f) {
                return std::tuple(f.box.x + f.box.width / 2, f.box.y + f.box.height / 2, f.box.width);
            };
            return key(a) < key(b);
        });
        return faces;
    }

private:
    std::vector<DetectedFace> facesAt(const Image& photo, const std::vector<double>& turns) {
        const Overlap limit = turns.size() > 1 ? kManyAngles : kOneAngle;
        std::vector<Candidate> candidates;
        for (const double turn : turns) {
            for (const SearchView& view :
                 searchViews(photo.width(), photo.height(), m_options, m_traits, turn))
                search(photo, view, turns.size() > 1, candidates);
        }
        keepBest(candidates, limit, [](const Candidate& one) { return one.rank; });
        std::vector<DetectedFace> faces;
        for (Candidate& candidate : candidates) {
            if (auto face = faceOf(photo, candidate)) faces.push_back(std::move(*face));
        }
        // Candidates stand in the order of their rank, which goes on to count.
        keepBest(faces, limit, [](const DetectedFace&) { return 0.0; });
        return faces;
    }

    void search(const Image& photo, const SearchView& view, bool turned, std::vector<Candidate>& to) {
        for (FoundBox& found : m_finder->find(viewImage(photo, view), view.doublings)) {
            if (isCut(found.box, view)) continue;
            Candidate candidate;
            candidate.box = boxInPhoto(found.box, view.photoFromView);
            candidate.score = candidate.rank = found.score;
            candidate.photoFromView = view.photoFromView;
            if (found.points.size() == 5) {
                const PointFit fit = fitOf(found.points);
                candidate.tilt = fit.tilt;
                candidate.rank -= fit.misfit;
                // Among all angles there is one in which this face stands more upright.
                if (turned) candidate.rank -= std::abs(fit.tilt) / 90;
                for (const Point& p : found.points) candidate.points.push_back(view.photoFromView.map(p));
            }
            to.push_back(std::move(candidate));
        }
    }

    std::optional<DetectedFace> faceOf(const Image& photo, const Candidate& candidate) {
        DetectedFace face{candidate.box, candidate.score, {}, candidate.points};
        try {
            if (candidate.points.empty()) {
                face.landmarks =
                    m_reader.read(photo, photoFromDlibBox(candidate.box, candidate.photoFromView));
                if (m_traits.coarseBoxes) settle(face);
            } else {
                const Affine guess = similarityFromPoints(meanFacePoints(), candidate.points);
                face.landmarks = m_reader.read(photo, unitFromDlibBox().then(guess));
            }
            requirePlausibleLandmarks(face.landmarks, photo.width(), photo.height());
            if (!candidate.points.empty() && !isTrusted(photo, face, candidate.tilt)) return std::nullopt;
        } catch (const Error& error) {
            if (error.code() != ErrorCode::InvalidArgument) throw;
            return std::nullopt;
        }
        if (face.box.width < m_options.minFace) return std::nullopt;
        return face;
    }

    /// Draws the box anew where detectors put theirs around such landmarks on the average: it no longer jumps
    /// by the steps in which the detector looks.
    static void settle(DetectedFace& face) {
        const Affine map = unitFromDlibBox().then(photoFromUnit(face.landmarks));
        const Point middle = map.map({0.5, 0.5});
        const double side = std::hypot(map.xx, map.yx);
        const Rect box{middle.x - side / 2, middle.y - side / 2, side, side};
        // Landmarks that went astray do not take the box with them.
        if (intersectionOverUnion(box, face.box) > kOneAngle.ofUnion) face.box = box;
    }

    /// Do the landmarks show the face that the detector's own points show? Networks also find faces that lie
    /// on their side or stand on their head, with points that are wrong; so where points and landmarks lie
    /// apart or the face is tilted, dlib's HOG detector, which knows upright faces only, has to see it in its
    /// crop.
    bool isTrusted(const Image& photo, const DetectedFace& face, double tilt) {
        const auto points = facePoints(face.landmarks);
        const auto off = [&](std::size_t i) {
            return std::hypot(points[i].x - face.points[i].x, points[i].y - face.points[i].y);
        };
        const double eyes =
            std::hypot(face.points[1].x - face.points[0].x, face.points[1].y - face.points[0].y);
        const double apart = std::max(off(0), off(1)) / std::max(eyes, 0.25 * face.box.width);
        if (!(apart < kMaxDisagreement)) return false;
        const bool isTilted = std::abs(tilt) > m_traits.tilt;
        if (apart > kDoubt && isTilted) return false;
        if (apart < kDoubt && !isTilted) return true;
        constexpr double box = kDoubtBox, margin = (kDoubtView - kDoubtBox) / 2.0;
        const Affine photoFromView = Affine{1 / box, 0, -margin / box, 0, 1 / box, -margin / box}.then(
            unitFromDlibBox().then(photoFromUnit(face.landmarks)));
        if (!m_secondOpinion) m_secondOpinion = makeHogFinder(kDoubtScore);
        const auto seen = m_secondOpinion->find(warped(photo, photoFromView, kDoubtView, kDoubtView), 0);
        return std::any_of(seen.begin(), seen.end(), [](const FoundBox& one) {
            return intersectionOverUnion(one.box, {margin, margin, box, box}) > kOneAngle.ofUnion;
        });
    }

    std::unique_ptr<BoxFinder> m_finder;
    ImportOptions m_options;
    FinderTraits m_traits;
    LandmarkReader m_reader;
    std::unique_ptr<BoxFinder> m_secondOpinion;  ///< made when it is first needed
};

}  // namespace

double intersectionOverUnion(const Rect& a, const Rect& b) {
    const double common = intersectionArea(a, b);
    return common > 0 ? common / (a.width * a.height + b.width * b.height - common) : 0;
}

std::unique_ptr<FaceDetector> makeDetector(std::unique_ptr<BoxFinder> finder, const ImportOptions& options) {
    return std::make_unique<SearchingDetector>(std::move(finder), options);
}

std::unique_ptr<FaceDetector> makeHogDetector(const ImportOptions& options) {
    return makeDetector(makeHogFinder(options.threshold), options);
}

}  // namespace visagist
