// Which faces belong together: copies of one picture, and faces of one person.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/store/database.h"

namespace visagist {

/// A face that has copies. Faces without any have no row.
struct DuplicateRow {
    std::int64_t face = 0, group = 0;
    int place = 0;  ///< 0 for the best of the group
    bool operator==(const DuplicateRow&) const = default;
};

struct IdentityRow {
    std::int64_t face = 0, group = 0;
    bool outlier = false;                   ///< somebody else than the rest of the person's faces
    std::optional<std::int64_t> resembles;  ///< for outliers: the person that it looks like
    bool operator==(const IdentityRow&) const = default;
};

/// A face that belongs to a shot with others.
struct SceneRow {
    std::int64_t face = 0, scene = 0;
    bool operator==(const SceneRow&) const = default;
};

/// Replaces all that was known.
void replaceDuplicates(Database& database, std::span<const DuplicateRow> rows);
void replaceScenes(Database& database, std::span<const SceneRow> rows);
void replaceIdentities(Database& database, std::span<const IdentityRow> rows);

/// Ordered by group and place / by face / by face.
std::vector<DuplicateRow> duplicates(Database& database);
std::vector<IdentityRow> identities(Database& database);
std::vector<SceneRow> scenes(Database& database);

}  // namespace visagist
