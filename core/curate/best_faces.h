// The faces that are most worth keeping.
#pragma once
#include <cstdint>
#include <vector>

#include "core/store/face_query_table.h"

namespace visagist {

/// At most `count` of the faces that meet the condition: the sharpest of each pose (five of yaw by three of
/// pitch), then the second of each, and so on, so that rare poses are among them; without faces of which a
/// better copy is there. Faces of unknown pose count as one pose, faces of unknown sharpness come last. In
/// the order of choice.
std::vector<std::int64_t> bestFaces(Database& database, const FaceCondition& condition, std::size_t count);

}  // namespace visagist
