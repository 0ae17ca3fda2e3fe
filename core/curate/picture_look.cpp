#include "core/curate/picture_look.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "core/base/error.h"
#include "core/image/resize.h"

namespace visagist {

namespace {

constexpr std::size_t kSide = kThumbnailSide;
constexpr std::size_t kLuma = 24, kChroma = 4;
static_assert(kLuma + 2 * kChroma == kSignatureSize);
constexpr std::size_t kWaves = 6;                                         ///< frequencies along each axis
constexpr double kUsualSpread = 1 / (kDistanceOfAByte * kSignatureSize);  ///< of a byte of the signature

using Plane = std::vector<float>;  ///< row-major

/// One colour of the picture at twice the thumbnail's size.
Plane planeOf(const Image& picture, std::size_t colour) {
    Plane plane(4 * kSide * kSide);
    const auto channels = static_cast<std::size_t>(picture.channels());
    const std::size_t at = channels < 3 ? 0 : colour;
    for (std::size_t i = 0; i < plane.size(); ++i) plane[i] = picture.data()[i * channels + at];
    return plane;
}

/// Smooths rows (step 1) or columns (step side) with the binomial of 7 (standard deviation 1.2).
void smooth(Plane& plane, std::size_t side, bool rows) {
    constexpr std::array<float, 4> weights{20 / 64.f, 15 / 64.f, 6 / 64.f, 1 / 64.f};
    const Plane from = plane;
    const auto at = [&](std::size_t line, std::ptrdiff_t place) {
        const auto inside = static_cast<std::size_t>(
            std::clamp<std::ptrdiff_t>(place, 0, static_cast<std::ptrdiff_t>(side) - 1));
        return rows ? from[line * side + inside] : from[inside * side + line];
    };
    for (std::size_t line = 0; line < side; ++line) {
        for (std::size_t i = 0; i < side; ++i) {
            const auto place = static_cast<std::ptrdiff_t>(i);
            float sum = weights[0] * at(line, place);
            for (std::ptrdiff_t k = 1; k < 4; ++k)
                sum += weights[static_cast<std::size_t>(k)] * (at(line, place - k) + at(line, place + k));
            plane[rows ? line * side + i : i * side + line] = sum;
        }
    }
}

/// A frequency down and across.
struct Wave {
    std::size_t down = 0, across = 0;
};

/// The lowest frequencies, lowest first.
const std::array<Wave, kLuma>& waves() {
    static const auto made = [] {
        std::vector<Wave> all;
        for (std::size_t v = 0; v < kWaves; ++v)
            for (std::size_t u = 0; u < kWaves; ++u) all.push_back({v, u});
        std::ranges::stable_sort(all, {},
                                 [](const Wave& w) { return w.down * w.down + w.across * w.across; });
        std::array<Wave, kLuma> lowest{};
        std::copy_n(all.begin(), kLuma, lowest.begin());
        return lowest;
    }();
    return made;
}

/// Usual spread of each number of the signature among aligned faces, in grey levels.
constexpr std::array<double, kSignatureSize> kSpreads{19.6, 8.9, 5.8, 4.8, 10.0, 5.2, 4.1, 3.3, 4.1, 5.2, 3.8,
                                                      4.1,  2.3, 3.1, 2.9, 3.8,  2.8, 2.9, 2.4, 2.2, 2.6, 2.5,
                                                      3.7,  2.2, 4.4, 2.9, 2.3,  1.4, 5.2, 3.1, 2.5, 1.5};
/// Usual brightness of an aligned face.
constexpr double kUsualBrightness = 110;

/// [down][across]
using Spectrum = std::array<std::array<double, kWaves>, kWaves>;

/// Means over the pixels of the plane times each wave's cosines, scaled so that each wave has the same power.
Spectrum spectrumOf(const Plane& plane) {
    static const auto cosines = [] {
        std::array<std::array<double, kSide>, kWaves> table{};
        for (std::size_t f = 0; f < kWaves; ++f)
            for (std::size_t x = 0; x < kSide; ++x)
                table[f][x] = (f == 0 ? 1 : std::numbers::sqrt2) / double(kSide) *
                              std::cos(std::numbers::pi * (double(x) + 0.5) * double(f) / double(kSide));
        return table;
    }();
    Spectrum spectrum{};
    for (std::size_t y = 0; y < kSide; ++y) {
        std::array<double, kWaves> row{};
        for (std::size_t u = 0; u < kWaves; ++u)
            for (std::size_t x = 0; x < kSide; ++x) row[u] += cosines[u][x] * plane[y * kSide + x];
        for (std::size_t v = 0; v < kWaves; ++v)
            for (std::size_t u = 0; u < kWaves; ++u) spectrum[v][u] += cosines[v][y] * row[u];
    }
    return spectrum;
}

/// The numbers of a signature before they are bytes, in bytes' units from the middle of none.
std::array<double, kSignatureSize> numbersOf(const std::array<Plane, 3>& rgb) {
    Plane luma(kSide * kSide), red = luma, blue = luma;
    for (std::size_t i = 0; i < luma.size(); ++i) {
        luma[i] = 0.299f * rgb[0][i] + 0.587f * rgb[1][i] + 0.114f * rgb[2][i];
        red[i] = rgb[0][i] - luma[i];
        blue[i] = rgb[2][i] - luma[i];
    }
    std::array<double, kSignatureSize> numbers{};
    std::size_t next = 0;
    const auto append = [&](const Plane& plane, std::size_t count) {
        const Spectrum spectrum = spectrumOf(plane);
        for (std::size_t i = 0; i < count; ++i, ++next)
            numbers[next] = kUsualSpread * spectrum[waves()[i].down][waves()[i].across] / kSpreads[next];
    };
    append(luma, kLuma);
    append(red, kChroma);
    append(blue, kChroma);
    return numbers;
}

Signature signatureOf(const std::array<Plane, 3>& rgb) {
    auto numbers = numbersOf(rgb);
    numbers[0] -= kUsualSpread * kUsualBrightness / kSpreads[0];
    Signature signature{};
    for (std::size_t i = 0; i < kSignatureSize; ++i)
        signature[i] = static_cast<std::uint8_t>(std::lround(std::clamp(128 + numbers[i], 1.0, 255.0)));
    return signature;
}

/// Distance of a pixel from the middle of the thumbnail.
float fromMiddle(std::size_t place) { return static_cast<float>(place) - (kSide - 1) / 2.0f; }

}  // namespace

PictureLook lookOf(const Image& picture) {
    if (picture.empty() || picture.bitDepth() != 8)
        throw Error(ErrorCode::InvalidArgument,
                    VISAGIST_TEXT("Only 8-bit pictures with pixels can be compared."));
    const Image doubled = resized(picture, 2 * kThumbnailSide, 2 * kThumbnailSide);
    std::array<Plane, 3> rgb;
    PictureLook look;
    for (std::size_t c = 0; c < 3; ++c) {
        Plane plane = planeOf(doubled, c);
        smooth(plane, 2 * kSide, true);
        smooth(plane, 2 * kSide, false);
        rgb[c].resize(kSide * kSide);
        for (std::size_t y = 0; y < kSide; ++y) {
            for (std::size_t x = 0; x < kSide; ++x) {
                const float* p = plane.data() + 2 * (y * 2 * kSide + x);
                const float mean = (p[0] + p[1] + p[2 * kSide] + p[2 * kSide + 1]) / 4;
                rgb[c][y * kSide + x] = mean;
                look.thumbnail[3 * (y * kSide + x) + c] = static_cast<std::uint8_t>(std::lround(mean));
            }
        }
    }
    look.signature = signatureOf(rgb);
    return look;
}

Signature mirrored(const Signature& signature) {
    Signature result = signature;
    const auto turnRound = [&](std::size_t first, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) {
            if (waves()[i].across % 2 == 1)
                result[first + i] = static_cast<std::uint8_t>(256 - signature[first + i]);
        }
    };
    turnRound(0, kLuma);
    turnRound(kLuma, kChroma);
    turnRound(kLuma + kChroma, kChroma);
    return result;
}

