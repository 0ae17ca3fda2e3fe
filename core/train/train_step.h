// One training step: reconstruction, fusions, and the discriminator's turn.
#pragma once
#include <torch/torch.h>

#include <map>
#include <memory>
#include <string>

#include "core/model/lpips.h"
#include "core/train/device_batch.h"
#include "core/train/networks.h"
#include "core/train/trainer.h"

namespace visagist {

class FaceJudge;

/// What the schedule says about a step.
struct StepPlan {
    std::int64_t step = 0;
    Stage stage = Stage::Shape;
    double learningRate = 0;
    double adversarial = 0;  ///< share of the adversarial weights, 0 … 1
    std::uint64_t seed = 1;  ///< of what is drawn at random
};

/// Fusion weights of a batch: [B,3,K] rows on the simplex.
torch::Tensor oneHotWeights(const torch::Tensor& person, int people);
/// Half pure swaps; else w = (1-β)·own + β·other with β uniform and ±0.2 of jitter between the level groups,
/// one in ten a three-way Dirichlet draw. A function of seed and step alone.
torch::Tensor mixtureWeights(const std::vector<std::int64_t>& person, int people, std::uint64_t seed,
                             std::int64_t step);

/// Which faces of batch `number` are fused too, for a share of its size: [N] int64. They move on from batch
/// to batch, since people stand at the same places of every batch whose size they divide.
torch::Tensor fusedPlaces(std::int64_t number, std::int64_t size, double share);

class TrainStep {
public:
    TrainStep(Networks& networks, torch::Device device, Precision precision, int people);

    /// Who judges by the frozen face network from now on; nobody where that is null, whatever the weights.
    void setJudge(std::shared_ptr<const FaceJudge> judge) { m_judge = std::move(judge); }
    bool hasJudge() const { return m_judge != nullptr; }
    /// The same for LPIPS.
    void setLpips(Lpips lpips) { m_lpips = std::move(lpips); }
    bool hasLpips() const { return !m_lpips.is_empty(); }

    /// Adds the gradients of one batch; `share` is 1 / accumulation. Nothing here waits for the device.
    void accumulate(const DeviceBatch& batch, const Recipe& recipe, const StepPlan& plan, double share);
    /// Moves the weights by the gradients that were added.
    void apply(const Recipe& recipe, const StepPlan& plan);

    /// Forgets what was added since the last step and what waits for the discriminator's turn.
    void drop();

    /// Mean of each loss since the last call ("generator", "discriminator", "reconstruction", …), and
    /// "skipped": steps left out because a gradient was not a number. Waits for the device once.
    std::map<std::string, double> takeLosses();

private:
    void generatorTurn(const DeviceBatch& batch, const torch::Tensor& mixture, const Recipe& recipe,
                       const StepPlan& plan, double share);
    /// What the discriminator says of photos, their reconstructions and fusions (where there are any), and
    /// the photos as it saw them.
    struct Judgement {
        DiscriminatorImpl::Output real, made, mixed;
        torch::Tensor photos;
    };
    /// Keeps the judgement's graph, for the generator.
    void discriminatorTurn(const DeviceBatch& batch, const Judgement& judged, const Recipe& recipe,
                           const StepPlan& plan, double share);
    torch::Tensor balanceOf(const torch::Tensor& fused, const torch::Tensor& ownFaces,
                            const torch::Tensor& code, const torch::Tensor& person,
                            const torch::Tensor& mixture);
    /// The losses that need the face network, weighted; 0 where nobody judges.
    torch::Tensor judged(const DeviceBatch& batch, const torch::Tensor& own, const torch::Tensor& fused,
                         const torch::Tensor& fusedShares, const LossOptions& losses, std::uint64_t seed);
    void note(const char* name, const torch::Tensor& value);

    Networks& m_networks;
    torch::Device m_device;
    Precision m_precision;
    int m_people;
    GradientScaler m_unscaled;  ///< the classifier computes in fp32: its gradients are only checked
    std::shared_ptr<const FaceJudge> m_judge;
    Lpips m_lpips{nullptr};
    torch::Tensor m_eyesMouth;
    std::map<std::string, std::pair<torch::Tensor, int>> m_sums;
};

/// Reconstruction loss of `made` against the batch, without the demands that need other networks; as used in
/// training and validation.
torch::Tensor reconstructionLoss(const FusionDecoderImpl::Output& made, const DeviceBatch& batch,
                                 const torch::Tensor& eyesMouth, const LossOptions& losses, Stage stage);

}  // namespace visagist
