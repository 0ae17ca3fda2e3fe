// Which surface each sample of the picture sees: a depth-tested rasteriser for grid meshes that keeps what it
// hit, so that only visible samples are shaded.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "core/data/demo_math.h"

namespace visagist::demo {

struct Vertex {
    Vec3 position;                      ///< x, y in samples of the picture; z grows towards the viewer
    Vec3 normal;                        ///< towards the outside, in view space
    std::array<float, 4> attributes{};  ///< what the material needs, interpolated
};

enum class Material : std::uint8_t { Skin, Ear, Body, Hair };

/// rows x columns vertices joined to quads.
struct GridMesh {
    Material material = Material::Skin;
    int rows = 0, columns = 0;
    std::vector<Vertex> vertices;

    GridMesh(Material of, int rowCount, int columnCount)
        : material(of),
          rows(rowCount),
          columns(columnCount),
          vertices(static_cast<std::size_t>(rowCount) * static_cast<std::size_t>(columnCount)) {}
    Vertex& at(int row, int column) { return vertices[static_cast<std::size_t>(row * columns + column)]; }
    const Vertex& at(int row, int column) const {
        return vertices[static_cast<std::size_t>(row * columns + column)];
    }
};

enum class Side { Front, Back };  // which side of a triangle turns to the viewer

/// One depth buffer of width x width samples.
class VisibilityLayer {
public:
    explicit VisibilityLayer(int width)
        : m_width(width), m_hits(static_cast<std::size_t>(width) * static_cast<std::size_t>(width)) {}

    /// Keeps the nearest triangles. The mesh must outlive the layer.
    void draw(const GridMesh& mesh, Side side);

    bool covers(std::size_t sample) const { return m_hits[sample].a != nullptr; }
    float depth(std::size_t sample) const { return m_hits[sample].depth; }
    Material material(std::size_t sample) const { return m_hits[sample].mesh->material; }
    /// The interpolated surface at a covered sample; the normal has length 1.
    Vertex surface(std::size_t sample) const;

private:
    struct Hit {
        const GridMesh* mesh = nullptr;
        const Vertex *a = nullptr, *b = nullptr, *c = nullptr;
        float depth = -1e9f, shareB = 0, shareC = 0;
    };
    void drawTriangle(const GridMesh& mesh, const Vertex& a, const Vertex& b, const Vertex& c);

    int m_width;
    std::vector<Hit> m_hits;
};

}  // namespace visagist::demo
