#include "core/curate/import_job.h"

#include <algorithm>
#include <utility>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/log.h"
#include "core/base/path.h"
#include "core/curate/parallel.h"
#include "core/curate/picture_list.h"
#include "core/curate/reading_line.h"
#include "core/store/face_table.h"
#include "core/store/person_table.h"
#include "core/store/picture_table.h"
#include "core/store/source_table.h"

namespace visagist {
namespace {

/// Brings what was found into the project and the report, a piece at a time, in order.
class Storing {
public:
    Storing(Database& database, const KnownSources& known, ImportReport& report)
        : m_database(database), m_known(known), m_report(report) {}

    /// In the caller's transaction.
    void store(const ImportOutcome& outcome) {
        switch (outcome.kind) {
            case WorkKind::Picture:
                storePicture(outcome);
                break;
            case WorkKind::FilmBegins:
                beginFilm(outcome);
                break;
            case WorkKind::Frame:
                storeFaces(outcome, m_film);
                setSourceProgress(m_database, m_film, outcome.source.progress, SourceState::Partial);
                break;
            case WorkKind::FilmEnds:
                endFilm(outcome);
                break;
        }
    }

    /// When the transaction has been committed.
    void report(const ImportOutcome& outcome) {
        const std::string& path = outcome.source.path;
        for (const Message& note : outcome.notes) {
            const auto& notes = m_report.notes;
            if (!notes.empty() && notes.back().file == path && notes.back().message == note)
                continue;  // the same of each frame
            m_report.notes.push_back({path, note.english(), note});
            logWarning(path + ": " + note.english());
        }
        count(outcome);
        if (outcome.kind == WorkKind::Frame) ++m_report.frames;
        if (outcome.kind == WorkKind::Frame || outcome.kind == WorkKind::FilmBegins) return;
        ++m_report.sources;
        const bool film = outcome.kind == WorkKind::FilmEnds;
        if (outcome.skipped) {
            ++m_report.skipped;
        } else if (!outcome.refusal.source.empty()) {
            m_report.refused.push_back({path, outcome.refusal.english(), outcome.refusal});
            logWarning(path + ": " + outcome.refusal.english());
        } else if (film ? m_filmHasNoFace : outcome.faces.empty()) {
            m_report.noFace.push_back(path);
        }
    }

private:
    /// What was imported before and has become unreadable keeps its faces.
    bool keepsWhatItHas(const ImportOutcome& outcome) const {
        const auto before = m_known.find(outcome.source.path);
        return before != m_known.end() && (before->second.state == SourceState::Imported ||
                                           before->second.state == SourceState::Partial);
    }

    std::int64_t put(const ImportOutcome& outcome) {
        Source source = outcome.source;
        source.importedAt = nowMilliseconds();
        if (!outcome.refusal.source.empty()) {
            source.state = SourceState::Refused;
            source.reason = outcome.refusal.english();
        }
        return putSource(m_database, source);
    }

    void storePicture(const ImportOutcome& outcome) {
        const bool refused = !outcome.refusal.source.empty();
        if (outcome.skipped || (refused && keepsWhatItHas(outcome))) return;
        storeFaces(outcome, put(outcome));
    }

    void storeFaces(const ImportOutcome& outcome, std::int64_t source) {
        if (outcome.faces.empty()) return;
        const std::int64_t person = ensurePerson(m_database, outcome.person);
        for (const FoundFace& found : outcome.faces) {
            Face face = found.face;
            face.person = person;
            face.source = source;
            insertFace(m_database, face, found.cropPng, {});
        }
    }

    void beginFilm(const ImportOutcome& outcome) {
        m_film = outcome.resumed ? outcome.source.id : put(outcome);
    }

    void endFilm(const ImportOutcome& outcome) {
        const bool refused = !outcome.refusal.source.empty();
        if (m_film == 0) {  // it was not even begun
            if (!outcome.skipped && !(refused && keepsWhatItHas(outcome))) put(outcome);
            return;
        }
        m_filmHasNoFace = !sourceHasFaces(m_database, m_film);
        // One that cannot be read any further stays as far as it has come, and is tried again with the next
        // import.
        const SourceState state = refused           ? SourceState::Partial
                                  : m_filmHasNoFace ? SourceState::NoFace
                                                    : SourceState::Imported;
        setSourceProgress(m_database, m_film, outcome.source.progress, state, outcome.refusal.english());
        m_film = 0;
    }

    void count(const ImportOutcome& outcome) {
        const auto faces = static_cast<std::int64_t>(outcome.faces.size());
        if (faces == 0) return;
        m_report.faces += faces;
        m_report.facesByPerson[outcome.person] += faces;
        const std::string& path = outcome.source.path;
        if (faces > 1 && (m_report.severalFaces.empty() || m_report.severalFaces.back() != path))
            m_report.severalFaces.push_back(path);
    }

    Database& m_database;
    const KnownSources& m_known;
    ImportReport& m_report;
    std::int64_t m_film = 0;  // the source that is being read, 0: none
    bool m_filmHasNoFace = false;
};

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

void requireTrim(const ImportOptions& options) {
    if (options.trimTo <= 0 || options.trimTo > options.trimFrom) return;
    throw Error(ErrorCode::InvalidArgument,
                VISAGIST_TEXT("The trim ends at second %2, before it begins at %1: no frame would be left."),
                {std::to_string(options.trimFrom), std::to_string(options.trimTo)});
}

}  // namespace

ImportReport importPictures(Project& project, const ImportRequest& request, std::stop_token stop,
                            const std::function<void(const ImportProgress&)>& progress) {
    requireTrim(request.options);
    Database& database = project.database();
    const std::vector<ListedPicture> pictures = picturesOf(request);
    KnownSources known;
    for (Source& source : sources(database)) known.emplace(source.path, std::move(source));

    ReadingLine line(request, pictures, known, project.cropSize(), threadsFor(request.threads),
                     std::move(stop));
    ImportReport result;
    Storing storing(database, known, result);
    const auto total = static_cast<std::int64_t>(pictures.size());
    while (result.sources < total) {
        const std::vector<ImportOutcome> outcomes = line.next();
        if (outcomes.empty()) break;
        Transaction transaction(database);
        for (const ImportOutcome& outcome : outcomes) storing.store(outcome);
        transaction.commit();
        for (const ImportOutcome& outcome : outcomes) {
            storing.report(outcome);
            if (progress)
                progress({result.sources, total, result.faces, outcome.source.path, result.frames,
                          outcome.kind == WorkKind::FilmEnds ? 0 : outcome.share});
        }
    }
    result.stopped = result.sources < total;
    removeUnusedPictures(database);  // of faces that were replaced
    return result;
}

}  // namespace visagist
