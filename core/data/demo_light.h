// The light of a demo picture: a soft key from one side, a weak fill from the other, the room around.
#pragma once
#include "core/data/demo_identity.h"

namespace visagist::demo {

class Light {
public:
    explicit Light(const DemoContent& content);

    /// What a matt surface sends back, times its colour. `open` (0 … 1) says how much of the room it sees;
    /// `wrap` lets the key reach round the edge, as in skin.
    Vec3 matt(Vec3 normal, float open, float wrap) const;
    /// Mirror light of the key at a surface seen from the front.
    float gloss(Vec3 normal) const;
    /// Gloss of a strand of hair that runs along `tangent` (Kajiya and Kay, "Rendering fur with three
    /// dimensional textures", 1989).
    float strandGloss(Vec3 tangent) const;
    /// A thin edge of light on what turns away from the viewer on the far side of the key.
    float rim(Vec3 normal) const;
    /// Where the key comes from: -1 left … 1 right.
    float azimuth() const { return m_azimuth; }
    float elevation() const { return m_key.y * -1; }
    float brightness() const { return m_brightness; }

private:
    Vec3 m_key, m_half, m_fill;
    float m_azimuth, m_brightness;
};

}  // namespace visagist::demo
