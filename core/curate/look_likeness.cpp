#include "core/curate/look_likeness.h"

#include <algorithm>
#include <cmath>

namespace visagist {

namespace {

constexpr std::size_t kSide = kThumbnailSide;

/// A thumbnail as numbers, mirrored where that is wished.
struct Thumbnail {
    std::array<std::array<float, kSide * kSide>, 3> rgb{};
    std::array<float, kSide * kSide> grey{};

    Thumbnail(const PictureLook& look, bool mirrorIt) {
        for (std::size_t y = 0; y < kSide; ++y) {
            for (std::size_t x = 0; x < kSide; ++x) {
                const std::uint8_t* from =
                    look.thumbnail.data() + 3 * (y * kSide + (mirrorIt ? kSide - 1 - x : x));
                const std::size_t to = y * kSide + x;
                for (std::size_t c = 0; c < 3; ++c) rgb[c][to] = from[c];
                grey[to] = 0.299f * rgb[0][to] + 0.587f * rgb[1][to] + 0.114f * rgb[2][to];
            }
        }
    }
};

/// The place of a pixel of `a` in `b`, about the middle: x' = (1 + scale)·x − turn·y + right, y' = turn·x +
/// (1 + scale)·y + down.
struct Motion {
    double scale = 0, turn = 0, right = 0, down = 0;
    bool isSmall() const {
        return std::abs(scale) < 0.15 && std::abs(turn) < 0.15 && std::abs(right) < 3 && std::abs(down) < 3;
    }
};

constexpr float kMiddle = (kSide - 1) / 2.0f;

/// Visits the pixels of `a` whose place in `b` has `border` pixels around it: visit(index in a, x and y from
/// the middle, place in b).
template <class Visit>
void forEachPlace(const Motion& motion, float border, Visit&& visit) {
    const auto grow = static_cast<float>(1 + motion.scale), turn = static_cast<float>(motion.turn),
               right = static_cast<float>(motion.right), down = static_cast<float>(motion.down);
    constexpr float last = kSide - 1;
    for (std::size_t y = 0; y < kSide; ++y) {
        for (std::size_t x = 0; x < kSide; ++x) {
            const float px = static_cast<float>(x) - kMiddle, py = static_cast<float>(y) - kMiddle;
            const float bx = grow * px - turn * py + right + kMiddle,
                        by = turn * px + grow * py + down + kMiddle;
            if (bx >= border && by >= border && bx < last - border && by < last - border)
                visit(y * kSide + x, px, py, bx, by);
        }
    }
}

struct Sample {
    float value = 0, slopeX = 0, slopeY = 0;
};

Sample bilinear(const std::array<float, kSide * kSide>& plane, float x, float y) {
    const auto left = static_cast<std::size_t>(x), top = static_cast<std::size_t>(y);
    const float u = x - static_cast<float>(left), v = y - static_cast<float>(top);
    const float* p = plane.data() + top * kSide + left;
    const float upper = p[0] + u * (p[1] - p[0]), lower = p[kSide] + u * (p[kSide + 1] - p[kSide]);
    return {upper + v * (lower - upper), (p[1] - p[0]) + v * ((p[kSide + 1] - p[kSide]) - (p[1] - p[0])),
            lower - upper};
}

std::array<float, 4> catmullRom(float t) {
    return {t * (-0.5f + t * (1 - 0.5f * t)), 1 + t * t * (-2.5f + 1.5f * t), t * (0.5f + t * (2 - 1.5f * t)),
            t * t * (-0.5f + 0.5f * t)};
}

/// Brightness of `a` in terms of `b`: a ≈ gain·b + offset, and how well.
struct Fit {
    double gain = 1, offset = 0, correlation = 0;
};

Fit fitOf(const Thumbnail& a, const Thumbnail& b, const Motion& motion) {
    double n = 0, sa = 0, sb = 0, saa = 0, sbb = 0, sab = 0;
    forEachPlace(motion, 0, [&](std::size_t i, float, float, float bx, float by) {
        const double p = a.grey[i], q = bilinear(b.grey, bx, by).value;
        n += 1, sa += p, sb += q, saa += p * p, sbb += q * q, sab += p * q;
    });
    const double va = saa - sa * sa / n, vb = sbb - sb * sb / n, both = sab - sa * sb / n;
    if (!(n > 0 && va > 0 && vb > 0)) return {};
    const double gain = both / vb;
    return {gain, (sa - gain * sb) / n, both / std::sqrt(va * vb)};
}

/// Solves the positive 4 x 4 system; false where it is singular.
bool solve(std::array<std::array<double, 5>, 4>& rows, std::array<double, 4>& result) {
    for (std::size_t i = 0; i < 4; ++i) {
        if (!(rows[i][i] > 1e-9)) return false;
        for (std::size_t j = i + 1; j < 4; ++j) {
            const double factor = rows[j][i] / rows[i][i];
            for (std::size_t k = i; k < 5; ++k) rows[j][k] -= factor * rows[i][k];
        }
    }
    for (std::size_t i = 4; i-- > 0;) {
        double value = rows[i][4];
        for (std::size_t k = i + 1; k < 4; ++k) value -= rows[i][k] * result[k];
        result[i] = value / rows[i][i];
    }
    return true;
}

/// One step of Gauss and Newton's method towards the least difference; false where it leads nowhere.
bool improve(const Thumbnail& a, const Thumbnail& b, const Fit& fit, Motion& motion) {
    std::array<std::array<double, 5>, 4> normal{};
    const auto gain = static_cast<float>(fit.gain), offset = static_cast<float>(fit.offset);
    forEachPlace(motion, 0, [&](std::size_t i, float px, float py, float bx, float by) {
        const Sample at = bilinear(b.grey, bx, by);
        const float x = gain * at.slopeX, y = gain * at.slopeY;
        const std::array<float, 5> slope{x * px + y * py, y * px - x * py, x, y,
                                         a.grey[i] - gain * at.value - offset};
        for (std::size_t r = 0; r < 4; ++r)
            for (std::size_t c = r; c < 5; ++c) normal[r][c] += slope[r] * slope[c];
    });
    for (std::size_t r = 0; r < 4; ++r) {
        for (std::size_t c = 0; c < r; ++c) normal[r][c] = normal[c][r];
        normal[r][r] = 1.001 * normal[r][r] + 1e-6;
    }
    std::array<double, 4> change{};
    if (!solve(normal, change)) return false;
    motion.scale += change[0];
    motion.turn += change[1];
    motion.right += change[2];
    motion.down += change[3];
    return motion.isSmall();
}

/// `b` laid over `a`; what is beyond it is not seen.
struct Overlay {
    std::array<std::array<float, kSide * kSide>, 3> rgb{};
    std::array<bool, kSide * kSide> seen{};
};

Overlay laidOver(const Thumbnail& b, const Motion& motion) {
    Overlay result;
    forEachPlace(motion, 1, [&](std::size_t i, float, float, float bx, float by) {
        const auto left = static_cast<std::size_t>(bx) - 1, top = static_cast<std::size_t>(by) - 1;
        const auto across = catmullRom(bx - static_cast<float>(left + 1)),
                   down = catmullRom(by - static_cast<float>(top + 1));
        for (std::size_t c = 0; c < 3; ++c) {
            float sum = 0;
            for (std::size_t v = 0; v < 4; ++v) {
                const float* row = b.rgb[c].data() + (top + v) * kSide + left;
                sum += down[v] *
                       (across[0] * row[0] + across[1] * row[1] + across[2] * row[2] + across[3] * row[3]);
            }
            result.rgb[c][i] = sum;
        }
        result.seen[i] = true;
    });
    return result;
}

/// Lin's concordance: 1 less the squared difference over what unrelated numbers of these spreads would have.
/// Spreads below a grey level count as one, so that plain pictures are alike where their colours are.
struct Concordance {
    double n = 0, sa = 0, sb = 0, saa = 0, sbb = 0, apart = 0;
    void add(double a, double b) {
        n += 1, sa += a, sb += b, saa += a * a, sbb += b * b, apart += (a - b) * (a - b);
    }
    double spread() const { return std::max(0.0, saa - sa * sa / n) + std::max(0.0, sbb - sb * sb / n); }
};

double wholeOf(const Thumbnail& a, const Overlay& b) {
    double apart = 0, spread = 0, n = 0;
    for (std::size_t c = 0; c < 3; ++c) {
        Concordance channel;
        for (std::size_t i = 0; i < b.seen.size(); ++i)
            if (b.seen[i]) channel.add(a.rgb[c][i], b.rgb[c][i]);
        if (!(channel.n > 0)) return 0;
        apart += channel.apart;
        spread += channel.spread();
        n += channel.n;
    }
    return 1 - apart / std::max(spread, n);
}

/// The same of each pixel less the mean of the nine around it.
double detailOf(const Thumbnail& a, const Overlay& b) {
    double apart = 0, power = 0, n = 0;
    for (std::size_t y = 1; y + 1 < kSide; ++y) {
        for (std::size_t x = 1; x + 1 < kSide; ++x) {
            const std::size_t i = y * kSide + x;
            const auto allSeen = [&](std::size_t row) {
                return b.seen[row - 1] && b.seen[row] && b.seen[row + 1];
            };
            if (!allSeen(i - kSide) || !allSeen(i) || !allSeen(i + kSide)) continue;
            const auto standsOut = [&](const std::array<float, kSide * kSide>& plane) {
                const auto three = [&](std::size_t row) {
                    return plane[row - 1] + plane[row] + plane[row + 1];
                };
                return plane[i] - (three(i - kSide) + three(i) + three(i + kSide)) / 9;
            };
            for (std::size_t c = 0; c < 3; ++c) {
                const double p = standsOut(a.rgb[c]), q = standsOut(b.rgb[c]);
                apart += (p - q) * (p - q);
                power += p * p + q * q;
                n += 1;
            }
        }
    }
    return n > 0 ? 1 - apart / std::max(power, 0.1 * n) : 0;
}

}  // namespace

Likeness likenessOf(const PictureLook& a, const PictureLook& b, bool mirrorB) {
    // Below these the search would have to go further than copies are ever moved.
    constexpr double atFirst = 0.7, afterOneStep = 0.85, afterTwo = 0.95;
    const Thumbnail first(a, false), second(b, mirrorB);
    Motion motion;
    for (const double least : {atFirst, afterOneStep, afterTwo, afterTwo}) {
        const Fit fit = fitOf(first, second, motion);
        const bool plain = fit.correlation == 0;
        if (plain) break;
        if (fit.correlation < least) return {};
        if (!improve(first, second, fit, motion)) return {};
    }
    const Overlay over = laidOver(second, motion);
    return {wholeOf(first, over), detailOf(first, over)};
}

}  // namespace visagist
