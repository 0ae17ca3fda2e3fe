// The shape of the fusion network: what cannot change once training has begun.
#pragma once
#include <array>

#include "core/base/error.h"
#include "core/base/field.h"

namespace visagist {

enum class Resolution { R64, R128, R256, R512 };
inline std::span<const Choice> choicesOf(Resolution) {
    static constexpr std::array<Choice, 4> choices{
        {{"64", "64 px"}, {"128", "128 px"}, {"256", "256 px"}, {"512", "512 px"}}};
    return choices;
}
constexpr int pixels(Resolution resolution) { return 64 << static_cast<int>(resolution); }

struct ModelOptions {
    Resolution resolution = Resolution::R64;
    int codeSize = 256;
    int encoderChannels = 32;
    int decoderWidth = 1024;
    int interChannels = 128;
    int styleSize = 128;
    int discriminatorWidth = 1024;
    bool operator==(const ModelOptions&) const = default;

    static constexpr const char* section() { return VISAGIST_TEXT("Network"); }
    static constexpr auto fields() {
        using O = ModelOptions;
        return std::tuple{
            Field<O, Resolution>{&O::resolution, "resolution", VISAGIST_TEXT("Resolution"),
                                 VISAGIST_TEXT("Width and height of the faces that are trained and made.")},
            Field<O, int>{&O::codeSize, "code_size", VISAGIST_TEXT("Content code"),
                          VISAGIST_TEXT("How many numbers describe pose, expression, light and background."),
                          16, 1024, kAdvanced},
            Field<O, int>{
                &O::encoderChannels, "encoder_channels", VISAGIST_TEXT("Encoder channels"),
                VISAGIST_TEXT(
                    "Channels of the encoder's first layer; they double at each halving, up to 512."),
                8, 128, kAdvanced},
            Field<O, int>{
                &O::decoderWidth, "decoder_width", VISAGIST_TEXT("Decoder width"),
                VISAGIST_TEXT(
                    "The decoder has this number divided by the layer's size as channels, up to 512."),
                512, 32768, kAdvanced},
            Field<O, int>{&O::interChannels, "inter_channels", VISAGIST_TEXT("Person map channels"),
                          VISAGIST_TEXT("Channels of the 8 by 8 map in which a person's shape begins."), 16,
                          512, kAdvanced},
            Field<O, int>{
                &O::styleSize, "style_size", VISAGIST_TEXT("Style code"),
                VISAGIST_TEXT("How many numbers describe a person's features and texture at each size."), 16,
                1024, kAdvanced},
            Field<O, int>{
                &O::discriminatorWidth, "discriminator_width", VISAGIST_TEXT("Discriminator width"),
                VISAGIST_TEXT(
                    "The discriminator has this number divided by the layer's size as channels, up to 512."),
                512, 32768, kAdvanced}};
    }
};

}  // namespace visagist
