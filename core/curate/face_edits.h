// What people do to faces, as edits that can be undone.
#pragma once
#include <cstdint>
#include <optional>
#include <span>

#include "core/store/face_edit_table.h"

namespace visagist {

/// Excludes faces from training, or takes them in again. Each returns the edit, see editFaces(); ids that are
/// not there are passed over.
std::optional<std::int64_t> excludeFaces(Database& database, std::span<const std::int64_t> ids,
                                         bool excluded);
/// Says that faces are `person`'s.
std::optional<std::int64_t> moveFaces(Database& database, std::span<const std::int64_t> ids,
                                      std::int64_t person);

}  // namespace visagist
