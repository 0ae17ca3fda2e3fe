// Gives out the import's work in order: a picture to be read, or the next chosen frame of a film.
#pragma once
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/curate/import_job.h"
#include "core/curate/import_work.h"
#include "core/image/frame_reader.h"
#include "core/video/frame_choice.h"

namespace visagist {

/// The sources that the project has, by path.
using KnownSources = std::map<std::string, Source>;

/// Films (videos and animations) are read here, a frame a call; pictures are only named, their readers read
/// them. Belongs to one thread at a time.
class SourceFeed {
public:
    /// What is given must live as long.
    SourceFeed(const ImportRequest& request, const std::vector<ListedPicture>& pictures,
               const KnownSources& known, std::stop_token stop);
    ~SourceFeed();

    /// The next piece of work; nothing at the end or after a stop. Never throws for what is wrong with a
    /// source: that is in the piece.
    std::optional<ImportWork> next();

private:
    struct Film;

    std::optional<ImportWork> begin(const ListedPicture& listed);
    void openFilm(ImportWork& work, SourceKind kind);
    ImportWork nextFrame();
    ImportWork endOfFilm() const;
    void readFrame(ImportWork& work);

    const ImportRequest& m_request;
    const std::vector<ListedPicture>& m_pictures;
    const KnownSources& m_known;
    std::stop_token m_stop;
    std::string m_choice;
    std::size_t m_nextPicture = 0;
    std::unique_ptr<Film> m_film;
};

}  // namespace visagist
