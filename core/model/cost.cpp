#include "core/model/cost.h"

#include <algorithm>

#include "core/model/layers.h"
#include "core/model/lpips.h"

namespace visagist {

namespace {

/// A convolution that makes size x size pixels.
double convolutionFlops(double in, double out, double kernel, double size) {
    return 2 * in * out * kernel * kernel * size * size;
}

double encodeFlops(const ModelOptions& options) {
    double flops = 0, in = 3, out = options.encoderChannels;
    for (int size = pixels(options.resolution); size > 8; size /= 2) {
        flops += convolutionFlops(in, out, 5, size / 2.0);
        const bool first = size == pixels(options.resolution), last = size == 16;
        if (first || last) flops += 2 * convolutionFlops(out, out, 3, size / 2.0);
        in = out;
        out = std::min(2 * out, 512.0);
    }
    return flops + 2 * in * 64 * options.codeSize;
}

double decodeFlops(const ModelOptions& options) {
    const double mapSize = 64.0 * options.interChannels;
    double flops = 2 * options.codeSize * mapSize, in = options.interChannels;
    for (int size = 8; size <= pixels(options.resolution); size *= 2) {
        const double out = channelsAt(options.decoderWidth, size), before = size > 8 ? size / 2 : size;
        flops += convolutionFlops(in, out, 3, size) + convolutionFlops(out, out, 3, size) +
                 convolutionFlops(in, out, 1, before) + convolutionFlops(out, 3, 1, size) +
                 2 * 2.0 * options.styleSize * 2 * out;
        in = out;
    }
    return flops + convolutionFlops(in, 1, 1, pixels(options.resolution));
}

double judgeFlops(const ModelOptions& options) {
    int size = pixels(options.resolution);
    double in = channelsAt(options.discriminatorWidth, size), flops = convolutionFlops(3, in, 1, size);
    for (; size > 8; size /= 2) {
        const double out = channelsAt(options.discriminatorWidth, size / 2);
        flops += convolutionFlops(in, in, 3, size) + convolutionFlops(in, out, 3, size) +
                 convolutionFlops(in, out, 1, size / 2.0);
        in = out;
    }
    return flops + convolutionFlops(in + 1, in, 3, 8) + 2 * in * 64 * 256 + 2 * 256;
}

}  // namespace

ForwardCost forwardCost(const ModelOptions& options) {
    return {.encode = encodeFlops(options), .decode = decodeFlops(options), .judge = judgeFlops(options)};
}

double stepFlops(const ForwardCost& cost, const Recipe& recipe) {
    const double fused = recipe.data.mixtures;
    const double generator = 3 * (cost.encode + cost.decode) + fused * 3 * (cost.decode + cost.encode);
    // Photos, made and fused faces are judged once for both turns; the penalty comes every 16th step.
    const double judging = (3 + 5 + 5 * fused + 6.0 / 16) * cost.judge;
    // LPIPS looks at what was made, forward and back to its pixels, and at the photos.
    const double lpips = recipe.losses.lpips > 0 ? 3 * lpipsFlops(pixels(recipe.model.resolution)) : 0;
    return (generator + judging + lpips) * recipe.data.batchSize * recipe.optim.accumulation;
}

}  // namespace visagist
