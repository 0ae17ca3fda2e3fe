#include "app/commands/bench_detectors.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/commands/detector_peer.h"
#include "app/commands/known_faces.h"
#include "app/commands/scratch_folder.h"
#include "core/base/path.h"
#include "core/face/aligner.h"
#include "core/image/decode.h"
#include "core/image/draw.h"
#include "core/image/encode.h"
#include "core/image/resize.h"
#include "core/model/device_report.h"
#include "core/model/mtcnn_finder.h"

namespace visagist::cli {
namespace {

namespace fs = std::filesystem;

constexpr double kFound = 0.4;  ///< IoU
constexpr int kCropSide = 256;
constexpr std::array<double, 3> kYawBins{25, 50, 75};

/// Of the processor, spent by this process: what a core takes, whoever else uses the machine.
double processorSeconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

double distance(Point a, Point b) { return std::hypot(a.x - b.x, a.y - b.y); }
Point middle(Point a, Point b) { return {(a.x + b.x) / 2, (a.y + b.y) / 2}; }

/// Faces found among known ones, and how far off their landmarks are.
struct Tally {
    int known = 0, found = 0, detected = 0;
    double landmarkErrors = 0, eyeErrors = 0;

    void add(const DetectedFace& face, const KnownFace& truth) {
        const auto a = face.landmarks.size() == 68 ? fiveFromSixtyEight(face.landmarks) : face.landmarks;
        const auto b = fiveFromSixtyEight(truth.landmarks);
        const Point right = middle(b[0], b[1]), left = middle(b[2], b[3]);
        const double eyes = distance(left, right);
        ++found;
        for (std::size_t i = 0; i < 5; ++i) landmarkErrors += distance(a[i], b[i]) / 5 / eyes;
        eyeErrors += (distance(middle(a[0], a[1]), right) + distance(middle(a[2], a[3]), left)) / 2 / eyes;
    }
    double recall() const { return double(found) / std::max(1, known); }
    nlohmann::json meanOf(double sum) const { return found ? nlohmann::json(sum / found) : nlohmann::json(); }
};

void compare(const std::vector<KnownFace>& known, const std::vector<DetectedFace>& found, Tally& tally) {
    tally.known += static_cast<int>(known.size());
    tally.detected += static_cast<int>(found.size());
    for (const KnownFace& face : known) {
        const auto best = std::max_element(found.begin(), found.end(), [&](const auto& a, const auto& b) {
            return intersectionOverUnion(a.box, face.box) < intersectionOverUnion(b.box, face.box);
        });
        if (best != found.end() && intersectionOverUnion(best->box, face.box) >= kFound)
            tally.add(*best, face);
    }
}

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

/// Quickest turn of each photograph, and the faces in them.
class Speed {
public:
    void add(const std::string& photo, double seconds, std::size_t faces) {
        const auto [place, isNew] = m_quickest.emplace(photo, seconds);
        if (isNew) m_faces += faces;
        place->second = std::min(place->second, seconds);
    }
    nlohmann::json facesPerSecond() const {
        double seconds = 0;
        for (const auto& [photo, quickest] : m_quickest) seconds += quickest;
        return seconds > 0 ? nlohmann::json(static_cast<double>(m_faces) / seconds) : nlohmann::json();
    }

private:
    std::map<std::string, double> m_quickest;
    std::size_t m_faces = 0;
};

/// How far our boxes and points lie from the peer's, at most, where both found a face.
struct Difference {
    double box = 0, point = 0;
    int matched = 0, onlyPeer = 0, onlyOurs = 0;
    bool hasPoints = false;

    void add(const std::vector<FoundBox>& ours, const std::vector<FoundBox>& peers) {
        int here = 0;
        for (const FoundBox& theirs : peers) {
            const auto same = std::find_if(ours.begin(), ours.end(), [&](const FoundBox& one) {
                return intersectionOverUnion(one.box, theirs.box) > 0.5;
            });
            if (same == ours.end()) continue;
            ++here;
            const Rect &a = same->box, &b = theirs.box;
            box = std::max({box, std::abs(a.x - b.x), std::abs(a.y - b.y),
                            std::abs(a.x + a.width - b.x - b.width),
                            std::abs(a.y + a.height - b.y - b.height)});
            for (std::size_t i = 0; i < std::min(same->points.size(), theirs.points.size()); ++i) {
                point = std::max(point, distance(same->points[i], theirs.points[i]));
                hasPoints = true;
            }
        }
        matched += here;
        onlyPeer += static_cast<int>(peers.size()) - here;
        onlyOurs += static_cast<int>(ours.size()) - here;
    }
};

/// One detector through everything that is measured.
class DetectorBench {
public:
    DetectorBench(const CurateBenchFlags& flags, const DetectorCatalogue::Entry& entry,
                  const std::vector<KnownPhoto>& photos, std::stop_token stop)
        : m_flags(flags), m_photos(photos), m_stop(std::move(stop)) {
        m_options.detector = entry.kind;
        m_options.minFace = 20;
        m_finder = entry.makeFinder(m_options);
        m_detector = makeDetector(entry.makeFinder(m_options), m_options);
    }

