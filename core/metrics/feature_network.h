// The networks whose features tell how alike two sets of pictures are.
#pragma once
#include <filesystem>
#include <memory>
#include <span>
#include <stop_token>
#include <string>

#include "core/image/image.h"
#include "core/metrics/feature_rows.h"
#include "core/options/metric_options.h"
#include "core/options/train_options.h"

namespace visagist {

/// As stored with a value: "inception", "inception-clean", "stylegan", "face-net".
std::string featureKindKey(FeatureKind kind);

/// StyleGAN's network as NVIDIA gives it: a TorchScript file.
inline constexpr const char* kStyleGanInceptionFile = "inception-2015-12-05.pt";

/// Belongs to one thread at a time.
class FeatureNetwork {
public:
    virtual ~FeatureNetwork() = default;
    virtual FeatureKind kind() const = 0;
    virtual int dimensions() const = 0;
    /// What a value depends on beside the pictures: the kind and the SHA-256 of the weights.
    virtual const std::string& identity() const = 0;
    /// Features of RGB pictures of 8 bits, of any and mixed sizes; for FaceNet they are aligned faces. In the
    /// order of the pictures. Throws Error(InvalidArgument) for other pictures, Error(Cancelled) on stop.
    virtual FeatureRows features(std::span<const Image> pictures, std::stop_token stop = {}) = 0;
};

/// From the user's files (inceptionFile(), kStyleGanInceptionFile) or the face network's; Auto is
/// availableFeatureKind(). Throws Error(NotFound) that says how the file is come by, Error(ReadFailed |
/// Damaged).
std::unique_ptr<FeatureNetwork> loadFeatureNetwork(FeatureKind kind, Device device = Device::Auto);
/// From a given file: safetensors for the two Inception kinds, TorchScript for StyleGan.
/// Error(InvalidArgument) for FaceNet.
std::unique_ptr<FeatureNetwork> loadFeatureNetwork(FeatureKind kind, const std::filesystem::path& file,
                                                   Device device = Device::Auto);

/// The best that can be had: Inception where the user has its file, else the face network.
FeatureKind availableFeatureKind();

}  // namespace visagist
