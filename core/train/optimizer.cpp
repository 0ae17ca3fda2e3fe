#include "core/train/optimizer.h"

namespace visagist {

namespace {

/// The gradient, or zeros where the step is skipped: what is not a number must not reach the state.
torch::Tensor usable(const torch::Tensor& gradient, const torch::Tensor& foundInf) {
    return torch::where(foundInf > 0, torch::zeros({}, gradient.options()), gradient);
}

}  // namespace

Optimizer::Optimizer(OptimizerKind kind, const torch::nn::Module& module) : m_kind(kind) {
    for (const auto& item : module.named_parameters()) {
        m_slots.push_back({item.key(), item.value(), torch::zeros_like(item.value()),
                           kind == OptimizerKind::Lion ? torch::Tensor() : torch::zeros_like(item.value())});
    }
    m_steps = torch::zeros(
        {}, torch::TensorOptions().dtype(torch::kFloat32).device(m_slots.front().weight.device()));
}

void Optimizer::step(const OptimOptions& options, double learningRate, const torch::Tensor& foundInf) {
    const torch::NoGradGuard noGrad;
    std::vector<Slot*> moving;
    for (Slot& slot : m_slots) {
        if (slot.weight.grad().defined()) moving.push_back(&slot);
    }
    if (moving.empty()) return;
    m_steps.add_(1 - foundInf);
    if (m_kind == OptimizerKind::AdaBelief) {
        for (Slot* slot : moving) beliefStep(*slot, options, learningRate, foundInf);
    } else if (m_kind == OptimizerKind::Lion) {
        for (Slot* slot : moving) lionStep(*slot, options, learningRate, foundInf);
    } else {
        fusedStep(moving, options, learningRate, foundInf);
    }
}

void Optimizer::fusedStep(const std::vector<Slot*>& moving, const OptimOptions& options, double learningRate,
                          const torch::Tensor& foundInf) {
    std::vector<torch::Tensor> weights, gradients, means, squares;
    for (const Slot* slot : moving) {
        weights.push_back(slot->weight);
        gradients.push_back(slot->weight.grad());
        means.push_back(slot->mean);
        squares.push_back(slot->square);
    }
    const std::vector<torch::Tensor> steps(weights.size(), m_steps);
    constexpr double epsilon = 1e-8;
    if (m_kind == OptimizerKind::AdamW) {
        at::_fused_adamw_(weights, gradients, means, squares, {}, steps, learningRate, options.beta1,
                          options.beta2, options.weightDecay, epsilon, /*amsgrad=*/false, /*maximize=*/false,
                          /*grad_scale=*/{}, foundInf);
    } else {
        at::_fused_adam_(weights, gradients, means, squares, {}, steps, learningRate, options.beta1,
                         options.beta2, /*weight_decay=*/0, epsilon, /*amsgrad=*/false, /*maximize=*/false,
                         /*grad_scale=*/{}, foundInf);
    }
}

void Optimizer::beliefStep(Slot& slot, const OptimOptions& options, double learningRate,
                           const torch::Tensor& foundInf) const {
    constexpr double epsilon = 1e-12;
    const torch::Tensor gradient = usable(slot.weight.grad(), foundInf), taken = 1 - foundInf;
    slot.mean.lerp_(gradient, (1 - options.beta1) * taken);
    slot.square.lerp_((gradient - slot.mean).square() + epsilon, (1 - options.beta2) * taken);
    const torch::Tensor mean = slot.mean / (1 - torch::pow(options.beta1, m_steps)),
                        square = slot.square / (1 - torch::pow(options.beta2, m_steps));
    const torch::Tensor move = learningRate * mean / (square.sqrt() + epsilon);
    slot.weight.sub_(torch::where(foundInf > 0, torch::zeros({}, move.options()), move));
}

void Optimizer::lionStep(Slot& slot, const OptimOptions& options, double learningRate,
                         const torch::Tensor& foundInf) {
    const torch::Tensor gradient = usable(slot.weight.grad(), foundInf), taken = 1 - foundInf;
    const torch::Tensor direction = torch::lerp(slot.mean, gradient, 1 - options.beta1).sign_();
    slot.weight.sub_(learningRate * taken * (direction + options.weightDecay * slot.weight));
    slot.mean.lerp_(gradient, (1 - options.beta2) * taken);
}

void Optimizer::zeroGradients() {
    for (Slot& slot : m_slots) slot.weight.mutable_grad() = torch::Tensor();
}

std::vector<torch::Tensor> Optimizer::gradients() const {
    std::vector<torch::Tensor> gradients;
    for (const Slot& slot : m_slots) {
        if (slot.weight.grad().defined()) gradients.push_back(slot.weight.grad());
    }
    return gradients;
}

void Optimizer::collect(NamedTensors& to, const std::string& part) const {
    to.emplace_back(part + "/steps", m_steps);
    for (const Slot& slot : m_slots) {
        to.emplace_back(part + "/mean/" + slot.name, slot.mean);
        if (slot.square.defined()) to.emplace_back(part + "/square/" + slot.name, slot.square);
    }
}

void Optimizer::load(const std::string& part, const std::vector<TensorBytes>& from) {
    copyTensor(m_steps, part + "/steps", from);
    for (Slot& slot : m_slots) {
        copyTensor(slot.mean, part + "/mean/" + slot.name, from);
        if (slot.square.defined()) copyTensor(slot.square, part + "/square/" + slot.name, from);
    }
}

}  // namespace visagist
