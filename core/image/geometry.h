// Plane geometry in continuous coordinates: a pixel (i, j) covers [i, i+1) x [j, j+1), its centre is (i+0.5,
// j+0.5).
#pragma once
#include <array>
#include <span>
#include <vector>

namespace visagist {

struct Point {
    double x = 0, y = 0;
    bool operator==(const Point&) const = default;
};

struct Rect {
    double x = 0, y = 0, width = 0, height = 0;
    bool operator==(const Rect&) const = default;
};

/// The affine map (x, y) → (xx·x + xy·y + x0, yx·x + yy·y + y0).
struct Affine {
    double xx = 1, xy = 0, x0 = 0;
    double yx = 0, yy = 1, y0 = 0;

    static Affine scaling(double sx, double sy) { return {sx, 0, 0, 0, sy, 0}; }
    Point map(Point p) const { return {xx * p.x + xy * p.y + x0, yx * p.x + yy * p.y + y0}; }
    double determinant() const { return xx * yy - xy * yx; }
    /// The inverse map; throws Error(InvalidArgument) where the map is singular.
    Affine inverse() const;
    /// first.then(second): the map that applies `first`, then `second`.
    Affine then(const Affine& second) const;
    bool operator==(const Affine&) const = default;
};

/// The similarity (rotation, uniform scale, translation; never a mirror image) that takes `from` to `to` with
/// the least squared error. Throws Error(InvalidArgument) for fewer than two distinct points or unequal
/// counts. Umeyama, "Least-squares estimation of transformation parameters between two point patterns", 1991.
Affine similarityFromPoints(std::span<const Point> from, std::span<const Point> to);

}  // namespace visagist