    nlohmann::json row() {
        nlohmann::json notes = nlohmann::json::object();
        nlohmann::json row{
            {"name", choicesOf(DetectorKind{})[static_cast<std::size_t>(m_options.detector)].key}};
        measurePhotos(row);
        measureSpeed(row, notes);
        row["orlRecall"] = orlRecall();
        row["demo"] = demoRows();
        row["notes"] = notes;
        return row;
    }

    /// What was found, drawn.
    std::vector<Image> pictures() const {
        std::vector<Image> all;
        for (std::size_t i = 0; i < m_photos.size(); ++i)
            all.push_back(drawn(m_photos[i].image, m_photos[i].faces, m_found.at(i)));
        return all;
    }

private:
    void measurePhotos(nlohmann::json& row) {
        Tally tally;
        for (const KnownPhoto& photo : m_photos) {
            m_found.push_back(m_detector->detect(photo.image));
            compare(photo.faces, m_found.back(), tally);
        }
        row.update({{"recall", tally.recall()},
                    {"landmarkError", tally.meanOf(tally.landmarkErrors)},
                    {"eyeErrorOverInterocular", tally.meanOf(tally.eyeErrors)},
                    {"faces", tally.known},
                    {"falseFaces", tally.detected - tally.found}});
    }

    void measureSpeed(nlohmann::json& row, nlohmann::json& notes) {
        const std::string name = row["name"];
        const ScratchFolder scratch;
        std::optional<DetectorPeer> peer;
        const bool hasPeer = name == "hog" || name == "mmod" || name == "mtcnn";
        if (hasPeer) peer.emplace(m_flags, name, scratch.path() / "errors.txt");
        Speed ours, theirs;
        Difference difference;
        // MMOD takes seconds a photograph, and its times hardly vary.
        const int turns = name == "mmod" ? 1 : m_flags.turns;
        for (int turn = 0; turn < turns; ++turn) {
            for (const KnownPhoto& photo : m_photos) {
                if (m_stop.stop_requested()) throw stopped();
                const double start = processorSeconds();
                const auto found = m_detector->detect(photo.image);
                for (const DetectedFace& face : found)
                    cropFromPhoto(photo.image, photoFromUnit(face.landmarks), kCropSide);
                ours.add(photo.file, processorSeconds() - start, found.size());
                const auto answer = peer ? peer->detect(photo.file) : std::nullopt;
                if (!answer) continue;
                theirs.add(photo.file, answer->seconds, answer->faces.size());
                const int doublings = name == "mtcnn" ? 0 : 1;
                if (turn == 0) difference.add(m_finder->find(photo.image, doublings), answer->faces);
            }
        }
        const bool compared = difference.matched > 0;
        if (peer && !peer->isThere()) notes["peer"] = peer->whyNot();
        if (!hasPeer) notes["peer"] = "no Python package is at hand that does the same";
        if (compared && difference.onlyPeer + difference.onlyOurs > 0)
            notes["boxes"] = std::to_string(difference.onlyPeer) + " faces only the peer's, " +
                             std::to_string(difference.onlyOurs) + " only ours";
        const auto orNull = [](bool there, double value) {
            return there ? nlohmann::json(value) : nlohmann::json();
        };
        row.update({{"facesPerSecondPerCore", ours.facesPerSecond()},
                    {"facesPerSecond", ours.facesPerSecond()},
                    {"peerFacesPerSecondPerCore", theirs.facesPerSecond()},
                    {"boxMaxDifferencePx", orNull(compared, difference.box)},
                    {"pointMaxDifferencePx", orNull(difference.hasPoints, difference.point)}});
    }

