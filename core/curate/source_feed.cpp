#include "core/curate/source_feed.h"

#include <fstream>
#include <sstream>
#include <type_traits>

#include "core/base/file.h"
#include "core/base/path.h"
#include "core/base/sha256.h"
#include "core/curate/film_reader.h"
#include "core/curate/problem.h"

namespace visagist {
namespace {

/// SHA-256 of a file of any size; "" after a stop. Throws Error(NotFound | ReadFailed).
std::string sha256OfFile(const std::filesystem::path& path, const std::stop_token& stop) {
    errno = 0;
    std::ifstream file(path, std::ios::binary);
    if (!file) failReading(path, std::error_code(errno != 0 ? errno : EIO, std::generic_category()));
    Sha256 sum;
    std::vector<char> piece(std::size_t{1} << 20);
    while (file.read(piece.data(), static_cast<std::streamsize>(piece.size())) || file.gcount() > 0) {
        if (stop.stop_requested()) return {};
        sum.add(std::string_view(piece.data(), static_cast<std::size_t>(file.gcount())));
    }
    if (file.bad()) failReading(path, std::make_error_code(std::errc::io_error));
    return sum.hex();
}

/// All that decides which faces a film gives, as text: a film that was begun with the same goes on.
std::string choiceText(const ImportRequest& request) {
    std::ostringstream text;
    text.precision(17);
    text << (request.mode == ImportMode::AlignedCrops ? "aligned" : "detect");
    forEachField<ImportOptions>([&](const auto& field) {
        const auto& value = request.options.*field.member;
        text << ' ' << field.key << '=';
        if constexpr (std::is_enum_v<std::remove_cvref_t<decltype(value)>>)
            text << choicesOf(value)[static_cast<std::size_t>(value)].key;
        else
            text << value;
    });
    return text.str();
}

}  // namespace

/// The film that is being read.
struct SourceFeed::Film {
    ListedPicture listed;
    Source source;
    OpenedFilm opened;
    FrameChooser chooser;
    std::int64_t count = 0;  ///< of all its frames; 0: not known

    Film(ListedPicture picture, Source known, OpenedFilm film, const ImportOptions& options)
        : listed(std::move(picture)),
          source(std::move(known)),
          opened(std::move(film)),
          chooser(*opened.reader, options, {source.progress.nextFrame, source.progress.lastCut}),
          count(opened.reader->frameCount()) {}
};

SourceFeed::SourceFeed(const ImportRequest& request, const std::vector<ListedPicture>& pictures,
                       const KnownSources& known, std::stop_token stop)
    : m_request(request),
      m_pictures(pictures),
      m_known(known),
      m_stop(std::move(stop)),
      m_choice(choiceText(request)) {}
SourceFeed::~SourceFeed() = default;

std::optional<ImportWork> SourceFeed::next() {
    std::optional<ImportWork> work;
    if (m_film)
        work = nextFrame();
    else if (m_nextPicture < m_pictures.size())
        work = begin(m_pictures[m_nextPicture++]);
    return m_stop.stop_requested() ? std::nullopt : std::move(work);
}

std::optional<ImportWork> SourceFeed::begin(const ListedPicture& listed) {
    ImportWork work;
    work.listed = listed;
    work.source.path = utf8FromPath(listed.path);
    work.refusal.source = listed.refusal;
    if (!listed.refusal.empty()) return work;
    const std::optional<SourceKind> kind = filmKindOf(listed.path);
    if (!kind) return work;  // a picture: whoever takes it reads it
    work.kind = WorkKind::FilmEnds;
    work.source.kind = *kind;
    work.refusal = problemOf([&] { openFilm(work, *kind); });
    return work;
}

void SourceFeed::openFilm(ImportWork& work, SourceKind kind) {
    work.source.sha256 = sha256OfFile(work.listed.path, m_stop);
    work.source.choice = m_choice;
    const auto before = m_known.find(work.source.path);
    const bool same = before != m_known.end() && before->second.sha256 == work.source.sha256;
    const bool whole = same && (before->second.state == SourceState::Imported ||
                                before->second.state == SourceState::NoFace);
    work.skipped = whole && !m_request.again;
    if (work.skipped || m_stop.stop_requested()) return;
    OpenedFilm opened = openFilmReader(work.listed.path, kind, m_request.threads, m_stop);
    work.source.width = opened.width;
    work.source.height = opened.height;
    work.resumed = same && before->second.state == SourceState::Partial && before->second.choice == m_choice;
    if (work.resumed) work.source = before->second;
    work.source.state = SourceState::Partial;
    work.source.reason.clear();
    m_film = std::make_unique<Film>(work.listed, work.source, std::move(opened), m_request.options);
    work.kind = WorkKind::FilmBegins;
}

ImportWork SourceFeed::nextFrame() {
    ImportWork work;
    work.listed = m_film->listed;
    work.refusal = problemOf([&] { readFrame(work); });
    if (work.kind == WorkKind::Frame && work.refusal.source.empty()) return work;
    ImportWork end = endOfFilm();
    end.refusal = std::move(work.refusal);
    m_film.reset();
    return end;
}

/// Makes `work` a frame, where there is one left.
void SourceFeed::readFrame(ImportWork& work) {
    if (!m_film->chooser.advance()) return;
    FrameReader& reader = *m_film->opened.reader;
    work.image = reader.image();
    work.kind = WorkKind::Frame;
    work.frame = reader.index();
    work.time = reader.time();
    const ChoicePlace place = m_film->chooser.place();
    FrameProgress& progress = m_film->source.progress;
    progress = {place.nextFrame, place.lastCut, progress.frames + 1};
    if (m_film->count > 0)
        work.share = static_cast<double>(work.frame + 1) / static_cast<double>(m_film->count);
    work.source = m_film->source;
}

ImportWork SourceFeed::endOfFilm() const {
    ImportWork end;
    end.kind = WorkKind::FilmEnds;
    end.listed = m_film->listed;
    end.source = m_film->source;
    end.source.state = SourceState::Imported;
    end.share = 1;
    end.note = m_film->opened.note();
    return end;
}

}  // namespace visagist
