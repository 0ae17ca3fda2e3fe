#include "app/commands/existing_checkpoint.h"

#include "core/base/error.h"

namespace visagist::cli {

CheckpointInfo existingCheckpoint(CheckpointStore& store, std::int64_t id, const std::string& project) {
    if (auto info = store.find(id)) return *info;
    throw Error(
        ErrorCode::NotFound,
        VISAGIST_TEXT("%1 has no checkpoint %2; visagist-cli checkpoints lists those that there are."),
        {project, std::to_string(id)});
}

}  // namespace visagist::cli
