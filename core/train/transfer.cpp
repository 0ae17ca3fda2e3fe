#include "core/train/transfer.h"

#include <algorithm>
#include <map>

#include "core/model/weights.h"

namespace visagist {

namespace {

using Tensors = std::map<std::string, const TensorBytes*>;

/// Whether a tensor has one row a person: style codes, maps into the shape, the judge's and the guesser's
/// people.
bool hasRowsOfPeople(const std::string& name) {
    return isOfPeople(name) || name.find("people_vectors") != std::string::npos ||
           name.find("logits.") != std::string::npos;
}

/// Old rows in the new order; people who were not there, and maps that all share, get the mean of all.
torch::Tensor rowsFor(const torch::Tensor& old, std::int64_t rows,
                      const std::vector<std::int64_t>& oldRowOf) {
    const torch::Tensor mean = old.mean(0);
    std::vector<torch::Tensor> all;
    for (std::int64_t i = 0; i < rows; ++i) {
        const bool known = rows == static_cast<std::int64_t>(oldRowOf.size()) &&
                           oldRowOf[static_cast<std::size_t>(i)] >= 0 &&
                           oldRowOf[static_cast<std::size_t>(i)] < old.size(0);
        all.push_back(known ? old[oldRowOf[static_cast<std::size_t>(i)]] : mean);
    }
    return torch::stack(all);
}

std::int64_t fill(torch::nn::Module& module, const std::string& part, const Tensors& from,
                  const std::vector<std::int64_t>& oldRowOf) {
    std::int64_t taken = 0;
    for (const auto& item : module.named_parameters()) {
        torch::Tensor weight = item.value();
        const auto entry = from.find(part + "/" + item.key());
        if (entry == from.end()) continue;
        torch::Tensor old = tensorFromBytes(*entry->second);
        const bool byRows = hasRowsOfPeople(item.key());
        if (old.dim() != weight.dim() || old.sizes().slice(1) != weight.sizes().slice(1) ||
            (!byRows && old.size(0) != weight.size(0)))
            continue;
        weight.copy_(byRows ? rowsFor(old, weight.size(0), oldRowOf) : old);
        taken += weight.numel();
    }
    return taken;
}

}  // namespace

Transfer takeOver(Networks& networks, const Checkpoint& from, const std::vector<std::string>& people) {
    const torch::NoGradGuard noGrad;
    const std::vector<std::string> before = CheckpointState::fromJson(from.state).people;
    std::vector<std::int64_t> oldRowOf;
    for (const std::string& name : people) {
        const auto found = std::find(before.begin(), before.end(), name);
        oldRowOf.push_back(found == before.end() ? -1 : found - before.begin());
    }
    Tensors tensors;
    for (const TensorBytes& tensor : from.tensors) tensors[tensor.name] = &tensor;
    const bool averaged =
        std::any_of(from.tensors.begin(), from.tensors.end(),
                    [](const TensorBytes& tensor) { return tensor.name.starts_with("ema/"); });
    Transfer transfer{.taken = fill(*networks.net, averaged ? "ema" : "generator", tensors, oldRowOf),
                      .all = parameterCount(*networks.net)};
    fill(*networks.ema, averaged ? "ema" : "generator", tensors, oldRowOf);
    fill(*networks.discriminator, "discriminator", tensors, oldRowOf);
    fill(*networks.classifier, "classifier", tensors, oldRowOf);
    return transfer;
}

}  // namespace visagist
