// What the frozen face network asks of made faces: to be somebody, and to look like the photo to it.
#pragma once
#include <torch/torch.h>

#include <memory>
#include <stop_token>
#include <vector>

#include "core/data/aligned_cache.h"
#include "core/model/face_net.h"
#include "core/options/loss_options.h"

namespace visagist {

/// Whether training needs the face network.
inline bool needsFaceNet(const LossOptions& losses) { return losses.identity > 0 || losses.perceptual > 0; }

/// Throws Error(NotFound | Damaged) where a network that `losses` need is not on this machine.
void requireLossFiles(const LossOptions& losses);

class FaceJudge {
public:
    /// Loads the network and looks at the training faces of `cache`, at most 256 of each of the `people`,
    /// spread evenly. The same faces give the same judge. Throws Error(NotFound | Damaged) where the model
    /// file is not there, Error(Cancelled) on stop.
    FaceJudge(const AlignedCache& cache, int people, torch::Device device, const std::stop_token& stop);
    /// With the people's mean embeddings [K,128].
    FaceJudge(FaceNet net, torch::Tensor means) : m_net(std::move(net)), m_means(std::move(means)) {}

    /// Made faces [N,3,R,R] in [-1,1] and the people's shares [N,K] of each; the first B of them are
    /// reconstructions of `photos` [B,3,R,R].
    struct Made {
        torch::Tensor faces, shares, photos;
    };
    struct Losses {
        torch::Tensor identity;    ///< identityLoss() of reconstructions plus that of fusions
        torch::Tensor perceptual;  ///< featureLoss() of reconstructions
    };
    /// What has the weight 0 is left undefined and costs nothing. What is seen varies a little with `seed`
    /// and `step` (faceViews()).
    Losses judge(const Made& made, const LossOptions& losses, std::uint64_t seed, std::int64_t step) const;

    const torch::Tensor& means() const { return m_means; }

private:
    mutable FaceNet m_net{nullptr};
    torch::Tensor m_means;
};

/// Slightly different views of `count` faces for chipsFromFaces(), as a network that always looks the same
/// way is fooled rather than pleased: size ±6 %, shift ±3 %. A function of seed and step alone; on the CPU.
torch::Tensor faceViews(std::int64_t count, std::uint64_t seed, std::int64_t step);

}  // namespace visagist
