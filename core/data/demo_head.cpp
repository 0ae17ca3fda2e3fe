#include "core/data/demo_head.h"

namespace visagist::demo {
namespace {

Section catmullRom(const Section& a, const Section& b, const Section& c, const Section& d, float t) {
    const auto curve = [t](float p, float q, float r, float s) {
        return q + 0.5f * t * (r - p + t * (2 * p - 5 * q + 4 * r - s + t * (3 * (q - r) + s - p)));
    };
    return {curve(a.y, b.y, c.y, d.y), curve(a.halfWidth, b.halfWidth, c.halfWidth, d.halfWidth),
            curve(a.front, b.front, c.front, d.front), curve(a.back, b.back, c.back, d.back)};
}

std::array<Vec3, 3> turnRows(float yaw, float pitch, float roll) {
    const float cy = std::cos(yaw), sy = std::sin(yaw), cp = std::cos(pitch), sp = std::sin(pitch);
    const float cr = std::cos(roll), sr = std::sin(roll);
    // First yaw (the face turns to +x), then pitch (up, to -y), then roll (clockwise where y points down).
    const Vec3 x{cy, 0, sy}, y{sp * sy, cp, -sp * cy}, z{-cp * sy, sp, cp * cy};
    return {x * cr - y * sr, x * sr + y * cr, z};
}

}  // namespace

Pose::Pose(float yaw, float pitch, float roll)
    : m_yaw(yaw), m_pitch(pitch), m_roll(roll), m_rows(turnRows(yaw, pitch, roll)) {}

Pose::Pose(const DemoContent& content)
    : Pose(radians(static_cast<float>(content.yaw)), radians(static_cast<float>(content.pitch)),
           radians(static_cast<float>(content.roll))) {}

Vec3 Pose::turn(Vec3 direction) const {
    return {dot(m_rows[0], direction), dot(m_rows[1], direction), dot(m_rows[2], direction)};
}

Pose Pose::bentAt(float y) const {
    const float follow = 1 - softStep(0.5f, 1.6f, y);
    return {m_yaw * mix(0.3f, 1, follow), m_pitch * mix(0.1f, 1, follow), m_roll * mix(0.1f, 1, follow)};
}

Vec3 Pose::project(Vec3 point) {
    constexpr float camera = 9, plane = 0.75f;
    const float scale = (camera - plane) / (camera - point.z);
    return {point.x * scale, point.y * scale, point.z};
}

Direction::Direction(float towards)
    : angle(towards),
      sine(std::sin(angle)),
      cosine(std::cos(angle)),
      round(std::pow(std::max(1 - std::pow(std::abs(sine), 2.2f), 0.f), 1 / 2.2f)) {}

HeadShape::HeadShape(const DemoIdentity& person, const DemoContent& content) {
    shapeFeatures(person, content);
    shapeSections(person, mouth.open);
}

void HeadShape::shapeSections(const DemoIdentity& person, float open) {
    const float face = trait(person, FaceWidth), jaw = trait(person, JawWidth),
                chin = trait(person, ChinWidth);
    const float forehead = trait(person, ForeheadHeight), bones = trait(person, Cheekbones);
    const float drop = 0.75f * open;
    chinY = 1.09f + 0.06f * trait(person, ChinLength) + drop;
    const float top = -1.06f - 0.05f * forehead;
    m_sections = {{{top, 0, 0, 0},
                   {top + 0.12f, 0.42f + 0.02f * face, 0.45f, 0.62f},
                   {-0.64f, 0.635f + 0.035f * face, 0.70f, 0.88f},
                   {-0.27f, 0.69f + 0.045f * face, 0.79f, 0.95f},
                   {0.10f, 0.695f + 0.05f * face + 0.02f * bones, 0.79f, 0.92f},
                   {0.43f + 0.1f * drop, 0.645f + 0.045f * face + 0.03f * jaw, 0.77f, 0.75f},
                   {mix(0.43f, chinY, 0.5f), 0.535f + 0.03f * face + 0.065f * jaw, 0.75f, 0.5f},
                   {mix(0.43f, chinY, 0.845f), 0.335f + 0.03f * jaw + 0.055f * chin, 0.70f, 0.25f},
                   {chinY, 0, 0.46f, 0}}};
}

void HeadShape::shapeFeatures(const DemoIdentity& person, const DemoContent& content) {
    const auto of = [&](Trait which) { return trait(person, which); };
    const float smile = static_cast<float>(content.smile), closed = static_cast<float>(content.eyesClosed);
    m_smile = smile;
    m_cheekbone = 0.045f + 0.02f * of(Cheekbones) + 0.03f * smile;
    m_socket = 0.10f + 0.03f * of(EyeDepth);

    eye.x = 0.353f + 0.024f * of(EyeGap);
    eye.halfWidth = 0.149f + 0.013f * of(EyeSize);
    eye.tilt = 0.012f + 0.016f * of(EyeTilt);
    const float opening = 0.54f + 0.09f * of(EyeOpening), squint = 1 - 0.18f * smile;
    eye.lower = (0.28f + 0.05f * of(EyeOpening)) * squint;
    eye.upper = mix(opening * squint, -eye.lower + 0.02f, closed);
    eye.irisRadius = 0.47f;
    eye.gaze = 0.34f * static_cast<float>(content.gaze);

    nose.baseY = 0.530f + 0.035f * of(NoseLength);
    nose.height = 0.205f + 0.035f * of(NoseHeight);
    nose.halfWidth = 0.15f + 0.025f * of(NoseWidth);
    nose.ridge = 0.07f + 0.012f * of(NoseWidth) + 0.006f * of(NoseHeight);

    mouth.y =
        0.728f + 0.02f * of(MouthHeight) + 0.02f * of(NoseLength) + 0.02f * of(ChinLength) - 0.005f * smile;
    mouth.halfWidth = (0.255f + 0.028f * of(MouthWidth)) * (1 + 0.2f * smile);
    mouth.lift = 0.010f + 0.055f * smile;
    mouth.open = 0.17f * static_cast<float>(content.mouthOpen);
    mouth.upperLip = (0.062f + 0.018f * of(UpperLip)) * (1 - 0.22f * smile);
    mouth.lowerLip = (0.082f + 0.02f * of(LowerLip)) * (1 - 0.16f * smile);

    brow.y = -0.218f - 0.028f * of(BrowHeight) - 0.05f * static_cast<float>(content.browRaise);
    brow.thickness = 0.042f + 0.014f * of(BrowThickness);
    brow.arch = 0.055f + 0.03f * of(BrowArch);
    brow.halfWidth = 0.215f;
}

Section HeadShape::section(float t) const {
    const float place = saturate(t) * static_cast<float>(kSections - 1);
    const auto i = std::min(static_cast<std::size_t>(place), kSections - 2);
    const auto mirrored = [](Section s) { return Section{s.y, -s.halfWidth, -s.front, -s.back}; };
    const Section before = i == 0 ? mirrored(m_sections[1]) : m_sections[i - 1];
    Section after = i + 2 < kSections ? m_sections[i + 2] : mirrored(m_sections[kSections - 2]);
    if (i + 2 == kSections) after.front = 0.1f;
    return catmullRom(before, m_sections[i], m_sections[i + 1], after, place - static_cast<float>(i));
}

float HeadShape::rowOfHeight(float y) const {
    float low = 0, high = 1;
    for (int step = 0; step < 20; ++step) {
        const float middle = (low + high) / 2;
        (section(middle).y < y ? low : high) = middle;
    }
    return (low + high) / 2;
}

Vec3 HeadShape::skin(const Section& s, const Direction& to) const {
    Vec3 point{s.halfWidth * to.sine, s.y, to.cosine >= 0 ? s.front * to.round : -s.back * to.round};
    if (to.cosine > 0) point.z += relief(point.x, point.y) * softStep(0, 0.4f, to.cosine);
    return point;
}

Vec3 HeadShape::onFace(float x, float y) const {
    const float t = rowOfHeight(y);
    return skin(t, std::asin(std::clamp(x / std::max(section(t).halfWidth, 1e-3f), -1.f, 1.f)));
}

float HeadShape::relief(float x, float y) const {
    const float a = std::abs(x);
    float height = 0.04f * hill((a - 0.30f) / 0.36f, (y - brow.y - 0.05f) / 0.17f);
    height -= m_socket * hill((a - eye.x + 0.04f) / 0.30f, (y - 0.01f) / 0.20f);
    height += 0.075f * hill((a - eye.x) / 0.21f, (y - 0.005f) / 0.16f);
    height += m_cheekbone * hill((a - 0.43f) / 0.30f, (y - 0.32f + 0.04f * m_smile) / 0.28f);
    height -= 0.03f * hill((a - 0.60f) / 0.25f, (y + 0.30f) / 0.35f);
    height += 0.075f * hill(x / 0.24f, (y - chinY + 0.15f) / 0.18f);
    return height + noseRelief(x, y) + mouthRelief(x, y);
}

float HeadShape::noseRelief(float x, float y) const {
    const float k = nose.along(y);
    if (k < -0.5f || k > 1.25f) return 0;
    const float rise = mix(0.04f, 1, square(softStep(-0.6f, 1.05f, k))) * softStep(-0.5f, 0, k);
    const float underside = 1 - softStep(0.87f, 1.10f, k);
    const float width = nose.ridge * mix(2.2f, 3.0f, softStep(-0.1f, 1, k));
    const float a = std::abs(x);
    float height = nose.height * rise * underside * hill(x / width, 0);
    height += 0.05f * hill(x / (0.9f * nose.halfWidth), (k - 0.84f) / 0.26f);
    height += 0.105f * hill((a - 0.70f * nose.halfWidth) / (0.58f * nose.halfWidth), (k - 0.90f) / 0.17f);
    return height;
}

float HeadShape::mouthRelief(float x, float y) const {
    const float m = x / mouth.halfWidth;
    if (std::abs(m) > 1.31f && std::abs(x) > 0.42f) return 0;
    if (std::abs(y - mouth.y) > 0.45f) return 0;
    const Lips lips = mouth.lips(std::clamp(m, -1.f, 1.f));
    float height = 0.06f * hill(x / 0.42f, (y - mouth.y) / 0.26f);
    const float upper = (lips.upperTop + lips.upperBottom) / 2;
    const float lower = (lips.lowerTop + lips.lowerBottom) / 2;
    height += 0.03f * hill(m / 1.05f, (y - upper) / (0.75f * mouth.upperLip + 0.01f));
    height += 0.045f * hill(m / 0.95f, (y - lower) / (0.75f * mouth.lowerLip + 0.01f));
    height -= 0.04f * hill(m / 0.9f, (y - lips.lowerBottom - 0.045f) / 0.07f);
    height -= 0.012f * hill(x / 0.04f, (y - mix(nose.baseY, mouth.y, 0.5f)) / 0.09f);
    height -=
        (0.012f + 0.02f * m_smile) * hill((std::abs(m) - 1.06f) / 0.25f, (y - mouth.y + mouth.lift) / 0.08f);
    return height;
}

}  // namespace visagist::demo
