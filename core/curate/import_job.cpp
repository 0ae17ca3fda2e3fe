#include "core/curate/import_job.h"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <thread>
#include <utility>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/log.h"
#include "core/base/path.h"
#include "core/base/sha256.h"
#include "core/curate/picture_list.h"
#include "core/face/aligner.h"
#include "core/face/detector.h"
#include "core/image/decode.h"
#include "core/image/encode.h"
#include "core/store/face_table.h"
#include "core/store/person_table.h"
#include "core/store/source_table.h"

namespace visagist {
namespace {

constexpr int kSmallestCrop = 16;

struct FoundFace {
    Face face;
    std::vector<std::uint8_t> cropPng;
};

/// What a worker found out about one picture; values only.
struct Outcome {
    Source source;
    Message reason{};  ///< source.reason, for ui/ to translate
    std::string person;
    std::vector<FoundFace> faces;
    bool skipped = false;
};

using KnownSources = std::map<std::string, Source>;

/// Reads one picture and finds its faces. One a worker thread.
class PictureReader {
public:
    PictureReader(const ImportRequest& request, const KnownSources& known, int cropSize)
        : m_request(request), m_known(known), m_cropSize(cropSize) {
        if (request.mode == ImportMode::Detect) m_detector = request.detectors.make(request.options);
    }

    /// Never throws for what is wrong with the picture: that becomes the outcome's reason.
    Outcome read(const ListedPicture& picture, const std::stop_token& stop) {
        Outcome outcome;
        outcome.person = picture.person;
        outcome.source.path = utf8FromPath(picture.path);
        outcome.source.reason = picture.refusal;
        if (picture.refusal.empty()) {
            try {
                readFaces(picture, outcome, stop);
            } catch (const std::bad_alloc&) {
                outcome.source.reason = VISAGIST_TEXT("There is not enough memory for this picture.");
            } catch (const Error& problem) {
                outcome.source.reason = problem.what();
                outcome.reason = problem.message();
            } catch (const std::exception& problem) {
                outcome.source.reason = problem.what();
            }
        }
        if (outcome.reason.source.empty()) outcome.reason.source = outcome.source.reason;
        if (!outcome.source.reason.empty()) {
            outcome.source.state = SourceState::Refused;
            outcome.faces.clear();
        }
        return outcome;
    }

private:
    void readFaces(const ListedPicture& picture, Outcome& outcome, const std::stop_token& stop) {
        const std::vector<std::uint8_t> bytes = readFile(picture.path);
        outcome.source.sha256 = sha256Hex(bytes);
        const auto known = m_known.find(outcome.source.path);
        if (!m_request.again && known != m_known.end() && known->second.state == SourceState::Imported &&
            known->second.sha256 == outcome.source.sha256) {
            outcome.skipped = true;
            return;
        }
        const DecodedPhoto photo = decodePhoto(bytes, outcome.source.path);
        outcome.source.width = photo.image.width();
        outcome.source.height = photo.image.height();
        if (photo.endMissing) logWarning(outcome.source.path + ": the end marker of this JPEG is missing.");
        if (stop.stop_requested()) return;
        const std::vector<Face> faces =
            m_detector ? detected(photo.image) : std::vector<Face>{wholePicture(photo.image)};
        for (const Face& face : faces) {
            FoundFace found{face, encodePng(cropFromPhoto(photo.image, face.photoFromUnit, m_cropSize))};
            found.face.indexInSource = static_cast<int>(outcome.faces.size());
            found.face.cropSha256 = sha256Hex(found.cropPng);
            outcome.faces.push_back(std::move(found));
        }
        outcome.source.state = faces.empty() ? SourceState::NoFace : SourceState::Imported;
    }

