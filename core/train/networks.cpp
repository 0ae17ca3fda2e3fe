#include "core/train/networks.h"

#include <algorithm>
#include <cmath>

#include "core/model/weights.h"

namespace visagist {

namespace {

constexpr const char* kViews = "discriminator_views/state";

}  // namespace

void toChannelsLast(torch::nn::Module& module) {
    for (torch::Tensor& weight : module.parameters()) {
        if (weight.dim() == 4) weight.set_data(weight.detach().contiguous(torch::MemoryFormat::ChannelsLast));
    }
}

Networks::Networks(const Recipe& recipe, int people, torch::Device device, Precision precision)
    : discriminatorViews(device) {
    torch::manual_seed(static_cast<std::uint64_t>(recipe.train.seed));
    net = FusionNet(recipe.model, people);
    ema = FusionNet(recipe.model, people);
    discriminator = Discriminator(recipe.model, people);
    classifier = ContentClassifier(recipe.model, people);
    for (torch::nn::Module* module :
         {static_cast<torch::nn::Module*>(net.get()), static_cast<torch::nn::Module*>(ema.get()),
          static_cast<torch::nn::Module*>(discriminator.get()),
          static_cast<torch::nn::Module*>(classifier.get())}) {
        module->to(device);
        toChannelsLast(*module);
    }
    const torch::NoGradGuard noGrad;
    const std::vector<torch::Tensor> from = net->parameters(), to = ema->parameters();
    for (std::size_t i = 0; i < from.size(); ++i) {
        to[i].copy_(from[i]);
        to[i].set_requires_grad(false);
    }
    netOptimizer = Optimizer(recipe.optim.kind, *net);
    discriminatorOptimizer = Optimizer(recipe.optim.kind, *discriminator);
    classifierOptimizer = Optimizer(recipe.optim.kind, *classifier);
    netScaler = GradientScaler(device, precision == Precision::Fp16);
    discriminatorScaler = GradientScaler(device, precision == Precision::Fp16);
}

void Networks::updateAverage(double facesPerStep, double halfLife, std::int64_t step) {
    const torch::NoGradGuard noGrad;
    const double steady = halfLife > 0 ? std::exp2(-facesPerStep / halfLife) : 0;
    const double early = (static_cast<double>(step) + 1) / (static_cast<double>(step) + 10);
    at::_foreach_lerp_(ema->parameters(), net->parameters(), 1 - std::min(steady, early));
}

void Networks::freeze(const OptimOptions& options) {
    for (auto& item : net->named_parameters()) {
        const std::string& name = item.key();
        const bool frozen = name.starts_with("encoder.") ? options.freezeEncoder
                            : isOfPeople(name)           ? options.freezePeople
                                                         : options.freezeDecoder;
        item.value().set_requires_grad(!frozen);
    }
}

NamedTensors Networks::named() const {
    NamedTensors all;
    collectModule(all, "generator", *net);
    collectModule(all, "ema", *ema);
    collectModule(all, "discriminator", *discriminator);
    collectModule(all, "classifier", *classifier);
    netOptimizer.collect(all, "optimizer/generator");
    discriminatorOptimizer.collect(all, "optimizer/discriminator");
    classifierOptimizer.collect(all, "optimizer/classifier");
    all.emplace_back(kViews, discriminatorViews.state());
    return all;
}

std::vector<TensorBytes> Networks::tensors() const {
    std::vector<TensorBytes> all;
    for (const auto& [name, tensor] : named()) all.push_back(bytesFromTensor(name, tensor));
    return all;
}

nlohmann::json Networks::scalers() const {
    return {{"generator", netScaler.state()}, {"discriminator", discriminatorScaler.state()}};
}

void Networks::load(const std::vector<TensorBytes>& tensors, const nlohmann::json& scalers) {
    loadModule(*net, "generator", tensors);
    loadModule(*ema, "ema", tensors);
    loadModule(*discriminator, "discriminator", tensors);
    loadModule(*classifier, "classifier", tensors);
    netOptimizer.load("optimizer/generator", tensors);
    discriminatorOptimizer.load("optimizer/discriminator", tensors);
    classifierOptimizer.load("optimizer/classifier", tensors);
    const auto isViews = [](const TensorBytes& tensor) { return tensor.name == kViews; };
    if (std::any_of(tensors.begin(), tensors.end(), isViews))  // checkpoints older than it have none
        copyTensor(discriminatorViews.state(), kViews, tensors);
    netScaler.load(scalers.value("generator", nlohmann::json::object()));
    discriminatorScaler.load(scalers.value("discriminator", nlohmann::json::object()));
}

}  // namespace visagist
