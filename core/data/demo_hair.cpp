#include "core/data/demo_hair.h"

namespace visagist::demo {

HairShape::HairShape(const DemoIdentity& person, const HeadShape& head)
    : m_head(head),
      m_length(trait(person, HairLength)),
      m_top(0.105f + 0.045f * trait(person, HairTop)),
      m_parting(0.42f * trait(person, Parting)),
      m_wave(saturate(0.25f + 0.75f * trait(person, HairWave))),
      m_shine(0.5f + 0.4f * trait(person, HairShine)),
      m_hairline(-0.66f - 0.05f * trait(person, ForeheadHeight) - 0.05f * trait(person, Hairline)),
      m_earRow(head.rowOfHeight(kEarHeight)),
      m_colour(colourTrait(person, HairColour)) {
    m_highlight = m_colour * 1.9f + Vec3{0.035f, 0.028f, 0.022f};
}

float HairShape::fromFace(float angle, float y) const {
    // The opening is like an egg; the parting lifts its edge, long hair closes in below the chin.
    constexpr float middle = 0.3f;
    float up = 0, closing = 0;
    if (y < middle) {
        const float edgeTop = m_hairline - 0.07f * hill((angle - 1.3f * m_parting) / 0.6f, 0) -
                              0.05f * m_parting * std::sin(angle * 2);
        up = (middle - y) / (middle - edgeTop);
    }
    if (y > 0.2f) {
        closing =
            0.42f * softStep(0.35f, 1.3f, y) + 0.05f * m_wave * std::sin(y * 6) * softStep(0.2f, 0.8f, y);
    }
    const float halfAngle = mix(1.34f, 1.17f - closing, saturate(m_length * 1.6f));
    const float across = std::abs(angle) / halfAngle;
    return (std::sqrt(across * across + up * up) - 1) * 0.85f;
}

float HairShape::inside(float outsideFace, float angle, float y) const {
    const float end = mix(sideEnd(), backEnd(), softStep(1.45f, 2.0f, std::abs(angle)));
    if (end - y > outsideFace + 0.051f) return outsideFace;  // too far from the ends for their noise to count
    return std::min(outsideFace, end + 0.10f * (noise(angle * 7 + 3) - 0.5f) * saturate(m_length * 2) - y);
}

Section HairShape::shell(float down) const {
    constexpr float capShare = 0.55f;
    const float fall = saturate((down - capShare) / (1 - capShare));
    Section s = m_head.section(m_earRow * std::min(down / capShare, 1.f));
    const float longest = std::max(backEnd(), sideEnd()) + 0.06f;
    s.y = mix(s.y, longest, fall);
    // Below the ears the shell leaves the head: a crop tapers to the nape, long hair hangs.
    const float drop = std::max(s.y - kEarHeight, 0.f), hang = saturate(m_length * 2.2f);
    s.halfWidth =
        mix(s.halfWidth - 0.35f * drop, s.halfWidth + 0.15f * softStep(0, 0.8f, drop) - 0.05f * drop, hang);
    s.front = mix(s.front - 0.3f * drop, mix(s.front, 0.52f, softStep(0, 0.9f, drop)), hang);
    s.back = mix(s.back - 0.8f * drop, s.back - 0.1f * drop, hang);
    return s;
}

Vec3 HairShape::point(const Section& s, const Direction& to) const {
    const float cover = inside(to.angle, s.y);
    const float grown = mix(0.012f, 1, softStep(-0.02f, 0.22f, cover));
    const float height = softStep(0.25f, -0.95f, s.y);
    const float side = mix(0.035f, 0.125f, saturate(m_length * 1.8f));
    const float waves = 1 + (0.10f + 0.25f * m_wave) * (noise(to.angle * 4 + s.y * m_wave * 2 + 9) - 0.5f);
    const float thickness = mix(side, m_top, height) * grown * waves;
    const float depth = to.cosine >= 0 ? s.front * to.round : -s.back * to.round;
    const float upward = softStep(-0.55f, -1.0f, s.y);
    return {s.halfWidth * to.sine + thickness * to.sine * (1 - 0.5f * upward), s.y - thickness * upward,
            depth + thickness * std::copysign(to.round, to.cosine)};
}

HairShape::Place HairShape::place(const Surface& surface) const {
    const auto& [angle, y, x, z] = surface.attributes;
    const float outside = fromFace(angle, y);
    return {angle, y, x, z, outside, inside(outside, angle, y)};
}

float HairShape::strand(const Place& place) const {
    const float angle = place.angle, y = place.height;
    // Strands run down from the crown, which the parting moves to its side; about the face, longer ones are
    // swept aside from the parting and run along the edge of the opening.
    const float crown = softStep(0.2f, -0.7f, y);
    const float around = std::atan2(place.across - m_parting * 0.8f * crown, place.depth - 0.30f * crown);
    const float sideOfParting = std::clamp((angle - 1.3f * m_parting) / 0.05f, -1.f, 1.f);
    const float along = sideOfParting * (1.1f + 1.6f * place.fromFace);
    const float swept =
        softStep(0.35f, -0.1f, y) * softStep(1.7f, 1.0f, std::abs(angle)) * saturate(0.15f + 2.2f * m_length);
    return mix(around, along, swept) + m_wave * 0.05f * std::sin(y * 7 + around * 3) * softStep(-0.9f, 0, y);
}

float HairShape::opacity(const Place& place) const {
    if (place.inside > 0.12f) return 1;
    if (place.inside < -0.05f) return 0;
    const float ragged =
        mix(0.04f, 0.014f, saturate(4 * m_length)) * (noise(place.angle * 40 + place.height * 17) - 0.5f);
    return softStep(-0.025f, mix(0.10f, 0.045f, saturate(4 * m_length)), place.inside + ragged);
}

Vec3 HairShape::colour(const Place& place, Vec3 across, const Light& light, bool innerSide) const {
    const float line = strand(place), y = place.height;
    const float lock = noise(line * 9 + 0.3f * y), hairs = noise(line * 31), fine = noise(line * 83 + 2 * y);
    const float texture = 0.5f * lock + 0.3f * hairs + 0.2f * fine;
    const float depthAtEdge = softStep(0, 0.25f, place.inside);
    const Vec3 base = mix(m_colour * 0.45f, mix(m_colour, m_highlight, 0.25f), texture);
    if (innerSide) return base * light.matt({0, 0, 1}, 0.35f, 0.3f) * 0.45f;
    const Vec3 normal = normalised(across + Vec3{0.5f * (hairs - 0.5f) + 0.4f * (lock - 0.5f), 0, 0});
    const Vec3 down = Vec3{0.25f * (lock - 0.5f), 1, 0.15f};
    const Vec3 tangent = normalised(down - normal * dot(down, normal));
    const float shine =
        m_shine * light.strandGloss(tangent) * (0.35f + 0.9f * texture) * saturate(normal.z * 1.4f);
    const Vec3 matt = base * light.matt(normal, mix(0.75f, 1, depthAtEdge), 0.25f);
    return matt + m_highlight * (0.55f * shine + 0.35f * light.rim(normal));
}

}  // namespace visagist::demo
