// The pictures that were brought into a project, with what became of each.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "core/store/database.h"

namespace visagist {

enum class SourceState { Imported, NoFace, Refused };

struct Source {
    std::int64_t id = 0;
    std::string path;           ///< UTF-8, absolute
    std::string sha256;         ///< of the file's bytes; "" if it could not be read
    int width = 0, height = 0;  ///< upright; 0 if it could not be read
    SourceState state = SourceState::Imported;
    std::string reason;           ///< why it was refused, English
    std::int64_t importedAt = 0;  ///< milliseconds since 1970, UTC
};

std::vector<Source> sources(Database& database);
std::optional<Source> findSource(Database& database, const std::string& path);
/// The sources whose files had the same bytes, under whatever name.
std::vector<Source> sourcesWithContent(Database& database, const std::string& sha256);
/// Inserts, or replaces what is known of the same path; returns the id. The faces it had go with it, save
/// those that a run was trained on: they become excluded, so that the run can still be resumed.
std::int64_t putSource(Database& database, const Source& source);

}  // namespace visagist
