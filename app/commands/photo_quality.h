// How good a trained network is on photographs, where nobody knows the true fusion.
#pragma once
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>

#include "app/report/report.h"

namespace visagist::cli {

/// Shares are of 1.
struct PhotoQuality {
    double reconstruction = 0;      ///< dB as PsnrSum: held-out photographs, driven to their own person
    double swapAccuracy = 0;        ///< swaps whose nearest person is the one they were driven to
    double bothParentsNearest = 0;  ///< half fusions whose two nearest people are the two they are made of
    double photoAccuracy = 0;       ///< held-out photographs whose nearest person is their own: the ceiling
    double ownerLikeness = 0,
           otherLikeness = 0;              ///< mean cosine of half fusions with driver and with the other
    std::int64_t photos = 0, fusions = 0;  ///< held-out photographs; swaps, and as many fusions
    int people = 0;
    std::int64_t checkpoint = 0, step = 0;
    int resolution = 0;
};

struct PhotoQualityRequest {
    std::filesystem::path project;
    std::optional<std::int64_t> checkpoint;
    int others = 4;  ///< people that each held-out photograph is driven to
};

/// Drives the photographs that the run kept aside (its test faces; the validation faces where it has none) to
/// their own person and to `others` more, spread evenly over the rest, wholly and by half. Who the results
/// look like is said by a LikenessJudge that learned from the run's training faces at the network's
/// resolution, so that sharpness alone tells nobody apart. Throws Error(NotFound) where the checkpoint's run
/// is gone or has kept nothing aside, Error(InvalidArgument) for a network of one person, Error(Cancelled),
/// and what Fuser throws.
PhotoQuality measurePhotoQuality(const PhotoQualityRequest& request, const std::stop_token& stop,
                                 const std::function<void(std::int64_t, std::int64_t)>& progress);

/// "reconstructionPsnr", "swapAccuracy", "bothParentsNearest", "photoAccuracy", "ownerLikeness",
/// "otherLikeness".
nlohmann::json photoQualityJson(const PhotoQuality& quality);

/// A table for people.
void sayPhotoQuality(const PhotoQuality& quality, const Report& report);

}  // namespace visagist::cli
