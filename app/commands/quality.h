// How true a trained network's faces are, measured where the truth is known: on the demo people.
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

#include "app/cli/requests.h"
#include "app/report/report.h"

namespace visagist::cli {

/// One target against the network and both baselines; decibels as PsnrSum (of the mean squared error over all
/// pictures, whole aligned face, 8 bit sRGB).
struct QualityRow {
    double network = 0, meanFace = 0, crossFade = 0;
    double margin() const { return network - (meanFace > crossFade ? meanFace : crossFade); }
};

struct Quality {
    QualityRow reconstruction;  ///< the driver's own face
    QualityRow swap;            ///< the driver's content, all of another person
    QualityRow halfMix;         ///< the driver's content, half of each of two people
    /// Against the true half mix: the pixel average (sRGB) of the network's two swaps, and of the two
    /// people's true faces with this content.
    double swapAverage = 0, trueSwapAverage = 0;
    std::int64_t pictures = 0;  ///< true pictures compared with, all targets together
    std::int64_t checkpoint = 0, step = 0;
    int resolution = 0;
};

struct QualityRequest {
    std::filesystem::path project;
    std::optional<std::int64_t> checkpoint;
    int contents = QualityFlags{}.contents;  ///< held-out contents a driver
};

/// Whether the truth about the project's people is known. Throws what Project::open() throws.
bool isDemoProject(const std::filesystem::path& project);

/// Measures a demo project's network on content that it has not seen. For each driver i and each other person
/// j: the photo of i is driven to i, to j and to half of each, and compared with the true render of i, j and
/// the half mix with the same content, made at the project's crop size and shrunk exactly as training shrinks
/// its crops. Baselines: the mean of the training faces of whoever the target shows, and the driver's photo
/// cross-faded in pixels, half and half, with another held-out photo of j. Throws Error(InvalidArgument)
/// where a person of the network is no demo person, Error(Cancelled), and what Fuser throws.
Quality measureQuality(const QualityRequest& request, std::stop_token stop,
                       const std::function<void(std::int64_t, std::int64_t)>& progress);

/// "reconstructionPsnr", "swapPsnr", "halfMixPsnr"; "meanFacePsnr" and "crossFadePsnr" (those of the half
/// mix), the other four with their target before, "swapAverageHalfMixPsnr" and "trueSwapAverageHalfMixPsnr".
/// All null without `quality`.
nlohmann::json qualityJson(const std::optional<Quality>& quality);

/// A table for people.
void sayQuality(const Quality& quality, const Report& report);

}  // namespace visagist::cli
