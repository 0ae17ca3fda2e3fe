// The safetensors format: weights in a file that any tool can read.
#pragma once
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/store/checkpoint_store.h"

namespace visagist {

/// Temp file, fsync, rename. Throws Error(WriteFailed | DiskFull).
void writeSafetensors(const std::filesystem::path& path, std::span<const TensorBytes> tensors,
                      const std::map<std::string, std::string>& metadata);
/// Every bound is checked. Throws Error(NotFound | ReadFailed | Damaged).
std::vector<TensorBytes> readSafetensors(const std::filesystem::path& path,
                                         std::map<std::string, std::string>* metadata = nullptr);

}  // namespace visagist
