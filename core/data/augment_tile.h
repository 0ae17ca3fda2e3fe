// What one tile of an augmented face is made of: one source for the processor and the graphics card.
#pragma once
#include <cmath>
#include <cstdint>

#include "core/data/augment_plan.h"

#if defined(__CUDACC__)
#define VISAGIST_BOTH __host__ __device__
#else
#define VISAGIST_BOTH
#endif

namespace visagist::tile {

/// Width of a tile (the unit in which JPEG with halved colours is coded), what it sees of its neighbours when
/// it is blurred, and both together.
constexpr int kSize = 16, kHalo = 8, kPadded = kSize + 2 * kHalo, kPixels = kSize * kSize;
constexpr int kBlocks = 6,
              kBlockValues = 64;  ///< of JPEG in a tile: four of luma, one of each colour difference

/// What the threads of a tile share.
struct Memory {
    float picture[3][kPadded * kPadded];
    float scratch[3][kPadded * kPadded];
    float bell[2 * kHalo + 1];
    float dct[kBlockValues];  ///< row k: the k-th basis of the orthonormal cosine transform of 8 values
};

struct Colour {
    float value[3];
};

/// Where a face of a batch lies and where its pictures go; interleaved, resolution a multiple of kSize.
struct Face {
    const std::uint8_t* pixels;  ///< [R,R,4]
    int resolution;
    float *input, *target, *mask;  ///< [R,R,3], [R,R,3] in [-1,1] and [R,R] in [0,1]
};

VISAGIST_BOTH inline float clamped(float value, float low, float high) {
    return value < low ? low : value > high ? high : value;
}

/// An index mirrored at the ends of 0 … n-1, the ends themselves once.
VISAGIST_BOTH inline int mirrored(int i, int n) {
    if (i >= 0 && i < n) return i;
    const int period = 2 * (n - 1);
    i %= period;
    if (i < 0) i += period;
    return i < n ? i : period - i;
}

/// Weights of four neighbours for a place `t` of the way between the middle two (Keys 1981, a = -0.75).
VISAGIST_BOTH inline void cubicWeights(float t, float* w) {
    constexpr float a = -0.75f;
    const float u = 1 - t;
    w[0] = a * t * u * u;
    w[1] = ((a + 2) * t - (a + 3)) * t * t + 1;
    w[2] = ((a + 2) * u - (a + 3)) * u * u + 1;
    w[3] = a * u * t * t;
}

/// Adds `channels` values of the face between pixels, cubically.
VISAGIST_BOTH inline void sampleCubic(const Face& face, float x, float y, float* out) {
    const float left = std::floor(x), top = std::floor(y);
    const int n = face.resolution, x0 = static_cast<int>(left) - 1, y0 = static_cast<int>(top) - 1;
    float across[4], down[4];
    cubicWeights(x - left, across);
    cubicWeights(y - top, down);
    int column[4];
    for (int i = 0; i < 4; ++i) column[i] = 4 * mirrored(x0 + i, n);
    out[0] = out[1] = out[2] = out[3] = 0;
    for (int j = 0; j < 4; ++j) {
        const std::uint8_t* row = face.pixels + std::int64_t{4} * n * mirrored(y0 + j, n);
        float sum[4] = {0, 0, 0, 0};
        for (int i = 0; i < 4; ++i) {
            const std::uint8_t* p = row + column[i];
            for (int c = 0; c < 4; ++c) sum[c] += across[i] * static_cast<float>(p[c]);
        }
        for (int c = 0; c < 4; ++c) out[c] += down[j] * sum[c];
    }
}

VISAGIST_BOTH inline void sampleLinear(const Face& face, float x, float y, float* out) {
    const float left = std::floor(x), top = std::floor(y), tx = x - left, ty = y - top;
    const int n = face.resolution, x0 = static_cast<int>(left), y0 = static_cast<int>(top);
    const int c0 = 4 * mirrored(x0, n), c1 = 4 * mirrored(x0 + 1, n);
    const std::uint8_t* upper = face.pixels + std::int64_t{4} * n * mirrored(y0, n);
    const std::uint8_t* lower = face.pixels + std::int64_t{4} * n * mirrored(y0 + 1, n);
    for (int c = 0; c < 3; ++c) {
        const float a = static_cast<float>(upper[c0 + c]), b = static_cast<float>(upper[c1 + c]),
                    d = static_cast<float>(lower[c0 + c]), e = static_cast<float>(lower[c1 + c]);
        out[c] = (a + tx * (b - a)) * (1 - ty) + (d + tx * (e - d)) * ty;
    }
}

/// The displacement between the points of the warp's grid, which spans the picture; outermost ones go on.
VISAGIST_BOTH inline void addWarp(const AugmentPlan& plan, int x, int y, int resolution, float* u, float* v) {
    const float step = static_cast<float>(kWarpGrid) / static_cast<float>(resolution);
    const float gx = (static_cast<float>(x) + 0.5f) * step - 0.5f,
                gy = (static_cast<float>(y) + 0.5f) * step - 0.5f;
    const float left = std::floor(gx), top = std::floor(gy);
    float across[4], down[4];
    cubicWeights(gx - left, across);
    cubicWeights(gy - top, down);
    const auto inside = [](int i) { return i < 0 ? 0 : i >= kWarpGrid ? kWarpGrid - 1 : i; };
    for (int j = 0; j < 4; ++j) {
        const float* row = plan.warp + 2 * kWarpGrid * inside(static_cast<int>(top) - 1 + j);
        float sumU = 0, sumV = 0;
        for (int i = 0; i < 4; ++i) {
            const float* point = row + 2 * inside(static_cast<int>(left) - 1 + i);
            sumU += across[i] * point[0];
            sumV += across[i] * point[1];
        }
        *u += down[j] * sumU;
        *v += down[j] * sumV;
    }
}

VISAGIST_BOTH inline Colour recoloured(const AugmentPlan& plan, const float* bytes) {
    const float r = bytes[0] / 127.5f - 1, g = bytes[1] / 127.5f - 1, b = bytes[2] / 127.5f - 1;
    Colour colour;
    for (int k = 0; k < 3; ++k) {
        const float* row = plan.colour + 4 * k;
        colour.value[k] = clamped(row[0] * r + row[1] * g + row[2] * b + row[3], -1, 1);
    }
    return colour;
}

/// Paints what stands in front of the face at a pixel; its rim is about a pixel soft.
VISAGIST_BOTH inline void occlude(const AugmentPlan& plan, int x, int y, Colour& colour) {
    for (int i = 0; i < plan.occluders; ++i) {
        const Occluder& o = plan.occluder[i];
        const float dx = static_cast<float>(x) - o.x, dy = static_cast<float>(y) - o.y;
        const float along = (dx * o.alongX + dy * o.alongY) / o.halfLength,
                    over = (dy * o.alongX - dx * o.alongY) / o.halfBreadth;
        const float radius = std::sqrt(std::sqrt(along * along * along * along + over * over * over * over));
        const float smaller = o.halfLength < o.halfBreadth ? o.halfLength : o.halfBreadth;
        const float cover = clamped((1 - radius) * smaller + 0.5f, 0, 1), t = clamped((along + 1) / 2, 0, 1);
        for (int k = 0; k < 3; ++k)
            colour.value[k] += cover * (o.from[k] + t * (o.to[k] - o.from[k]) - colour.value[k]);
    }
}

/// What the decoder is to make of a pixel, and its mask.
VISAGIST_BOTH inline void targetPixel(const Face& face, const AugmentPlan& plan, int x, int y, Colour& colour,
                                      float& mask) {
    float bytes[4];
    if (plan.moves) {
        const float fx = static_cast<float>(x), fy = static_cast<float>(y);
        sampleCubic(face, plan.affine[0] * fx + plan.affine[1] * fy + plan.affine[2],
                    plan.affine[3] * fx + plan.affine[4] * fy + plan.affine[5], bytes);
        for (float& value : bytes) value = clamped(value, 0, 255);
    } else {
        const std::uint8_t* p = face.pixels + 4 * (std::int64_t{y} * face.resolution + x);
        for (int c = 0; c < 4; ++c) bytes[c] = static_cast<float>(p[c]);
    }
    colour = recoloured(plan, bytes);
    mask = bytes[3] / 255;
}

/// What the encoder sees of a pixel before blur and JPEG.
VISAGIST_BOTH inline Colour seenPixel(const Face& face, const AugmentPlan& plan, int x, int y) {
    Colour colour;
    float bytes[4];
    if (plan.bends) {
        const float fx = static_cast<float>(x), fy = static_cast<float>(y);
        float u = plan.affine[0] * fx + plan.affine[1] * fy + plan.affine[2],
              v = plan.affine[3] * fx + plan.affine[4] * fy + plan.affine[5];
        addWarp(plan, x, y, face.resolution, &u, &v);
        sampleLinear(face, u, v, bytes);
        colour = recoloured(plan, bytes);
    } else {
        float mask;
        targetPixel(face, plan, x, y, colour, mask);
    }
    occlude(plan, x, y, colour);
    return colour;
}

/// Entry of the quantisation table that JPEG's standard suggests (ITU-T T.81, Annex K), for a quality as the
/// IJG library scales it.
VISAGIST_BOTH inline float quantum(int block, int place, int quality) {
    constexpr std::uint8_t luma[64] = {16, 11, 10, 16, 24,  40,  51,  61,  12, 12, 14, 19, 26,  58,  60,  55,
                                       14, 13, 16, 24, 40,  57,  69,  56,  14, 17, 22, 29, 51,  87,  80,  62,
                                       18, 22, 37, 56, 68,  109, 103, 77,  24, 35, 55, 64, 81,  104, 113, 92,
                                       49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99};
    constexpr std::uint8_t difference[16] = {17, 18, 24, 47, 18, 21, 26, 66, 24, 26, 56, 99, 47, 66, 99, 99};
    const int row = place / 8, column = place % 8;
    const int base = block < 4 ? luma[place] : row < 4 && column < 4 ? difference[4 * row + column] : 99;
    const int scale = quality < 50 ? 5000 / quality : 200 - 2 * quality;
    const int value = (base * scale + 50) / 100;
    return static_cast<float>(value < 1 ? 1 : value > 255 ? 255 : value);
}

/// JPEG with halved colour differences, there and back, of the tile in `m.picture` (values in [-1,1], rows of
/// `stride`): what its compression takes away, without the coding. Replicates colours on the way back.
template <class Team>
VISAGIST_BOTH void compress(const Team& team, Memory& m, int quality, int stride) {
    float* blocks = m.scratch[0];  // 6 blocks of 64, and as much again to work in
    float* work = m.scratch[0] + kBlocks * kBlockValues;
    float* byteRgb = m.scratch[1];
    team.each(kPixels, [&](int i) {
        const int x = i % kSize, y = i / kSize;
        float c[3];
        for (int k = 0; k < 3; ++k) c[k] = std::floor((m.picture[k][y * stride + x] + 1) * 127.5f + 0.5f);
        for (int k = 0; k < 3; ++k) byteRgb[3 * i + k] = c[k];
        const int block = 2 * (y / 8) + x / 8;
        blocks[block * kBlockValues + 8 * (y % 8) + x % 8] =
            std::floor(0.299f * c[0] + 0.587f * c[1] + 0.114f * c[2] + 0.5f) - 128;
    });
    // Halves are rounded down and up in turn, as the IJG library does.
    team.each(2 * kBlockValues, [&](int i) {
        const int which = i / kBlockValues, place = i % kBlockValues, x = 2 * (place % 8),
                  y = 2 * (place / 8);
        float sum = 0;
        for (int k = 0; k < 4; ++k) {
            const float* c = byteRgb + 3 * ((y + k / 2) * kSize + x + k % 2);
            const float difference = which == 0 ? -0.168735892f * c[0] - 0.331264108f * c[1] + 0.5f * c[2]
                                                : 0.5f * c[0] - 0.418687589f * c[1] - 0.081312411f * c[2];
            sum += std::floor(difference + 0.5f);
        }
        blocks[(4 + which) * kBlockValues + place] =
            std::floor((sum + 1 + static_cast<float>(place % 2)) / 4);
    });
    // One dimension of all blocks: values `step` apart in lines `hop` apart; the transform there has (row,
    // column) = (8, 1), back (1, 8).
    const auto transform = [&](const float* from, float* to, int step, int hop, int row, int column) {
        team.each(kBlocks * kBlockValues, [&](int i) {
            const int line = i / kBlockValues * kBlockValues + i / 8 % 8 * hop, k = i % 8;
            float sum = 0;
            for (int j = 0; j < 8; ++j) sum += m.dct[row * k + column * j] * from[line + j * step];
            to[line + k * step] = sum;
        });
    };
    transform(blocks, work, 1, 8, 8, 1);
    transform(work, blocks, 8, 1, 8, 1);
    team.each(kBlocks * kBlockValues, [&](int i) {
        const float q = quantum(i / kBlockValues, i % kBlockValues, quality);
        blocks[i] = q * std::rint(blocks[i] / q);
    });
    transform(blocks, work, 8, 1, 1, 8);
    transform(work, blocks, 1, 8, 1, 8);
    team.each(kPixels, [&](int i) {
        const int x = i % kSize, y = i / kSize, half = 8 * (y / 2) + x / 2;
        const auto whole = [&](int block, int place, float least, float most) {
            return clamped(std::floor(blocks[block * kBlockValues + place] + 0.5f), least, most);
        };
        const float luma = whole(2 * (y / 8) + x / 8, 8 * (y % 8) + x % 8, -128, 127) + 128,
                    blue = whole(4, half, -128, 127), red = whole(5, half, -128, 127);
        const float rgb[3] = {luma + 1.402f * red, luma - 0.344136286f * blue - 0.714136286f * red,
                              luma + 1.772f * blue};
        for (int k = 0; k < 3; ++k)
            m.picture[k][y * stride + x] = clamped(std::floor(rgb[k] + 0.5f), 0, 255) / 127.5f - 1;
    });
}

/// Makes the tile whose upper left pixel is (left, top). A team carries out each(count, f) as f(0) …
/// f(count-1) and goes on when all are done.
template <class Team>
VISAGIST_BOTH void make(const Team& team, Memory& m, const Face& face, const AugmentPlan& plan, int left,
                        int top) {
    const int n = face.resolution;
    const bool differs = plan.bends || plan.occluders || plan.blur > 0 || plan.jpegQuality > 0;
    team.each(kPixels, [&](int i) {
        const int x = left + i % kSize, y = top + i / kSize;
        const std::int64_t at = std::int64_t{y} * n + x;
        Colour colour;
        targetPixel(face, plan, x, y, colour, face.mask[at]);
        for (int k = 0; k < 3; ++k) {
            face.target[3 * at + k] = colour.value[k];
            if (!differs) face.input[3 * at + k] = colour.value[k];
        }
    });
    if (!differs) return;
    const int halo = plan.blur > 0 ? static_cast<int>(std::ceil(3 * plan.blur)) : 0, side = kSize + 2 * halo;
    team.each(side * side, [&](int i) {
        const int x = mirrored(left - halo + i % side, n), y = mirrored(top - halo + i / side, n);
        const Colour colour = seenPixel(face, plan, x, y);
        for (int k = 0; k < 3; ++k) m.picture[k][i] = colour.value[k];
    });
    int stride = side;
    if (halo > 0) {
        team.each(2 * halo + 1, [&](int i) {
            float sum = 0;
            for (int j = -halo; j <= halo; ++j)
                sum += std::exp(-static_cast<float>(j * j) / (2 * plan.blur * plan.blur));
            m.bell[i] =
                std::exp(-static_cast<float>((i - halo) * (i - halo)) / (2 * plan.blur * plan.blur)) / sum;
        });
        team.each(3 * side * kSize, [&](int i) {
            const int k = i / (side * kSize), y = i / kSize % side, x = i % kSize;
            float sum = 0;
            for (int j = 0; j <= 2 * halo; ++j) sum += m.bell[j] * m.picture[k][y * side + x + j];
            m.scratch[k][y * kSize + x] = sum;
        });
        team.each(3 * kPixels, [&](int i) {
            const int k = i / kPixels, y = i / kSize % kSize, x = i % kSize;
            float sum = 0;
            for (int j = 0; j <= 2 * halo; ++j) sum += m.bell[j] * m.scratch[k][(y + j) * kSize + x];
            m.picture[k][y * kSize + x] = sum;
        });
        stride = kSize;
    }
    if (plan.jpegQuality > 0) {
        team.each(kBlockValues, [&](int i) {
            const int k = i / 8, j = i % 8;
            const float scale = k == 0 ? 0.353553391f : 0.5f;
            m.dct[i] = scale * std::cos(static_cast<float>((2 * j + 1) * k) * 0.196349541f);
        });
        compress(team, m, plan.jpegQuality, stride);
    }
    team.each(kPixels, [&](int i) {
        const std::int64_t at = std::int64_t{top + i / kSize} * n + left + i % kSize;
        for (int k = 0; k < 3; ++k)
            face.input[3 * at + k] = clamped(m.picture[k][i / kSize * stride + i % kSize], -1, 1);
    });
}

}  // namespace visagist::tile
