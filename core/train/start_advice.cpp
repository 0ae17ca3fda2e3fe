#include <algorithm>

#include "core/base/path.h"
#include "core/base/platform.h"
#include "core/data/dataset_split.h"
#include "core/model/fusion_net.h"
#include "core/store/face_table.h"
#include "core/store/person_table.h"
#include "core/store/project.h"
#include "core/train/face_judge.h"
#include "core/train/trainer.h"

namespace visagist {

namespace {

constexpr std::int64_t kFewFaces = 100;

/// Numbers that a stack of layers from 8 px up to the face's size makes for one face.
double layerNumbers(int width, int size) {
    double numbers = 0;
    for (int level = 8; level <= size; level *= 2) numbers += 1.0 * level * level * channelsAt(width, level);
    return numbers;
}

/// How many weights the networks have.
struct NetworkSizes {
    NetworkSizes(const ModelOptions& model, int people)
        : generator(static_cast<double>(parameterCount(*FusionNet(model, people)))),
          discriminator(static_cast<double>(parameterCount(*Discriminator(model, people)))) {}
    double generator, discriminator;
};

/// What training in fp32 on the processor takes at its peak, in the last stage. Of the generator there are
/// weights, average, gradient, two moments and the saver's copy of four of them; of the discriminator all but
/// the average. The factors of what a face takes were fitted to the peaks of runs at 64 and 128 px with
/// batches of 8 and 64.
std::int64_t estimatedMemory(const Recipe& recipe, const NetworkSizes& sizes) {
    constexpr double program = 400e6, decoderFactor = 8.3, discriminatorFactor = 4.2, pixelFactor = 42;
    const int size = pixels(recipe.model.resolution);
    const double fused = recipe.data.mixtures;
    const double face =
        decoderFactor * (1 + fused) * layerNumbers(recipe.model.decoderWidth, size) +
        discriminatorFactor * (2 + fused) * layerNumbers(recipe.model.discriminatorWidth, size) +
        pixelFactor * size * size;
    return static_cast<std::int64_t>(
        program + 4 * (9 * sizes.generator + 7 * sizes.discriminator + recipe.data.batchSize * face));
}

/// What the checkpoints of a run take at most: weights and two moments, and the generator's average. Besides
/// those that are kept there are the best one and the one that is being saved.
std::uint64_t estimatedDrive(const TrainOptions& options, const NetworkSizes& sizes) {
    const std::int64_t kept =
        std::min<std::int64_t>(options.keepLast + 2, options.steps / options.saveEvery + 1);
    return static_cast<std::uint64_t>(static_cast<double>(kept) * 4 *
                                      (4 * sizes.generator + 3 * sizes.discriminator));
}

/// How many of the faces training learns from.
std::int64_t trainingFaces(Database& database, const std::vector<std::int64_t>& people,
                           const DataOptions& options) {
    const Dataset dataset = makeDataset(database, people, options);
    return std::count_if(dataset.faces.begin(), dataset.faces.end(),
                         [](const DatasetFace& face) { return face.split == Split::Train; });
}

}  // namespace

StartAdvice adviseStart(const std::filesystem::path& path, const Recipe& recipe,
                        const std::vector<std::int64_t>& wanted) {
    StartAdvice advice;
    const Project project = Project::open(path, Access::ReadOnly);
    std::int64_t count = 0;
    for (const Person& person : people(project.database())) {
        const bool chosen =
            wanted.empty() || std::find(wanted.begin(), wanted.end(), person.id) != wanted.end();
        if (!chosen) continue;
        if (person.faces == 0) {
            if (!wanted.empty()) {
                advice.blocking.push_back(
                    {VISAGIST_TEXT(
                         "%1 has no faces. Import pictures of this person or leave the person out."),
                     {person.name}});
            }
            continue;
        }
        ++count;
        if (person.faces < kFewFaces) {
            advice.warnings.push_back(
                {VISAGIST_TEXT("%1 has only %2 faces. Under 100 the network tends to copy its pictures."),
                 {person.name, std::to_string(person.faces)}});
        }
    }
    if (count == 0) {
        advice.blocking.push_back(
            {VISAGIST_TEXT("There is no face to train on. Import pictures of at least one person first."),
             {}});
        return advice;
    }
    if (count == 1) {
        advice.warnings.push_back({VISAGIST_TEXT("Only one person has faces: the network learns that face, "
                                                 "but there is nobody to fuse it with."),
                                   {}});
    }
    if (const std::int64_t faces = trainingFaces(project.database(), wanted, recipe.data);
        faces < recipe.data.batchSize) {
        advice.warnings.push_back(
            {VISAGIST_TEXT("There are fewer faces to train on (%1) than a batch holds (%2): every step sees "
                           "some of them twice."),
             {std::to_string(faces), std::to_string(recipe.data.batchSize)}});
    }
    try {
        requireLossFiles(recipe.losses);
    } catch (const Error& error) {
        advice.blocking.push_back(error.message());
    }
    if (recipe.data.validation == 0) {
        advice.warnings.push_back({VISAGIST_TEXT("No faces are kept for validation, so nothing will tell "
                                                 "whether the network only memorises."),
                                   {}});
    }
    const NetworkSizes sizes(recipe.model, static_cast<int>(count));
    advice.memoryBytes = estimatedMemory(recipe, sizes);
    const std::uint64_t needed = estimatedDrive(recipe.train, sizes);
    const auto free = freeDiskBytes(project.checkpointsPath());
    if (free && *free < needed) {
        advice.warnings.push_back(
            {VISAGIST_TEXT("The checkpoints of this run can take %1 MB beside %2, where %3 MB are free. Make "
                           "room, or keep fewer of them."),
             {std::to_string(needed / 1'000'000 + 1), utf8FromPath(project.path()),
              std::to_string(*free / 1'000'000)}});
    }
    return advice;
}

}  // namespace visagist
