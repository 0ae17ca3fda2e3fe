// Which of many pictures are copies of each other.
#pragma once
#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <vector>

#include "core/curate/picture_look.h"

namespace visagist {

struct DuplicateSearch {
    int threads = 0;              ///< 0: one a processor, 8 at most
    double radius = 0.42;         ///< of the signatures' distance, up to which copies are looked for
    double tangentRadius = 0.17;  ///< the same without what a small motion explains
};

/// The pictures that are copies of each other, also through others, mirrored ones too: lists of places in
/// `looks`, ascending, of two and more; each picture is in one list at most. Every signature is compared with
/// every other and its mirror image (100,000 pictures: 5·10⁹ pairs), what is near by tangentDistance() too,
/// and what is near by that is confirmed by likenessOf(). `progress(done, total)` from any of the threads,
/// one at a time. Throws Error(Cancelled).
std::vector<std::vector<std::size_t>> findCopies(
    std::span<const PictureLook> looks, const DuplicateSearch& search = {}, std::stop_token stop = {},
    const std::function<void(std::int64_t, std::int64_t)>& progress = {});

}  // namespace visagist
