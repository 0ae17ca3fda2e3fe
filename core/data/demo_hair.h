// The hair of a demo head: a shell around the skull that grows continuously from a crop to long hair.
#pragma once
#include "core/data/demo_head.h"
#include "core/data/demo_light.h"
#include "core/data/demo_raster.h"

namespace visagist::demo {

class HairShape {
public:
    HairShape(const DemoIdentity& person, const HeadShape& head);

    /// How far inside the hair a place of the shell lies, head units; negative on bare skin.
    float inside(float angle, float y) const { return inside(fromFace(angle, y), angle, y); }
    /// A section of the shell before the thickness is added: down = 0 at the top, 1 at the end of the longest
    /// strand.
    Section shell(float down) const;
    Vec3 point(const Section& shell, const Direction& direction) const;

    /// A place of the hair, from the attributes of the mesh: angle, height, position across (x) and depth (z)
    /// before the pose.
    struct Place {
        float angle, height, across, depth;
        float fromFace, inside;
    };
    Place place(const Surface& surface) const;
    float opacity(const Place& place) const;
    Vec3 colour(const Place& place, Vec3 normal, const Light& light, bool innerSide) const;

private:
    /// How far outside the opening for the face a place lies.
    float fromFace(float angle, float y) const;
    float inside(float outsideFace, float angle, float y) const;
    float strand(const Place& place) const;
    float sideEnd() const { return mix(0.03f, 1.75f, m_length); }
    float backEnd() const { return mix(0.48f, 1.85f, m_length); }

    const HeadShape& m_head;
    float m_length, m_top, m_parting, m_wave, m_shine, m_hairline;
    static constexpr float kEarHeight = 0.12f;
    float m_earRow;
    Vec3 m_colour, m_highlight;
};

}  // namespace visagist::demo
