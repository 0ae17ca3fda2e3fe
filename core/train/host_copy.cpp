#include "core/train/host_copy.h"

#include "core/model/weights.h"

namespace visagist {

void HostCopy::take(const NamedTensors& tensors) {
    const torch::NoGradGuard noGrad;
    if (m_copies.size() != tensors.size()) {
        m_copies.clear();
        for (const auto& [name, tensor] : tensors) {
            const auto options = torch::TensorOptions(tensor.dtype()).pinned_memory(tensor.is_cuda());
            m_copies.emplace_back(
                name, torch::empty_strided(tensor.sizes(), tensor.strides(), options.device(torch::kCPU)));
        }
    }
    bool onCard = false;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        m_copies[i].second.copy_(tensors[i].second.detach(), /*non_blocking=*/true);
        onCard = onCard || tensors[i].second.is_cuda();
    }
    if (onCard) torch::cuda::synchronize();
}

std::vector<TensorBytes> HostCopy::bytes() const {
    std::vector<TensorBytes> all;
    all.reserve(m_copies.size());
    for (const auto& [name, tensor] : m_copies) all.push_back(bytesFromTensor(name, tensor));
    return all;
}

}  // namespace visagist
