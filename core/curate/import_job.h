// Brings pictures, animations and videos into a project: finds, aligns and stores their faces.
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/face/detector_catalogue.h"
#include "core/options/import_options.h"
#include "core/store/project.h"

namespace visagist {

enum class ImportMode {
    Detect,       ///< photographs: faces are found and aligned
    AlignedCrops  ///< each picture is an aligned face already: its middle square is the unit crop
};

struct ImportRequest {
    std::vector<std::filesystem::path> paths;  ///< files and folders, see listPictures()
    std::string person;                        ///< whose faces; empty: one person a sub-folder
    ImportMode mode = ImportMode::Detect;
    ImportOptions options;
    DetectorCatalogue detectors = detectorsOfFaceRoom();  ///< which may be asked for
    bool again = false;  ///< also files that were imported before and have not changed
    int threads = 0;     ///< that read and detect; 0: one a processor, 8 at most
};

struct ImportProgress {
    std::int64_t done = 0, total = 0, faces = 0;
    std::string file;         ///< the picture or film that was worked on last, UTF-8
    std::int64_t frames = 0;  ///< of films that were looked at
    double share = 0;         ///< how much of a film is done that has been begun, 0 … 1; 0 where not known
};

struct RefusedPicture {
    std::string file, reason;
    Message message{};  ///< the reason, for ui/ to translate
};

struct ImportReport {
    std::int64_t sources = 0;  ///< files looked at: imported, without face, refused and skipped ones
    std::int64_t frames = 0;   ///< of videos and animations in which faces were looked for now
    std::int64_t faces = 0;    ///< stored now
    std::int64_t skipped = 0;  ///< imported before and unchanged
    std::vector<RefusedPicture> refused;
    std::vector<RefusedPicture> notes;  ///< what is to be said of files that were read all the same
    std::vector<std::string> noFace;    ///< files in which no face was found
    std::vector<std::string>
        severalFaces;  ///< files with several faces in one picture, all under one person now: look at them
    std::map<std::string, std::int64_t> facesByPerson;  ///< stored now
    bool stopped = false;  ///< the stop token ended it early; what is in the report is in the project
};

/// Reads pictures and the chosen frames of films (videos, and animations of several frames), several at a
/// time, and stores source, faces (left to right) and crops (PNG of the project's crop size) of each
/// together, in the order of their paths and frames: after a crash the project holds whole pictures and
/// frames only, and a second call goes on where the first one stopped, also inside a film, to the same
/// result. (A film goes on only with the options it was begun with; with others it is begun anew.) A bad file
/// is stored as refused with its reason and stops nothing; one that was imported before and has become
/// unreadable keeps its faces. A changed file's old faces are replaced. Sources are never written to. Uses
/// the project's connection on the calling thread only, on which `progress` (may be empty) is called too.
/// Ends within about a second of a stop request. Throws Error(NotFound) where there is nothing to import,
/// Error(InvalidArgument) for a trim that leaves nothing,
/// Error(NotFound | Damaged) for the detector's model, Error(WriteFailed | DiskFull | Busy) by the store.
ImportReport importPictures(Project& project, const ImportRequest& request, std::stop_token stop = {},
                            const std::function<void(const ImportProgress&)>& progress = {});

}  // namespace visagist
