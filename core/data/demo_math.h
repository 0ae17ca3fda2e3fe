// Small vectors and soft steps for the demo renderer, single precision.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>

namespace visagist::demo {

struct Vec3 {
    float x = 0, y = 0, z = 0;
};

inline Vec3 operator+(Vec3 a, Vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Vec3 operator-(Vec3 a, Vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Vec3 operator*(Vec3 a, float s) { return {a.x * s, a.y * s, a.z * s}; }
/// Component by component, as light on a surface colour.
inline Vec3 operator*(Vec3 a, Vec3 b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
inline float dot(Vec3 a, Vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline Vec3 cross(Vec3 a, Vec3 b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline Vec3 normalised(Vec3 a) { return a * (1 / std::sqrt(std::max(dot(a, a), 1e-20f))); }

inline float mix(float a, float b, float t) { return a + (b - a) * t; }
inline Vec3 mix(Vec3 a, Vec3 b, float t) { return a + (b - a) * t; }
inline float saturate(float t) { return std::clamp(t, 0.f, 1.f); }
inline float square(float a) { return a * a; }
inline float power16(float a) { return square(square(square(square(a)))); }

/// 0 below `from`, 1 above `to`, smooth in between; `from` may be the larger one.
inline float softStep(float from, float to, float value) {
    const float t = saturate((value - from) / (to - from));
    return t * t * (3 - 2 * t);
}

/// A round hill of height 1 over the unit disc, 0 outside, with a smooth foot.
inline float hill(float x, float y) {
    const float rest = 1 - x * x - y * y;
    return rest > 0 ? rest * rest : 0;
}

/// The height (0 … 1) of an arch over -1 … 1; a smaller power makes it squarer.
inline float arch(float x, float power) { return std::pow(std::max(1 - x * x, 0.f), power); }

/// Smooth noise along a line, 0 … 1, the same everywhere.
inline float noise(float x) {
    const auto value = [](std::int32_t cell) {
        auto h = static_cast<std::uint32_t>(cell) * 0x9E3779B1u;
        h = (h ^ (h >> 15)) * 0x85EBCA6Bu;
        return static_cast<float>((h ^ (h >> 13)) & 0xFFFF) / 65535.f;
    };
    const auto cell = static_cast<std::int32_t>(x) - (x < 0 ? 1 : 0);
    const float t = x - static_cast<float>(cell);
    return mix(value(cell), value(cell + 1), t * t * (3 - 2 * t));
}

inline float radians(float degrees) { return degrees * 0.017453292519943295f; }

}  // namespace visagist::demo
