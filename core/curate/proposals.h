// Faces that one may want to put aside, with the reason. Nothing is ever put aside by itself.
#pragma once
#include <cstdint>
#include <vector>

#include "core/base/error.h"
#include "core/store/database.h"

namespace visagist {

enum class Fault { Blurred, Moved, Dark, BurntOut, Hidden, Small, Copy, Stranger };

struct Proposal {
    std::int64_t face = 0;
    Fault fault = Fault::Blurred;
    Message reason;
};

/// From which score on a face is proposed.
struct ProposalLimits {
    double sharp = 0.3;           ///< below it, and below
    double sharpOfMedian = 0.75;  ///< this share of the person's median, a face is blurred
    double motion = 0.3, dark = 0.1, clipped = 0.3, occlusion = 0.27;
    double size = 48;  ///< pixels in the photograph
};

/// Of all faces that are not excluded, by face; several for a face of several faults. Only what was measured
/// and grouped before is known, see scoreFaces(), findDuplicates() and findIdentities().
std::vector<Proposal> proposals(Database& database, const ProposalLimits& limits = {});

}  // namespace visagist
