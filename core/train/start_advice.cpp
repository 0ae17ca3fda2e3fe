#include <algorithm>

#include "core/model/fusion_net.h"
#include "core/store/face_table.h"
#include "core/store/person_table.h"
#include "core/store/project.h"
#include "core/train/face_judge.h"
#include "core/train/trainer.h"

namespace visagist {

namespace {

constexpr std::int64_t kFewFaces = 100;

/// Bytes for weights, averages, gradients and Adam's moments, and for the activations of one batch. The
/// weights are counted on LibTorch's meta device, which allocates nothing.
std::int64_t estimatedMemory(const Recipe& recipe, int people) {
    const torch::NoGradGuard noGrad;
    const c10::impl::ExcludeDispatchKeyGuard noAutograd(c10::autograd_dispatch_keyset);
    std::int64_t generator = 0, discriminator = 0;
    {
        generator = parameterCount(*FusionNet(recipe.model, people));
        discriminator = parameterCount(*Discriminator(recipe.model, people));
    }
    const double size = pixels(recipe.model.resolution);
    double activations = 0;
    for (double level = 8; level <= size; level *= 2) {
        const double channels = channelsAt(recipe.model.decoderWidth, static_cast<int>(level));
        activations += level * level * channels * 14;  // what autograd keeps of a decoder level, in numbers
    }
    const double photos = 2.0 * recipe.data.batchSize;  // a reconstruction and a fusion of each
    return generator * 4 * 5 + discriminator * 4 * 4 + static_cast<std::int64_t>(activations * photos * 4);
}

}  // namespace

StartAdvice adviseStart(const std::filesystem::path& path, const Recipe& recipe,
                        const std::vector<std::int64_t>& wanted) {
    StartAdvice advice;
    const Project project = Project::open(path, Access::ReadOnly);
    std::int64_t count = 0, total = 0, without = 0;
    for (const Person& person : people(project.database())) {
        const bool chosen =
            wanted.empty() || std::find(wanted.begin(), wanted.end(), person.id) != wanted.end();
        if (!chosen) continue;
        if (person.faces == 0) {
            ++without;
            if (!wanted.empty()) {
                advice.blocking.push_back(
                    {VISAGIST_TEXT(
                         "%1 has no faces. Import pictures of this person or leave the person out."),
                     {person.name}});
            }
            continue;
        }
        ++count;
        total += person.faces;
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
    if (total < recipe.data.batchSize) {
        advice.warnings.push_back(
            {VISAGIST_TEXT(
                 "There are fewer faces (%1) than a batch holds (%2): every step sees some of them twice."),
             {std::to_string(total), std::to_string(recipe.data.batchSize)}});
    }
    if (needsFaceNet(recipe.losses)) {
        try {
            faceNetFile();
        } catch (const Error& error) {
            advice.blocking.push_back(error.message());
        }
    }
    if (recipe.data.validation == 0) {
        advice.warnings.push_back({VISAGIST_TEXT("No faces are kept for validation, so nothing will tell "
                                                 "whether the network only memorises."),
                                   {}});
    }
    advice.memoryBytes = estimatedMemory(recipe, static_cast<int>(count));
    return advice;
}

}  // namespace visagist
