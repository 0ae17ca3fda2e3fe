#include "core/data/demo_faces.h"

#include "core/data/demo_meshes.h"
#include "core/data/demo_skin.h"
#include "core/face/canonical.h"

namespace visagist {

using namespace demo;

namespace {

std::uint8_t srgbByte(float linear) {
    static const auto table = [] {
        std::array<std::uint8_t, 4097> bytes{};
        for (std::size_t i = 0; i < bytes.size(); ++i) {
            const double value = static_cast<double>(i) / 4096;
            const double srgb = value <= 0.0031308 ? 12.92 * value : 1.055 * std::pow(value, 1 / 2.4) - 0.055;
            bytes[i] = static_cast<std::uint8_t>(std::lround(srgb * 255));
        }
        return bytes;
    }();
    return table[static_cast<std::size_t>(std::lround(saturate(linear) * 4096))];
}

/// Rolls bright light off softly instead of cutting it.
float exposed(float light) { return light < 0.6f ? light : 1 - 0.4f * std::exp((0.6f - light) / 0.4f); }

class Backdrop {
public:
    Backdrop(const DemoContent& content, const Affine& headFromSamples)
        : m_headFromSamples(headFromSamples),
          m_brightness(static_cast<float>(content.brightness)),
          m_lightSide(static_cast<float>(content.lightAzimuth)) {
        const auto linear = [](const std::array<double, 3>& srgb) {
            return Vec3{static_cast<float>(linearFromSrgb(srgb[0])),
                        static_cast<float>(linearFromSrgb(srgb[1])),
                        static_cast<float>(linearFromSrgb(srgb[2]))};
        };
        m_top = linear(content.backgroundTop);
        m_bottom = linear(content.backgroundBottom);
    }
    Vec3 colour(int x, int y) const {
        const Point head = m_headFromSamples.map({x + 0.5, y + 0.5});
        const float dx = static_cast<float>(head.x) - 0.9f * m_lightSide,
                    dy = static_cast<float>(head.y) + 0.8f;
        return mix(m_top, m_bottom, softStep(0, 3.2f, std::sqrt(dx * dx + dy * dy))) * m_brightness;
    }

private:
    Affine m_headFromSamples;
    float m_brightness, m_lightSide;
    Vec3 m_top, m_bottom;
};

/// Linear light and share of face, a sample each.
struct Samples {
    explicit Samples(int count)
        : width(count),
          light(static_cast<std::size_t>(count) * static_cast<std::size_t>(count)),
          face(light.size()) {}
    int width;
    std::vector<Vec3> light;
    std::vector<float> face;
};

class Painter {
public:
    Painter(const DemoIdentity& person, const DemoContent& content, const Affine& samplesFromHead, int width)
        : m_width(width),
          m_head(person, content),
          m_hair(person, m_head),
          m_light(content),
          m_paint(person, m_head, m_light),
          m_pose(content),
          m_view{m_pose, samplesFromHead},
          m_backdrop(content, samplesFromHead.inverse()),
          m_skinMesh(skinMesh(m_head, m_hair, m_view)),
          m_leftEar(earMesh(person, m_head, m_view, -1)),
          m_rightEar(earMesh(person, m_head, m_view, 1)),
          m_bodyMesh(bodyMesh(person, m_view)),
          m_hairMesh(hairMesh(m_hair, m_view)),
          m_solid(width),
          m_nearHair(width),
          m_farHair(width) {
        for (const GridMesh* mesh : {&m_skinMesh, &m_leftEar, &m_rightEar, &m_bodyMesh})
            m_solid.draw(*mesh, Side::Front);
        m_nearHair.draw(m_hairMesh, Side::Front);
        m_farHair.draw(m_hairMesh, Side::Back);
    }

    const HeadShape& head() const { return m_head; }
    const Pose& pose() const { return m_pose; }

    Samples paint() const {
        Samples samples(m_width);
        for (int y = 0; y < m_width; ++y) {
            for (int x = 0; x < m_width; ++x) paintSample(samples, x, y);
        }
        return samples;
    }

private:
    /// From the nearest layer to the farthest, until nothing shines through.
    void paintSample(Samples& samples, int x, int y) const {
        const auto place =
            static_cast<std::size_t>(y) * static_cast<std::size_t>(m_width) + static_cast<std::size_t>(x);
        Vec3 light;
        float through = 1;
        const auto addHair = [&](const VisibilityLayer& layer, bool innerSide) {
            if (!layer.covers(place) || (m_solid.covers(place) && m_solid.depth(place) > layer.depth(place)))
                return;
            const Vertex surface = layer.surface(place);
            const float opacity = m_hair.opacity(surface);
            if (opacity > 0) light = light + m_hair.colour(surface, m_light, innerSide) * (through * opacity);
            through *= 1 - opacity;
        };
        addHair(m_nearHair, false);
        if (through > 0) addHair(m_farHair, true);
        if (through > 0) {
            if (m_solid.covers(place)) {
                const Vertex surface = m_solid.surface(place);
                light = light + solidColour(surface, m_solid.material(place)) * through;
                if (m_solid.material(place) == Material::Skin)
                    samples.face[place] = through * FacePaint::faceShare(surface);
            } else {
                light = light + m_backdrop.colour(x, y) * through;
            }
        }
        samples.light[place] = {exposed(light.x), exposed(light.y), exposed(light.z)};
    }

