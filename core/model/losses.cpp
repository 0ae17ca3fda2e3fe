#include "core/model/losses.h"

#include <cmath>

#include "core/face/canonical.h"

namespace visagist {

namespace F = torch::nn::functional;

namespace {

torch::Tensor gaussian(int size, double sigma, const torch::Tensor& like) {
    const torch::Tensor x = torch::arange(size, like.options()) - (size - 1) / 2.0;
    const torch::Tensor g = torch::exp(-x.square() / (2 * sigma * sigma));
    return g / g.sum();
}

/// Separable Gaussian over each channel, reflected border.
torch::Tensor blurred(const torch::Tensor& x, int size, double sigma) {
    const std::int64_t channels = x.size(1);
    const torch::Tensor g = gaussian(size, sigma, x);
    const std::int64_t half = size / 2;
    const std::vector<std::int64_t> one{1, 1}, none{0, 0};
    const torch::Tensor padded = F::pad(x, F::PadFuncOptions({half, half, half, half}).mode(torch::kReflect));
    const torch::Tensor rows = torch::conv2d(padded, g.view({1, 1, 1, size}).expand({channels, 1, 1, size}),
                                             torch::Tensor(), one, none, one, channels);
    return torch::conv2d(rows, g.view({1, 1, size, 1}).expand({channels, 1, size, 1}), torch::Tensor(), one,
                         none, one, channels);
}

torch::Tensor weightedMean(const torch::Tensor& values, const torch::Tensor& weight) {
    return (values * weight).sum() / (weight.sum() * values.size(1) + 1e-6);
}

}  // namespace

torch::Tensor ssimMap(const torch::Tensor& a, const torch::Tensor& b, int size, double sigma) {
    constexpr double c1 = 0.01 * 0.01, c2 = 0.03 * 0.03;
    const std::vector<torch::Tensor> m =
        blurred(torch::cat({a, b, a * a, b * b, a * b}, 1), size, sigma).chunk(5, 1);
    const torch::Tensor ab = m[0] * m[1], aa = m[0].square(), bb = m[1].square();
    return ((2 * ab + c1) * (2 * (m[4] - ab) + c2)) / ((aa + bb + c1) * (m[2] - aa + m[3] - bb + c2));
}

torch::Tensor structuralDissimilarity(const torch::Tensor& a, const torch::Tensor& b,
                                      const torch::Tensor& weight) {
    const double resolution = static_cast<double>(a.size(3));
    const auto atWindow = [&](double width) {
        const int size = std::max(3, static_cast<int>(width) | 1);
        return weightedMean((1 - ssimMap(a, b, size, size / 6.0 + 0.5)) / 2, weight);
    };
    if (resolution < 256) return atWindow(resolution / 11.6);
    return (atWindow(resolution / 11.6) + atWindow(resolution / 23.2)) / 2;
}

torch::Tensor discriminatorLoss(const torch::Tensor& realLogits, const torch::Tensor& fakeLogits,
                                AdversarialForm form) {
    if (form == AdversarialForm::Hinge)
        return torch::relu(1 - realLogits).mean() + torch::relu(1 + fakeLogits).mean();
    return torch::softplus(-realLogits).mean() + torch::softplus(fakeLogits).mean();
}

torch::Tensor generatorLoss(const torch::Tensor& fakeLogits, AdversarialForm form) {
    return form == AdversarialForm::Hinge ? -fakeLogits.mean() : torch::softplus(-fakeLogits).mean();
}

torch::Tensor totalVariation(const torch::Tensor& faces) {
    const std::int64_t h = faces.size(2), w = faces.size(3);
    return (faces.narrow(2, 1, h - 1) - faces.narrow(2, 0, h - 1)).abs().mean() +
           (faces.narrow(3, 1, w - 1) - faces.narrow(3, 0, w - 1)).abs().mean();
}

torch::Tensor r1Penalty(const torch::Tensor& logits, const torch::Tensor& faces) {
    const torch::Tensor gradient = torch::autograd::grad({logits.sum()}, {faces}, {}, true, true).front();
    return gradient.square().sum({1, 2, 3}).mean() / 2;
}

torch::Tensor confusionLoss(const torch::Tensor& personLogits) {
    return -torch::log_softmax(personLogits.to(torch::kFloat32), 1).mean();
}

torch::Tensor balanceLoss(const torch::Tensor& fused, const torch::Tensor& own, const torch::Tensor& other,
                          const torch::Tensor& ownShare, const torch::Tensor& otherShare) {
    const auto coarse = [](const torch::Tensor& faces) {
        return torch::adaptive_avg_pool2d((faces + 1) / 2, {8, 8});
    };
    const torch::Tensor a = ownShare.view({-1, 1, 1, 1}), b = otherShare.view({-1, 1, 1, 1});
    const torch::Tensor wanted = a * coarse(own.detach()) + b * coarse(other.detach());
    const torch::Tensor counts = (ownShare + otherShare > 0.999).to(torch::kFloat32);
    const torch::Tensor each = (coarse(fused) - wanted).square().mean({1, 2, 3});
    return (each * counts).sum() / torch::clamp_min(counts.sum(), 1);
}

torch::Tensor eyesAndMouthWeight(int resolution) {
    const auto landmarks = canonicalLandmarks();
    const Point right{(landmarks[0].x + landmarks[1].x) / 2, (landmarks[0].y + landmarks[1].y) / 2};
    const Point left{(landmarks[2].x + landmarks[3].x) / 2, (landmarks[2].y + landmarks[3].y) / 2};
    // The mouth lies about one eye distance below the eyes (the average of the 68-point mean face).
    const Point mouth{(left.x + right.x) / 2, left.y + 1.0 * (right.x - left.x)};
    const torch::Tensor axis = (torch::arange(resolution, torch::kFloat32) + 0.5) / resolution;
    const torch::Tensor x = axis.view({1, -1}), y = axis.view({-1, 1});
    const auto spot = [&](Point centre, double rx, double ry) {
        return torch::exp(-(((x - centre.x) / rx).square() + ((y - centre.y) / ry).square()));
    };
    const torch::Tensor weight = torch::maximum(
        torch::maximum(spot(left, 0.09, 0.06), spot(right, 0.09, 0.06)), spot(mouth, 0.13, 0.08));
    return weight.view({1, 1, resolution, resolution});
}

}  // namespace visagist
