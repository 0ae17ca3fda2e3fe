// Modules as named tensors in plain bytes, and back.
#pragma once
#include <torch/torch.h>

#include <string>
#include <utility>
#include <vector>

#include "core/store/checkpoint_store.h"

namespace visagist {

/// One tensor on any device as plain bytes.
TensorBytes bytesFromTensor(std::string name, const torch::Tensor& tensor);
/// A tensor on the CPU that owns its memory. Throws Error(Damaged) for a type or size that does not fit.
torch::Tensor tensorFromBytes(const TensorBytes& bytes);

using NamedTensors = std::vector<std::pair<std::string, torch::Tensor>>;

/// Appends all parameters and buffers of `module` as "part/name", on their device, not copied.
void collectModule(NamedTensors& to, const std::string& part, const torch::nn::Module& module);

/// Appends all parameters and buffers of `module` as "part/name", copied.
void appendModule(std::vector<TensorBytes>& to, const std::string& part, const torch::nn::Module& module);

/// Copies the tensor called `name` into `target`, on whatever device it is. Throws Error(Damaged) where it is
/// missing or of another shape.
void copyTensor(torch::Tensor target, const std::string& name, const std::vector<TensorBytes>& from);

/// Copies the tensors "part/…" into `module`. Throws Error(Damaged) as copyTensor().
void loadModule(torch::nn::Module& module, const std::string& part, const std::vector<TensorBytes>& from);

}  // namespace visagist
