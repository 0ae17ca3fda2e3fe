// Measures the faces of a project, and keeps what was measured.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/base/error.h"
#include "core/store/project.h"

namespace visagist {

struct ScoreRequest {
    bool embeddings = true;  ///< who each face is, too: about thirty times the work
    int threads = 0;         ///< 0: one a processor, 8 at most
};

struct UnreadableFace {
    std::int64_t face = 0;
    Message reason;
};

struct ScoreReport {
    std::int64_t faces = 0;   ///< of which something was missing
    std::int64_t scored = 0;  ///< measured and stored now
    std::vector<UnreadableFace> unreadable;
    std::optional<Message> noEmbeddings;  ///< why there are none, where they were asked for
    bool noBrisque = false;               ///< its model is not installed
    bool stopped = false;                 ///< the stop token ended it early; what was measured is stored
};

/// Measures every face, excluded ones too, of which scores, look or (where asked for) embedding are missing
/// or belong to another crop or an older measure, and stores them in batches: after a crash or a stop the
/// next call goes on. A face whose crop cannot be read is listed and stops nothing. Uses the project's
/// connection on the calling thread only, on which `progress(done, total)` is called too. Throws
/// Error(WriteFailed | DiskFull | Busy) by the store, Error(Damaged) for a model file that is not whole.
ScoreReport scoreFaces(Project& project, const ScoreRequest& request = {}, std::stop_token stop = {},
                       const std::function<void(std::int64_t, std::int64_t)>& progress = {});

}  // namespace visagist
