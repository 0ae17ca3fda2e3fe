#include "core/face/search_views.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/image/resize.h"

namespace visagist {
namespace {

int rounded(double length) { return std::max(1, static_cast<int>(std::lround(length))); }

/// Cosine and sine; exact for quarter turns, so that those only move pixels.
Point direction(double degrees) {
    if (std::fmod(degrees, 90) == 0) {
        constexpr std::array<Point, 4> quarters{{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}};
        return quarters[static_cast<std::size_t>(std::lround(degrees / 90) % 4 + 4) % 4];
    }
    const double a = degrees * std::numbers::pi / 180;
    return {std::cos(a), std::sin(a)};
}

/// The part `region` of the photo at `scale` (pixels of the search a pixel of the photo), turned.
SearchView viewOf(const Rect& region, double scale, double turn) {
    SearchView view;
    double rest = scale;
    for (; rest > 1.5; rest /= 2) ++view.doublings;
    const Point way = direction(turn);
    const double c = std::abs(way.x), s = std::abs(way.y);
    view.width = rounded((c * region.width + s * region.height) * rest);
    view.height = rounded((s * region.width + c * region.height) * rest);
    if (turn == 0) {
        view.photoFromView = {region.width / view.width,   0,       region.x, 0,
                              region.height / view.height, region.y};
        return view;
    }
    const Affine turned{way.x / rest, -way.y / rest, 0, way.y / rest, way.x / rest, 0};
    const Point middle = turned.map({view.width / 2.0, view.height / 2.0});
    view.photoFromView = turned;
    view.photoFromView.x0 = region.x + region.width / 2 - middle.x;
    view.photoFromView.y0 = region.y + region.height / 2 - middle.y;
    return view;
}

/// Where tiles of `side` begin along `length`, evenly spread, with at least `overlap` in common.
std::vector<double> tileStarts(double length, double side, double overlap) {
    if (length <= side) return {0};
    const int count = 1 + static_cast<int>(std::ceil((length - side) / (side - overlap)));
    std::vector<double> starts;
    for (int i = 0; i < count; ++i) starts.push_back(std::floor((length - side) * i / (count - 1)));
    return starts;
}

void addTiles(std::vector<SearchView>& views, Point photo, double scale, double limit, double smallest,
              double turn) {
    const double side = std::floor(limit / scale);
    // The next coarser scale shows half as much; what it misses must lie whole in a tile.
    const double overlap = std::min(side / 2, 2.6 * smallest / scale);
    for (const double y : tileStarts(photo.y, side, overlap)) {
        for (const double x : tileStarts(photo.x, side, overlap)) {
            const double width = std::min(side, photo.x - x), height = std::min(side, photo.y - y);
            SearchView view = viewOf({x, y, width, height}, scale, turn);
            if (turn == 0) view.inside = {x > 0, y > 0, x + width < photo.x, y + height < photo.y};
            views.push_back(view);
        }
    }
}

}  // namespace

std::vector<SearchView> searchViews(int width, int height, const ImportOptions& options,
                                    const FinderTraits& traits, double turn) {
    const int limit =
        traits.longestView > 0 ? std::min(options.workingSide, traits.longestView) : options.workingSide;
    const double longest = std::max(width, height), shortest = std::min(width, height);
    const int doublings = options.minFace < traits.smallestFace ? options.upsample : 0;
    double finest = std::ldexp(1.0, doublings), whole = finest;
    while (whole > 1 && longest * whole > limit) whole /= 2;
    if (longest * whole > limit) whole = limit / longest;

    const Rect all{0, 0, double(width), double(height)};
    std::vector<SearchView> views{viewOf(all, whole, turn)};
    if (traits.largestFace > 0) {
        for (double scale = whole / 2; shortest * scale * 2 > traits.largestFace; scale /= 2)
            views.push_back(viewOf(all, scale, turn));
    }
    if (options.tiles) {
        for (; finest > 1.01 * whole; finest /= 2)
            addTiles(views, {all.width, all.height}, finest, limit, traits.smallestFace, turn);
    }
    return views;
}

std::vector<double> searchTurns(const FinderTraits& traits) {
    double step = 30;
    for (const double wider : {45.0, 60.0, 90.0})
        if (wider <= 2 * traits.tilt) step = wider;
    std::vector<double> turns;
    for (double turn = 0; turn < 359; turn += step) turns.push_back(turn);
    return turns;
}

Image viewImage(const Image& photo, const SearchView& view) {
    const Affine& map = view.photoFromView;
    if (map.xy != 0 || map.yx != 0 || map.xx < 0)
        return warped(photo, map, view.width, view.height, Border::Black);
    const int left = static_cast<int>(std::lround(map.x0)), top = static_cast<int>(std::lround(map.y0));
    const int width = static_cast<int>(std::lround(map.xx * view.width)),
              height = static_cast<int>(std::lround(map.yy * view.height));
    if (left == 0 && top == 0 && width == photo.width() && height == photo.height())
        return resized(photo, view.width, view.height);
    Image part(width, height, photo.channels());
    const std::size_t skipped = static_cast<std::size_t>(left) * static_cast<std::size_t>(photo.channels());
    for (int y = 0; y < height; ++y)
        std::copy_n(photo.row(top + y) + skipped, part.bytesPerRow(), part.row(y));
    return resized(part, view.width, view.height);
}

}  // namespace visagist
