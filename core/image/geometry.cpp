#include "core/image/geometry.h"

#include <cmath>

#include "core/base/error.h"

namespace visagist {

Affine Affine::inverse() const {
    const double det = determinant();
    if (!(std::abs(det) > 1e-12)) {
        throw Error(
            ErrorCode::InvalidArgument,
            VISAGIST_TEXT("The face's position in the picture is degenerate and cannot be inverted."));
    }
    const Affine inverse{yy / det, -xy / det, 0, -yx / det, xx / det, 0};
    const Point origin = inverse.map({x0, y0});
    return {inverse.xx, inverse.xy, -origin.x, inverse.yx, inverse.yy, -origin.y};
}

Affine Affine::then(const Affine& second) const {
    const Point origin = second.map({x0, y0});
    return {second.xx * xx + second.xy * yx, second.xx * xy + second.xy * yy, origin.x,
            second.yx * xx + second.yy * yx, second.yx * xy + second.yy * yy, origin.y};
}

Affine similarityFromPoints(std::span<const Point> from, std::span<const Point> to) {
    if (from.size() != to.size() || from.size() < 2) {
        throw Error(ErrorCode::InvalidArgument,
                    VISAGIST_TEXT("Aligning a face needs at least two pairs of landmarks."));
    }
    const auto n = static_cast<double>(from.size());
    Point meanFrom, meanTo;
    for (std::size_t i = 0; i < from.size(); ++i) {
        meanFrom = {meanFrom.x + from[i].x / n, meanFrom.y + from[i].y / n};
        meanTo = {meanTo.x + to[i].x / n, meanTo.y + to[i].y / n};
    }
    // In the plane Umeyama's rotation has a closed form: with points as complex numbers, the least-squares
    // factor is Σ conj(from)·to / Σ |from|², which is never a mirror image.
    double spread = 0, real = 0, imaginary = 0;
    for (std::size_t i = 0; i < from.size(); ++i) {
        const Point p{from[i].x - meanFrom.x, from[i].y - meanFrom.y};
        const Point q{to[i].x - meanTo.x, to[i].y - meanTo.y};
        spread += p.x * p.x + p.y * p.y;
        real += p.x * q.x + p.y * q.y;
        imaginary += p.x * q.y - p.y * q.x;
    }
    if (!(spread > 1e-12)) {
        throw Error(ErrorCode::InvalidArgument,
                    VISAGIST_TEXT("The landmarks of this face all lie on one point."));
    }
    const double c = real / spread, s = imaginary / spread;
    return {c, -s, meanTo.x - c * meanFrom.x + s * meanFrom.y,
            s, c,  meanTo.y - s * meanFrom.x - c * meanFrom.y};
}

}  // namespace visagist