double signatureDistance(const Signature& a, const Signature& b) {
    int sum = 0;
    for (std::size_t i = 0; i < kSignatureSize; ++i) sum += std::abs(int(a[i]) - int(b[i]));
    return sum * kDistanceOfAByte;
}

LookTangents tangentsOf(const PictureLook& look) {
    // What a little more of each motion changes in the picture.
    std::array<std::array<Plane, 3>, 4> changes;
    for (auto& change : changes) change.fill(Plane(kSide * kSide));
    for (std::size_t c = 0; c < 3; ++c) {
        Plane plane(kSide * kSide);
        for (std::size_t i = 0; i < plane.size(); ++i) plane[i] = look.thumbnail[3 * i + c];
        for (std::size_t y = 0; y < kSide; ++y) {
            for (std::size_t x = 0; x < kSide; ++x) {
                const std::size_t i = y * kSide + x, left = x > 0 ? i - 1 : i,
                                  right = x + 1 < kSide ? i + 1 : i, above = y > 0 ? i - kSide : i,
                                  below = y + 1 < kSide ? i + kSide : i;
                const float slopeX = (plane[right] - plane[left]) / 2,
                            slopeY = (plane[below] - plane[above]) / 2;
                const float px = fromMiddle(x), py = fromMiddle(y);
                changes[0][c][i] = slopeX * px + slopeY * py;
                changes[1][c][i] = slopeY * px - slopeX * py;
                changes[2][c][i] = slopeX;
                changes[3][c][i] = slopeY;
            }
        }
    }
    LookTangents tangents{};
    for (std::size_t k = 0; k < changes.size(); ++k) {  // Gram and Schmidt
        std::array<double, kSignatureSize> direction = numbersOf(changes[k]);
        const auto along = [&](const auto& other) {
            double product = 0;
            for (std::size_t i = 0; i < kSignatureSize; ++i) product += direction[i] * double(other[i]);
            return product;
        };
        for (std::size_t j = 0; j < k; ++j) {
            const double product = along(tangents[j]);
            for (std::size_t i = 0; i < kSignatureSize; ++i) direction[i] -= product * double(tangents[j][i]);
        }
        const double length = std::sqrt(along(direction));
        for (std::size_t i = 0; i < kSignatureSize; ++i)
            tangents[k][i] = length > 1e-6 ? static_cast<float>(direction[i] / length) : 0.f;
    }
    return tangents;
}

double tangentDistance(const Signature& a, const LookTangents& tangents, const Signature& b) {
    std::array<float, kSignatureSize> apart{};
    float squares = 0;
    for (std::size_t i = 0; i < kSignatureSize; ++i) {
        apart[i] = static_cast<float>(int(b[i]) - int(a[i]));
        squares += apart[i] * apart[i];
    }
    for (const auto& tangent : tangents) {
        float product = 0;
        for (std::size_t i = 0; i < kSignatureSize; ++i) product += apart[i] * tangent[i];
        squares -= product * product;
    }
    return std::sqrt(std::max(0.0, double(squares)) / kSignatureSize) / kUsualSpread;
}

}  // namespace visagist
