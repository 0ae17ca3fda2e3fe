#include "core/metrics/feature_network.h"

#include <torch/script.h>

#include <algorithm>

#include "core/base/error.h"
#include "core/base/path.h"
#include "core/base/sha256.h"
#include "core/face/model_files.h"
#include "core/model/device.h"
#include "core/model/face_net.h"
#include "core/model/inception.h"
#include "core/store/safetensors.h"

namespace visagist {

namespace {

constexpr std::size_t kPicturesAtOnce = 16;

/// [1,3,H,W] in [0,255], of the same bytes as the picture; channels lie innermost.
torch::Tensor planes(const Image& picture) {
    if (picture.empty() || picture.channels() != 3 || picture.bitDepth() != 8) {
        throw Error(ErrorCode::InvalidArgument,
                    VISAGIST_TEXT("Pictures to be compared must be RGB of 8 bits and not empty."));
    }
    return torch::from_blob(const_cast<std::uint8_t*>(picture.data()),
                            {1, picture.height(), picture.width(), 3}, torch::kUInt8)
        .permute({0, 3, 1, 2});
}

/// All of a kind that take pictures of one size.
class BatchedNetwork : public FeatureNetwork {
public:
    BatchedNetwork(FeatureKind kind, int dimensions, const std::string& weightsHash, torch::Device device)
        : m_kind(kind),
          m_dimensions(dimensions),
          m_identity(featureKindKey(kind) + " " + weightsHash),
          m_device(device) {}
    FeatureKind kind() const override { return m_kind; }
    int dimensions() const override { return m_dimensions; }
    const std::string& identity() const override { return m_identity; }

