// A tensor as it is stored: plain bytes with a name, a type and a shape.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace visagist {

/// A named tensor as plain bytes (row-major, little-endian). `name` begins with its part: "generator/…",
/// "ema/…", "discriminator/…", "optimizer/…", "rng/…". `type` is safetensors' name: F32, F16, BF16, F64, I64,
/// I32, I16, I8, U8, BOOL.
struct TensorBytes {
    std::string name, type;
    std::vector<std::int64_t> shape;
    std::vector<std::uint8_t> bytes;
    bool operator==(const TensorBytes&) const = default;
};

/// Bytes of one element; 0 for a type that is not known.
std::size_t elementBytes(std::string_view type);
/// Bytes of a whole tensor; nothing for an unknown type, a negative size or more than 64 bits can count.
std::optional<std::uint64_t> tensorByteCount(std::string_view type, std::span<const std::int64_t> shape);
/// Throws Error(InvalidArgument) where the bytes do not fit type and shape.
void checkTensor(const TensorBytes& tensor);

}  // namespace visagist
