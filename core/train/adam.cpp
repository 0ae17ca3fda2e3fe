#include "core/train/adam.h"

#include "core/base/error.h"
#include "core/model/weights.h"

namespace visagist {

Adam::Adam(const torch::nn::Module& module) {
    for (const auto& item : module.named_parameters()) {
        m_slots.push_back(
            {item.key(), item.value(), torch::zeros_like(item.value()), torch::zeros_like(item.value())});
    }
    m_steps = torch::zeros(
        {}, torch::TensorOptions().dtype(torch::kFloat32).device(m_slots.front().weight.device()));
}

void Adam::step(double learningRate, double beta1, double beta2, const torch::Tensor& foundInf) {
    const torch::NoGradGuard noGrad;
    std::vector<torch::Tensor> weights, gradients, means, squares;
    for (const Slot& slot : m_slots) {
        if (!slot.weight.grad().defined()) continue;
        weights.push_back(slot.weight);
        gradients.push_back(slot.weight.grad());
        means.push_back(slot.mean);
        squares.push_back(slot.square);
    }
    if (weights.empty()) return;
    m_steps.add_(1);
    const std::vector<torch::Tensor> steps(weights.size(), m_steps);
    at::_fused_adam_(weights, gradients, means, squares, {}, steps, learningRate, beta1, beta2,
                     /*weight_decay=*/0, /*eps=*/1e-8,
                     /*amsgrad=*/false, /*maximize=*/false, /*grad_scale=*/{}, foundInf);
    if (foundInf.defined()) m_steps.sub_(foundInf);
}

void Adam::zeroGradients() {
    for (Slot& slot : m_slots) slot.weight.mutable_grad() = torch::Tensor();
}

std::vector<torch::Tensor> Adam::gradients() const {
    std::vector<torch::Tensor> gradients;
    for (const Slot& slot : m_slots) {
        if (slot.weight.grad().defined()) gradients.push_back(slot.weight.grad());
    }
    return gradients;
}

void Adam::collect(std::vector<std::pair<std::string, torch::Tensor>>& to, const std::string& part) const {
    to.emplace_back(part + "/steps", m_steps);
    for (const Slot& slot : m_slots) {
        to.emplace_back(part + "/mean/" + slot.name, slot.mean);
        to.emplace_back(part + "/square/" + slot.name, slot.square);
    }
}

void Adam::append(std::vector<TensorBytes>& to, const std::string& part) const {
    std::vector<std::pair<std::string, torch::Tensor>> own;
    collect(own, part);
    for (const auto& [name, tensor] : own) to.push_back(bytesFromTensor(name, tensor));
}

void Adam::load(const std::string& part, const std::vector<TensorBytes>& from) {
    copyTensor(m_steps, part + "/steps", from);
    for (Slot& slot : m_slots) {
        copyTensor(slot.mean, part + "/mean/" + slot.name, from);
        copyTensor(slot.square, part + "/square/" + slot.name, from);
    }
}

}  // namespace visagist