    FeatureRows features(std::span<const Image> pictures, std::stop_token stop) override {
        const torch::InferenceMode inference;
        FeatureRows rows{m_dimensions, {}};
        rows.values.reserve(pictures.size() * static_cast<std::size_t>(m_dimensions));
        for (std::size_t first = 0; first < pictures.size(); first += kPicturesAtOnce) {
            if (stop.stop_requested())
                throw Error(ErrorCode::Cancelled, VISAGIST_TEXT("Measuring was stopped."));
            std::vector<torch::Tensor> batch;
            for (std::size_t i = first; i < std::min(first + kPicturesAtOnce, pictures.size()); ++i)
                batch.push_back(seen(planes(pictures[i]).to(m_device)));
            const torch::Tensor found =
                looked(torch::cat(batch)).to(torch::kCPU, torch::kFloat64).contiguous();
            if (found.dim() != 2 || found.size(1) != m_dimensions) {
                throw Error(
                    ErrorCode::Damaged,
                    VISAGIST_TEXT("The network that measures pictures gives no features of the kind that "
                                  "was expected; its file is not the right one."));
            }
            const auto* values = found.const_data_ptr<double>();
            rows.values.insert(rows.values.end(), values, values + found.numel());
        }
        return rows;
    }

protected:
    /// One picture [1,3,H,W] as bytes → the size and range that the network takes.
    virtual torch::Tensor seen(const torch::Tensor& picture) const = 0;
    /// [B,…] → [B,D].
    virtual torch::Tensor looked(const torch::Tensor& pictures) = 0;
    torch::Device device() const { return m_device; }

private:
    FeatureKind m_kind;
    int m_dimensions;
    std::string m_identity;
    torch::Device m_device;
};

/// Resized as pytorch-fid does, or as clean-fid does with Pillow's bicubic in floating point.
class InceptionNetwork : public BatchedNetwork {
public:
    InceptionNetwork(FeatureKind kind, const std::filesystem::path& file, torch::Device device)
        : BatchedNetwork(kind, kInceptionFeatures, fileSha256(file), device),
          m_network(readSafetensors(file), device) {}

protected:
    torch::Tensor seen(const torch::Tensor& picture) const override {
        const torch::Tensor values = picture.to(torch::kFloat32).contiguous();
        if (kind() == FeatureKind::InceptionClean)
            return (torch::_upsample_bicubic2d_aa(values, kSize, false).clamp(0, 255) - 128) / 128;
        return 2 * torch::upsample_bilinear2d(values / 255, kSize, false) - 1;
    }
    torch::Tensor looked(const torch::Tensor& pictures) override { return m_network.features(pictures); }

private:
    static constexpr std::array<std::int64_t, 2> kSize{kInceptionSide, kInceptionSide};
    Inception m_network;
};

/// A network that takes bytes of any size and answers with features when asked for them. Its pictures are
/// looked at one by one, as their sizes may differ.
class ScriptedNetwork : public FeatureNetwork {
public:
    ScriptedNetwork(const std::filesystem::path& file, torch::Device device)
        : m_identity(featureKindKey(FeatureKind::StyleGan) + " " + fileSha256(file)), m_device(device) {
        try {
            m_module = torch::jit::load(utf8FromPath(file), device);
            m_module.eval();
        } catch (const c10::Error&) {
            throw Error(ErrorCode::Damaged, VISAGIST_TEXT("\"%1\" is no TorchScript network, or is damaged."),
                        {utf8FromPath(file)});
        }
    }
    FeatureKind kind() const override { return FeatureKind::StyleGan; }
    int dimensions() const override { return kInceptionFeatures; }
    const std::string& identity() const override { return m_identity; }
    FeatureRows features(std::span<const Image> pictures, std::stop_token stop) override {
        const torch::InferenceMode inference;
        FeatureRows rows{kInceptionFeatures, {}};
        for (const Image& picture : pictures) {
            if (stop.stop_requested())
                throw Error(ErrorCode::Cancelled, VISAGIST_TEXT("Measuring was stopped."));
            const torch::Tensor found = asked(planes(picture).contiguous().to(m_device));
            if (found.numel() != kInceptionFeatures) {
                throw Error(
                    ErrorCode::Damaged,
                    VISAGIST_TEXT("The network that measures pictures gives no features of the kind that "
                                  "was expected; its file is not the right one."));
            }
            const auto* values = found.const_data_ptr<double>();
            rows.values.insert(rows.values.end(), values, values + found.numel());
        }
        return rows;
    }

private:
    torch::Tensor asked(const torch::Tensor& picture) {
        try {
            return m_module.forward({picture}, {{"return_features", true}})
                .toTensor()
                .to(torch::kCPU, torch::kFloat64)
                .contiguous();
        } catch (const c10::Error&) {
            throw Error(
                ErrorCode::Damaged,
                VISAGIST_TEXT("The network that measures pictures cannot be run; its file is not the right "
                              "one."));
        }
    }
    torch::jit::Module m_module;
    std::string m_identity;
    torch::Device m_device;
};

class FaceNetwork : public BatchedNetwork {
public:
    explicit FaceNetwork(torch::Device device)
        : BatchedNetwork(FeatureKind::FaceNet, kEmbeddingSize, fileSha256(faceNetFile()), device),
          m_network(loadFaceNet(device)) {}

protected:
    torch::Tensor seen(const torch::Tensor& picture) const override {
        return chipsFromFaces(picture.to(torch::kFloat32).contiguous() / 127.5 - 1);
    }
    torch::Tensor looked(const torch::Tensor& chips) override { return m_network->ofChips(chips).embedding; }

private:
    FaceNet m_network;
};

}  // namespace

std::string featureKindKey(FeatureKind kind) {
    return choicesOf(FeatureKind{})[static_cast<std::size_t>(kind)].key;
}

std::unique_ptr<FeatureNetwork> loadFeatureNetwork(FeatureKind kind, Device wish) {
    switch (kind) {
        case FeatureKind::Auto:
            return loadFeatureNetwork(availableFeatureKind(), wish);
        case FeatureKind::Inception:
        case FeatureKind::InceptionClean:
            return loadFeatureNetwork(kind, inceptionFile(), wish);
        case FeatureKind::StyleGan:
            return loadFeatureNetwork(
                kind,
                userModelFile(kStyleGanInceptionFile,
                              VISAGIST_TEXT("StyleGAN's distance needs NVIDIA's own file \"%1\", which no "
                                            "package holds.")),
                wish);
        case FeatureKind::FaceNet:
            break;
    }
    return std::make_unique<FaceNetwork>(chooseDevice(wish));
}

std::unique_ptr<FeatureNetwork> loadFeatureNetwork(FeatureKind kind, const std::filesystem::path& file,
                                                   Device wish) {
    const torch::Device device = chooseDevice(wish);
    if (kind == FeatureKind::StyleGan) return std::make_unique<ScriptedNetwork>(file, device);
    if (kind == FeatureKind::FaceNet || kind == FeatureKind::Auto)
        throw Error(ErrorCode::InvalidArgument, VISAGIST_TEXT("The face network has a file of its own."));
    return std::make_unique<InceptionNetwork>(kind, file, device);
}

FeatureKind availableFeatureKind() {
    return std::filesystem::exists(modelsFolder() / kInceptionFile) ? FeatureKind::Inception
                                                                    : FeatureKind::FaceNet;
}

}  // namespace visagist
