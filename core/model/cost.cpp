#include "core/model/cost.h"

#include <ATen/record_function.h>
#include <torch/torch.h>

#include <memory>
#include <string_view>

#include "core/model/fusion_net.h"

namespace visagist {

namespace {

thread_local double multiplyAdds = 0;

double numbersOf(const c10::IValue& value) {
    return value.isTensor() && value.toTensor().defined() ? static_cast<double>(value.toTensor().numel()) : 0;
}

/// For each number of the result as many multiply-adds as the weight has numbers for it.
void count(const at::RecordFunction& call) {
    const std::string_view name = call.name();
    const auto inputs = call.inputs();
    const auto outputs = call.outputs();
    if (outputs.empty() || inputs.size() < 2) return;
    const auto sizeOf = [&](std::size_t input, std::int64_t dimension) {
        const torch::Tensor tensor = inputs[input].toTensor();
        return static_cast<double>(tensor.size(dimension));
    };
    if (name == "aten::convolution") {
        const torch::Tensor weight = inputs[1].toTensor();
        multiplyAdds +=
            numbersOf(outputs[0]) * static_cast<double>(weight.numel()) / static_cast<double>(weight.size(0));
    } else if (name == "aten::mm" || name == "aten::bmm") {
        multiplyAdds += numbersOf(outputs[0]) * sizeOf(0, -1);
    } else if (name == "aten::addmm" || name == "aten::baddbmm") {
        multiplyAdds += numbersOf(outputs[0]) * sizeOf(1, -1);
    }
}

double flopsOf(auto&& work) {
    multiplyAdds = 0;
    const auto handle = at::addThreadLocalCallback(
        at::RecordFunctionCallback(
            [](const at::RecordFunction&) { return std::unique_ptr<at::ObserverContext>(); },
            [](const at::RecordFunction& call, at::ObserverContext*) { count(call); })
            .needsInputs(true)
            .needsOutputs(true)
            .scopes({at::RecordScope::FUNCTION}));
    work();
    at::removeCallback(handle);
    return 2 * multiplyAdds;
}

}  // namespace

NetworkCost networkCost(const ModelOptions& options, int people) {
    const torch::NoGradGuard noGrad;
    const torch::Device meta(torch::kMeta);
    FusionNet net(options, people);
    Discriminator discriminator(options, people);
    NetworkCost cost{.encoder = parameterCount(*net->encoder),
                     .decoder = parameterCount(*net->decoder),
                     .discriminator = parameterCount(*discriminator)};
    net->to(meta);
    discriminator->to(meta);
    const std::int64_t size = pixels(options.resolution);
    const torch::Tensor face = torch::empty({1, 3, size, size}, meta),
                        code = torch::empty({1, options.codeSize}, meta),
                        weights = torch::empty({1, kLevelGroups, people}, meta);
    cost.encode = flopsOf([&] { net->encode(face); });
    cost.decode = flopsOf([&] { net->decode(code, weights); });
    cost.judge = flopsOf([&] { discriminator(face); });
    return cost;
}

double stepFlops(const NetworkCost& cost, const Recipe& recipe) {
    const double fused = recipe.data.mixtures;
    const double generator = 3 * (cost.encode + cost.decode) + fused * 3 * (cost.decode + cost.encode);
    const double fooling =
        (3 + 1 + 3 * fused) * cost.judge;  // made and fused with gradients, the photo without
    const double judging = (3 * 2 + 3 * fused + 6.0 / 16) * cost.judge;  // and the penalty, every 16th step
    return (generator + fooling + judging) * recipe.data.batchSize * recipe.optim.accumulation;
}

}  // namespace visagist
