// Finds, in a whole project, copies of one picture and faces that are somebody else, and keeps what was
// found.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/store/project.h"

namespace visagist {

struct DuplicateReport {
    std::int64_t faces = 0;     ///< that were compared
    std::int64_t unscored = 0;  ///< of which nothing is known yet: see scoreFaces()
    std::int64_t groups = 0;
    std::int64_t extra = 0;  ///< faces of which a better copy is there
};

/// Groups the faces of all people that show nearly the same picture (see findCopies()), and stores the
/// groups. In each, the best (sharpest for its size) stands at place 0, and so does each that is a copy of
/// none of those, as the first and last frames of a slow turn: these are worth keeping; all others are extra.
/// Nothing is excluded. Uses the project's connection on the calling thread only. Throws Error(Cancelled).
DuplicateReport findDuplicates(Project& project, std::stop_token stop = {},
                               const std::function<void(std::int64_t, std::int64_t)>& progress = {});

/// The faces of one person that are not the person.
struct PersonOutliers {
    std::int64_t person = 0;
    std::vector<std::int64_t> faces;
    std::optional<std::int64_t> resembles;  ///< another person of the project that most of them look like
};

struct IdentityReport {
    std::int64_t faces = 0;     ///< with an embedding
    std::int64_t unscored = 0;  ///< without one
    std::int64_t groups = 0;    ///< people, as far as embeddings tell
    std::vector<PersonOutliers> outliers;
};

/// Clusters each person's embeddings: the largest cluster is the person, faces of other clusters that are far
/// from its mean are outliers. Stores the groups, which reach over people where two names are one person, the
/// outliers, and each face's score "distance". Nothing is moved. Uses the project's connection on the calling
/// thread only. Throws Error(Cancelled).
IdentityReport findIdentities(Project& project, std::stop_token stop = {},
                              const std::function<void(std::int64_t, std::int64_t)>& progress = {});

}  // namespace visagist
