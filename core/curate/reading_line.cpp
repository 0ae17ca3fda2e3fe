#include "core/curate/reading_line.h"

#include <new>
#include <utility>

#include "core/base/file.h"
#include "core/base/path.h"
#include "core/base/sha256.h"
#include "core/curate/problem.h"
#include "core/exchange/dfl_picture.h"
#include "core/image/decode.h"

namespace visagist {

ReadingLine::ReadingLine(const ImportRequest& request, const std::vector<ListedPicture>& pictures,
                         const KnownSources& known, int cropSize, std::size_t threads, std::stop_token stop)
    : m_request(request),
      m_known(known),
      m_ahead(4 * threads),
      m_feed(request, pictures, known, m_stop.get_token()),
      m_stopWithCaller(std::move(stop), [this] { m_stop.request_stop(); }) {
    // All cutters first: they may throw, and threads that run already would wait for ever.
    std::vector<std::unique_ptr<FaceCutter>> cutters;
    for (std::size_t i = 0; i < threads; ++i)
        cutters.push_back(std::make_unique<FaceCutter>(request, cropSize));
    for (auto& cutter : cutters) m_threads.emplace_back([this, own = std::move(cutter)]() { work(*own); });
}

std::vector<ImportOutcome> ReadingLine::next() {
    std::unique_lock lock(m_mutex);
    const auto ended = [&] { return m_allTaken && m_handedOn == m_taken; };
    const bool there =
        m_changed.wait(lock, m_stop.get_token(), [&] { return m_ready.contains(m_handedOn) || ended(); });
    std::vector<ImportOutcome> outcomes;
    if (!there || m_stop.stop_requested()) return outcomes;
    for (auto it = m_ready.find(m_handedOn); it != m_ready.end(); it = m_ready.find(m_handedOn)) {
        outcomes.push_back(std::move(it->second));
        m_ready.erase(it);
        ++m_handedOn;
    }
    m_changed.notify_all();
    return outcomes;
}

void ReadingLine::work(FaceCutter& cutter) {
    while (auto taken = takeWork()) {
        ImportOutcome outcome = done(cutter, taken->second);
        const std::scoped_lock lock(m_mutex);
        m_ready.emplace(taken->first, std::move(outcome));
        m_changed.notify_all();
    }
}

/// The next piece with its number. One thread at a time reads a film on, while the others look for faces.
std::optional<std::pair<std::size_t, ImportWork>> ReadingLine::takeWork() {
    const std::stop_token stop = m_stop.get_token();
    const std::scoped_lock feeding(m_feedMutex);
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, stop, [&] { return m_allTaken || m_taken < m_handedOn + m_ahead; });
        if (stop.stop_requested() || m_allTaken) return std::nullopt;
    }
    std::optional<ImportWork> work = m_feed.next();
    const std::scoped_lock lock(m_mutex);
    if (work) return std::pair(m_taken++, std::move(*work));
    m_allTaken = true;
    m_changed.notify_all();
    return std::nullopt;
}

/// Never throws for what is wrong with a picture: that becomes the outcome's refusal.
ImportOutcome ReadingLine::done(FaceCutter& cutter, ImportWork& work) {
    ImportOutcome outcome{
        .kind = work.kind, .person = work.listed.person, .source = work.source, .refusal = work.refusal};
    outcome.skipped = work.skipped;
    outcome.resumed = work.resumed;
    outcome.share = work.share;
    if (!work.note.source.empty()) outcome.notes.push_back(work.note);
    if (outcome.refusal.source.empty() && work.kind == WorkKind::Picture)
        outcome.refusal = problemOf([&] { readPicture(cutter, work, outcome); });
    if (outcome.refusal.source.empty() && work.kind == WorkKind::Frame) {
        const Message problem = problemOf([&] { outcome.faces = cutter.cut(work.image); });
        if (!problem.source.empty()) outcome.notes.push_back(problem);
        for (FoundFace& found : outcome.faces) {
            found.face.frame = work.frame;
            found.face.frameTime = work.time;
        }
    }
    if (!outcome.refusal.source.empty()) outcome.faces.clear();
    return outcome;
}

void ReadingLine::readPicture(FaceCutter& cutter, const ImportWork& work, ImportOutcome& outcome) {
    const std::vector<std::uint8_t> bytes = readFile(work.listed.path);
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
    outcome.notes = photo.notes;
    if (photo.endMissing)
        outcome.notes.push_back({VISAGIST_TEXT("The end marker of this JPEG is missing."), {}});
    if (m_stop.stop_requested()) return;
    std::optional<DflFace> noted;
    if (cutter.looksForFaces() && photo.orientation == 1) {  // other programs' APP15 segments do no harm
        const Message problem = problemOf([&] {
            noted = readDflFace(bytes, outcome.source.path);
            if (noted) outcome.faces = cutter.cutAt(photo.image, noted->landmarks);
        });
        if (!problem.source.empty()) outcome.notes.push_back(problem);
    }
    if (outcome.faces.empty()) outcome.faces = cutter.cut(photo.image);
    outcome.source.state = outcome.faces.empty() ? SourceState::NoFace : SourceState::Imported;
}

}  // namespace visagist
