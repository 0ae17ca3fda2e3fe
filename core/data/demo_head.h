// The shape of a demo head: its surface, where its features lie, its pose, and its landmarks.
#pragma once
#include "core/data/demo_identity.h"

namespace visagist::demo {

/// A horizontal section of the head: half width, depth before and behind the axis of the ears, height. Head
/// units: the eyes lie at y = 0, 0.72 apart on the average person; y points down, z to the viewer.
struct Section {
    float y = 0, halfWidth = 0, front = 0, back = 0;
};

/// One eye in the plane of the face; the left one is its mirror image.
struct EyeShape {
    float x = 0, halfWidth = 0, tilt = 0;  ///< centre; the outer corner lies tilt higher, the inner one lower
    float upper = 0, lower = 0;      ///< heights of the lids over the line of the corners, in half widths
    float irisRadius = 0, gaze = 0;  ///< in half widths

    /// Height of a lid's edge at p = -1 (inner corner) … 1 (outer), in half widths, downwards.
    float upperLid(float p) const { return -upper * arch(p + 0.08f * (1 - p * p), 0.72f); }
    float lowerLid(float p) const { return lower * arch(p - 0.10f * (1 - p * p), 0.75f); }
};

/// Heights of the edges of the lips.
struct Lips {
    float upperTop = 0, upperBottom = 0, lowerTop = 0, lowerBottom = 0;
};

/// The mouth in the plane of the face; m = -1 … 1 from corner to corner.
struct MouthShape {
    float y = 0, halfWidth = 0, lift = 0, open = 0, upperLip = 0, lowerLip = 0;

    float seam(float m) const {
        return y - lift * m * m + 0.012f * (1 - std::cos(m * 6.2831853f)) * 0.5f * (1 - m * m);
    }
    /// What no edge of a lip goes beyond.
    float highest() const { return y - std::max(lift, 0.f) - 0.15f * open - 1.12f * upperLip; }
    float lowest() const { return y + std::max(-lift, 0.f) + 0.012f + 0.85f * open + lowerLip; }
    Lips lips(float m) const {
        const float middle = seam(m), gap = open > 0 ? open * arch(m, 0.7f) : 0;
        const float bow = 0.30f * hill(m / 0.22f, 0) - 0.12f * hill((std::abs(m) - 0.3f) / 0.3f, 0);
        const float upper = middle - 0.15f * gap, lower = middle + 0.85f * gap;
        return {upper - upperLip * arch(m, 0.9f) * (1 - bow), upper, lower,
                lower + lowerLip * arch(m, 0.75f)};
    }
};

struct NoseShape {
    float baseY = 0, height = 0, halfWidth = 0, ridge = 0;

    /// 0 at the height of the eyes, 1 at the lower edge of the nostrils.
    float along(float y) const { return 1.06f * y / baseY; }
};

struct BrowShape {
    float y = 0, thickness = 0, arch = 0, halfWidth = 0;

    /// Middle line at p = -1 (inner end) … 1 (outer end), head units.
    float line(float p) const { return y - arch * (1 - square((p - 0.25f) / 1.25f)) + 0.004f * p; }
    float halfThickness(float p) const {
        return thickness * std::sqrt(saturate((1 - p) * 0.62f)) * softStep(-1.15f, -0.7f, p);
    }
};

/// Head and body turn about a point in the neck; the neck between them bends.
class Pose {
public:
    explicit Pose(const DemoContent& content);
    Vec3 turn(Vec3 direction) const;
    Vec3 place(Vec3 point) const { return turn(point - pivot) + pivot; }
    /// The pose of the neck, shoulders or long hair at this height: the lower, the less it follows the head.
    Pose bentAt(float y) const;
    /// Weak perspective onto the plane through the eyes; keeps z.
    static Vec3 project(Vec3 point);

private:
    Pose(float yaw, float pitch, float roll);
    static constexpr Vec3 pivot{0, 0.7f, -0.15f};
    float m_yaw, m_pitch, m_roll;
    std::array<Vec3, 3> m_rows;
};

/// A direction about the axis of the ears; angle from straight ahead, positive to the right of the picture,
/// radians.
struct Direction {
    explicit Direction(float towards);
    float angle, sine, cosine;
    float round;  ///< depth 0 … 1 of a section there; sections are a little squarer than ellipses
};

class HeadShape {
public:
    HeadShape(const DemoIdentity& person, const DemoContent& content);

    /// The smooth head without features; t = 0 at the top, 1 under the chin.
    Section section(float t) const;
    /// The section's height runs down with t; the inverse of that.
    float rowOfHeight(float y) const;
    /// A point of the skin.
    Vec3 skin(const Section& section, const Direction& direction) const;
    Vec3 skin(float t, float angle) const { return skin(section(t), Direction(angle)); }
    /// The point of the face at this place of its plane.
    Vec3 onFace(float x, float y) const;

    std::array<Vec3, 68> landmarks68(const DemoContent& content) const;
    /// dlib's five, on the unturned head.
    std::array<Vec3, 5> landmarks5() const;

    EyeShape eye;
    MouthShape mouth;
    NoseShape nose;
    BrowShape brow;
    float chinY = 0;

private:
    static constexpr std::size_t kSections = 9;
    void shapeSections(const DemoIdentity& person, float open);
    void shapeFeatures(const DemoIdentity& person, const DemoContent& content);
    float relief(float x, float y) const;
    float noseRelief(float x, float y) const;
    float mouthRelief(float x, float y) const;

    float m_cheekbone = 0, m_socket = 0, m_smile = 0;
    std::array<Section, kSections> m_sections;
};

/// The five landmarks of the turned and projected head, in the plane that demoHeadFromUnit() leads to.
std::array<Point, 5> projectedLandmarks5(const HeadShape& head, const Pose& pose);
std::array<Point, 68> projectedLandmarks68(const HeadShape& head, const Pose& pose,
                                           const DemoContent& content);

}  // namespace visagist::demo
