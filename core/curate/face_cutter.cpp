#include "core/curate/face_cutter.h"

#include <algorithm>

#include "core/base/sha256.h"
#include "core/face/aligner.h"
#include "core/image/encode.h"

namespace visagist {
namespace {

constexpr int kSmallestCrop = 16;

}  // namespace

FaceCutter::FaceCutter(const ImportRequest& request, int cropSize)
    : m_mode(request.mode), m_options(request.options), m_cropSize(cropSize) {
    if (m_mode == ImportMode::Detect) m_detector = request.detectors.make(m_options);
}

std::vector<FoundFace> FaceCutter::cut(const Image& photo) {
    return withCrops(m_detector ? detected(photo) : std::vector<Face>{wholePicture(photo)}, photo);
}

std::vector<FoundFace> FaceCutter::cutAt(const Image& photo, std::span<const Point> landmarks) {
    Face face;
    requirePlausibleLandmarks(landmarks, photo.width(), photo.height());
    face.photoFromUnit = photoFromUnit(landmarks);
    face.landmarks.assign(landmarks.begin(), landmarks.end());
    const auto [left, right] = std::minmax_element(landmarks.begin(), landmarks.end(),
                                                   [](const Point& a, const Point& b) { return a.x < b.x; });
    const auto [top, bottom] = std::minmax_element(landmarks.begin(), landmarks.end(),
                                                   [](const Point& a, const Point& b) { return a.y < b.y; });
    face.box = {left->x, top->y, right->x - left->x, bottom->y - top->y};
    return withCrops({std::move(face)}, photo);
}

std::vector<FoundFace> FaceCutter::withCrops(std::vector<Face> faces, const Image& photo) const {
    std::vector<FoundFace> found;
    for (Face& face : faces) {
        FoundFace one{std::move(face), {}};
        one.cropPng = encodePng(cropFromPhoto(photo, one.face.photoFromUnit, m_cropSize));
        one.face.indexInSource = static_cast<int>(found.size());
        one.face.cropSha256 = sha256Hex(one.cropPng);
        found.push_back(std::move(one));
    }
    return found;
}

std::vector<Face> FaceCutter::detected(const Image& photo) {
    std::vector<DetectedFace> found = m_detector->detect(photo);
    if (m_options.largestOnly && found.size() > 1) {
        const auto largest = std::max_element(found.begin(), found.end(), [](const auto& a, const auto& b) {
            return a.box.width * a.box.height < b.box.width * b.box.height;
        });
        found = {*largest};
    }
    std::vector<Face> faces;
    for (const DetectedFace& one : found) {
        Face face;
        face.photoFromUnit = photoFromUnit(one.landmarks);
        face.landmarks = one.landmarks;
        face.box = one.box;
        face.score = one.score;
        faces.push_back(std::move(face));
    }
    return faces;
}

Face FaceCutter::wholePicture(const Image& photo) {
    const int side = std::min(photo.width(), photo.height());
    if (side < kSmallestCrop) {
        throw Error(
            ErrorCode::Unsupported,
            VISAGIST_TEXT("The picture is only %1 x %2 pixels; an aligned face needs %3."),
            {std::to_string(photo.width()), std::to_string(photo.height()), std::to_string(kSmallestCrop)});
    }
    Face face;
    const double left = (photo.width() - side) / 2.0, top = (photo.height() - side) / 2.0;
    face.photoFromUnit = {double(side), 0, left, 0, double(side), top};
    face.box = {left, top, double(side), double(side)};
    return face;
}

}  // namespace visagist
