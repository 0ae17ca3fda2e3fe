#include "core/model/losses.h"

#include <cmath>

#include "core/face/canonical.h"

namespace visagist {

namespace {

constexpr double kC1 = 0.01 * 0.01, kC2 = 0.03 * 0.03;  // Wang et al.'s constants for the range 1

/// [n,n]: row i holds what each of n pixels counts in the Gaussian mean around pixel i, reflected at the
/// ends.
torch::Tensor blurMatrix(std::int64_t n, int size, double sigma, const torch::TensorOptions& options) {
    const torch::Tensor x = torch::arange(size, torch::kFloat64) - (size - 1) / 2.0;
    const torch::Tensor bell = torch::exp(-x.square() / (2 * sigma * sigma)), window = bell / bell.sum();
    torch::Tensor matrix = torch::zeros({n, n}, torch::kFloat64);
    auto m = matrix.accessor<double, 2>();
    const auto w = window.accessor<double, 1>();
    for (std::int64_t i = 0; i < n; ++i) {
        for (int k = 0; k < size; ++k) {
            const std::int64_t at = std::abs(i + k - size / 2);
            m[i][at < n ? at : 2 * (n - 1) - at] += w[k];
        }
    }
    return matrix.to(options);
}

/// SSIM of each pixel with the gradient written out: its five blurs (and the gradient's three) are products
/// with a matrix, since depthwise convolutions are slow on every device.
class Ssim : public torch::autograd::Function<Ssim> {
public:
    static torch::Tensor forward(torch::autograd::AutogradContext* context, const torch::Tensor& givenA,
                                 const torch::Tensor& givenB, int size, double sigma) {
        const torch::Tensor a = givenA.contiguous(), b = givenB.contiguous();
        const torch::Tensor rows = blurMatrix(a.size(2), size, sigma, a.options()),
                            columns = blurMatrix(a.size(3), size, sigma, a.options());
        const Parts p(blurred(torch::stack({a, b, a * a, b * b, a * b}), rows, columns));
        const torch::Tensor map = p.n1 * p.n2 / (p.d1 * p.d2);
        context->save_for_backward({a, b, rows, columns, p.means, map});
        return map;
    }

    static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                   torch::autograd::variable_list gradients) {
        TORCH_CHECK(!torch::GradMode::is_enabled(), "ssimMap() has no second gradient");
        const auto saved = context->get_saved_variables();
        const torch::Tensor &a = saved[0], &b = saved[1], &map = saved[5];
        const Parts p(saved[4]);
        // Of the map by the means of a (or b), a² (or b²) and ab, each with the others held still.
        const torch::Tensor g = gradients[0].contiguous(), over = g / (p.d1 * p.d2), share = g * map;
        const torch::Tensor ofProduct = 2 * over * p.n1, ofSquare = -share / p.d2;
        const torch::Tensor cross = 2 * over * (p.n2 - p.n1), own = 2 * share * (1 / p.d2 - 1 / p.d1);
        const auto gradient = [&](const torch::Tensor& x, const torch::Tensor& other, int mean,
                                  int otherMean) {
            const torch::Tensor sources =
                torch::stack({cross * p.means[otherMean] + own * p.means[mean], ofSquare, ofProduct});
            const torch::Tensor back = blurred(sources, saved[2].t(), saved[3].t());
            return torch::addcmul(torch::addcmul(back[0], x, back[1], 2), other, back[2]);
        };
        return {context->needs_input_grad(0) ? gradient(a, b, 0, 1) : torch::Tensor(),
                context->needs_input_grad(1) ? gradient(b, a, 1, 0) : torch::Tensor(), torch::Tensor(),
                torch::Tensor()};
    }

private:
    /// Numerators and denominators of the index, from the means of a, b, a², b² and ab.
    struct Parts {
        torch::Tensor means, n1, n2, d1, d2;
        explicit Parts(const torch::Tensor& m) : means(m) {
            const torch::Tensor ab = m[0] * m[1], squares = m[0].square() + m[1].square();
            n1 = 2 * ab + kC1;
            n2 = 2 * (m[4] - ab) + kC2;
            d1 = squares + kC1;
            d2 = m[2] + m[3] - squares + kC2;
        }
    };
    /// [...,H,W] → the same: rows · planes · columnsᵀ.
    static torch::Tensor blurred(const torch::Tensor& planes, const torch::Tensor& rows,
                                 const torch::Tensor& columns) {
        const torch::Tensor along = torch::matmul(planes.view({-1, planes.size(-1)}), columns.t());
        const torch::Tensor flat = along.view({-1, planes.size(-2), planes.size(-1)});
        return torch::bmm(rows.unsqueeze(0).expand({flat.size(0), -1, -1}), flat).view(planes.sizes());
    }
};

torch::Tensor weightedMean(const torch::Tensor& values, const torch::Tensor& weight) {
    return (values * weight).sum() / (weight.sum() * values.size(1) + 1e-6);
}

}  // namespace

torch::Tensor ssimMap(const torch::Tensor& a, const torch::Tensor& b, int size, double sigma) {
    return Ssim::apply(a, b, size, sigma);
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
    // Not quite black, so that the root below has a gradient everywhere.
    constexpr double gamma = 2.2, black = 1e-3;
    const auto light = [](const torch::Tensor& faces) {
        return ((faces.to(torch::kFloat32) + 1) / 2 + black).pow(gamma);
    };
    const torch::Tensor a = ownShare.view({-1, 1, 1, 1}), b = otherShare.view({-1, 1, 1, 1});
    const torch::Tensor made = light(fused), wanted = a * light(own.detach()) + b * light(other.detach());
    torch::Tensor each = torch::zeros_like(ownShare);
    for (const std::int64_t cells : {8, 16, 32}) {
        const auto colours = [&](const torch::Tensor& lights) {
            return torch::adaptive_avg_pool2d(lights, {cells, cells}).pow(1 / gamma);
        };
        each = each + (colours(made) - colours(wanted)).square().mean({1, 2, 3});
    }
    const torch::Tensor counts = (ownShare + otherShare > 0.999).to(torch::kFloat32);
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
