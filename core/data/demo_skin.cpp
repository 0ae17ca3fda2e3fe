#include "core/data/demo_skin.h"

namespace visagist::demo {

FacePaint::FacePaint(const DemoIdentity& person, const HeadShape& head, const Light& light)
    : m_head(head),
      m_light(light),
      m_middleOfLips(head.mouth.lips(0)),
      m_skin(colourTrait(person, SkinColour)),
      m_shade(m_skin * Vec3{0.52f, 0.40f, 0.34f}),
      m_lip(colourTrait(person, LipColour)),
      m_iris(colourTrait(person, IrisColour)),
      m_hair(colourTrait(person, HairColour)),
      m_brow(mix(m_hair, m_hair * 0.22f, saturate(0.45f + 0.4f * trait(person, BrowDarkness)))),
      m_shirt(colourTrait(person, ShirtColour)),
      m_beard(trait(person, Beard)),
      m_lashes(trait(person, Lashes)) {}

float FacePaint::faceShare(const Surface& surface) {
    return softStep(radians(90), radians(80), std::abs(surface.attributes[2]));
}

Vec3 FacePaint::lit(const Paint& paint, Vec3 normal) const {
    const Vec3 matt = paint.colour * m_light.matt(normal, paint.open, 0.32f);
    // Where the key fades, light that went through skin comes out redder.
    const float rim = m_light.rim(normal);
    return matt + Vec3{1, 0.97f, 0.92f} * (paint.gloss * m_light.gloss(normal)) + m_skin * (0.30f * rim);
}

Vec3 FacePaint::face(const Surface& surface) const {
    const auto& [x, y, angle, open] = surface.attributes;
    Paint paint{m_skin, 0.055f, open};
    const float side = x < 0 ? -1.f : 1.f;
    if (std::abs(angle) < 1.6f) {
        paintComplexion(paint, x, y);
        paintBeard(paint, x, y, angle);
        paintNose(paint, x, y);
        paintBrow(paint, std::abs(x), y);
        paintMouth(paint, x, y);
        paintEye(paint, std::abs(x), y, side);
    }
    return lit(paint, surface.normal);
}

void FacePaint::paintComplexion(Paint& paint, float x, float y) const {
    const float a = std::abs(x);
    const Vec3 blush = mix(m_skin, m_lip, 0.55f);
    paint.cover(blush, 0.50f * hill((a - 0.44f) / 0.30f, (y - 0.36f) / 0.24f));
    paint.cover(blush, 0.35f * hill(x / 0.16f, (y - 0.85f * m_head.nose.baseY) / 0.16f));
    paint.cover(blush, 0.25f * hill(x / 0.22f, (y - m_head.chinY + 0.14f) / 0.14f));
    const EyeShape& eye = m_head.eye;
    paint.cover(m_shade, 0.42f * hill((a - eye.x + 0.03f) / 0.25f, (y + 0.06f) / 0.17f));
    paint.cover(m_shade, 0.30f * hill((a - eye.x + 0.03f) / 0.20f, (y - 0.13f) / 0.07f));
    paint.cover(m_shade, 0.25f * hill(x / 0.34f, (y - m_middleOfLips.lowerBottom - 0.05f) / 0.06f));
    // From the wing of the nose to beside the mouth: the fold that a smile deepens.
    const float along = (y - m_head.nose.baseY + 0.06f) / (m_head.mouth.y - m_head.nose.baseY + 0.06f);
    const float fold = m_head.nose.halfWidth + 0.03f + 0.17f * along;
    const float strength = 0.10f + 4.0f * std::max(m_head.mouth.lift, 0.f);
    paint.cover(m_shade, strength * hill((a - fold) / 0.05f, (along - 0.45f) / 0.75f));
}

void FacePaint::paintBeard(Paint& paint, float x, float y, float angle) const {
    if (m_beard == 0 || y < -0.3f) return;
    const MouthShape& mouth = m_head.mouth;
    const float a = std::abs(x), side = softStep(0.75f, 1.15f, std::abs(angle));
    const float jaw = softStep(0.44f - 0.50f * side, 0.86f - 0.40f * side, y + 0.25f * (a - 0.45f));
    const float chin = softStep(0.12f, 0.34f, a) + softStep(mouth.y - 0.02f, mouth.y + 0.16f, y);
    const float above = (m_head.nose.baseY + m_middleOfLips.upperTop) / 2 + 0.03f + 0.12f * a;
    const float moustache = hill(x / 0.46f, (y - above) / 0.11f) * 1.3f;
    const float arc =
        0.7f * angle;  // measured along the skin, so that the grain is not stretched at the sides
    const float grain = 0.9f + 0.2f * noise(41 * arc + 33 * y + 2 * noise(61 * arc)) *
                                   noise(47 * y - 35 * arc + 2 * noise(57 * y));
    const float density = saturate(std::max(jaw * saturate(chin), moustache) * grain);
    paint.cover(m_hair * 0.85f, density * (1 - square(1 - m_beard) * 0.9f) * saturate(4 * m_beard) * 0.92f);
    paint.gloss *= 1 - 0.8f * density * saturate(2 * m_beard);
}

void FacePaint::paintNose(Paint& paint, float x, float y) const {
    const NoseShape& nose = m_head.nose;
    if (std::abs(x) > 0.4f || y < -0.3f || y > nose.baseY + 0.2f) return;
    const float a = std::abs(x), away = m_light.azimuth() > 0 ? -x : x;
    const float k = nose.along(y), turned = softStep(0.1f, 0.6f, std::abs(m_light.azimuth()));
    // The shadow that the nose throws on the cheek away from the key.
    const float cast = hill((away - mix(0.09f, 0.19f, saturate(k))) / 0.15f, (k - 0.72f) / 0.62f);
    paint.cover(m_shade, 0.42f * turned * cast);
    paint.cover(m_shade, 0.08f * hill((a - 0.12f) / 0.09f, (k - 0.15f) / 0.55f));
    paint.cover(m_shade * 0.8f, 0.55f * hill(x / (1.25f * nose.halfWidth), (k - 1.06f) / 0.13f));
    paint.cover(m_shade * 0.7f, 0.5f * hill((a - 1.02f * nose.halfWidth) / 0.035f, (k - 0.90f) / 0.15f));
    paint.cover(m_shade * 0.16f, 0.9f * softStep(0, 0.5f,
                                                 hill((a - 0.48f * nose.halfWidth) / (0.38f * nose.halfWidth),
                                                      (k - 0.985f) / 0.065f)));
    paint.gloss += 0.10f * hill(x / 0.07f, (k - 0.80f) / 0.2f) + 0.035f * hill(x / 0.05f, (k - 0.35f) / 0.5f);
}

void FacePaint::paintBrow(Paint& paint, float x, float y) const {
    const BrowShape& brow = m_head.brow;
    const float p = (x - m_head.eye.x) / brow.halfWidth;
    if (std::abs(p) > 1.3f || std::abs(y - brow.y) > 0.25f) return;
    const float off = (y - brow.line(p)) / std::max(brow.halfThickness(p), 1e-3f);
    const float hairs = noise(p * 21 + off * 1.6f) - 0.5f;
    const float body = softStep(1.35f, 0.35f, std::abs(off) + 0.35f * hairs);
    const float ends = softStep(-1.15f, -0.75f, p) * softStep(1.02f, 0.7f, p);
    paint.cover(m_brow * (0.8f + 0.5f * (hairs + 0.5f)), 0.92f * body * ends);
    paint.gloss *= 1 - body * ends;
}

void FacePaint::paintMouth(Paint& paint, float x, float y) const {
    const MouthShape& mouth = m_head.mouth;
    const float m = x / mouth.halfWidth, e = std::clamp(m, -1.f, 1.f);
    if (std::abs(m) > 1.25f || y < mouth.highest() - 0.04f || y > mouth.lowest() + 0.04f) return;
    const auto [top, upper, lower, bottom] = mouth.lips(e);
    constexpr float soft = 0.011f;
    const float within = softStep(1.05f, 0.97f, std::abs(m));
    const float upperLip = softStep(-soft, soft, y - top) * softStep(soft, -soft, y - upper) * within;
    const float lowerLip = softStep(-soft, soft, y - lower) * softStep(soft, -soft, y - bottom) * within;
    const float grain = 0.9f + 0.2f * noise(x * 70);
    paint.cover(m_lip * (0.72f * grain), upperLip * 0.92f);
    paint.cover(m_lip * (1.08f * grain), lowerLip * mix(0.95f, 0.72f, softStep(0.75f, 1, std::abs(m))));
    paint.gloss = mix(paint.gloss, 0.03f + 0.20f * m_lip.x, lowerLip);
    const float inside = softStep(-soft, soft, y - upper) * softStep(soft, -soft, y - lower) * within;
    const float depth = saturate((y - upper) / std::max(lower - upper, 1e-3f)),
                opened = softStep(0.006f, 0.05f, mouth.open);
    const float teeth = softStep(0.62f, 0.48f, depth) * softStep(0.97f, 0.72f, std::abs(m)) * opened;
    const float between = 1 - 0.22f * square(square(std::cos(x * 46)));
    const Vec3 dark{0.045f, 0.012f, 0.010f}, ivory{0.72f, 0.68f, 0.60f};
    paint.cover(mix(dark, ivory * (between * mix(0.55f, 1, softStep(0, 0.3f, depth))), teeth),
                inside * opened);
    const float seam =
        hill(std::abs(m) / 1.12f, 0) * hill((y - (upper + lower) / 2) / (0.022f + 0.3f * (lower - upper)), 0);
    paint.cover(m_lip * Vec3{0.20f, 0.14f, 0.13f}, 0.9f * saturate(2.2f * seam) * (1 - opened));
    paint.cover(m_shade * 0.6f, 0.5f * hill((std::abs(m) - 1.02f) / 0.13f, (y - mouth.seam(1)) / 0.035f));
}

void FacePaint::paintEye(Paint& paint, float x, float y, float side) const {
    const EyeShape& eye = m_head.eye;
    const float p = (x - eye.x) / eye.halfWidth, q = (y + eye.tilt * p) / eye.halfWidth;
    if (std::abs(p) > 1.36f || std::abs(q) > 1.2f) return;
    const float e = std::clamp(p, -1.f, 1.f), top = eye.upperLid(e), bottom = eye.lowerLid(e);
    const float outside = std::max(std::abs(p) - 1, 0.f);
    constexpr float soft = 0.05f;
    // Upper lid: a crease above, the lid's own roundness below it.
    const float crease = std::min(-0.62f, -eye.upper * 0.5f - 0.45f) * arch(e * 0.9f, 0.6f) - 0.02f;
    paint.cover(m_shade * 0.55f, 0.62f * hill((q - crease) / 0.13f, p / 1.35f));
    paint.cover(m_shade, 0.35f * hill(p / 1.3f, (q - bottom - 0.30f) / 0.2f));
    const float within = softStep(-soft, soft, q - top) * softStep(soft, -soft, q - bottom) *
                         softStep(1.02f, 0.96f, std::abs(p));
    if (within > 0) {
        Paint ball = paint;
        paintEyeball(ball, p, q, side);
        paint.cover(ball.colour, within);
        paint.gloss = mix(paint.gloss, 0, within);
        paint.open = mix(paint.open, 0.95f, within);
    }
    const Vec3 lash = mix(m_brow * 0.5f, {0.010f, 0.008f, 0.007f}, 0.6f);
    const float thickness = mix(0.055f, 0.10f, m_lashes) * mix(0.7f, 1.25f, softStep(-1, 0.9f, p));
    const float upperLash =
        softStep(1.5f * thickness, 0.4f * thickness, std::abs(q - top + 0.4f * thickness) + 1.2f * outside);
    paint.cover(lash, 0.95f * upperLash);
    const float wing = hill((p - 1.05f) / 0.22f, (q + 0.08f + 0.55f * (p - 1)) / 0.09f);
    paint.cover(lash, saturate(1.4f * wing) * m_lashes);
    const float lowerLash = softStep(0.09f, 0.015f, std::abs(q - bottom) + 1.2f * outside);
    paint.cover(mix(lash, m_shade * 0.5f, 0.5f), 0.5f * lowerLash);
}

void FacePaint::paintEyeball(Paint& ball, float p, float q, float side) const {
    const EyeShape& eye = m_head.eye;
    const float top = eye.upperLid(p);
    ball.colour = Vec3{0.74f, 0.70f, 0.67f} * mix(1, 0.62f, square(p));
    ball.cover(mix(m_lip, {0.75f, 0.5f, 0.45f}, 0.5f), 0.75f * hill((p + 1) / 0.24f, (q - 0.02f) / 0.2f));
    const float ix = p + 0.07f - side * eye.gaze, iy = q + 0.10f,
                r = std::sqrt(ix * ix + iy * iy) / eye.irisRadius;
    if (r < 1.15f) {
        const float spokes = 0.85f + 0.3f * noise(std::atan2(iy, ix) * 7 + 20);
        const float inner = mix(1.35f, 0.8f, softStep(0.35f, 0.95f, r));
        const float lower = 1 + 0.6f * hill(ix / eye.irisRadius, (iy / eye.irisRadius - 0.55f) / 0.7f);
        Vec3 iris = m_iris * (spokes * inner * lower);
        iris = mix(iris, m_iris * 0.16f, softStep(0.72f, 1.0f, r));
        iris = mix(iris, {0.006f, 0.005f, 0.005f}, softStep(0.48f, 0.40f, r));
        ball.cover(iris, softStep(1.06f, 0.94f, r));
    }
    ball.colour = ball.colour * mix(0.36f, 1, softStep(-0.02f, 0.34f, q - top));
    const float hx = ix - 0.16f * side * (m_light.azimuth() > 0 ? 1.f : -1.f) *
                              softStep(0, 0.3f, std::abs(m_light.azimuth()));
    ball.cover({1.15f, 1.15f, 1.12f}, 0.95f * softStep(0.05f, 0.45f, hill(hx / 0.15f, (iy + 0.17f) / 0.15f)));
}

Vec3 FacePaint::ear(const Surface& surface) const {
    const auto& [u, v, unused, open] = surface.attributes;
    Paint paint{mix(m_skin, m_lip, 0.12f), 0.03f, open};
    const float r = u * u + v * v;
    paint.cover(m_shade * 0.6f, 0.75f * hill((u + 0.05f) / 0.55f, (v + 0.12f) / 0.6f));
    paint.cover(m_shade, 0.35f * hill((r - 0.45f) / 0.22f, 0) * softStep(0.4f, -0.2f, v));
    return lit(paint, surface.normal);
}

Vec3 FacePaint::body(const Surface& surface) const {
    const auto& [x, y, angle, open] = surface.attributes;
    Paint paint{m_skin, 0.03f, 1};
    const float a = std::abs(x);
    paint.cover(m_shade, 0.30f * hill((a - 0.16f - 0.12f * (1.4f - y)) / 0.09f, (y - 1.2f) / 0.30f));
    paint.cover(m_shade, 0.30f * hill(x / 0.08f, (y - 1.48f) / 0.12f));
    const float collar = 1.36f + 0.17f * std::cos(angle);
    const float cloth = softStep(-0.012f, 0.012f, y - collar);
    const float band = hill((y - collar - 0.07f) / 0.018f, 0);
    paint.cover(m_shade * 0.7f, 0.6f * hill((y - collar + 0.01f) / 0.09f, 0) * (1 - cloth));
    paint.cover(m_shirt * (1 - 0.35f * band), cloth);
    paint.gloss *= 1 - cloth;
    // The head keeps the light from the neck below it, more so the higher the light stands.
    const float under = softStep(1.62f, 0.95f, y) * softStep(1.1f, 0.3f, a);
    paint.open = 1 - under * (0.62f + 0.25f * m_light.elevation());
    paint.darken({0.62f, 0.52f, 0.48f}, under * (1 - cloth));
    (void)open;
    return lit(paint, surface.normal);
}

}  // namespace visagist::demo
