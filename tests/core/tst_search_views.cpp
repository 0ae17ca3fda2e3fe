#include <QTest>
#include <algorithm>
#include <cmath>

#include "core/face/search_views.h"
#include "tests/support/picture_files.h"

using namespace visagist;

namespace {

constexpr FinderTraits kHogLike{.smallestFace = 80, .tilt = 25};

double scaleOf(const SearchView& view) { return std::ldexp(1 / view.photoFromView.xx, view.doublings); }

}  // namespace

class TestSearchViews : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aSmallPhotoIsDoubledWhileItStaysBelowTheWorkingSize() {
        ImportOptions options;
        options.upsample = 3;
        for (const auto& [side, doublings] : {std::pair{200, 3}, {500, 2}, {1000, 1}, {1001, 0}}) {
            const auto views = searchViews(side, 100, options, kHogLike);
            QCOMPARE(views.size(), std::size_t{1});
            QCOMPARE(views[0].doublings, doublings);
            QCOMPARE(views[0].width, side);
        }
    }

    void aDetectorThatFindsSmallFacesGetsNoDoubledViews() {
        QCOMPARE(searchViews(300, 300, {}, {.smallestFace = 20})[0].doublings, 0);
    }

    void aLargePhotoIsShrunkToTheWorkingSizeOrTheDetectors() {
        QCOMPARE(searchViews(4000, 3000, {}, kHogLike)[0].width, 2000);
        QCOMPARE(searchViews(4000, 3000, {}, kHogLike)[0].height, 1500);
        QCOMPARE(searchViews(4000, 3000, {}, {.longestView = 640})[0].width, 640);
    }

    void aDetectorThatMissesLargeFacesGetsSmallerViewsToo() {
        const auto views = searchViews(1500, 1500, {}, {.smallestFace = 16, .largestFace = 300});
        QCOMPARE(views.back().width, 188);
        QCOMPARE(views.size(), std::size_t{4});
    }

    void eachFaceThatIsTooSmallForOneScaleLiesWholeInATileOfTheNext() {
        ImportOptions options;
        options.tiles = true;
        options.upsample = 1;
        const int width = 5200, height = 3900;
        const auto views = searchViews(width, height, options, kHogLike);
        for (double face = 45; face < 1500; face *= 1.13) {
            for (double x = 0; x + face < width; x += 97) {
                const Rect box{x, std::fmod(x * 0.7, height - face), face, face};
                QVERIFY2(std::any_of(
                             views.begin(), views.end(),
                             [&](const SearchView& view) {
                                 const Affine& map = view.photoFromView;
                                 const Rect seen{map.x0, map.y0, map.xx * view.width, map.yy * view.height};
                                 return face * scaleOf(view) >= 80 && box.x >= seen.x && box.y >= seen.y &&
                                        box.x + face <= seen.x + seen.width &&
                                        box.y + face <= seen.y + seen.height;
                             }),
                         qPrintable(QString("%1 px at %2").arg(face).arg(x)));
            }
        }
        for (const SearchView& view : views)
            QVERIFY(std::max(view.width, view.height) << view.doublings <= options.workingSide);
    }

    void edgesInsideThePhotoAreMarked() {
        ImportOptions options;
        options.tiles = true;
        options.upsample = 0;
        const auto views = searchViews(3000, 1000, options, kHogLike);
        QCOMPARE(views.size(), std::size_t{3});
        QCOMPARE(views[0].inside, (std::array<bool, 4>{}));
        QCOMPARE(views[1].inside, (std::array{false, false, true, false}));
        QCOMPARE(views[2].inside, (std::array{true, false, false, false}));
    }

    void turnedViewsShowTheWholePhoto() {
        for (const double turn : searchTurns({.tilt = 15})) {
            const SearchView view = searchViews(400, 300, {}, {.smallestFace = 20}, turn)[0];
            const Affine viewFromPhoto = view.photoFromView.inverse();
            for (const Point corner : {Point{0, 0}, Point{400, 0}, Point{0, 300}, Point{400, 300}}) {
                const Point p = viewFromPhoto.map(corner);
                QVERIFY(p.x > -0.6 && p.y > -0.6 && p.x < view.width + 0.6 && p.y < view.height + 0.6);
            }
        }
    }

    void aFaceThatIsTiltedStandsUprightInTheViewOfThatTurn() {
        // An arrow tilted clockwise by 90 degrees in the photo, from (100, 50) to (140, 50): its top is
        // right.
        const Affine viewFromPhoto =
            searchViews(200, 100, {}, {.smallestFace = 20}, 90)[0].photoFromView.inverse();
        const Point foot = viewFromPhoto.map({100, 50}), top = viewFromPhoto.map({140, 50});
        QVERIFY(std::abs(top.x - foot.x) < 1e-9 && top.y < foot.y);
    }

    void quarterTurnsOnlyMovePixels() {
        const Image photo = test::smoothPicture(40, 30);
        ImportOptions options;
        options.upsample = 0;
        const Image turned = viewImage(photo, searchViews(40, 30, options, kHogLike, 90)[0]);
        QCOMPARE(turned.width(), 30);
        for (int y = 0; y < 40; ++y)
            for (int x = 0; x < 30; ++x)
                for (int c = 0; c < 3; ++c)
                    QCOMPARE(turned.row(y)[3 * x + c], photo.row(x)[3 * (39 - y) + c]);
    }

    void stepsOfTheAnglesFollowTheDetectorsTilt() {
        QCOMPARE(searchTurns({.tilt = 15}).size(), std::size_t{12});
        QCOMPARE(searchTurns({.tilt = 25}).size(), std::size_t{8});
        QCOMPARE(searchTurns({.tilt = 30}).size(), std::size_t{6});
        QCOMPARE(searchTurns({.tilt = 45}).size(), std::size_t{4});
    }
};

QTEST_GUILESS_MAIN(TestSearchViews)
#include "tst_search_views.moc"
