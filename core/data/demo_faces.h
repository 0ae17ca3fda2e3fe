// Procedural heads in colour with known truth: the demo people, and the yardstick for training.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>
#include "core/image/geometry.h"
#include "core/image/image.h"

namespace visagist {

/// Who a demo person is: shape of head, eyes, nose, mouth, brows, skin, hair, as numbers that mix linearly
/// (colours in linear light), so the true face of any fusion is the render of the weighted mean.
struct DemoIdentity {
    static constexpr std::size_t kSize = 48;  // what is not needed stays 0
    std::array<double, kSize> values{};
    bool operator==(const DemoIdentity&) const = default;
};

/// What a demo person does in a picture; independent of who it is.
struct DemoContent {
    double yaw = 0, pitch = 0,
           roll = 0;  ///< degrees; positive: the head turns to the right of the picture, up, clockwise
    double smile = 0, mouthOpen = 0;                            ///< 0 … 1
    double eyesClosed = 0;                                      ///< 0 … 1
    double gaze = 0;                                            ///< -1 (left of the picture) … 1
    double browRaise = 0;                                       ///< -1 … 1
    double lightAzimuth = 0.5;                                  ///< -1 (from the left) … 1 (from the right)
    double lightElevation = 0.4;                                ///< -1 … 1
    double brightness = 1;                                      ///< factor on all light, about 0.7 … 1.2
    std::array<double, 3> backgroundTop{}, backgroundBottom{};  ///< sRGB 0 … 1
    bool operator==(const DemoContent&) const = default;
};

struct DemoFace {
    Image image;  ///< RGB, 8 bit, size x size
    Image mask;   ///< grey, 8 bit: 255 on the skin of the face (brows, eyes, lips included), 0 elsewhere
    std::array<Point, 5> landmarks5;    ///< dlib's 5-point order, pixels of `image` (continuous coordinates)
    std::array<Point, 68> landmarks68;  ///< iBUG 68-point order, pixels of `image`
};

/// The named people of the demo, in a fixed order (Ada, Ben, Cleo, then generated ones): at least 8.
DemoIdentity demoPerson(int index);
std::string demoPersonName(int index);

/// Some random believable person. The same seed gives the same person.
DemoIdentity randomDemoPerson(std::uint64_t seed);

/// Σ weights[i]·people[i]; weights are used as given (a fusion has them sum to 1).
DemoIdentity mixDemoPeople(std::span<const DemoIdentity> people, std::span<const double> weights);

/// A random pose, expression, light and background. Yaw within ±maxYaw degrees. The same seed gives the same
/// content.
DemoContent randomDemoContent(std::uint64_t seed, double maxYaw = 25);

/// Where the unit crop of the aligned face lies in the renderer's own head space, for this content: the
/// similarity that takes the five landmarks of the *average* person with this content to
/// canonicalLandmarks(). It does not depend on who is drawn, so a true swap or fusion has exactly the pixels'
/// geometry of the photo it is compared with.
Affine demoHeadFromUnit(const DemoContent& content);

/// Renders size x size pixels. Without `headFromUnit` the view is demoHeadFromUnit(content), an aligned face;
/// a view that is a larger square (compose with Affine::scaling and a shift about 0.5) gives a photograph
/// with room around the head. Pure function of its arguments; may be called from several threads.
DemoFace renderDemoFace(const DemoIdentity& person, const DemoContent& content, int size);
DemoFace renderDemoFace(const DemoIdentity& person, const DemoContent& content, int size,
                        const Affine& headFromUnit);

}  // namespace visagist
