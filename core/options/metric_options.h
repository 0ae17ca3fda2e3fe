// What is measured of a run while it trains, and what that may cost.
#pragma once
#include <array>
#include <cstdint>

#include "core/base/error.h"
#include "core/base/field.h"

namespace visagist {

/// The network whose features tell how far two sets of pictures are apart. Values measured with different
/// ones are never compared.
enum class FeatureKind {
    Auto,            ///< the best that can be had
    Inception,       ///< as PyPI's pytorch-fid: bilinear, no care for aliasing
    InceptionClean,  ///< the same network, the pictures resized as PyPI's clean-fid does (Parmar et al. 2022)
    StyleGan,        ///< StyleGAN's own TorchScript network, which resizes by itself
    FaceNet          ///< dlib's face network: who is seen, not how well it is drawn
};
inline std::span<const Choice> choicesOf(FeatureKind) {
    static constexpr std::array<Choice, 5> choices{
        {{"auto", VISAGIST_TEXT("Automatic")},
         {"inception", VISAGIST_TEXT("Inception, as pytorch-fid")},
         {"inception-clean", VISAGIST_TEXT("Inception, as clean-fid")},
         {"stylegan", VISAGIST_TEXT("StyleGAN's network")},
         {"face-net", VISAGIST_TEXT("Face network")}}};
    return choices;
}

struct MetricOptions {
    std::int64_t every = 1000;
    FeatureKind network = FeatureKind::Auto;
    int pictures = 256;
    double share = 0.1;
    bool operator==(const MetricOptions&) const = default;

    static constexpr const char* section() { return VISAGIST_TEXT("Measuring"); }
    static constexpr auto fields() {
        using O = MetricOptions;
        return std::tuple{
            Field<O, std::int64_t>{
                &O::every, "metrics_every", VISAGIST_TEXT("Measure every"),
                VISAGIST_TEXT("Steps between two measurements of the averaged network (distance to the "
                              "photographs, likeness), which go on beside training. 0 is never."),
                0, 100'000'000, kLive, VISAGIST_TEXT("steps")},
            Field<O, FeatureKind>{
                &O::network,
                "metrics_network",
                VISAGIST_TEXT("Measured with"),
                VISAGIST_TEXT(
                    "The network whose features are compared. Automatic takes Inception (FID) where "
                    "its file is in the model folder, else the face network."),
                {},
                {},
                kAdvanced},
            Field<O, int>{&O::pictures, "metrics_pictures", VISAGIST_TEXT("Pictures measured"),
                          VISAGIST_TEXT("Made faces and photographs that are compared, of each as many. More "
                                        "are more exact and take longer."),
                          2, 50'000, kAdvanced, VISAGIST_TEXT("pictures")},
            Field<O, double>{
                &O::share, "metrics_share", VISAGIST_TEXT("Share of the time"),
                VISAGIST_TEXT(
                    "On the processor measuring takes at most this share of one core, so that training "
                    "keeps its speed."),
                0.01, 1, kLive | kAdvanced}};
    }
};

}  // namespace visagist
