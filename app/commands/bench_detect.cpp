#include "app/commands/bench_detect.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/path.h"
#include "core/face/aligner.h"
#include "core/face/detector.h"
#include "core/image/decode.h"
#include "core/image/draw.h"
#include "core/image/encode.h"
#include "core/image/resize.h"

namespace visagist {
namespace {

namespace fs = std::filesystem;

struct KnownFace {
    Rect box;
    std::vector<Point> landmarks;  // 68
};

/// The value of name='…' in an XML tag; -1 where there is none.
double attribute(std::string_view tag, const std::string& name) {
    const std::size_t at = tag.find(" " + name + "='");
    return at == std::string_view::npos ? -1 : std::atof(tag.data() + at + name.size() + 3);
}

/// Reads the boxes and parts of dlib's annotation files; pixels become continuous coordinates.
void readAnnotations(const fs::path& file, std::map<std::string, std::vector<KnownFace>>& known) {
    const auto bytes = readFile(file);
    const std::string xml(bytes.begin(), bytes.end());
    std::vector<KnownFace>* faces = nullptr;
    for (std::size_t at = xml.find('<'); at != std::string::npos; at = xml.find('<', at + 1)) {
        const std::string tag = xml.substr(at, xml.find('>', at) - at);
        if (tag.starts_with("<image ")) {
            const std::size_t name = tag.find("file='") + 6;
            faces = &known[tag.substr(name, tag.find('\'', name) - name)];
        } else if (tag.starts_with("<box ") && faces) {
            faces->push_back({{attribute(tag, "left"), attribute(tag, "top"), attribute(tag, "width"),
                               attribute(tag, "height")},
                              {}});
        } else if (tag.starts_with("<part ") && faces && !faces->empty()) {
            faces->back().landmarks.push_back({attribute(tag, "x") + 0.5, attribute(tag, "y") + 0.5});
        }
    }
}

/// Centre of the eye at the right of the picture, then of that at the left.
std::array<Point, 2> eyeCentres(const std::vector<Point>& five) {
    return {Point{(five[0].x + five[1].x) / 2, (five[0].y + five[1].y) / 2},
            Point{(five[2].x + five[3].x) / 2, (five[2].y + five[3].y) / 2}};
}

double eyeError(const DetectedFace& found, const KnownFace& known) {
    const auto a = eyeCentres(found.landmarks), b = eyeCentres(fiveFromSixtyEight(known.landmarks));
    const double between = std::hypot(b[0].x - b[1].x, b[0].y - b[1].y);
    double error = 0;
    for (std::size_t i = 0; i < 2; ++i) error += std::hypot(a[i].x - b[i].x, a[i].y - b[i].y) / 2;
    return error / between;
}

struct Tally {
    int known = 0, found = 0, detected = 0;
    double eyeErrors = 0, seconds = 0;
};

/// Photographs with what is known (thin, green) and what was found (yellow, with landmarks) drawn in.
Image drawn(const Image& photo, const std::vector<KnownFace>& known, const std::vector<DetectedFace>& found) {
    Image sheet = photo;
    for (const KnownFace& face : known) drawBox(sheet, face.box, {80, 220, 120}, 1);
    for (const DetectedFace& face : found) {
        drawBox(sheet, face.box, {255, 210, 60}, 2);
        for (const Point& p : face.landmarks) drawPoint(sheet, p, {255, 70, 90}, 1.5);
    }
    return sheet;
}

void compare(const std::vector<KnownFace>& known, const std::vector<DetectedFace>& found, Tally& tally) {
    tally.known += static_cast<int>(known.size());
    tally.detected += static_cast<int>(found.size());
    for (const KnownFace& face : known) {
        const auto best = std::max_element(found.begin(), found.end(), [&](const auto& a, const auto& b) {
            return intersectionOverUnion(a.box, face.box) < intersectionOverUnion(b.box, face.box);
        });
        if (best == found.end() || intersectionOverUnion(best->box, face.box) < 0.4) continue;
        ++tally.found;
        tally.eyeErrors += eyeError(*best, face);
    }
}

std::vector<DetectedFace> timedDetect(FaceDetector& detector, const Image& photo, Tally& tally) {
    const auto start = std::chrono::steady_clock::now();
    auto found = detector.detect(photo);
    tally.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return found;
}

/// Share of ORL's portraits, enlarged 4 times, in which a face is found; null where there are none.
nlohmann::json orlRecall(FaceDetector& detector, const fs::path& folder) {
    int pictures = 0, found = 0;
    std::error_code ignored;
    for (const auto& entry : fs::recursive_directory_iterator(folder, ignored)) {
        if (entry.path().extension() != ".pgm") continue;
        const Image small = decodePhoto(entry.path()).image;
        ++pictures;
        if (!detector.detect(resized(small, small.width() * 4, small.height() * 4)).empty()) ++found;
    }
    return pictures ? nlohmann::json(double(found) / pictures) : nlohmann::json();
}

}  // namespace

nlohmann::json benchDetect(const fs::path& testData, const fs::path& pictureOut) {
    std::map<std::string, std::vector<KnownFace>> known;
    for (const char* file : {"testing_with_face_landmarks.xml", "training_with_face_landmarks.xml"})
        readAnnotations(testData / "landmarks" / file, known);

    // One line a detector; their pictures are drawn for the first, which is the one that import uses.
    nlohmann::json detectors = nlohmann::json::array();
    std::vector<Image> pictures;
    ImportOptions options;
    options.minFace = 1;
    const auto detector = makeHogDetector(options);
    Tally tally;
    for (const auto& [name, faces] : known) {
        const Image photo = decodePhoto(testData / "landmarks" / pathFromUtf8(name)).image;
        const auto found = timedDetect(*detector, photo, tally);
        compare(faces, found, tally);
        pictures.push_back(drawn(photo, faces, found));
    }
    nlohmann::json row{{"name", detector->name()},
                       {"recall", double(tally.found) / std::max(1, tally.known)},
                       {"eyeErrorOverInterocular", tally.eyeErrors / std::max(1, tally.found)},
                       {"facesPerSecond", tally.detected / std::max(1e-9, tally.seconds)},
                       {"faces", tally.known},
                       {"falseFaces", tally.detected - tally.found}};
    if (const fs::path extra = testData / "photos" / "astronaut.png"; fs::exists(extra)) {
        const Image photo = decodePhoto(extra).image;
        pictures.push_back(drawn(photo, {}, detector->detect(photo)));
    }
    row["orlRecall"] = orlRecall(*detector, testData / "orl");
    detectors.push_back(std::move(row));
    if (!pictureOut.empty()) writePng(pictureOut, tiled(pictures, 4, 6));
    return {{"detectors", detectors}};
}

}  // namespace visagist
