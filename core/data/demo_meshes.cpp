#include "core/data/demo_meshes.h"

namespace visagist::demo {
namespace {

float between(int index, int count, float from, float to) {
    return mix(from, to, static_cast<float>(index) / static_cast<float>(count - 1));
}

/// Where the columns of a mesh stand.
std::vector<Direction> directions(int columns, float degrees) {
    std::vector<Direction> all;
    for (int column = 0; column < columns; ++column)
        all.emplace_back(between(column, columns, radians(-degrees), radians(degrees)));
    return all;
}

/// Normals from the neighbours' positions, turned outward where rows run down and columns to the right of the
/// picture.
void addNormals(GridMesh& mesh) {
    for (int row = 0; row < mesh.rows; ++row) {
        for (int column = 0; column < mesh.columns; ++column) {
            const auto position = [&](int r, int c) {
                return mesh.at(std::clamp(r, 0, mesh.rows - 1), std::clamp(c, 0, mesh.columns - 1)).position;
            };
            const Vec3 down = position(row + 1, column) - position(row - 1, column);
            const Vec3 right = position(row, column + 1) - position(row, column - 1);
            mesh.at(row, column).surface.normal = normalised(cross(right, down));
        }
    }
}

/// How much of the room each vertex sees, from how hollow the surface is around it; multiplied into
/// attribute 3.
void addHollows(GridMesh& mesh, int reach, float strength) {
    for (int row = 0; row < mesh.rows; ++row) {
        for (int column = 0; column < mesh.columns; ++column) {
            Vertex& vertex = mesh.at(row, column);
            const int up = std::max(row - reach, 0), low = std::min(row + reach, mesh.rows - 1);
            const int left = std::max(column - reach, 0), right = std::min(column + reach, mesh.columns - 1);
            const Vec3 around = (mesh.at(up, column).position + mesh.at(low, column).position +
                                 mesh.at(row, left).position + mesh.at(row, right).position) *
                                0.25f;
            const float hollow = dot(around - vertex.position, vertex.surface.normal);
            vertex.surface.attributes[3] *= 1 - 0.75f * saturate(strength * hollow);
        }
    }
}

void projectAll(GridMesh& mesh, const View& view) {
    for (Vertex& vertex : mesh.vertices) vertex.position = view.project(vertex.position);
}

}  // namespace

Vec3 View::project(Vec3 placed) const {
    const Vec3 flat = Pose::project(placed);
    const Point sample = samplesFromHead.map({flat.x, flat.y});
    return {static_cast<float>(sample.x), static_cast<float>(sample.y), flat.z};
}

GridMesh skinMesh(const HeadShape& head, const HairShape& hair, const View& view) {
    GridMesh mesh(Material::Skin, view.count(124), view.count(116));
    const std::vector<Direction> around = directions(mesh.columns, 125);
    for (int row = 0; row < mesh.rows; ++row) {
        const Section section = head.section(between(row, mesh.rows, 0.002f, 1));
        Vertex* vertex = &mesh.at(row, 0);
        for (const Direction& direction : around) {
            const Vec3 point = head.skin(section, direction);
            const float underHair = softStep(-0.16f, 0.04f, hair.inside(direction.angle, point.y));
            *vertex++ = {view.pose.place(point),
                         {{}, {point.x, point.y, direction.angle, 1 - 0.6f * underHair}}};
        }
    }
    addNormals(mesh);
    addHollows(mesh, view.count(5), 9);
    projectAll(mesh, view);
    return mesh;
}

GridMesh earMesh(const DemoIdentity& person, const HeadShape& head, const View& view, float side) {
    GridMesh mesh(Material::Ear, view.count(18), view.count(22));
    const float size = 1 + 0.12f * trait(person, EarSize), tall = 0.215f * size, deep = 0.135f * size;
    const float tucked =
        0.07f * saturate(1.5f * trait(person, HairLength));  // long hair presses the ears to the head
    const float root = head.section(head.rowOfHeight(0.16f)).halfWidth - tucked;
    for (int row = 0; row < mesh.rows; ++row) {
        const float latitude = between(row, mesh.rows, radians(-89), radians(89));
        for (int column = 0; column < mesh.columns; ++column) {
            const float longitude = between(column, mesh.columns, radians(-180), radians(180));
            // A flat ellipsoid that stands off the head towards the back.
            const float u = std::cos(latitude) * std::sin(longitude), v = std::sin(latitude);
            const float thick = std::cos(latitude) * std::cos(longitude) * 0.055f;
            const float lobe = 1 - 0.3f * softStep(0.1f, 1, v);
            const float back = -u * deep * lobe, lean = radians(38);
            Vec3 point{root + 0.035f - back * std::sin(lean) + thick * std::cos(lean), 0.16f + v * tall,
                       -0.05f + back * std::cos(lean) + thick * std::sin(lean)};
            point.x *= side;
            const int place = side > 0 ? column : mesh.columns - 1 - column;
            mesh.at(row, place) = {view.pose.place(point),
                                   {{}, {u, v, 0, mix(0.55f, 1, softStep(-0.7f, 0.2f, u))}}};
        }
    }
    addNormals(mesh);
    projectAll(mesh, view);
    return mesh;
}

GridMesh bodyMesh(const DemoIdentity& person, const View& view) {
    struct Ring {
        float y, halfWidth, depth;
    };
    const float build = trait(person, Build);
    const float neck = 0.40f + 0.055f * build, shoulder = 1 + 0.08f * build;
    const std::array<Ring, 9> rings{{{0.45f, neck * 0.95f, 0.30f},
                                     {0.95f, neck * 0.98f, 0.36f},
                                     {1.20f, neck * 1.02f, 0.38f},
                                     {1.36f, neck * 1.15f + 0.04f, 0.41f},
                                     {1.47f, 0.78f * shoulder, 0.46f},
                                     {1.57f, 1.18f * shoulder, 0.52f},
                                     {1.74f, 1.56f * shoulder, 0.58f},
                                     {2.20f, 1.78f * shoulder, 0.66f},
                                     {4.50f, 1.86f * shoulder, 0.80f}}};
    GridMesh mesh(Material::Body, view.count(65), view.count(49));
    const std::vector<Direction> around = directions(mesh.columns, 110);
    for (int row = 0; row < mesh.rows; ++row) {
        const float place = between(row, mesh.rows, 0, static_cast<float>(rings.size() - 1));
        const auto i = std::min(static_cast<std::size_t>(place), rings.size() - 2);
        const float t = place - static_cast<float>(i);
        const auto curve = [&](float Ring::*member) {
            const float b = rings[i].*member, c = rings[i + 1].*member;
            const float a = i > 0 ? rings[i - 1].*member : b,
                        d = i + 2 < rings.size() ? rings[i + 2].*member : c;
            return b + 0.5f * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
        };
        const float y = curve(&Ring::y), halfWidth = curve(&Ring::halfWidth), depth = curve(&Ring::depth);
        const Pose pose = view.pose.bentAt(y);
        Vertex* vertex = &mesh.at(row, 0);
        for (const Direction& direction : around) {
            const Vec3 point{halfWidth * direction.sine, y, -0.17f + depth * direction.cosine};
            *vertex++ = {pose.place(point), {{}, {point.x, y, direction.angle, 1}}};
        }
    }
    addNormals(mesh);
    projectAll(mesh, view);
    return mesh;
}

GridMesh hairMesh(const HairShape& hair, const View& view) {
    constexpr float kBare = -0.3f;  // so far outside the hair that nothing of it reaches into the triangle
    GridMesh mesh(Material::Hair, view.count(76), view.count(110));
    const std::vector<Direction> around = directions(mesh.columns, 180);
    for (int row = 0; row < mesh.rows; ++row) {
        const Section shell = hair.shell(between(row, mesh.rows, 0.002f, 1));
        const Pose pose = view.pose.bentAt(shell.y);
        Vertex* vertex = &mesh.at(row, 0);
        for (const Direction& direction : around) {
            const Vec3 point = hair.point(shell, direction);
            *vertex++ = {pose.place(point),
                         {{}, {direction.angle, shell.y, point.x, point.z}},
                         hair.inside(direction.angle, shell.y) < kBare};
        }
    }
    addNormals(mesh);
    projectAll(mesh, view);
    return mesh;
}

}  // namespace visagist::demo
