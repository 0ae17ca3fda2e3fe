// What each number of a demo identity means.
#pragma once
#include "core/data/demo_faces.h"
#include "core/data/demo_math.h"

namespace visagist::demo {

/// Places in DemoIdentity::values. Shapes are 0 for the average person and about -1 … 1 among people; colours
/// take three places, linear light 0 … 1; lengths and strengths of hair, beard and lashes are 0 … 1.
enum Trait : std::size_t {
    FaceWidth,
    JawWidth,
    ChinWidth,
    ChinLength,
    ForeheadHeight,
    Cheekbones,
    EyeSize,
    EyeGap,
    EyeTilt,
    EyeOpening,
    EyeDepth,
    NoseWidth,
    NoseLength,
    NoseHeight,
    MouthWidth,
    MouthHeight,
    UpperLip,
    LowerLip,
    BrowThickness,
    BrowHeight,
    BrowArch,
    BrowDarkness,
    EarSize,
    Build,
    HairTop,
    Hairline,
    Parting,
    HairWave,
    HairShine,
    HairLength,
    Beard,
    Lashes,
    SkinColour,
    LipColour = SkinColour + 3,
    IrisColour = LipColour + 3,
    HairColour = IrisColour + 3,
    ShirtColour = HairColour + 3,
    TraitCount = ShirtColour + 3
};
static_assert(TraitCount <= DemoIdentity::kSize);

inline float trait(const DemoIdentity& person, Trait which) {
    return static_cast<float>(person.values[which]);
}

inline Vec3 colourTrait(const DemoIdentity& person, Trait first) {
    return {static_cast<float>(person.values[first]), static_cast<float>(person.values[first + 1]),
            static_cast<float>(person.values[first + 2])};
}

/// The person of the canonical proportions; all others are this one plus their shape traits.
DemoIdentity averagePerson();

double linearFromSrgb(double value);

}  // namespace visagist::demo
