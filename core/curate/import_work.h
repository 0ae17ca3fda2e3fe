// What the import's threads hand to each other: a picture or frame to be read, and what was found in it.
// Values only.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/curate/picture_list.h"
#include "core/image/image.h"
#include "core/store/face_table.h"
#include "core/store/source_table.h"

namespace visagist {

struct FoundFace {
    Face face;
    std::vector<std::uint8_t> cropPng;
};

/// A film comes as FilmBegins, its frames in their order, and FilmEnds; one that is refused or was imported
/// before as FilmEnds alone. A picture is one piece.
enum class WorkKind { Picture, FilmBegins, Frame, FilmEnds };

/// One piece of work, numbered by the order in which it is to be stored.
struct ImportWork {
    WorkKind kind = WorkKind::Picture;
    ListedPicture listed;
    Source source{};         ///< as far as it is known before reading
    Message refusal{};       ///< why the source cannot be read (any further); empty: it can
    Message note{};          ///< what else is to be said of it
    bool skipped = false;    ///< imported before
    bool resumed = false;    ///< FilmBegins: the project has the film's first part already
    Image image{};           ///< Frame
    std::int64_t frame = 0;  ///< Frame
    double time = 0;         ///< Frame: seconds
    double share = 0;        ///< how much of the film is done after this, 0 … 1
};

/// What became of a piece of work.
struct ImportOutcome {
    WorkKind kind = WorkKind::Picture;
    std::string person;
    Source source;
    Message refusal{};
    std::vector<Message> notes{};
    std::vector<FoundFace> faces{};
    bool skipped = false, resumed = false;
    double share = 0;
};

}  // namespace visagist
