// Which surface each sample of the picture sees: a depth-tested rasteriser for grid meshes that keeps what it
// hit, so that only visible samples are shaded.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "core/data/demo_math.h"

namespace visagist::demo {

/// What a place of a surface looks like to its material.
struct Surface {
    Vec3 normal;                        ///< towards the outside, in view space
    std::array<float, 4> attributes{};  ///< what the material needs, interpolated
};

struct Vertex {
    Vec3 position;  ///< x, y in samples of the picture; z grows towards the viewer
    Surface surface;
    bool bare = false;  ///< nothing is to be seen between three such vertices
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
enum class Layer : std::uint8_t { Solid, NearHair, FarHair };

/// A depth buffer a layer, of width x width samples.
class VisibilityBuffer {
public:
    explicit VisibilityBuffer(int width)
        : m_width(width),
          m_samples(static_cast<std::size_t>(width) * static_cast<std::size_t>(width)),
          m_hits(3 * m_samples) {}

    /// Keeps the nearest triangles. The mesh must outlive the buffer and have at most 32,768 vertices.
    void draw(const GridMesh& mesh, Layer layer, Side side);

    bool covers(std::size_t sample, Layer layer) const { return hit(sample, layer).mesh >= 0; }
    float depth(std::size_t sample, Layer layer) const { return hit(sample, layer).depth; }
    Material material(std::size_t sample, Layer layer) const { return mesh(hit(sample, layer)).material; }
    /// The interpolated surface at a covered sample; the normal has length 1.
    Surface surface(std::size_t sample, Layer layer) const;

private:
    struct Hit {
        float depth = -1e9f, shareB = 0, shareC = 0;
        std::int16_t mesh = -1;
        std::uint16_t triangle =
            0;  // of the quad's first vertex: twice its place in the mesh, and 1 for the lower triangle
    };
    using Corners = std::array<const Vertex*, 3>;
    static Corners corners(const GridMesh& mesh, int triangle);
    const Hit& hit(std::size_t sample, Layer layer) const {
        return m_hits[static_cast<std::size_t>(layer) * m_samples + sample];
    }
    const GridMesh& mesh(const Hit& hit) const { return *m_meshes[static_cast<std::size_t>(hit.mesh)]; }
    void drawTriangle(const Corners& corners, Layer layer, Hit hit);

    int m_width;
    std::size_t m_samples;
    std::vector<Hit> m_hits;  // layer by layer; one block, which the heap keeps from picture to picture
    std::vector<const GridMesh*> m_meshes;
};

}  // namespace visagist::demo
