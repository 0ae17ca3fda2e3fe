#include "core/store/tensor_bytes.h"

#include <array>
#include <limits>
#include <utility>

#include "core/base/error.h"

namespace visagist {

std::size_t elementBytes(std::string_view type) {
    static constexpr std::array<std::pair<std::string_view, std::size_t>, 10> sizes{{{"F64", 8},
                                                                                     {"I64", 8},
                                                                                     {"F32", 4},
                                                                                     {"I32", 4},
                                                                                     {"F16", 2},
                                                                                     {"BF16", 2},
                                                                                     {"I16", 2},
                                                                                     {"I8", 1},
                                                                                     {"U8", 1},
                                                                                     {"BOOL", 1}}};
    for (const auto& [name, bytes] : sizes) {
        if (name == type) return bytes;
    }
    return 0;
}

std::optional<std::uint64_t> tensorByteCount(std::string_view type, std::span<const std::int64_t> shape) {
    std::uint64_t bytes = elementBytes(type);
    if (bytes == 0) return std::nullopt;
    bool empty = false;
    for (const std::int64_t size : shape) {
        if (size < 0) return std::nullopt;
        if (size == 0) {
            empty = true;
            continue;
        }
        if (bytes > std::numeric_limits<std::uint64_t>::max() / static_cast<std::uint64_t>(size))
            return std::nullopt;
        bytes *= static_cast<std::uint64_t>(size);
    }
    return empty ? 0 : bytes;
}

void checkTensor(const TensorBytes& tensor) {
    if (tensorByteCount(tensor.type, tensor.shape) != tensor.bytes.size())
        throw Error(ErrorCode::InvalidArgument,
                    VISAGIST_TEXT("The tensor %1 has %2 bytes, which do not fit its type %3 and its shape."),
                    {tensor.name, std::to_string(tensor.bytes.size()), tensor.type});
}

}  // namespace visagist
