#include "core/train/train_step.h"

#include <algorithm>
#include <cmath>

#include "core/data/seeded_random.h"
#include "core/model/device.h"
#include "core/model/losses.h"
#include "core/train/face_judge.h"

namespace visagist {

namespace {

/// R1 is computed every so many steps, with its weight times as much (lazy regularisation, Karras et al.
/// 2020).
constexpr std::int64_t kR1Every = 16;

/// Adds the gradients of `loss` by the weights of `module` alone: it flows through other modules, not into
/// them.
void addGradients(const torch::Tensor& loss, const torch::nn::Module& module, bool keepGraph = false) {
    std::vector<torch::Tensor> weights = module.parameters();
    std::erase_if(weights, [](const torch::Tensor& weight) { return !weight.requires_grad(); });
    if (!weights.empty()) torch::autograd::backward({loss}, {}, keepGraph, false, weights);
}

torch::Tensor featureDistance(const std::vector<torch::Tensor>& real,
                              const std::vector<torch::Tensor>& made) {
    torch::Tensor sum;
    for (std::size_t i = 0; i < real.size(); ++i) {
        const torch::Tensor distance =
            torch::l1_loss(made[i].to(torch::kFloat32), real[i].detach().to(torch::kFloat32));
        sum = sum.defined() ? sum + distance : distance;
    }
    return sum / static_cast<double>(real.size());
}

/// How much the coarse colours of what was made differ within the batch, as a share of the photos' own.
torch::Tensor diversityOf(const torch::Tensor& made, const torch::Tensor& photos) {
    const torch::NoGradGuard noGrad;
    const auto deviation = [](const torch::Tensor& faces) {
        return torch::adaptive_avg_pool2d(faces, {8, 8}).var(0, false).mean().sqrt();
    };
    return deviation(made) / (deviation(photos) + 1e-6);
}

/// What the discriminator sees of one batch: the same changes for photos, reconstructions and fusions.
class Views {
public:
    Views(const DiscriminatorViews& views, const LossOptions& losses, std::int64_t count, std::uint64_t seed,
          std::int64_t number)
        : m_views(views) {
        if (losses.surePhotos > 0) m_changes = views.draw(count, seed, number);
    }
    torch::Tensor of(const torch::Tensor& faces) const {
        return m_changes ? m_views.see(faces, *m_changes) : faces;
    }

private:
    const DiscriminatorViews& m_views;
    std::optional<DiscriminatorViews::Changes> m_changes;
};

}  // namespace

torch::Tensor oneHotWeights(const torch::Tensor& person, int people) {
    return torch::one_hot(person, people).to(torch::kFloat32).unsqueeze(1).expand({-1, kLevelGroups, -1});
}

torch::Tensor mixtureWeights(const std::vector<std::int64_t>& person, int people, std::uint64_t seed,
                             std::int64_t step) {
    SeededRandom random(mixedSeed(seed, 0x313, static_cast<std::uint64_t>(step)));
    const auto count = static_cast<std::int64_t>(person.size());
    torch::Tensor weights = torch::zeros({count, kLevelGroups, people});
    auto w = weights.accessor<float, 3>();
    const auto other = [&](std::int64_t than) {
        const auto drawn = static_cast<std::int64_t>(random.below(static_cast<std::size_t>(people) - 1));
        return drawn >= than ? drawn + 1 : drawn;
    };
    for (std::int64_t i = 0; i < count; ++i) {
        const std::int64_t own = person[static_cast<std::size_t>(i)];
        if (people == 1) {
            for (int g = 0; g < kLevelGroups; ++g) w[i][g][0] = 1;
            continue;
        }
        const double kind = random.uniform();
        const std::int64_t second = other(own);
        if (kind >= 0.9 && people >= 3) {  // three people, uniformly on their simplex
            std::int64_t third = second;
            while (third == second) third = other(own);
            const double a = -std::log(1 - random.uniform()), b = -std::log(1 - random.uniform()),
                         c = -std::log(1 - random.uniform());
            for (int g = 0; g < kLevelGroups; ++g) {
                w[i][g][own] = static_cast<float>(a / (a + b + c));
                w[i][g][second] = static_cast<float>(b / (a + b + c));
                w[i][g][third] = static_cast<float>(c / (a + b + c));
            }
            continue;
        }
        const double share = kind < 0.5 ? 1 : random.uniform();
        for (int g = 0; g < kLevelGroups; ++g) {
            const double here = kind < 0.5 ? 1 : std::clamp(share + random.uniform(-0.2, 0.2), 0.0, 1.0);
            w[i][g][own] = static_cast<float>(1 - here);
            w[i][g][second] = static_cast<float>(here);
        }
    }
    return weights;
}

torch::Tensor fusedPlaces(std::int64_t number, std::int64_t size, double share) {
    const auto count = static_cast<std::int64_t>(std::ceil(share * static_cast<double>(size)));
    return (torch::arange(count, torch::kInt64) + number * count) % size;
}

torch::Tensor reconstructionLoss(const FusionDecoderImpl::Output& made, const DeviceBatch& batch,
                                 const torch::Tensor& eyesMouth, const LossOptions& losses, Stage stage) {
    const torch::Tensor y = (made.face + 1) / 2, x = (batch.target + 1) / 2;
    const torch::Tensor weight =
        losses.background + (1 - losses.background) * torch::avg_pool2d(batch.mask, 5, 1, 2);
    const torch::Tensor difference = y - x;
    const double pixels = static_cast<double>(x.numel());
    torch::Tensor loss = losses.structure * structuralDissimilarity(y, x, weight);
    loss = loss + losses.squared * (difference.square() * weight).sum() / pixels;
    if (losses.absolute > 0) loss = loss + losses.absolute * (difference.abs() * weight).sum() / pixels;
    const double eyes = stage == Stage::Detail ? losses.eyesMouthDetail : losses.eyesMouth;
    if (losses.variation > 0) loss = loss + losses.variation * totalVariation(y);
    if (eyes > 0) loss = loss + eyes * (difference.abs() * (eyesMouth * batch.mask)).sum() / pixels;
    return loss + losses.mask * torch::mse_loss(torch::sigmoid(made.maskLogits), batch.mask);
}

TrainStep::TrainStep(Networks& networks, torch::Device device, Precision precision, int people)
    : m_networks(networks),
      m_device(device),
      m_precision(precision),
      m_people(people),
      m_unscaled(device, false) {}

void TrainStep::note(const char* name, const torch::Tensor& value) {
    auto& [sum, count] = m_sums[name];
    const torch::Tensor plain = value.detach().to(torch::kFloat32);
    sum = sum.defined() ? sum + plain : plain;
    ++count;
}

void TrainStep::drop() {
    m_networks.netOptimizer.zeroGradients();
    m_networks.discriminatorOptimizer.zeroGradients();
    m_networks.classifierOptimizer.zeroGradients();
    m_sums.clear();
}

std::map<std::string, double> TrainStep::takeLosses() {
    std::map<std::string, double> result;
    for (const auto& [name, entry] : m_sums) {
        const double sum = entry.first.item<double>();
        result[name] = name == "skipped" ? sum : sum / entry.second;
    }
    m_sums.clear();
    return result;
}

torch::Tensor TrainStep::balanceOf(const torch::Tensor& fused, const torch::Tensor& ownFaces,
                                   const torch::Tensor& code, const torch::Tensor& person,
                                   const torch::Tensor& mixture) {
    const torch::Tensor own = person.unsqueeze(1);
    const torch::Tensor shares = mixture.mean(1);  // over the level groups
    const auto [otherShare, other] = shares.scatter(1, own, 0).max(1);
    torch::Tensor otherFaces;
    {
        const torch::NoGradGuard noGrad;
        otherFaces = m_networks.net->decode(code, oneHotWeights(other, m_people)).face;
    }
    return balanceLoss(fused, ownFaces, otherFaces, shares.gather(1, own).squeeze(1), otherShare);
}

torch::Tensor TrainStep::judged(const DeviceBatch& batch, const torch::Tensor& own,
                                const torch::Tensor& fused, const torch::Tensor& fusedShares,
                                const LossOptions& losses, std::uint64_t seed) {
    FaceJudge::Made made{.faces = own,
                         .shares = torch::one_hot(batch.person, m_people).to(torch::kFloat32),
                         .photos = batch.target};
    if (fused.defined()) {
        made.faces = torch::cat({own, fused});
        made.shares = torch::cat({made.shares, fusedShares});
    }
    const FaceJudge::Losses said = m_judge->judge(made, losses, seed, batch.number);
    torch::Tensor sum = torch::zeros({}, own.options().dtype(torch::kFloat32));
    if (said.identity.defined()) {
        note("identity", said.identity);
        sum = sum + losses.identity * said.identity;
    }
    if (said.perceptual.defined()) {
        note("perceptual", said.perceptual);
        sum = sum + losses.perceptual * said.perceptual;
    }
    return sum;
}

void TrainStep::generatorTurn(const DeviceBatch& batch, const torch::Tensor& mixture, const Recipe& recipe,
                              const StepPlan& plan, double share) {
    Networks& n = m_networks;
    const LossOptions& losses = recipe.losses;
    const bool adversarial = plan.stage == Stage::Detail && plan.adversarial > 0;
    const std::int64_t count = batch.input.size(0);
    // None are fused where no loss would look at them.
    const bool lookedAt = losses.cycle > 0 || (m_judge && losses.identity > 0) || losses.balance > 0 ||
                          (adversarial && losses.adversarialMixture > 0);
    const torch::Tensor chosen = mixture.defined() && m_people > 1 && lookedAt
                                     ? fusedPlaces(batch.number, count, recipe.data.mixtures).to(m_device)
                                     : torch::Tensor();
    const std::int64_t fusions = chosen.defined() ? chosen.size(0) : 0;
    FusionDecoderImpl::Output own, mixed;
    torch::Tensor code, codeOfMixed, balance, photos;
    DiscriminatorImpl::Output real, made, madeMixed;
    {
        const AutocastScope autocast(m_precision, m_device);
        code = n.net->encode(batch.input);
        const torch::Tensor ownWeights = oneHotWeights(batch.person, m_people);
        if (fusions > 0) {
            const auto both = n.net->decode(torch::cat({code, code.index_select(0, chosen)}),
                                            torch::cat({ownWeights, mixture.index_select(0, chosen)}));
            own = {both.face.narrow(0, 0, count), both.maskLogits.narrow(0, 0, count)};
            mixed = {both.face.narrow(0, count, fusions), both.maskLogits.narrow(0, count, fusions)};
            if (losses.cycle > 0) codeOfMixed = n.net->encode(mixed.face);
            if (losses.balance > 0) {
                const auto of = [&](const torch::Tensor& all) { return all.index_select(0, chosen); };
                balance = balanceOf(mixed.face, of(own.face), of(code), of(batch.person), of(mixture));
            }
        } else {
            own = n.net->decode(code, ownWeights);
        }
        if (adversarial) {
            // Both turns look at the same judgement: the discriminator's weights stand still until apply().
            const Views views(n.discriminatorViews, losses, count, plan.seed, batch.number);
            photos = views.of(batch.target);
            made = n.discriminator(views.of(own.face), batch.person);
            if (fusions > 0) madeMixed = n.discriminator(views.of(mixed.face));
            real = n.discriminator(photos, batch.person);
        }
    }
    if (adversarial) {
        if (losses.surePhotos > 0) {
            n.discriminatorViews.judge(real.person, losses.surePhotos);
            note("discriminator_augmentation", n.discriminatorViews.probability());
        }
        discriminatorTurn(batch, {real, made, madeMixed, photos}, recipe, plan, share);
    }
    torch::Tensor loss = reconstructionLoss(own, batch, m_eyesMouth, losses, plan.stage);
    note("reconstruction", loss);
    if (count > 1) note("diversity", diversityOf(own.face, batch.target));
    if (losses.confusion > 0 && m_people > 1)
        loss = loss + losses.confusion * confusionLoss(n.classifier(code));
    if (codeOfMixed.defined()) {
        const torch::Tensor cycle = torch::mse_loss(codeOfMixed, code.index_select(0, chosen).detach());
        note("cycle", cycle);
        loss = loss + losses.cycle * cycle;
    }
    if (balance.defined()) {
        note("balance", balance);
        loss = loss + losses.balance * balance;
    }
    if (m_judge && needsFaceNet(losses)) {
        const torch::Tensor shares =
            fusions > 0 ? mixture.index_select(0, chosen).mean(1) : torch::Tensor();  // over the level groups
        loss = loss + judged(batch, own.face, mixed.face, shares, losses, plan.seed);
    }
    if (!m_lpips.is_empty() && losses.lpips > 0) {
        const torch::Tensor distance = m_lpips->distance(own.face, batch.target).mean();
        note("lpips", distance);
        loss = loss + losses.lpips * distance;
    }
    if (adversarial) {
        const torch::Tensor match = featureDistance(real.features, made.features),
                            fool = generatorLoss(made.person, losses.form);
        note("feature_match", match);
        note("adversarial", fool);
        loss = loss + plan.adversarial * (losses.featureMatch * match + losses.adversarial * fool);
        if (fusions > 0) {
            loss = loss +
                   plan.adversarial * losses.adversarialMixture * generatorLoss(madeMixed.face, losses.form);
        }
    }
    note("generator", loss);
    addGradients(n.netScaler.scaled(loss * share), *n.net);
    if (losses.confusion > 0 && m_people > 1) {
        const torch::Tensor guess = torch::cross_entropy_loss(n.classifier(code.detach()), batch.person);
        note("person_guess", guess);
        addGradients(guess * share, *n.classifier);
    }
}

void TrainStep::discriminatorTurn(const DeviceBatch& batch, const Judgement& judged, const Recipe& recipe,
                                  const StepPlan& plan, double share) {
    Networks& n = m_networks;
    torch::Tensor loss = discriminatorLoss(judged.real.person, judged.made.person, recipe.losses.form);
    if (judged.mixed.face.defined())
        loss = loss + 0.5 * discriminatorLoss(judged.real.face, judged.mixed.face, recipe.losses.form);
    note("discriminator", loss);
    addGradients(n.discriminatorScaler.scaled(loss * share), *n.discriminator, /*keepGraph=*/true);
    if (plan.step % kR1Every == 0 && recipe.losses.r1Gamma > 0) {
        const torch::Tensor faces = judged.photos.detach().clone().set_requires_grad(true);
        const torch::Tensor penalty = r1Penalty(n.discriminator(faces, batch.person).person, faces);
        note("r1", penalty);
        const double size = static_cast<double>(faces.size(3));
        const double gamma = recipe.losses.r1Gamma * size * size / static_cast<double>(faces.size(0));
        const double weight = gamma * static_cast<double>(kR1Every) * share;
        addGradients(n.discriminatorScaler.scaled(penalty * weight), *n.discriminator);
    }
}

void TrainStep::accumulate(const DeviceBatch& batch, const Recipe& recipe, const StepPlan& plan,
                           double share) {
    if (!m_eyesMouth.defined()) {
        m_eyesMouth = eyesAndMouthWeight(static_cast<int>(batch.input.size(3))).to(m_device);
    }
    torch::Tensor mixture;
    if (plan.stage != Stage::Shape) {
        mixture = mixtureWeights(batch.people, m_people, plan.seed, batch.number).to(m_device);
    }
    generatorTurn(batch, mixture, recipe, plan, share);
}

void TrainStep::apply(const Recipe& recipe, const StepPlan& plan) {
    Networks& n = m_networks;
    const OptimOptions& optim = recipe.optim;
    const auto move = [&](Optimizer& optimizer, GradientScaler& scaler) {
        const std::vector<torch::Tensor> gradients = optimizer.gradients();
        if (gradients.empty()) return;
        const torch::Tensor foundInf = scaler.unscale(gradients);
        if (optim.clipNorm > 0) {
            const torch::Tensor norm = torch::stack(torch::_foreach_norm(gradients, 2)).norm();
            const torch::Tensor factor = torch::clamp_max(optim.clipNorm / (norm + 1e-6), 1);
            torch::_foreach_mul_(gradients, factor);
        }
        optimizer.step(optim, plan.learningRate, foundInf);
        scaler.update(foundInf);
        optimizer.zeroGradients();
        note("skipped", foundInf);
    };
    move(n.netOptimizer, n.netScaler);
    move(n.discriminatorOptimizer, n.discriminatorScaler);
    move(n.classifierOptimizer, m_unscaled);
    n.updateAverage(static_cast<double>(recipe.data.batchSize) * optim.accumulation, optim.emaHalfLife,
                    plan.step);
}

}  // namespace visagist
