#include "core/train/face_judge.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/data/seeded_random.h"
#include "core/model/lpips.h"
#include "core/train/samples.h"
#include "core/train/train_step.h"

namespace visagist {

namespace {

constexpr std::size_t kMostFaces = 256, kFacesAtOnce = 16;

/// Indices of the training faces of a person; where there are too many, every so many-th.
std::vector<std::size_t> facesToLookAt(const AlignedCache& cache, int person) {
    std::vector<std::size_t> all, some;
    for (std::size_t i = 0; i < cache.size(); ++i) {
        if (cache.personIndex(i) == person && cache.face(i).split == Split::Train) all.push_back(i);
    }
    const std::size_t count = std::min(all.size(), kMostFaces);
    for (std::size_t i = 0; i < count; ++i) some.push_back(all[i * all.size() / count]);
    return some;
}

torch::Tensor meanEmbedding(FaceNet& net, const AlignedCache& cache, const std::vector<std::size_t>& indices,
                            torch::Device device, const std::stop_token& stop) {
    torch::Tensor sum = torch::zeros({kEmbeddingSize}, torch::TensorOptions().device(device));
    for (std::size_t first = 0; first < indices.size(); first += kFacesAtOnce) {
        if (stop.stop_requested())
            throw Error(ErrorCode::Cancelled, VISAGIST_TEXT("Preparing the faces was stopped."));
        const auto begin = indices.begin() + static_cast<std::ptrdiff_t>(first);
        const auto count = static_cast<std::ptrdiff_t>(std::min(kFacesAtOnce, indices.size() - first));
        const Batch plain = plainBatch(cache, {begin, begin + count});
        sum += net->forward(DeviceBatch(plain, device).target).embedding.sum(0);
    }
    return sum / static_cast<double>(std::max<std::size_t>(indices.size(), 1));
}

}  // namespace

void requireLossFiles(const LossOptions& losses) {
    if (needsFaceNet(losses)) faceNetFile();
    if (losses.lpips > 0) lpipsFile();
}

FaceJudge::FaceJudge(const AlignedCache& cache, int people, torch::Device device, const std::stop_token& stop)
    : m_net(loadFaceNet(device)) {
    const torch::NoGradGuard noGrad;
    std::vector<torch::Tensor> means;
    for (int person = 0; person < people; ++person)
        means.push_back(meanEmbedding(m_net, cache, facesToLookAt(cache, person), device, stop));
    m_means = torch::stack(means);
}

FaceJudge::Losses FaceJudge::judge(const Made& made, const LossOptions& losses, std::uint64_t seed,
                                   std::int64_t step) const {
    Losses result;
    const bool identity = losses.identity > 0, perceptual = losses.perceptual > 0;
    if (!identity && !perceptual) return result;
    const std::int64_t own = made.photos.size(0), all = identity ? made.faces.size(0) : own;
    const torch::Tensor views = faceViews(all, seed, step);
    const auto seen = m_net->forward(made.faces.narrow(0, 0, all), views, identity);
    if (identity) {
        const torch::Tensor wanted = torch::matmul(made.shares, m_means);
        const auto of = [&](std::int64_t first, std::int64_t count) {
            return identityLoss(seen.embedding.narrow(0, first, count), wanted.narrow(0, first, count));
        };
        result.identity = of(0, own);
        if (all > own) result.identity = result.identity + of(own, all - own);
    }
    if (perceptual) {
        FaceNetImpl::Output ofOwn;
        for (const torch::Tensor& feature : seen.features)
            ofOwn.features.push_back(feature.narrow(0, 0, own));
        // The photos ask for no gradients, so that none are kept.
        result.perceptual = featureLoss(ofOwn, m_net->forward(made.photos, views.narrow(0, 0, own), false));
    }
    return result;
}

torch::Tensor faceViews(std::int64_t count, std::uint64_t seed, std::int64_t step) {
    SeededRandom random(mixedSeed(seed, 0xFACE, static_cast<std::uint64_t>(step)));
    torch::Tensor views = torch::empty({count, 3});
    auto v = views.accessor<float, 2>();
    for (std::int64_t i = 0; i < count; ++i) {
        v[i][0] = static_cast<float>(random.uniform(0.94, 1.06));
        v[i][1] = static_cast<float>(random.uniform(-0.03, 0.03));
        v[i][2] = static_cast<float>(random.uniform(-0.03, 0.03));
    }
    return views;
}

}  // namespace visagist
