// The pictures, animations and videos that were brought into a project, with what became of each.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "core/store/database.h"

namespace visagist {

/// Partial: a film whose import was broken off, and goes on at its nextFrame.
enum class SourceState { Imported, NoFace, Refused, Partial };

enum class SourceKind { Picture, Animation, Video };

/// How far the import of a film has come: all before `nextFrame` is done, and the scene there began at
/// `lastCut`.
struct FrameProgress {
    std::int64_t nextFrame = 0, lastCut = 0;
    std::int64_t frames = 0;  ///< that were chosen and looked at
    bool operator==(const FrameProgress&) const = default;
};

struct Source {
    std::int64_t id = 0;
    std::string path;           ///< UTF-8, absolute
    std::string sha256;         ///< of the file's bytes; "" if it could not be read
    int width = 0, height = 0;  ///< upright; 0 if it could not be read
    SourceState state = SourceState::Imported;
    std::string reason;           ///< why it was refused, English
    std::int64_t importedAt = 0;  ///< milliseconds since 1970, UTC
    SourceKind kind = SourceKind::Picture;
    std::string choice{};      ///< films: which frames were asked for, as the import wrote it
    FrameProgress progress{};  ///< films
};

std::vector<Source> sources(Database& database);
std::optional<Source> findSource(Database& database, const std::string& path);
/// The sources whose files had the same bytes, under whatever name.
std::vector<Source> sourcesWithContent(Database& database, const std::string& sha256);
/// Inserts, or replaces what is known of the same path; returns the id. The faces it had go with it, save
/// those that a run was trained on: they become excluded, so that the run can still be resumed.
std::int64_t putSource(Database& database, const Source& source);
/// How far source `id` has come, and what it is now; its faces stay. Throws Error(NotFound) for no such
/// source.
void setSourceProgress(Database& database, std::int64_t id, const FrameProgress& progress, SourceState state,
                       const std::string& reason = {});

}  // namespace visagist
