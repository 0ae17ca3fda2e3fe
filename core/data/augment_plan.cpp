#include "core/data/augment_plan.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/data/seeded_random.h"
#include "core/options/data_options.h"

namespace visagist {

namespace {

using Row = std::array<double, 4>;
using ColourMatrix = std::array<Row, 3>;  ///< [colour of 3] = rows · (r, g, b, 1)

constexpr std::array<double, 3> kLuma{0.2126, 0.7152, 0.0722};

/// Rows of the space in which colours are carried over: luma, blue and red against luma.
std::array<double, 3> lumaAndDifferences(const std::array<double, 3>& rgb) {
    const double luma = kLuma[0] * rgb[0] + kLuma[1] * rgb[1] + kLuma[2] * rgb[2];
    return {luma, rgb[2] - luma, rgb[0] - luma};
}

std::array<double, 3> fromLumaAndDifferences(const std::array<double, 3>& c) {
    const double red = c[2] + c[0], blue = c[1] + c[0];
    return {red, (c[0] - kLuma[0] * red - kLuma[2] * blue) / kLuma[1], blue};
}

template <class Map>
ColourMatrix matrixOf(const Map& map) {
    const std::array<double, 3> zero = map({0, 0, 0});
    ColourMatrix matrix;
    for (std::size_t j = 0; j < 3; ++j) {
        std::array<double, 3> unit{};
        unit[j] = 1;
        const std::array<double, 3> image = map(unit);
        for (std::size_t i = 0; i < 3; ++i) matrix[i][j] = image[i] - zero[i];
    }
    for (std::size_t i = 0; i < 3; ++i) matrix[i][3] = zero[i];
    return matrix;
}

/// How far a channel may be stretched by a transfer: a grey face has no colours to stretch.
constexpr double kMostStretch = 2.5;

std::array<double, 3> carriedOver(const ColourTransfer& transfer, const std::array<double, 3>& rgb) {
    std::array<double, 3> c = lumaAndDifferences(rgb);
    for (std::size_t i = 0; i < 3; ++i) {
        const double stretch =
            std::clamp(transfer.other.deviation[i] / std::max(transfer.own.deviation[i], 1e-6),
                       1 / kMostStretch, kMostStretch);
        c[i] = (c[i] - transfer.own.mean[i]) * stretch + transfer.other.mean[i];
    }
    return fromLumaAndDifferences(c);
}

void drawMove(AugmentPlan& plan, const DataOptions& options, int resolution, SeededRandom& random) {
    const double size = resolution, angle = random.uniform(-1, 1) * options.rotate * std::numbers::pi / 180;
    const double scale = std::exp(random.uniform(-1, 1) * std::log1p(options.scale));
    const double shiftX = random.uniform(-1, 1) * options.shift * size,
                 shiftY = random.uniform(-1, 1) * options.shift * size;
    const double mirror = options.flip && random.uniform() < 0.5 ? -1 : 1;
    plan.moves = options.rotate > 0 || options.scale > 0 || options.shift > 0 || mirror < 0;
    if (!plan.moves) return;
    const double c = std::cos(angle) / scale, s = std::sin(angle) / scale, centre = (size - 1) / 2;
    const double rows[6] = {c * mirror, -s, centre - c * mirror * centre + s * centre + shiftX,
                            s * mirror, c,  centre - s * mirror * centre - c * centre + shiftY};
    std::transform(std::begin(rows), std::end(rows), plan.affine,
                   [](double v) { return static_cast<float>(v); });
}

/// A random change of brightness, contrast and saturation, after the transfer.
void drawColour(AugmentPlan& plan, double strength, SeededRandom& random,
                const std::optional<ColourTransfer>& transfer) {
    const auto factor = [&] { return 1 + strength * random.uniform(-1, 1); };
    const double contrast = factor(), saturation = factor(), brightness = strength * random.uniform(-1, 1);
    if (strength == 0 && !transfer) return;  // the identity, without rounding
    const ColourMatrix matrix = matrixOf([&](std::array<double, 3> rgb) {
        if (transfer) rgb = carriedOver(*transfer, rgb);
        const double luma = kLuma[0] * rgb[0] + kLuma[1] * rgb[1] + kLuma[2] * rgb[2];
        for (double& value : rgb) value = contrast * (luma + saturation * (value - luma)) + brightness;
        return rgb;
    });
    for (std::size_t i = 0; i < 12; ++i) plan.colour[i] = static_cast<float>(matrix[i / 4][i % 4]);
}

/// Hands, hair and microphones reach in from the border: centres lie anywhere, more often far out.
Occluder drawOccluder(int resolution, SeededRandom& random) {
    const double size = resolution, angle = random.uniform(0, 2 * std::numbers::pi);
    const double away = size * random.uniform(0.15, 0.55), length = size * random.uniform(0.08, 0.3),
                 breadth = size * random.uniform(0.04, 0.16), turn = random.uniform(0, std::numbers::pi);
    Occluder o{.x = static_cast<float>(size / 2 + away * std::cos(angle)),
               .y = static_cast<float>(size / 2 + away * std::sin(angle)),
               .alongX = static_cast<float>(std::cos(turn)),
               .alongY = static_cast<float>(std::sin(turn)),
               .halfLength = static_cast<float>(length),
               .halfBreadth = static_cast<float>(breadth),
               .from = {},
               .to = {}};
    const double shade = random.uniform(-0.6, 0.6);
    for (int i = 0; i < 3; ++i) {
        const double middle = random.uniform(-1, 1);
        o.from[i] = static_cast<float>(std::clamp(middle - shade, -1.0, 1.0));
        o.to[i] = static_cast<float>(std::clamp(middle + shade, -1.0, 1.0));
    }
    return o;
}

}  // namespace

std::optional<FaceColours> coloursOf(const std::uint8_t* face, int resolution) {
    const int stride = std::max(1, resolution / 64);
    std::array<double, 3> sum{}, squares{};
    double count = 0;
    for (int y = 0; y < resolution; y += stride) {
        for (int x = 0; x < resolution; x += stride) {
            const std::uint8_t* p = face + 4 * (static_cast<std::ptrdiff_t>(y) * resolution + x);
            if (p[3] < 128) continue;
            const std::array<double, 3> c =
                lumaAndDifferences({p[0] / 127.5 - 1, p[1] / 127.5 - 1, p[2] / 127.5 - 1});
            for (std::size_t i = 0; i < 3; ++i) {
                sum[i] += c[i];
                squares[i] += c[i] * c[i];
            }
            ++count;
        }
    }
    if (count == 0) return {};
    FaceColours colours;
    for (std::size_t i = 0; i < 3; ++i) {
        colours.mean[i] = sum[i] / count;
        colours.deviation[i] =
            std::sqrt(std::max(0.0, squares[i] / count - colours.mean[i] * colours.mean[i]));
    }
    return colours;
}

std::optional<ColourTransfer> transferBetween(const std::uint8_t* own, const std::uint8_t* other,
                                              int resolution) {
    const auto mine = coloursOf(own, resolution), theirs = coloursOf(other, resolution);
    if (!mine || !theirs) return {};
    return ColourTransfer{*mine, *theirs};
}

AugmentPlan drawPlan(const DataOptions& options, double warp, int resolution, SeededRandom random,
                     const std::optional<ColourTransfer>& transfer) {
    AugmentPlan plan;
    drawMove(plan, options, resolution, random);
    drawColour(plan, options.colour, random, transfer);
    if (warp > 0) {
        plan.bends = 1;
        for (float& value : plan.warp)
            value = static_cast<float>(0.025 * warp * resolution * random.normal());
    }
    if (random.uniform() < options.occlude) {
        plan.occluders = 1 + (random.uniform() < 0.3);
        for (int i = 0; i < plan.occluders; ++i) plan.occluder[i] = drawOccluder(resolution, random);
    }
    if (random.uniform() < options.blur) {
        const double most = std::min<double>(kMostBlur, resolution / 48.0);
        plan.blur = static_cast<float>(most * random.uniform(0.2, 1));
    }
    if (random.uniform() < options.jpeg) plan.jpegQuality = 20 + static_cast<int>(random.below(71));
    return plan;
}

}  // namespace visagist
