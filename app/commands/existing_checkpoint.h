// A checkpoint named by its number.
#pragma once
#include <cstdint>
#include <string>

#include "core/store/checkpoint_store.h"

namespace visagist::cli {

/// Throws Error(NotFound) naming the project as it was typed.
CheckpointInfo existingCheckpoint(CheckpointStore& store, std::int64_t id, const std::string& project);

}  // namespace visagist::cli
