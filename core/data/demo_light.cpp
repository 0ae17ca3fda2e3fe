#include "core/data/demo_light.h"

namespace visagist::demo {

Light::Light(const DemoContent& content)
    : m_azimuth(static_cast<float>(content.lightAzimuth)),
      m_brightness(static_cast<float>(content.brightness)) {
    const float across = radians(62 * m_azimuth),
                up = radians(8 + 42 * static_cast<float>(content.lightElevation));
    m_key = {std::sin(across) * std::cos(up), -std::sin(up), std::cos(across) * std::cos(up)};
    m_half = normalised(m_key + Vec3{0, 0, 1});
    m_fill = normalised({-1.2f * m_azimuth, 0.1f, 0.8f});
}

Vec3 Light::matt(Vec3 normal, float open, float wrap) const {
    constexpr Vec3 keyColour{1.10f, 1.03f, 0.93f}, fillColour{0.13f, 0.15f, 0.18f};
    constexpr Vec3 above{0.26f, 0.27f, 0.29f}, below{0.13f, 0.11f, 0.10f};
    const float key = saturate((dot(normal, m_key) + wrap) / (1 + wrap));
    const float fill = saturate(dot(normal, m_fill) * 0.6f + 0.4f);
    const Vec3 room = mix(below, above, 0.5f - 0.5f * normal.y);
    const float shadowed = mix(0.45f, 1, open);
    return (keyColour * (key * mix(key, 1, 0.45f) * shadowed) + (fillColour * fill + room) * open) *
           m_brightness;
}

float Light::gloss(Vec3 normal) const { return power16(saturate(dot(normal, m_half))) * m_brightness; }

float Light::strandGloss(Vec3 tangent) const {
    return power16(std::max(1 - square(dot(tangent, m_half)), 0.f)) * m_brightness;
}

float Light::rim(Vec3 normal) const {
    const float edge = square(square(1 - saturate(normal.z)));
    return edge * saturate(dot(normal, {-m_azimuth, -0.5f, 0})) * m_brightness;
}

}  // namespace visagist::demo