    Vec3 solidColour(const Vertex& surface, Material material) const {
        switch (material) {
            case Material::Ear:
                return m_paint.ear(surface);
            case Material::Body:
                return m_paint.body(surface);
            default:
                return m_paint.face(surface);
        }
    }

    int m_width;
    HeadShape m_head;
    HairShape m_hair;
    Light m_light;
    FacePaint m_paint;
    Pose m_pose;
    View m_view;
    Backdrop m_backdrop;
    GridMesh m_skinMesh, m_leftEar, m_rightEar, m_bodyMesh, m_hairMesh;
    VisibilityLayer m_solid, m_nearHair, m_farHair;
};

/// Averages samples to pixels under a tent a little wider than a pixel, rows first, then columns.
class TentFilter {
public:
    explicit TentFilter(int perPixel) : m_perPixel(perPixel) {
        const float reach = 0.9f * static_cast<float>(perPixel);
        float sum = 0;
        for (int tap = 0; tap < 2 * perPixel; ++tap) {
            const float distance = std::abs(static_cast<float>(tap) + 0.5f - static_cast<float>(perPixel));
            m_weights.push_back(std::max(0.f, 1 - distance / reach));
            sum += m_weights.back();
        }
        for (float& weight : m_weights) weight /= sum;
    }

    /// Value(sample index along the line) → the filtered value of a pixel; the edge repeats.
    template <class Value>
    auto pixel(int index, int sampleCount, Value&& value) const {
        const int first = index * m_perPixel - m_perPixel / 2;
        auto sum = value(std::clamp(first, 0, sampleCount - 1)) * m_weights[0];
        for (std::size_t tap = 1; tap < m_weights.size(); ++tap) {
            sum = sum + value(std::clamp(first + static_cast<int>(tap), 0, sampleCount - 1)) * m_weights[tap];
        }
        return sum;
    }

private:
    int m_perPixel;
    std::vector<float> m_weights;
};

void resolve(const Samples& samples, int perPixel, DemoFace& face) {
    struct Texel {
        Vec3 light;
        float face = 0;
        Texel operator*(float s) const { return {light * s, face * s}; }
        Texel operator+(const Texel& other) const { return {light + other.light, face + other.face}; }
    };
    const TentFilter filter(perPixel);
    const int size = face.image.width(), width = samples.width;
    std::vector<Texel> rows(static_cast<std::size_t>(width) * static_cast<std::size_t>(size));
    for (int y = 0; y < width; ++y) {
        const auto line = static_cast<std::size_t>(y) * static_cast<std::size_t>(width);
        for (int x = 0; x < size; ++x) {
            rows[static_cast<std::size_t>(y) * static_cast<std::size_t>(size) + static_cast<std::size_t>(x)] =
                filter.pixel(x, width, [&](int i) {
                    return Texel{samples.light[line + static_cast<std::size_t>(i)],
                                 samples.face[line + static_cast<std::size_t>(i)]};
                });
        }
    }
    for (int y = 0; y < size; ++y) {
        for (int x = 0; x < size; ++x) {
            const Texel texel = filter.pixel(y, width, [&](int i) {
                return rows[static_cast<std::size_t>(i) * static_cast<std::size_t>(size) +
                            static_cast<std::size_t>(x)];
            });
            std::uint8_t* pixel = face.image.row(y) + 3 * x;
            pixel[0] = srgbByte(texel.light.x);
            pixel[1] = srgbByte(texel.light.y);
            pixel[2] = srgbByte(texel.light.z);
            face.mask.row(y)[x] = static_cast<std::uint8_t>(std::lround(saturate(texel.face) * 255));
        }
    }
}

}  // namespace

Affine demoHeadFromUnit(const DemoContent& content) {
    const auto landmarks = projectedLandmarks5(HeadShape(averagePerson(), content), Pose(content));
    return similarityFromPoints(landmarks, canonicalLandmarks()).inverse();
}

DemoFace renderDemoFace(const DemoIdentity& person, const DemoContent& content, int size) {
    return renderDemoFace(person, content, size, demoHeadFromUnit(content));
}

DemoFace renderDemoFace(const DemoIdentity& person, const DemoContent& content, int size,
                        const Affine& headFromUnit) {
    const int perPixel = size <= 96 ? 3 : 2, width = size * perPixel;
    const Affine unitFromHead = headFromUnit.inverse();
    const Painter painter(person, content, unitFromHead.then(Affine::scaling(width, width)), width);
    DemoFace face{Image(size, size, 3), Image(size, size, 1), {}, {}};
    resolve(painter.paint(), perPixel, face);
    const Affine pixelsFromHead = unitFromHead.then(Affine::scaling(size, size));
    const auto five = projectedLandmarks5(painter.head(), painter.pose());
    const auto all = projectedLandmarks68(painter.head(), painter.pose(), content);
    for (std::size_t i = 0; i < five.size(); ++i) face.landmarks5[i] = pixelsFromHead.map(five[i]);
    for (std::size_t i = 0; i < all.size(); ++i) face.landmarks68[i] = pixelsFromHead.map(all[i]);
    return face;
}

}  // namespace visagist
