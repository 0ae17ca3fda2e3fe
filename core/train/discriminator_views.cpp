#include "core/train/discriminator_views.h"

#include <cmath>
#include <numbers>

#include "core/data/seeded_random.h"

namespace visagist {

namespace {

/// Faces after which the probability may have gone from 0 to 1; of the paper.
constexpr double kFacesToOne = 500'000;
/// How much of the mean of signs a batch renews: the paper looks at four batches at a time.
constexpr double kRenewed = 0.25;

}  // namespace

DiscriminatorViews::DiscriminatorViews(torch::Device device)
    : m_state(torch::zeros({2}, torch::TensorOptions(torch::kFloat32).device(device))) {}

DiscriminatorViews::Changes DiscriminatorViews::draw(std::int64_t count, std::uint64_t seed,
                                                     std::int64_t number) const {
    SeededRandom random(mixedSeed(seed, 0xADA, static_cast<std::uint64_t>(number)));
    torch::Tensor uniform = torch::empty({count, 7}), move = torch::empty({count, 4}),
                  colour = torch::empty({count, 3}), hole = torch::empty({count, 2});
    auto u = uniform.accessor<float, 2>(), c = colour.accessor<float, 2>(), h = hole.accessor<float, 2>();
    auto m = move.accessor<float, 2>();
    for (std::int64_t i = 0; i < count; ++i) {
        for (int k = 0; k < 7; ++k) u[i][k] = static_cast<float>(random.uniform());
        m[i][0] = static_cast<float>(std::exp2(0.2 * random.normal()));              // size
        m[i][1] = static_cast<float>(random.uniform(-1, 1) * std::numbers::pi / 6);  // turn
        m[i][2] = static_cast<float>(random.uniform(-0.25, 0.25));                   // shift
        m[i][3] = static_cast<float>(random.uniform(-0.25, 0.25));
        c[i][0] = static_cast<float>(0.2 * random.normal());
        c[i][1] = static_cast<float>(std::exp2(0.5 * random.normal()));
        c[i][2] = static_cast<float>(std::exp2(1.0 * random.normal()));
        h[i][0] = static_cast<float>(random.uniform(-1, 1));
        h[i][1] = static_cast<float>(random.uniform(-1, 1));
    }
    const torch::Device device = m_state.device();
    return {uniform.to(device), move.to(device), colour.to(device), hole.to(device)};
}

torch::Tensor DiscriminatorViews::see(const torch::Tensor& faces, const Changes& changes) const {
    // Places need float32 also where the networks compute in less.
    const c10::impl::ExcludeDispatchKeyGuard noAutocast(c10::autocast_dispatch_keyset);
    const std::int64_t count = faces.size(0);
    const torch::Tensor comes = (changes.uniform.narrow(0, 0, count) < m_state[0]).to(torch::kFloat32);
    const auto chosen = [&](int change, const torch::Tensor& value, double otherwise) {
        return otherwise + comes.select(1, change) * (value - otherwise);
    };
    const torch::Tensor drawn = changes.move.narrow(0, 0, count), colour = changes.colour.narrow(0, 0, count);
    const torch::Tensor size = chosen(0, drawn.select(1, 0), 1), turn = chosen(1, drawn.select(1, 1), 0),
                        x = chosen(2, drawn.select(1, 2), 0), y = chosen(2, drawn.select(1, 3), 0);
    const torch::Tensor c = torch::cos(turn) * size, s = torch::sin(turn) * size;
    const torch::Tensor theta = torch::stack({torch::stack({c, -s, x}, 1), torch::stack({s, c, y}, 1)}, 1);
    const torch::Tensor grid = at::affine_grid_generator(theta, faces.sizes(), /*align_corners=*/false);
    torch::Tensor seen =
        at::grid_sampler_2d(faces.to(torch::kFloat32), grid, /*bilinear*/ 0, /*reflection*/ 2, false);
    const auto spread = [](const torch::Tensor& each) { return each.view({-1, 1, 1, 1}); };
    const torch::Tensor brightness = spread(chosen(3, colour.select(1, 0), 0)),
                        contrast = spread(chosen(4, colour.select(1, 1), 1)),
                        saturation = spread(chosen(5, colour.select(1, 2), 1));
    const torch::Tensor grey = seen.mean(1, true);
    seen = (grey + (seen - grey) * saturation) * contrast + brightness;
    const torch::Tensor hole = changes.hole.narrow(0, 0, count);
    const auto within = [&](int axis, std::int64_t pixels) {  // [N,pixels]
        const torch::Tensor places =
            (torch::arange(pixels, grid.options()) + 0.5) * (2.0 / static_cast<double>(pixels)) - 1;
        return (places.unsqueeze(0) - hole.select(1, axis).unsqueeze(1)).abs() < 0.5;
    };
    const torch::Tensor covered =
        within(0, faces.size(3)).unsqueeze(1) & within(1, faces.size(2)).unsqueeze(2);
    const torch::Tensor kept = 1 - covered.to(torch::kFloat32).unsqueeze(1) * spread(comes.select(1, 6));
    return (seen * kept).contiguous(torch::MemoryFormat::ChannelsLast);
}

void DiscriminatorViews::judge(const torch::Tensor& logitsOfPhotos, double target) {
    const torch::NoGradGuard noGrad;
    // What is not a number says nothing: the step is left out.
    const torch::Tensor sure =
        torch::nan_to_num(logitsOfPhotos.detach().to(torch::kFloat32), target).sign().mean();
    const double moved = static_cast<double>(logitsOfPhotos.size(0)) / kFacesToOne;
    m_state[1].lerp_(sure, kRenewed);
    m_state[0].add_((m_state[1] - target).sign(), moved).clamp_(0, 1);
}

}  // namespace visagist
