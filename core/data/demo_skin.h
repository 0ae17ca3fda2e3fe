// The painted surfaces of a demo head: the face with its eyes, brows, nose and mouth; ears; neck and shirt.
#pragma once
#include "core/data/demo_head.h"
#include "core/data/demo_light.h"
#include "core/data/demo_raster.h"

namespace visagist::demo {

class FacePaint {
public:
    FacePaint(const DemoIdentity& person, const HeadShape& head, const Light& light);

    /// Linear light. Attributes: place on the face (x, y), angle from straight ahead, openness to the room.
    Vec3 face(const Surface& surface) const;
    /// Attributes: place on the ear's ellipse (-1 … 1 twice), unused, openness.
    Vec3 ear(const Surface& surface) const;
    /// Attributes: x, y before the pose, angle, openness.
    Vec3 body(const Surface& surface) const;

    /// 1 on the face, 0 at the sides of the head.
    static float faceShare(const Surface& surface);

private:
    struct Paint {
        Vec3 colour;
        float gloss = 0, open = 1;
        void cover(Vec3 with, float amount) {
            if (amount != 0) colour = mix(colour, with, amount);
        }
        void darken(Vec3 by, float amount) { colour = mix(colour, colour * by, amount); }
    };
    void paintComplexion(Paint& paint, float x, float y) const;
    void paintBeard(Paint& paint, float x, float y, float angle) const;
    void paintNose(Paint& paint, float x, float y) const;
    void paintBrow(Paint& paint, float x, float y) const;
    void paintMouth(Paint& paint, float x, float y) const;
    void paintEye(Paint& paint, float x, float y, float side) const;
    void paintEyeball(Paint& paint, float p, float q, float side) const;
    Vec3 lit(const Paint& paint, Vec3 normal) const;

    const HeadShape& m_head;
    const Light& m_light;
    Lips m_middleOfLips;
    Vec3 m_skin, m_shade, m_lip, m_iris, m_hair, m_brow, m_shirt;
    float m_beard, m_lashes;
};

}  // namespace visagist::demo
