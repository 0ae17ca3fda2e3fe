// The safetensors format: weights in a file that any tool can read.
#pragma once
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/store/tensor_bytes.h"

namespace visagist {

/// Written whole or not at all; tensors lie in the order of their element size, so that each is aligned.
/// Throws Error(InvalidArgument) for a tensor whose bytes do not fit its type and shape or whose name comes
/// twice, Error(WriteFailed | DiskFull).
void writeSafetensors(const std::filesystem::path& path, std::span<const TensorBytes> tensors,
                      const std::map<std::string, std::string>& metadata);
/// In the order in which they lie in the file. Every bound is checked. Throws Error(NotFound | ReadFailed |
/// Damaged).
std::vector<TensorBytes> readSafetensors(const std::filesystem::path& path,
                                         std::map<std::string, std::string>* metadata = nullptr);

}  // namespace visagist
