#include "core/train/samples.h"

#include <algorithm>

#include "core/model/losses.h"
#include "core/model/pixels.h"
#include "core/train/train_step.h"

namespace visagist {

namespace {

constexpr std::size_t kMostRows = 4, kMostValidationFaces = 64;

/// Index of the face that stands for a person in the sample grid; nothing where the person has none.
std::optional<std::size_t> sampleFace(const AlignedCache& cache, int person) {
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < cache.size(); ++i) {
        if (cache.personIndex(i) != person) continue;
        if (cache.face(i).split == Split::Validation) return i;
        if (!best) best = i;
    }
    return best;
}

}  // namespace

const std::vector<std::string>& SampleGrid::columnTitles() {
    static const std::vector<std::string> titles{
        VISAGIST_TEXT("Photo"), VISAGIST_TEXT("Reconstruction"), "75 / 25", "50 / 50", "25 / 75",
        VISAGIST_TEXT("Swap")};
    return titles;
}

Batch plainBatch(const AlignedCache& cache, const std::vector<std::size_t>& indices) {
    Batch batch;
    batch.resolution = cache.resolution();
    for (const std::size_t index : indices) batch.add(cache, index, AugmentPlan{});
    return batch;
}

SampleGrid makeSampleGrid(FusionNet& net, const AlignedCache& cache, int people, torch::Device device,
                          std::int64_t step) {
    const torch::NoGradGuard noGrad;
    std::vector<std::size_t> indices;
    for (int person = 0; person < people && indices.size() < kMostRows; ++person) {
        if (const auto face = sampleFace(cache, person)) indices.push_back(*face);
    }
    const Batch plain = plainBatch(cache, indices);
    const DeviceBatch batch(plain, device);
    const torch::Tensor code = net->encode(batch.input);
    const torch::Tensor own = oneHotWeights(batch.person, people);
    const torch::Tensor next = oneHotWeights((batch.person + 1) % people, people);
    std::vector<torch::Tensor> columns{interleavedBytes(colourValues(batch.target))};
    for (const double share : {0.0, 0.25, 0.5, 0.75, 1.0}) {
        columns.push_back(
            interleavedBytes(colourValues(net->decode(code, own * (1 - share) + next * share).face)));
    }
    SampleGrid grid{.step = step,
                    .rows = static_cast<int>(indices.size()),
                    .columns = static_cast<int>(columns.size()),
                    .image = {}};
    // [rows, columns, R, R, 3] → one picture.
    const torch::Tensor whole = torch::stack(columns, 1).permute({0, 2, 1, 3, 4}).contiguous();
    grid.image = Image(grid.columns * plain.resolution, grid.rows * plain.resolution, 3);
    std::copy_n(whole.const_data_ptr<std::uint8_t>(), grid.image.byteCount(), grid.image.data());
    return grid;
}

std::optional<double> validationLoss(FusionNet& net, const AlignedCache& cache, int people,
                                     const Recipe& recipe, Stage stage, torch::Device device) {
    const torch::NoGradGuard noGrad;
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < cache.size(); ++i) {
        if (cache.face(i).split == Split::Validation) all.push_back(i);
    }
    if (all.empty()) return {};
    std::vector<std::size_t> chosen;
    const std::size_t count = std::min(all.size(), kMostValidationFaces);
    for (std::size_t i = 0; i < count; ++i) chosen.push_back(all[i * all.size() / count]);
    double sum = 0;
    const torch::Tensor eyesMouth = eyesAndMouthWeight(cache.resolution()).to(device);
    const auto batchSize = static_cast<std::size_t>(recipe.data.batchSize);
    for (std::size_t at = 0; at < chosen.size(); at += batchSize) {
        const std::vector<std::size_t> part(
            chosen.begin() + static_cast<std::ptrdiff_t>(at),
            chosen.begin() + static_cast<std::ptrdiff_t>(std::min(at + batchSize, chosen.size())));
        const Batch plain = plainBatch(cache, part);
        const DeviceBatch batch(plain, device);
        const auto made = net->decode(net->encode(batch.input), oneHotWeights(batch.person, people));
        sum += reconstructionLoss(made, batch, eyesMouth, recipe.losses, stage).item<double>() *
               static_cast<double>(part.size());
    }
    return sum / static_cast<double>(chosen.size());
}

}  // namespace visagist
