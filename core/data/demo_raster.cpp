#include "core/data/demo_raster.h"

#include <cassert>

namespace visagist::demo {
namespace {

/// Twice the signed area; positive where a, b, c run clockwise on a picture whose y points down.
float doubledArea(const Vec3& a, const Vec3& b, const Vec3& c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

}  // namespace

VisibilityBuffer::Corners VisibilityBuffer::corners(const GridMesh& mesh, int triangle) {
    const Vertex *a = &mesh.vertices[static_cast<std::size_t>(triangle / 2)], *below = a + mesh.columns;
    return triangle % 2 == 0 ? Corners{a, a + 1, below + 1} : Corners{a, below + 1, below};
}

void VisibilityBuffer::draw(const GridMesh& mesh, Layer layer, Side side) {
    assert(mesh.vertices.size() <= 32'768);
    Hit hit;
    hit.mesh = static_cast<std::int16_t>(m_meshes.size());
    m_meshes.push_back(&mesh);
    for (int row = 0; row + 1 < mesh.rows; ++row) {
        const int first = 2 * row * mesh.columns, end = first + 2 * (mesh.columns - 1);
        for (int triangle = first; triangle < end; ++triangle) {
            const Corners at = corners(mesh, triangle);
            if (at[0]->bare && at[1]->bare && at[2]->bare) continue;
            const float area = doubledArea(at[0]->position, at[1]->position, at[2]->position);
            hit.triangle = static_cast<std::uint16_t>(triangle);
            if (side == Side::Front ? area > 0 : area < 0) drawTriangle(at, layer, hit);
        }
    }
}

void VisibilityBuffer::drawTriangle(const Corners& at, Layer layer, Hit hit) {
    const Vec3 &a = at[0]->position, &b = at[1]->position, &c = at[2]->position;
    const auto firstSample = [](float low) { return static_cast<int>(std::max(0.f, low + 0.5f)); };
    const auto lastSample = [this](float high) {
        return std::min(m_width - 1, static_cast<int>(high + 0.5f) - 1);
    };
    const int left = firstSample(std::min({a.x, b.x, c.x})), right = lastSample(std::max({a.x, b.x, c.x}));
    const int top = firstSample(std::min({a.y, b.y, c.y})), bottom = lastSample(std::max({a.y, b.y, c.y}));
    if (left > right || top > bottom) return;
    const float scale = 1 / doubledArea(a, b, c);
    const float stepB = (c.y - a.y) * scale, stepC = -(b.y - a.y) * scale;
    for (int y = top; y <= bottom; ++y) {
        const Vec3 p{static_cast<float>(left) + 0.5f, static_cast<float>(y) + 0.5f, 0};
        float shareB = doubledArea(a, p, c) * scale, shareC = doubledArea(a, b, p) * scale;
        Hit* kept = &m_hits[static_cast<std::size_t>(layer) * m_samples +
                            static_cast<std::size_t>(y) * static_cast<std::size_t>(m_width) +
                            static_cast<std::size_t>(left)];
        for (int x = left; x <= right; ++x, ++kept, shareB += stepB, shareC += stepC) {
            constexpr float slack = -1e-4f;  // no holes between neighbours
            if (shareB < slack || shareC < slack || shareB + shareC > 1 - slack) continue;
            const float depth = a.z + shareB * (b.z - a.z) + shareC * (c.z - a.z);
            if (depth > kept->depth) *kept = {depth, shareB, shareC, hit.mesh, hit.triangle};
        }
    }
}

Surface VisibilityBuffer::surface(std::size_t sample, Layer layer) const {
    const Hit& hit = this->hit(sample, layer);
    const auto [a, b, c] = corners(mesh(hit), hit.triangle);
    const float shareA = 1 - hit.shareB - hit.shareC;
    const Surface &p = a->surface, &q = b->surface, &r = c->surface;
    Surface result;
    result.normal = normalised(p.normal * shareA + q.normal * hit.shareB + r.normal * hit.shareC);
    for (std::size_t i = 0; i < result.attributes.size(); ++i) {
        result.attributes[i] =
            p.attributes[i] * shareA + q.attributes[i] * hit.shareB + r.attributes[i] * hit.shareC;
    }
    return result;
}

}  // namespace visagist::demo