    std::vector<Face> detected(const Image& photo) {
        std::vector<DetectedFace> found = m_detector->detect(photo);
        if (m_request.options.largestOnly && found.size() > 1) {
            const auto largest =
                std::max_element(found.begin(), found.end(), [](const auto& a, const auto& b) {
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

    static Face wholePicture(const Image& photo) {
        const int side = std::min(photo.width(), photo.height());
        if (side < kSmallestCrop) {
            throw Error(ErrorCode::Unsupported,
                        VISAGIST_TEXT("The picture is only %1 x %2 pixels; an aligned face needs %3."),
                        {std::to_string(photo.width()), std::to_string(photo.height()),
                         std::to_string(kSmallestCrop)});
        }
        Face face;
        const double left = (photo.width() - side) / 2.0, top = (photo.height() - side) / 2.0;
        face.photoFromUnit = {double(side), 0, left, 0, double(side), top};
        face.box = {left, top, double(side), double(side)};
        return face;
    }

    const ImportRequest& m_request;
    const KnownSources& m_known;
    int m_cropSize;
    std::unique_ptr<FaceDetector> m_detector;
};

/// Pictures are read by several threads and handed on in their order; readers stay a little ahead at most.
class ReadingLine {
public:
    ReadingLine(const std::vector<ListedPicture>& pictures, std::size_t threads,
                const std::function<std::unique_ptr<PictureReader>()>& makeReader, std::stop_token stop)
        : m_pictures(pictures),
          m_ahead(4 * threads),
          m_stopWithCaller(std::move(stop), [this] { m_stop.request_stop(); }) {
        // All readers first: they may throw, and threads that run already would wait for ever.
        std::vector<std::unique_ptr<PictureReader>> readers;
        for (std::size_t i = 0; i < threads; ++i) readers.push_back(makeReader());
        for (auto& reader : readers)
            m_threads.emplace_back([this, own = std::move(reader)]() { work(*own); });
    }
    ~ReadingLine() { m_stop.request_stop(); }
    ReadingLine(const ReadingLine&) = delete;
    ReadingLine& operator=(const ReadingLine&) = delete;

    /// Waits for the next outcomes in order, one at least; empty after a stop.
    std::vector<Outcome> next() {
        std::unique_lock lock(m_mutex);
        const bool there =
            m_changed.wait(lock, m_stop.get_token(), [&] { return m_ready.contains(m_handedOn); });
        std::vector<Outcome> outcomes;
        if (!there || m_stop.stop_requested()) return outcomes;
        for (auto it = m_ready.find(m_handedOn); it != m_ready.end(); it = m_ready.find(m_handedOn)) {
            outcomes.push_back(std::move(it->second));
            m_ready.erase(it);
            ++m_handedOn;
        }
        m_changed.notify_all();
        return outcomes;
    }

private:
    void work(PictureReader& reader) {
        const std::stop_token stop = m_stop.get_token();
        while (const auto index = takeIndex(stop)) {
            Outcome outcome = reader.read(m_pictures[*index], stop);
            const std::scoped_lock lock(m_mutex);
            m_ready.emplace(*index, std::move(outcome));
            m_changed.notify_all();
        }
    }

    std::optional<std::size_t> takeIndex(const std::stop_token& stop) {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, stop, [&] { return m_taken < m_handedOn + m_ahead; });
        if (stop.stop_requested() || m_taken == m_pictures.size()) return std::nullopt;
        return m_taken++;
    }

    const std::vector<ListedPicture>& m_pictures;
    std::size_t m_ahead, m_taken = 0, m_handedOn = 0;
    std::map<std::size_t, Outcome> m_ready;
    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::stop_source m_stop;
    std::stop_callback<std::function<void()>> m_stopWithCaller;
    std::vector<std::jthread> m_threads;
};

void storeOutcome(Database& database, const Outcome& outcome, const KnownSources& known) {
    if (outcome.skipped) return;
    const auto before = known.find(outcome.source.path);
    if (outcome.source.state == SourceState::Refused && before != known.end() &&
        before->second.state == SourceState::Imported)
        return;  // its faces are still good
    Source source = outcome.source;
    source.importedAt = nowMilliseconds();
    const std::int64_t sourceId = putSource(database, source);
    if (outcome.faces.empty()) return;
    const std::int64_t person = ensurePerson(database, outcome.person);
    for (const FoundFace& found : outcome.faces) {
        Face face = found.face;
        face.person = person;
        face.source = sourceId;
        insertFace(database, face, found.cropPng, {});
    }
}

void report(const Outcome& outcome, ImportReport& report) {
    ++report.sources;
    if (outcome.skipped) {
        ++report.skipped;
    } else if (outcome.source.state == SourceState::Refused) {
        report.refused.push_back({outcome.source.path, outcome.source.reason, outcome.reason});
        logWarning(outcome.source.path + ": " + outcome.source.reason);
    } else if (outcome.faces.empty()) {
        report.noFace.push_back(outcome.source.path);
    } else {
        const auto count = static_cast<std::int64_t>(outcome.faces.size());
        report.faces += count;
        report.facesByPerson[outcome.person] += count;
        if (count > 1) report.severalFaces.push_back(outcome.source.path);
    }
}

std::vector<ListedPicture> picturesOf(const ImportRequest& request) {
    std::vector<ListedPicture> pictures = listPictures(request.paths, request.person);
    const bool nothing = std::all_of(pictures.begin(), pictures.end(),
                                     [](const ListedPicture& picture) { return picture.missing; });
    if (!nothing) return pictures;
    std::string names;
    for (const auto& path : request.paths) names += (names.empty() ? "" : ", ") + utf8FromPath(path);
    throw Error(ErrorCode::NotFound,
                pictures.empty() ? VISAGIST_TEXT("There are no pictures in %1.")
                                 : VISAGIST_TEXT("There is no file or folder %1."),
                {names});
}

std::size_t threadCount(const ImportRequest& request, std::size_t pictures) {
    const unsigned wanted = request.threads > 0 ? static_cast<unsigned>(request.threads)
                                                : std::min(8u, std::thread::hardware_concurrency());
    return std::clamp<std::size_t>(wanted, 1, pictures);
}

}  // namespace

ImportReport importPictures(Project& project, const ImportRequest& request, std::stop_token stop,
                            const std::function<void(const ImportProgress&)>& progress) {
    Database& database = project.database();
    const std::vector<ListedPicture> pictures = picturesOf(request);
    KnownSources known;
    for (Source& source : sources(database)) known.emplace(source.path, std::move(source));

    const int cropSize = project.cropSize();
    ReadingLine line(
        pictures, threadCount(request, pictures.size()),
        [&] { return std::make_unique<PictureReader>(request, known, cropSize); }, stop);
    ImportReport result;
    const auto total = static_cast<std::int64_t>(pictures.size());
    while (result.sources < total) {
        const std::vector<Outcome> outcomes = line.next();
        if (outcomes.empty()) break;
        Transaction transaction(database);
        for (const Outcome& outcome : outcomes) storeOutcome(database, outcome, known);
        transaction.commit();
        for (const Outcome& outcome : outcomes) {
            report(outcome, result);
            if (progress) progress({result.sources, total, result.faces, outcome.source.path});
        }
    }
    result.stopped = result.sources < total;
    return result;
}

}  // namespace visagist
