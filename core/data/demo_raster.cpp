#include "core/data/demo_raster.h"

namespace visagist::demo {
namespace {

/// Twice the signed area; positive where a, b, c run clockwise on a picture whose y points down.
float doubledArea(const Vec3& a, const Vec3& b, const Vec3& c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

}  // namespace

void VisibilityLayer::draw(const GridMesh& mesh, Side side) {
    for (int row = 0; row + 1 < mesh.rows; ++row) {
        for (int column = 0; column + 1 < mesh.columns; ++column) {
            const Vertex &a = mesh.at(row, column), &b = mesh.at(row, column + 1);
            const Vertex &c = mesh.at(row + 1, column + 1), &d = mesh.at(row + 1, column);
            for (const auto& [second, third] : {std::pair{&b, &c}, std::pair{&c, &d}}) {
                const float area = doubledArea(a.position, second->position, third->position);
                if (side == Side::Front && area > 0) drawTriangle(mesh, a, *second, *third);
                if (side == Side::Back && area < 0) drawTriangle(mesh, a, *third, *second);
            }
        }
    }
}

void VisibilityLayer::drawTriangle(const GridMesh& mesh, const Vertex& a, const Vertex& b, const Vertex& c) {
    const Vec3 &pa = a.position, &pb = b.position, &pc = c.position;
    const auto firstSample = [](float low) { return std::max(0, static_cast<int>(std::ceil(low - 0.5f))); };
    const auto lastSample = [this](float high) {
        return std::min(m_width - 1, static_cast<int>(std::floor(high - 0.5f)));
    };
    const int left = firstSample(std::min({pa.x, pb.x, pc.x})),
              right = lastSample(std::max({pa.x, pb.x, pc.x}));
    const int top = firstSample(std::min({pa.y, pb.y, pc.y})),
              bottom = lastSample(std::max({pa.y, pb.y, pc.y}));
    if (left > right || top > bottom) return;
    const float scale = 1 / doubledArea(pa, pb, pc);
    const float stepB = (pc.y - pa.y) * scale, stepC = -(pb.y - pa.y) * scale;
    for (int y = top; y <= bottom; ++y) {
        const Vec3 p{static_cast<float>(left) + 0.5f, static_cast<float>(y) + 0.5f, 0};
        float shareB = doubledArea(pa, p, pc) * scale, shareC = doubledArea(pa, pb, p) * scale;
        for (int x = left; x <= right; ++x, shareB += stepB, shareC += stepC) {
            constexpr float slack = -1e-4f;  // no holes between neighbours
            if (shareB < slack || shareC < slack || shareB + shareC > 1 - slack) continue;
            const float depth = pa.z + shareB * (pb.z - pa.z) + shareC * (pc.z - pa.z);
            Hit& hit = m_hits[static_cast<std::size_t>(y) * static_cast<std::size_t>(m_width) +
                              static_cast<std::size_t>(x)];
            if (depth > hit.depth) hit = {&mesh, &a, &b, &c, depth, shareB, shareC};
        }
    }
}

Vertex VisibilityLayer::surface(std::size_t sample) const {
    const Hit& hit = m_hits[sample];
    const float shareA = 1 - hit.shareB - hit.shareC;
    const auto blend = [&](float a, float b, float c) {
        return a * shareA + b * hit.shareB + c * hit.shareC;
    };
    Vertex result;
    result.position = hit.a->position * shareA + hit.b->position * hit.shareB + hit.c->position * hit.shareC;
    result.normal =
        normalised(hit.a->normal * shareA + hit.b->normal * hit.shareB + hit.c->normal * hit.shareC);
    for (std::size_t i = 0; i < result.attributes.size(); ++i) {
        result.attributes[i] = blend(hit.a->attributes[i], hit.b->attributes[i], hit.c->attributes[i]);
    }
    return result;
}

}  // namespace visagist::demo
