#include "core/model/inception.h"

#include "core/face/model_files.h"
#include "core/model/device.h"
#include "core/model/weights.h"

namespace visagist {

namespace {

constexpr double kEpsilon = 1e-3;  ///< of the normalisations, as torchvision has it

using Kernel = std::array<std::int64_t, 2>;
constexpr Kernel k1{1, 1}, k3{3, 3}, k5{5, 5}, kRow3{1, 3}, kColumn3{3, 1}, kRow7{1, 7}, kColumn7{7, 1};

class UnitList {
public:
    void add(const std::string& name, std::int64_t in, std::int64_t out, Kernel kernel,
             std::int64_t stride = 1, bool padded = true) {
        units.push_back({name, in, out, kernel, stride, padded});
    }
    void stem() {
        add("Conv2d_1a_3x3", 3, 32, k3, 2, false);
        add("Conv2d_2a_3x3", 32, 32, k3, 1, false);
        add("Conv2d_2b_3x3", 32, 64, k3);
        add("Conv2d_3b_1x1", 64, 80, k1);
        add("Conv2d_4a_3x3", 80, 192, k3, 1, false);
    }
    void blockA(const std::string& block, std::int64_t in, std::int64_t pooled) {
        add(block + ".branch1x1", in, 64, k1);
        add(block + ".branch5x5_1", in, 48, k1);
        add(block + ".branch5x5_2", 48, 64, k5);
        add(block + ".branch3x3dbl_1", in, 64, k1);
        add(block + ".branch3x3dbl_2", 64, 96, k3);
        add(block + ".branch3x3dbl_3", 96, 96, k3);
        add(block + ".branch_pool", in, pooled, k1);
    }
    void blockB(const std::string& block, std::int64_t in) {
        add(block + ".branch3x3", in, 384, k3, 2, false);
        add(block + ".branch3x3dbl_1", in, 64, k1);
        add(block + ".branch3x3dbl_2", 64, 96, k3);
        add(block + ".branch3x3dbl_3", 96, 96, k3, 2, false);
    }
    void blockC(const std::string& block, std::int64_t inner) {
        constexpr std::int64_t in = 768, out = 192;
        add(block + ".branch1x1", in, out, k1);
        add(block + ".branch7x7_1", in, inner, k1);
        add(block + ".branch7x7_2", inner, inner, kRow7);
        add(block + ".branch7x7_3", inner, out, kColumn7);
        add(block + ".branch7x7dbl_1", in, inner, k1);
        add(block + ".branch7x7dbl_2", inner, inner, kColumn7);
        add(block + ".branch7x7dbl_3", inner, inner, kRow7);
        add(block + ".branch7x7dbl_4", inner, inner, kColumn7);
        add(block + ".branch7x7dbl_5", inner, out, kRow7);
        add(block + ".branch_pool", in, out, k1);
    }
    void blockD(const std::string& block) {
        constexpr std::int64_t in = 768, out = 192;
        add(block + ".branch3x3_1", in, out, k1);
        add(block + ".branch3x3_2", out, 320, k3, 2, false);
        add(block + ".branch7x7x3_1", in, out, k1);
        add(block + ".branch7x7x3_2", out, out, kRow7);
        add(block + ".branch7x7x3_3", out, out, kColumn7);
        add(block + ".branch7x7x3_4", out, out, k3, 2, false);
    }
    void blockE(const std::string& block, std::int64_t in) {
        add(block + ".branch1x1", in, 320, k1);
        add(block + ".branch3x3_1", in, 384, k1);
        add(block + ".branch3x3_2a", 384, 384, kRow3);
        add(block + ".branch3x3_2b", 384, 384, kColumn3);
        add(block + ".branch3x3dbl_1", in, 448, k1);
        add(block + ".branch3x3dbl_2", 448, 384, k3);
        add(block + ".branch3x3dbl_3a", 384, 384, kRow3);
        add(block + ".branch3x3dbl_3b", 384, 384, kColumn3);
        add(block + ".branch_pool", in, 192, k1);
    }
    std::vector<InceptionUnit> units;
};

torch::Tensor read(const std::vector<TensorBytes>& weights, const std::string& name, at::IntArrayRef shape) {
    torch::Tensor tensor = torch::empty(shape);
    copyTensor(tensor, name, weights);
    return tensor.to(torch::kFloat64);
}

/// 3 x 3 around each place; what lies outside the map is not counted.
torch::Tensor surroundings(const torch::Tensor& x) {
    return torch::avg_pool2d(x, {3, 3}, {1, 1}, {1, 1}, /*ceil_mode=*/false, /*count_include_pad=*/false);
}
torch::Tensor halved(const torch::Tensor& x) { return torch::max_pool2d(x, {3, 3}, {2, 2}); }

}  // namespace

const std::vector<InceptionUnit>& inceptionUnits() {
    static const std::vector<InceptionUnit> units = [] {
        UnitList list;
        list.stem();
        list.blockA("Mixed_5b", 192, 32);
        list.blockA("Mixed_5c", 256, 64);
        list.blockA("Mixed_5d", 288, 64);
        list.blockB("Mixed_6a", 288);
        list.blockC("Mixed_6b", 128);
        list.blockC("Mixed_6c", 160);
        list.blockC("Mixed_6d", 160);
        list.blockC("Mixed_6e", 192);
        list.blockD("Mixed_7a");
        list.blockE("Mixed_7b", 1280);
        list.blockE("Mixed_7c", 2048);
        return list.units;
    }();
    return units;
}

Inception::Inception(const std::vector<TensorBytes>& weights, torch::Device device) : m_device(device) {
    const torch::InferenceMode inference;
    for (const auto& [name, in, out, kernel, stride, padded] : inceptionUnits()) {
        const torch::Tensor weight = read(weights, name + ".conv.weight", {out, in, kernel[0], kernel[1]});
        const torch::Tensor factor = read(weights, name + ".bn.weight", {out}) *
                                     torch::rsqrt(read(weights, name + ".bn.running_var", {out}) + kEpsilon);
        const torch::Tensor bias = read(weights, name + ".bn.bias", {out}) -
                                   read(weights, name + ".bn.running_mean", {out}) * factor;
        m_units.emplace(name, Unit{(weight * factor.view({-1, 1, 1, 1}))
                                       .to(device, torch::kFloat32)
                                       .contiguous(at::MemoryFormat::ChannelsLast),
                                   bias.to(device, torch::kFloat32),
                                   padded ? Kernel{kernel[0] / 2, kernel[1] / 2} : Kernel{0, 0}, stride});
    }
}

torch::Tensor Inception::unit(const torch::Tensor& x, const std::string& name) const {
    const Unit& unit = m_units.at(name);
    return torch::conv2d(x, unit.weight, unit.bias, unit.stride, unit.padding).relu_();
}

torch::Tensor Inception::chain(torch::Tensor x, const std::string& block,
                               std::initializer_list<const char*> names) const {
    for (const char* name : names) x = unit(x, block + name);
    return x;
}

torch::Tensor Inception::blockA(const torch::Tensor& x, const std::string& name) const {
    return torch::cat({unit(x, name + ".branch1x1"), chain(x, name, {".branch5x5_1", ".branch5x5_2"}),
                       chain(x, name, {".branch3x3dbl_1", ".branch3x3dbl_2", ".branch3x3dbl_3"}),
                       unit(surroundings(x), name + ".branch_pool")},
                      1);
}

torch::Tensor Inception::blockB(const torch::Tensor& x, const std::string& name) const {
    return torch::cat({unit(x, name + ".branch3x3"),
                       chain(x, name, {".branch3x3dbl_1", ".branch3x3dbl_2", ".branch3x3dbl_3"}), halved(x)},
                      1);
}

torch::Tensor Inception::blockC(const torch::Tensor& x, const std::string& name) const {
    return torch::cat(
        {unit(x, name + ".branch1x1"), chain(x, name, {".branch7x7_1", ".branch7x7_2", ".branch7x7_3"}),
         chain(
             x, name,
             {".branch7x7dbl_1", ".branch7x7dbl_2", ".branch7x7dbl_3", ".branch7x7dbl_4", ".branch7x7dbl_5"}),
         unit(surroundings(x), name + ".branch_pool")},
        1);
}

torch::Tensor Inception::blockD(const torch::Tensor& x, const std::string& name) const {
    return torch::cat(
        {chain(x, name, {".branch3x3_1", ".branch3x3_2"}),
         chain(x, name, {".branch7x7x3_1", ".branch7x7x3_2", ".branch7x7x3_3", ".branch7x7x3_4"}), halved(x)},
        1);
}

torch::Tensor Inception::blockE(const torch::Tensor& x, const std::string& name, bool pooledByMaximum) const {
    const torch::Tensor once = unit(x, name + ".branch3x3_1"),
                        twice = chain(x, name, {".branch3x3dbl_1", ".branch3x3dbl_2"});
    const torch::Tensor pooled =
        pooledByMaximum ? torch::max_pool2d(x, {3, 3}, {1, 1}, {1, 1}) : surroundings(x);
    return torch::cat({unit(x, name + ".branch1x1"), unit(once, name + ".branch3x3_2a"),
                       unit(once, name + ".branch3x3_2b"), unit(twice, name + ".branch3x3dbl_3a"),
                       unit(twice, name + ".branch3x3dbl_3b"), unit(pooled, name + ".branch_pool")},
                      1);
}

std::array<torch::Tensor, 4> Inception::blocks(const torch::Tensor& pictures) const {
    const torch::InferenceMode inference;
    const AutocastOff fp32(m_device);
    std::array<torch::Tensor, 4> results;
    torch::Tensor x = pictures.to(m_device, torch::kFloat32).contiguous(at::MemoryFormat::ChannelsLast);
    results[0] = halved(chain(x, "", {"Conv2d_1a_3x3", "Conv2d_2a_3x3", "Conv2d_2b_3x3"}));
    results[1] = halved(chain(results[0], "", {"Conv2d_3b_1x1", "Conv2d_4a_3x3"}));
    x = blockA(blockA(blockA(results[1], "Mixed_5b"), "Mixed_5c"), "Mixed_5d");
    x = blockB(x, "Mixed_6a");
    results[2] = blockC(blockC(blockC(blockC(x, "Mixed_6b"), "Mixed_6c"), "Mixed_6d"), "Mixed_6e");
    x = blockE(blockD(results[2], "Mixed_7a"), "Mixed_7b", false);
    // The network that the distance is defined by pools by the maximum here, and here only.
    results[3] = blockE(x, "Mixed_7c", true);
    return results;
}

torch::Tensor Inception::features(const torch::Tensor& pictures) const {
    return blocks(pictures)[3].mean({2, 3});
}

std::filesystem::path inceptionFile() {
    return userModelFile(
        kInceptionFile,
        VISAGIST_TEXT("The inception distance needs the file \"%1\", which no package holds. "
                      "Make it from pytorch-fid's weights with installer/convert_inception.py; "
                      "until then the distance is measured with the face network."));
}

}  // namespace visagist