    /// Share of ORL's portraits, enlarged 4 times, in which a face is found; null where there are none.
    nlohmann::json orlRecall() {
        if (m_options.detector == DetectorKind::Mmod) return {};  // takes an hour
        int pictures = 0, found = 0;
        std::error_code ignored;
        for (const auto& entry :
             fs::recursive_directory_iterator(pathFromUtf8(m_flags.data) / "orl", ignored)) {
            if (entry.path().extension() != ".pgm") continue;
            if (m_stop.stop_requested()) throw stopped();
            const Image small = decodePhoto(entry.path()).image;
            ++pictures;
            if (!m_detector->detect(resized(small, small.width() * 4, small.height() * 4)).empty()) ++found;
        }
        return pictures ? nlohmann::json(double(found) / pictures) : nlohmann::json();
    }

    nlohmann::json demoRows() {
        std::array<Tally, kYawBins.size()> tallies;
        const int count =
            m_options.detector == DetectorKind::Mmod ? std::min(m_flags.demoFaces, 30) : m_flags.demoFaces;
        for (int i = 0; i < count; ++i) {
            if (m_stop.stop_requested()) throw stopped();
            const KnownPhoto photo = demoPhoto(i, count);
            const double yaw = std::abs(photo.faces[0].yaw);
            const auto bin = static_cast<std::size_t>(
                std::lower_bound(kYawBins.begin(), kYawBins.end() - 1, yaw - 1e-9) - kYawBins.begin());
            compare(photo.faces, m_detector->detect(photo.image), tallies[bin]);
        }
        nlohmann::json rows = nlohmann::json::array();
        for (std::size_t i = 0; i < tallies.size(); ++i) {
            if (tallies[i].known == 0) continue;
            rows.push_back({{"yawTo", kYawBins[i]},
                            {"faces", tallies[i].known},
                            {"recall", tallies[i].recall()},
                            {"landmarkError", tallies[i].meanOf(tallies[i].landmarkErrors)}});
        }
        return rows;
    }

    static Error stopped() { return {ErrorCode::Cancelled, VISAGIST_TEXT("Stopped.")}; }

    const CurateBenchFlags& m_flags;
    const std::vector<KnownPhoto>& m_photos;
    std::stop_token m_stop;
    ImportOptions m_options;
    std::unique_ptr<BoxFinder> m_finder;
    std::unique_ptr<FaceDetector> m_detector;
    std::vector<std::vector<DetectedFace>> m_found;
};

}  // namespace

nlohmann::json benchDetectors(const CurateBenchFlags& flags, const std::stop_token& stop) {
    setComputeThreads(1);
    std::vector<KnownPhoto> photos = annotatedPhotos(pathFromUtf8(flags.data));
    nlohmann::json rows = nlohmann::json::array();
    const DetectorCatalogue catalogue = allDetectors();
    for (const DetectorCatalogue::Entry& entry : catalogue.entries()) {
        const std::string name = choicesOf(entry.kind)[static_cast<std::size_t>(entry.kind)].key;
        const bool wanted =
            flags.detectors.empty() ||
            std::find(flags.detectors.begin(), flags.detectors.end(), name) != flags.detectors.end();
        if (!wanted || catalogue.whyNot(entry.kind)) continue;
        DetectorBench bench(flags, entry, photos, stop);
        rows.push_back(bench.row());
        if (rows.size() == 1 && !flags.picture.empty())
            writePng(pathFromUtf8(flags.picture), tiled(bench.pictures(), 4, 6));
    }
    return rows;
}

void sayDetectors(const nlohmann::json& rows, const Report& report) {
    const auto number = [](const nlohmann::json& value, int digits) {
        return value.is_number() ? fixed(value.get<double>(), digits) : std::string("-");
    };
    for (const nlohmann::json& row : rows) {
        report.say(row["name"].get<std::string>() + ": recall " + number(row["recall"], 3) + " of " +
                   row["faces"].dump() + " faces, " + row["falseFaces"].dump() + " false; landmarks off by " +
                   number(row["landmarkError"], 4) + " eye distances; faces a second and core: ours " +
                   number(row["facesPerSecondPerCore"], 1) + ", Python " +
                   number(row["peerFacesPerSecondPerCore"], 1) + "; boxes differ by " +
                   number(row["boxMaxDifferencePx"], 2) + " px at most; recall on the enlarged portraits " +
                   number(row["orlRecall"], 3));
        for (const nlohmann::json& bin : row["demo"])
            report.say("  demo faces, yaw to " + number(bin["yawTo"], 0) + " degrees: recall " +
                       number(bin["recall"], 3) + " of " + bin["faces"].dump() + ", landmarks off by " +
                       number(bin["landmarkError"], 4));
        for (const auto& [what, why] : row["notes"].items())
            report.say("  " + what + ": " + why.get<std::string>());
    }
}

}  // namespace visagist::cli
