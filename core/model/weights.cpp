#include "core/model/weights.h"

#include <array>
#include <cstring>
#include <sstream>

#include "core/base/error.h"

namespace visagist {

namespace {

struct TypeName {
    torch::ScalarType type;
    const char* name;
};
constexpr std::array<TypeName, 8> kTypes{{{torch::kFloat32, "F32"},
                                          {torch::kFloat16, "F16"},
                                          {torch::kBFloat16, "BF16"},
                                          {torch::kFloat64, "F64"},
                                          {torch::kInt64, "I64"},
                                          {torch::kInt32, "I32"},
                                          {torch::kUInt8, "U8"},
                                          {torch::kBool, "BOOL"}}};

std::string shapeText(torch::IntArrayRef shape) {
    std::ostringstream text;
    text << shape;
    return text.str();
}

}  // namespace

TensorBytes bytesFromTensor(std::string name, const torch::Tensor& tensor) {
    const torch::Tensor plain = tensor.detach().to(torch::kCPU).contiguous();
    TensorBytes result{.name = std::move(name), .type = {}, .shape = plain.sizes().vec(), .bytes = {}};
    for (const TypeName& entry : kTypes) {
        if (entry.type == plain.scalar_type()) result.type = entry.name;
    }
    if (result.type.empty()) {
        throw Error(ErrorCode::Internal, VISAGIST_TEXT("The tensor %1 has a type that cannot be saved."),
                    {result.name});
    }
    const auto* data = static_cast<const std::uint8_t*>(plain.const_data_ptr());
    result.bytes.assign(data, data + plain.nbytes());
    return result;
}

torch::Tensor tensorFromBytes(const TensorBytes& bytes) {
    for (const TypeName& entry : kTypes) {
        if (bytes.type != entry.name) continue;
        torch::Tensor tensor = torch::empty(bytes.shape, entry.type);
        if (tensor.nbytes() != bytes.bytes.size()) break;
        std::memcpy(tensor.mutable_data_ptr(), bytes.bytes.data(), bytes.bytes.size());
        return tensor;
    }
    throw Error(
        ErrorCode::Damaged,
        VISAGIST_TEXT("The tensor %1 of this checkpoint is damaged: its size does not fit its shape."),
        {bytes.name});
}

void collectModule(NamedTensors& to, const std::string& part, const torch::nn::Module& module) {
    for (const auto& item : module.named_parameters()) to.emplace_back(part + "/" + item.key(), item.value());
    for (const auto& item : module.named_buffers()) to.emplace_back(part + "/" + item.key(), item.value());
}

void appendModule(std::vector<TensorBytes>& to, const std::string& part, const torch::nn::Module& module) {
    NamedTensors own;
    collectModule(own, part, module);
    for (const auto& [name, tensor] : own) to.push_back(bytesFromTensor(name, tensor));
}

void copyTensor(torch::Tensor target, const std::string& name, const std::vector<TensorBytes>& from) {
    const torch::NoGradGuard noGrad;
    for (const TensorBytes& bytes : from) {
        if (bytes.name != name) continue;
        if (torch::IntArrayRef(bytes.shape) != target.sizes()) {
            throw Error(
                ErrorCode::Damaged,
                VISAGIST_TEXT("The checkpoint does not fit the network: %1 has the shape %2, not %3."),
                {name, shapeText(bytes.shape), shapeText(target.sizes())});
        }
        target.copy_(tensorFromBytes(bytes));
        return;
    }
    throw Error(ErrorCode::Damaged, VISAGIST_TEXT("The checkpoint does not fit the network: it has no %1."),
                {name});
}

void loadModule(torch::nn::Module& module, const std::string& part, const std::vector<TensorBytes>& from) {
    for (const auto& item : module.named_parameters())
        copyTensor(item.value(), part + "/" + item.key(), from);
    for (const auto& item : module.named_buffers()) copyTensor(item.value(), part + "/" + item.key(), from);
}

}  // namespace visagist
