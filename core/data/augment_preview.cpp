#include "core/data/augment_preview.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "core/base/error.h"
#include "core/data/aligned_cache.h"
#include "core/data/augment.h"
#include "core/data/seeded_random.h"
#include "core/store/face_table.h"

namespace visagist {

namespace {

constexpr std::size_t kMostRows = 4;

/// The first face of each person, then their second, until there are enough.
std::vector<Face> chosenFaces(const std::vector<Face>& all) {
    std::map<std::int64_t, std::vector<Face>> byPerson;
    for (const Face& face : all) byPerson[face.person].push_back(face);
    std::vector<Face> chosen;
    for (std::size_t place = 0; place < all.size() && chosen.size() < kMostRows; ++place) {
        for (const auto& [person, faces] : byPerson) {
            if (place < faces.size() && chosen.size() < kMostRows) chosen.push_back(faces[place]);
        }
    }
    return chosen;
}

/// Pastes [R,R,3] values in [-1,1] into a cell.
void paste(Image& image, const std::vector<float>& values, int resolution, int row, int column) {
    for (int y = 0; y < resolution; ++y) {
        std::uint8_t* to = image.data() + 3 * (static_cast<std::size_t>(row * resolution + y) *
                                                   static_cast<std::size_t>(image.width()) +
                                               static_cast<std::size_t>(column * resolution));
        const float* from = values.data() + 3 * static_cast<std::ptrdiff_t>(y) * resolution;
        std::transform(from, from + 3 * resolution, to,
                       [](float v) { return static_cast<std::uint8_t>(std::lround((v + 1) * 127.5f)); });
    }
}

}  // namespace

AugmentPreview previewAugmentation(const Project& project, const DataOptions& options, int resolution,
                                   std::uint64_t seed, std::stop_token stop) {
    std::vector<std::vector<std::uint8_t>> pixels;
    for (const Face& face : chosenFaces(faces(project.database()))) {
        if (stop.stop_requested()) throw Error(ErrorCode::Cancelled, VISAGIST_TEXT("Cancelled."));
        pixels.push_back(trainingPixels(project.database(), face.cropSha256, face.maskSha256, resolution));
    }
    AugmentPreview preview{
        .image = {}, .rows = static_cast<int>(pixels.size()), .columns = 1 + 2 * AugmentPreview::kDraws};
    if (pixels.empty()) return preview;
    preview.image = Image(preview.columns * resolution, preview.rows * resolution, 3);
    const auto area = static_cast<std::size_t>(resolution) * static_cast<std::size_t>(resolution);
    std::vector<float> input(3 * area), target(3 * area), mask(area);
    for (std::size_t i = 0; i < pixels.size(); ++i) {
        const int row = static_cast<int>(i);
        const auto show = [&](const AugmentPlan& plan) {
            if (stop.stop_requested()) throw Error(ErrorCode::Cancelled, VISAGIST_TEXT("Cancelled."));
            makeExample(pixels[i].data(), resolution, plan, {input.data(), target.data(), mask.data()});
        };
        show({});
        paste(preview.image, target, resolution, row, 0);
        for (int draw = 0; draw < AugmentPreview::kDraws; ++draw) {
            SeededRandom random(mixedSeed(seed, i, static_cast<std::uint64_t>(draw)));
            std::optional<ColourTransfer> transfer;
            if (random.uniform() < options.colourTransfer && pixels.size() > 1)
                transfer =
                    transferBetween(pixels[i].data(), pixels[(i + 1) % pixels.size()].data(), resolution);
            show(drawPlan(options, options.warp, resolution, random, transfer));
            paste(preview.image, input, resolution, row, 1 + 2 * draw);
            paste(preview.image, target, resolution, row, 2 + 2 * draw);
        }
    }
    return preview;
}

}  // namespace visagist
