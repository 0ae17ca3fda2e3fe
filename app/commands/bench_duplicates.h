// How well and how fast copies are found among very many faces.
#pragma once
#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <stop_token>

namespace visagist {

struct DuplicateBench {
    int faces = 100'000;   ///< a twentieth of them copies: saved anew, resized, mirrored, cut by 3 %
    int rendered = 3'000;  ///< demo faces that all others are mixed of
    std::uint64_t seed = 1;
};

/// Makes the faces (96 px) and looks for the copies. Returns {"recall", "precision", "seconds", "peakMiB",
/// "faces", "copies", "lookSeconds", "searchSeconds", "recallByKind": {…}}: of the pairs of a face and its
/// copy, the share that is in one group; of all pairs in groups, the share that are such pairs or two copies
/// of one face; the time from pixels in memory to groups (making the faces is not in it). Throws
/// Error(Cancelled).
nlohmann::json benchDuplicates(const DuplicateBench& bench, std::stop_token stop,
                               const std::function<void(std::int64_t, std::int64_t)>& progress = {});

}  // namespace visagist
