// Watches what a run reports for signs that it has gone wrong.
#pragma once
#include <map>
#include <optional>
#include <string>

#include "core/base/error.h"

namespace visagist {

/// A run is told to be lost when one of these lasts for 200 steps:
/// - the reconstruction loss is three times what it was (the best average of 25 steps so far), or not a
/// number;
/// - the faces of a batch are all alike ("diversity": the deviation over what was made, as a share of the
///   deviation over the photos, fell below a twentieth);
/// - the discriminator wins (its loss is under 0.02, as no fusion deceives it any more).
class Guard {
public:
    struct Alarm {
        Message why;
        std::int64_t steps = 0;  ///< for so many it has lasted
    };
    /// Told of each report, in order: the mean losses of `steps` steps. Says what is wrong, once it lasts.
    std::optional<Alarm> look(const std::map<std::string, double>& metrics, std::int64_t steps);
    /// What is usual is another from here on.
    void forget() { *this = {}; }

private:
    std::optional<double> m_average, m_best;
    std::int64_t m_seen = 0, m_jumped = 0, m_alike = 0, m_won = 0;
};

}  // namespace visagist
