#include "core/fuse/fuser.h"

#include <torch/torch.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/error.h"
#include "core/image/resize.h"
#include "core/model/checkpoint_state.h"
#include "core/model/device.h"
#include "core/model/fusion_net.h"
#include "core/model/pixels.h"
#include "core/model/weights.h"
#include "core/store/checkpoint_store.h"
#include "core/store/project.h"

namespace visagist {

namespace {

/// Weights that sum to 1, as floats.
std::vector<float> onSimplex(const std::vector<double>& weights, std::size_t people) {
    if (weights.size() != people) {
        throw Error(ErrorCode::InvalidArgument,
                    VISAGIST_TEXT("The fusion needs %1 weights, one a person; %2 were given."),
                    {std::to_string(people), std::to_string(weights.size())});
    }
    double sum = 0;
    for (const double weight : weights) {
        if (!(weight >= 0)) {
            throw Error(ErrorCode::InvalidArgument, VISAGIST_TEXT("A fusion weight must be 0 or more."));
        }
        sum += weight;
    }
    if (!std::isfinite(sum)) {
        throw Error(ErrorCode::InvalidArgument, VISAGIST_TEXT("The fusion weights are too large."));
    }
    if (!(sum > 0)) {
        throw Error(ErrorCode::InvalidArgument,
                    VISAGIST_TEXT("All fusion weights are 0. Give at least one person a share."));
    }
    std::vector<float> result;
    for (const double weight : weights) result.push_back(static_cast<float>(weight / sum));
    return result;
}

/// [1,3,R,R] or [1,1,R,R] in [0,255] → picture.
Image imageFrom(const torch::Tensor& planes) {
    const torch::Tensor bytes = interleavedBytes(planes)[0];
    Image image(static_cast<int>(bytes.size(1)), static_cast<int>(bytes.size(0)),
                static_cast<int>(bytes.size(2)));
    std::copy_n(bytes.const_data_ptr<std::uint8_t>(), image.byteCount(), image.data());
    return image;
}

class TorchFuser : public Fuser {
public:
    TorchFuser(const Checkpoint& checkpoint, std::int64_t id, Device device)
        : m_state(CheckpointState::fromJson(checkpoint.state)),
          m_checkpoint(id),
          m_device(chooseDevice(device)),
          m_net(m_state.recipe.model, static_cast<int>(m_state.people.size())) {
        loadModule(*m_net, "ema", checkpoint.tensors);
        m_net->to(m_device);
    }

    const std::vector<std::string>& people() const override { return m_state.people; }
    int resolution() const override { return pixels(m_state.recipe.model.resolution); }
    std::int64_t checkpoint() const override { return m_checkpoint; }
    std::int64_t step() const override { return m_state.step; }

    void setDriver(const Image& alignedFace) override {
        if (alignedFace.empty() || alignedFace.channels() != 3 || alignedFace.bitDepth() != 8) {
            throw Error(ErrorCode::InvalidArgument,
                        VISAGIST_TEXT("The driver must be a colour picture of 8 bits."));
        }
        const torch::NoGradGuard noGrad;
        Image face = resized(alignedFace, resolution(), resolution());
        const torch::Tensor bytes =
            torch::from_blob(face.data(), {1, resolution(), resolution(), 3}, torch::kUInt8);
        m_code = m_net->encode(bytes.to(m_device).permute({0, 3, 1, 2}).to(torch::kFloat32) / 127.5 - 1);
    }

    FusedFace fuse(const FusionWeights& weights) override {
        if (!m_code.defined()) {
            throw Error(
                ErrorCode::InvalidArgument,
                VISAGIST_TEXT("Choose a driver picture first: it gives the pose and the expression."));
        }
        const torch::NoGradGuard noGrad;
        std::vector<torch::Tensor> groups;
        for (const auto* group : {&weights.shape, &weights.features, &weights.texture}) {
            groups.push_back(torch::tensor(onSimplex(*group, m_state.people.size())));
        }
        const auto made = m_net->decode(m_code, torch::stack(groups).unsqueeze(0).to(m_device));
        return {.face = imageFrom(colourValues(made.face)),
                .mask = imageFrom(torch::sigmoid(made.maskLogits) * 255)};
    }

private:
    CheckpointState m_state;
    std::int64_t m_checkpoint;
    torch::Device m_device;
    FusionNet m_net;
    torch::Tensor m_code;
};

}  // namespace

std::unique_ptr<Fuser> Fuser::open(const std::filesystem::path& projectPath,
                                   std::optional<std::int64_t> checkpoint, Device device) {
    const Project project = Project::open(projectPath, Access::ReadOnly);
    CheckpointStore store(project.checkpointsPath(), Access::ReadOnly);
    const auto info = checkpoint ? store.find(*checkpoint) : store.latestWhole({});
    if (!info && checkpoint) {
        throw Error(ErrorCode::NotFound, VISAGIST_TEXT("The project %1 has no checkpoint %2."),
                    {project.name(), std::to_string(*checkpoint)});
    }
    if (!info) {
        throw Error(ErrorCode::NotFound,
                    VISAGIST_TEXT("The project %1 has no checkpoint to fuse with. Train it first."),
                    {project.name()});
    }
    Checkpoint loaded = store.load(info->id, "ema/");
    try {
        return std::make_unique<TorchFuser>(loaded, info->id, device);
    } catch (const c10::OutOfMemoryError&) {
        throw Error(
            ErrorCode::OutOfMemory,
            VISAGIST_TEXT(
                "There is too little graphics memory to fuse. Pause training or choose the device “cpu”."));
    }
}

}  // namespace visagist
