// Brings pictures into a project: finds, aligns and stores their faces.
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
    bool again = false;  ///< also pictures that were imported before and have not changed
    int threads = 0;     ///< that read and detect; 0: one a processor, 8 at most
};

struct ImportProgress {
    std::int64_t done = 0, total = 0, faces = 0;
    std::string file;  ///< the picture that was done last, UTF-8
};

struct RefusedPicture {
    std::string file, reason;
    Message message{};  ///< the reason, for ui/ to translate
};

struct ImportReport {
    std::int64_t sources = 0;  ///< pictures looked at: imported, without face, refused and skipped ones
    std::int64_t faces = 0;    ///< stored now
    std::int64_t skipped = 0;  ///< imported before and unchanged
    std::vector<RefusedPicture> refused;
    std::vector<std::string> noFace;  ///< pictures in which no face was found
    std::vector<std::string>
        severalFaces;  ///< pictures all of whose faces now stand under one person: look at them
    std::map<std::string, std::int64_t> facesByPerson;  ///< stored now
    bool stopped = false;  ///< the stop token ended it early; what is in the report is in the project
};

/// Reads the pictures, several at a time, and stores source, faces (left to right) and crops (PNG of the
/// project's crop size) of each together, in the order of their paths: after a crash the project holds whole
/// pictures only, and a second call goes on. A bad picture is stored as refused with its reason and stops
/// nothing; one that was imported before and has become unreadable keeps its faces. A changed picture's old
/// faces are replaced.
/// Uses the project's connection on the calling thread only, on which `progress` (may be empty) is called
/// too. Ends within about a second of a stop request. Throws Error(NotFound) where there is nothing to
/// import, Error(NotFound | Damaged) for the detector's model, Error(WriteFailed | DiskFull | Busy) by the
/// store.
ImportReport importPictures(Project& project, const ImportRequest& request, std::stop_token stop = {},
                            const std::function<void(const ImportProgress&)>& progress = {});

}  // namespace visagist
