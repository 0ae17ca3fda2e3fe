// What a checkpoint says besides its tensors: enough to build the network, to fuse with it and to go on
// training.
#pragma once
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/options/recipe.h"

namespace visagist {

struct CheckpointState {
    Recipe recipe;
    std::vector<std::string> people;  ///< names in the order of the network's codes
    std::int64_t step = 0;
    std::int64_t examples = 0;  ///< training faces seen: where the loader goes on, whatever the batch
    nlohmann::json scalers = nlohmann::json::object();  ///< gradient scalers by part
    nlohmann::json course = nlohmann::json::object();   ///< what the run decided on its way

    std::string toJson() const;
    /// Throws Error(Damaged | NewerVersion).
    static CheckpointState fromJson(const std::string& text);
};

}  // namespace visagist
