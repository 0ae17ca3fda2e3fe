// What a made face is held against, as numbers with gradients.
#pragma once
#include <torch/torch.h>

#include "core/options/loss_options.h"

namespace visagist {

/// Structural similarity of each pixel (Wang et al. 2004): Gaussian window of odd `size` and `sigma`, data
/// range 1, reflected border. a, b: [B,C,H,W] in [0,1] → [B,C,H,W].
torch::Tensor ssimMap(const torch::Tensor& a, const torch::Tensor& b, int size, double sigma);

/// The weighted mean of (1 - SSIM) / 2 with windows R/11.6 (and from 256 px also R/23.2, half each); weight
/// [B,1,H,W].
torch::Tensor structuralDissimilarity(const torch::Tensor& a, const torch::Tensor& b,
                                      const torch::Tensor& weight);

/// Adversarial losses, mean over the batch. Logistic, non-saturating: softplus(-real) + softplus(fake), and
/// the generator's softplus(-fake). Hinge: max(0, 1 - real) + max(0, 1 + fake), and the generator's -fake.
torch::Tensor discriminatorLoss(const torch::Tensor& realLogits, const torch::Tensor& fakeLogits,
                                AdversarialForm form = AdversarialForm::Logistic);
torch::Tensor generatorLoss(const torch::Tensor& fakeLogits,
                            AdversarialForm form = AdversarialForm::Logistic);

/// Total variation: mean absolute difference of horizontal and of vertical neighbours, summed. [B,C,H,W].
torch::Tensor totalVariation(const torch::Tensor& faces);

/// Mean over the batch of |∂ Σ logits / ∂ faces|² / 2 (Mescheder et al. 2018); `faces` must require
/// gradients.
torch::Tensor r1Penalty(const torch::Tensor& logits, const torch::Tensor& faces);

/// Cross-entropy against "every person equally likely": bounded, unlike a reversed gradient. [B,K] → scalar.
torch::Tensor confusionLoss(const torch::Tensor& personLogits);

/// How far the colours of fusions are from the weighted mean, in linear light, of what their two people look
/// like with the same content: mean squared error of colours in [0,1] (sRGB, taken for a power of 2.2) over
/// cells of an eighth, a sixteenth and a thirty-second of the width, summed. Light is what mixes evenly: a
/// mean of sRGB numbers is too dark. fused, own, other: [B,3,R,R] in [-1,1]; ownShare, otherShare: [B];
/// fusions of more than these two people (shares that do not sum to 1) do not count. Gradients reach `fused`
/// only.
torch::Tensor balanceLoss(const torch::Tensor& fused, const torch::Tensor& own, const torch::Tensor& other,
                          const torch::Tensor& ownShare, const torch::Tensor& otherShare);

/// Soft spots on eyes and mouth of the canonical aligned face: [1,1,R,R], 0 … 1.
torch::Tensor eyesAndMouthWeight(int resolution);

}  // namespace visagist
