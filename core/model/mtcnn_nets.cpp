#include "core/model/mtcnn_nets.h"

#include <array>

#include "core/model/weights.h"

namespace visagist {
namespace {

/// A layer and the shape of its weights; `side` is the map that a dense layer reads, which the file flattens
/// as [columns, rows, channels].
struct LayerShape {
    const char *name, *slope;
    std::vector<std::int64_t> weight;
    std::int64_t side = 0;
};

const std::vector<LayerShape>& layerShapes() {
    static const std::vector<LayerShape> shapes{
        {"pnet/conv1", "pnet/prelu1", {10, 3, 3, 3}},   {"pnet/conv2", "pnet/prelu2", {16, 10, 3, 3}},
        {"pnet/conv3", "pnet/prelu3", {32, 16, 3, 3}},  {"pnet/conv4_1", nullptr, {2, 32, 1, 1}},
        {"pnet/conv4_2", nullptr, {4, 32, 1, 1}},       {"rnet/conv1", "rnet/prelu1", {28, 3, 3, 3}},
        {"rnet/conv2", "rnet/prelu2", {48, 28, 3, 3}},  {"rnet/conv3", "rnet/prelu3", {64, 48, 2, 2}},
        {"rnet/dense4", "rnet/prelu4", {128, 576}, 3},  {"rnet/dense5_1", nullptr, {2, 128}},
        {"rnet/dense5_2", nullptr, {4, 128}},           {"onet/conv1", "onet/prelu1", {32, 3, 3, 3}},
        {"onet/conv2", "onet/prelu2", {64, 32, 3, 3}},  {"onet/conv3", "onet/prelu3", {64, 64, 3, 3}},
        {"onet/conv4", "onet/prelu4", {128, 64, 2, 2}}, {"onet/dense5", "onet/prelu5", {256, 1152}, 3},
        {"onet/dense6_1", nullptr, {2, 256}},           {"onet/dense6_2", nullptr, {4, 256}},
        {"onet/dense6_3", nullptr, {10, 256}},
    };
    return shapes;
}

torch::Tensor pooled(const torch::Tensor& x, std::int64_t kernel) {
    return torch::max_pool2d(x, {kernel, kernel}, {2, 2}, {0, 0}, {1, 1}, /*ceil_mode=*/true);
}

/// The second of two classes.
torch::Tensor faceScore(const torch::Tensor& classes) { return torch::softmax(classes, 1).select(1, 1); }

}  // namespace

MtcnnNets::MtcnnNets(const std::vector<TensorBytes>& weights) {
    const torch::NoGradGuard withoutGradients;
    for (const LayerShape& shape : layerShapes()) {
        Layer layer{torch::empty(shape.weight), torch::empty({shape.weight[0]}), {}};
        const std::string name = shape.name;
        copyTensor(layer.weight, name + ".weight", weights);
        copyTensor(layer.bias, name + ".bias", weights);
        if (shape.slope) {
            layer.slope = torch::empty({shape.weight[0]});
            copyTensor(layer.slope, std::string(shape.slope) + ".weight", weights);
        }
        if (shape.side > 0) {
            const std::int64_t channels = shape.weight[1] / (shape.side * shape.side);
            layer.weight = layer.weight.view({shape.weight[0], shape.side, shape.side, channels})
                               .permute({0, 3, 2, 1})
                               .reshape(shape.weight)
                               .contiguous();
        }
        m_layers.emplace(name, std::move(layer));
    }
}

torch::Tensor MtcnnNets::convolved(const torch::Tensor& x, const std::string& name) const {
    const Layer& of = layer(name);
    const torch::Tensor y = torch::conv2d(x, of.weight, of.bias);
    return of.slope.defined() ? torch::prelu(y, of.slope) : y;
}

torch::Tensor MtcnnNets::connected(const torch::Tensor& x, const std::string& name) const {
    const Layer& of = layer(name);
    const torch::Tensor y = torch::linear(x, of.weight, of.bias);
    return of.slope.defined() ? torch::prelu(y, of.slope) : y;
}

MtcnnOutput MtcnnNets::proposals(const torch::Tensor& pictures) const {
    const torch::InferenceMode inference;
    torch::Tensor x = pooled(convolved(pictures, "pnet/conv1"), 2);
    x = convolved(convolved(x, "pnet/conv2"), "pnet/conv3");
    return {convolved(x, "pnet/conv4_2"), faceScore(convolved(x, "pnet/conv4_1")), {}};
}

MtcnnOutput MtcnnNets::refined(const torch::Tensor& pictures) const {
    const torch::InferenceMode inference;
    torch::Tensor x = pooled(convolved(pictures, "rnet/conv1"), 3);
    x = convolved(pooled(convolved(x, "rnet/conv2"), 3), "rnet/conv3");
    x = connected(x.flatten(1), "rnet/dense4");
    return {connected(x, "rnet/dense5_2"), faceScore(connected(x, "rnet/dense5_1")), {}};
}

MtcnnOutput MtcnnNets::placed(const torch::Tensor& pictures) const {
    const torch::InferenceMode inference;
    torch::Tensor x = pooled(convolved(pictures, "onet/conv1"), 3);
    x = pooled(convolved(x, "onet/conv2"), 3);
    x = convolved(pooled(convolved(x, "onet/conv3"), 2), "onet/conv4");
    x = connected(x.flatten(1), "onet/dense5");
    return {connected(x, "onet/dense6_2"), faceScore(connected(x, "onet/dense6_1")),
            connected(x, "onet/dense6_3")};
}

}  // namespace visagist
