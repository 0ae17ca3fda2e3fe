// The views of a photograph that a detector is given: shrunk, enlarged, turned, in tiles.
#pragma once
#include <array>
#include <vector>

#include "core/face/box_finder.h"
#include "core/image/geometry.h"
#include "core/image/image.h"
#include "core/options/import_options.h"

namespace visagist {

struct SearchView {
    Affine photoFromView;
    int width = 0, height = 0;     ///< pixels, before the doubling
    int doublings = 0;             ///< that the detector makes of it
    std::array<bool, 4> inside{};  ///< its left, top, right, bottom edge cuts through the photo
};

/// All views of a photo of width x height pixels, which are turned by `turn` degrees (clockwise in the
/// picture: a face that is tilted so stands upright in the view).
///
/// The first shows the whole photo: shrunk to the working size (or the detector's own), or doubled while it
/// stays below. Then come smaller ones where the detector misses large faces, and with the option `tiles`
/// overlapping parts at finer scales, such that each face that is too small in one scale lies whole in a tile
/// of the next.
std::vector<SearchView> searchViews(int width, int height, const ImportOptions& options,
                                    const FinderTraits& traits, double turn = 0);

/// The angles at which a detector of that tilt misses no face: 0 first, steps of 90, 60, 45 or 30 degrees.
std::vector<double> searchTurns(const FinderTraits& traits);

/// The pixels of a view of `photo`, before the doubling; black beyond the photo.
Image viewImage(const Image& photo, const SearchView& view);

}  // namespace visagist
