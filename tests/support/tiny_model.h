// A network so small that a step takes milliseconds.
#pragma once
#include "core/options/model_options.h"

namespace visagist::test {

inline ModelOptions tinyModel(Resolution resolution = Resolution::R64) {
    return {.resolution = resolution,
            .codeSize = 16,
            .encoderChannels = 8,
            .decoderWidth = 512,
            .interChannels = 16,
            .styleSize = 16,
            .discriminatorWidth = 512};
}

}  // namespace visagist::test
