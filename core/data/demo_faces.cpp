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
    return table[static_cast<std::size_t>(saturate(linear) * 4096 + 0.5f)];
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

/// Linear light, and how much of it comes from the skin of the face.
struct Texel {
    Vec3 light;
    float face = 0;
    void add(const Texel& other, float weight) {
        light = light + other.light * weight;
        face += other.face * weight;
    }
};

class Painter {
public:
    Painter(const DemoIdentity& person, const DemoContent& content, const Affine& samplesFromHead, int width,
            float detail)
        : m_width(width),
          m_head(person, content),
          m_hair(person, m_head),
          m_light(content),
          m_paint(person, m_head, m_light),
          m_pose(content),
          m_backdrop(content, samplesFromHead.inverse()),
          m_seen(width) {
        const View view{m_pose, samplesFromHead, detail};
        m_meshes.reserve(5);  // the buffer keeps their addresses
        m_meshes.push_back(skinMesh(m_head, m_hair, view));
        m_meshes.push_back(earMesh(person, m_head, view, -1));
        m_meshes.push_back(earMesh(person, m_head, view, 1));
        m_meshes.push_back(bodyMesh(person, view));
        for (const GridMesh& mesh : m_meshes) m_seen.draw(mesh, Layer::Solid, Side::Front);
        const GridMesh& hair = m_meshes.emplace_back(hairMesh(m_hair, view));
        m_seen.draw(hair, Layer::NearHair, Side::Front);
        m_seen.draw(hair, Layer::FarHair, Side::Back);
    }

    const HeadShape& head() const { return m_head; }
    const Pose& pose() const { return m_pose; }

    /// From the nearest layer to the farthest, until nothing shines through.
    Texel sample(int x, int y) const {
        const auto place =
            static_cast<std::size_t>(y) * static_cast<std::size_t>(m_width) + static_cast<std::size_t>(x);
        const bool solid = m_seen.covers(place, Layer::Solid);
        Texel texel;
        float through = 1;
        for (const Layer layer : {Layer::NearHair, Layer::FarHair}) {
            if (through <= 0 || !m_seen.covers(place, layer)) continue;
            if (solid && m_seen.depth(place, Layer::Solid) > m_seen.depth(place, layer)) continue;
            const Surface surface = m_seen.surface(place, layer);
            const HairShape::Place hair = m_hair.place(surface);
            const float opacity = m_hair.opacity(hair);
            if (opacity <= 0) continue;
            const Vec3 light = m_hair.colour(hair, surface.normal, m_light, layer == Layer::FarHair);
            texel.light = texel.light + light * (through * opacity);
            through *= 1 - opacity;
        }
        if (through > 0) texel.add(solid ? solidTexel(place) : Texel{m_backdrop.colour(x, y)}, through);
        texel.light = {exposed(texel.light.x), exposed(texel.light.y), exposed(texel.light.z)};
        return texel;
    }

private:
    Texel solidTexel(std::size_t place) const {
        const Surface surface = m_seen.surface(place, Layer::Solid);
        switch (m_seen.material(place, Layer::Solid)) {
            case Material::Ear:
                return {m_paint.ear(surface)};
            case Material::Body:
                return {m_paint.body(surface)};
            default:
                return {m_paint.face(surface), FacePaint::faceShare(surface)};
        }
    }

    int m_width;
    HeadShape m_head;
    HairShape m_hair;
    Light m_light;
    FacePaint m_paint;
    Pose m_pose;
    Backdrop m_backdrop;
    std::vector<GridMesh> m_meshes;
    VisibilityBuffer m_seen;
};

/// Averages samples to pixels under a tent a little narrower than two pixels, row by row as they are painted.
class TentFilter {
public:
    TentFilter(int size, int perPixel)
        : m_size(size),
          m_perPixel(perPixel),
          m_pixels(static_cast<std::size_t>(size) * static_cast<std::size_t>(size)) {
        for (int i = 0; i < size * perPixel; ++i) {
            const float place =
                (static_cast<float>(i) + 0.5f) / static_cast<float>(perPixel) - 0.5f;  // in pixel centres
            const int before = static_cast<int>(std::floor(place));
            for (const int pixel : {before, before + 1}) {
                const float weight = 1 - std::abs(place - static_cast<float>(pixel)) / 0.9f;
                if (pixel >= 0 && pixel < size && weight > 0) m_taps.push_back({i, pixel, weight});
            }
        }
        std::vector<float> sums(static_cast<std::size_t>(size));
        for (const Tap& tap : m_taps) sums[static_cast<std::size_t>(tap.pixel)] += tap.weight;
        for (Tap& tap : m_taps) tap.weight /= sums[static_cast<std::size_t>(tap.pixel)];
    }

    void filter(const Painter& painter) {
        const int width = m_size * m_perPixel;
        std::vector<Texel> samples(static_cast<std::size_t>(width)), row(static_cast<std::size_t>(m_size));
        auto tap = m_taps.begin();
        for (int y = 0; y < width; ++y) {
            for (int x = 0; x < width; ++x) samples[static_cast<std::size_t>(x)] = painter.sample(x, y);
            std::fill(row.begin(), row.end(), Texel{});
            for (const Tap& across : m_taps) {
                row[static_cast<std::size_t>(across.pixel)].add(
                    samples[static_cast<std::size_t>(across.sample)], across.weight);
            }
            for (; tap != m_taps.end() && tap->sample == y; ++tap) {
                Texel* pixels =
                    &m_pixels[static_cast<std::size_t>(tap->pixel) * static_cast<std::size_t>(m_size)];
                for (int x = 0; x < m_size; ++x) pixels[x].add(row[static_cast<std::size_t>(x)], tap->weight);
            }
        }
    }

    void write(Image& image, Image& mask) const {
        for (int y = 0; y < m_size; ++y) {
            const Texel* pixels = &m_pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(m_size)];
            std::uint8_t* rgb = image.row(y);
            for (int x = 0; x < m_size; ++x, rgb += 3) {
                rgb[0] = srgbByte(pixels[x].light.x);
                rgb[1] = srgbByte(pixels[x].light.y);
                rgb[2] = srgbByte(pixels[x].light.z);
                mask.row(y)[x] = static_cast<std::uint8_t>(saturate(pixels[x].face) * 255 + 0.5f);
            }
        }
    }

private:
    struct Tap {
        int sample, pixel;
        float weight;
    };
    int m_size, m_perPixel;
    std::vector<Tap> m_taps;  // in the order of samples; the same for rows and columns
    std::vector<Texel> m_pixels;
};

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
    const bool small = size <= 96;
    const int perPixel = small ? 3 : 2, width = size * perPixel;
    const Affine unitFromHead = headFromUnit.inverse();
    const Painter painter(person, content, unitFromHead.then(Affine::scaling(width, width)), width,
                          small ? 0.6f : 1);
    DemoFace face{Image(size, size, 3), Image(size, size, 1), {}, {}};
    TentFilter filter(size, perPixel);
    filter.filter(painter);
    filter.write(face.image, face.mask);
    const Affine pixelsFromHead = unitFromHead.then(Affine::scaling(size, size));
    const auto five = projectedLandmarks5(painter.head(), painter.pose());
    const auto all = projectedLandmarks68(painter.head(), painter.pose(), content);
    for (std::size_t i = 0; i < five.size(); ++i) face.landmarks5[i] = pixelsFromHead.map(five[i]);
    for (std::size_t i = 0; i < all.size(); ++i) face.landmarks68[i] = pixelsFromHead.map(all[i]);
    return face;
}

}  // namespace visagist
