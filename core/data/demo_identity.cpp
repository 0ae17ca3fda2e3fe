#include "core/data/demo_identity.h"

#include <cmath>
#include <utility>

#include "core/data/seeded_random.h"

namespace visagist {
namespace demo {

double linearFromSrgb(double value) {
    return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

namespace {

/// Centred on the middle of the interval, with rare ends (the mean of two uniform numbers).
double central(SeededRandom& random, double low, double high) {
    return (random.uniform(low, high) + random.uniform(low, high)) / 2;
}

const auto& pick(SeededRandom& random, const auto& among) { return among[random.bits() % among.size()]; }

void setColour(DemoIdentity& person, Trait first, std::uint32_t srgb) {
    for (std::size_t channel = 0; channel < 3; ++channel) {
        const double value = static_cast<double>((srgb >> (16 - 8 * channel)) & 0xFF) / 255;
        person.values[first + channel] = linearFromSrgb(value);
    }
}

struct Portrait {
    const char* name;
    std::uint32_t skin, lip, iris, hair, shirt;  // 0xRRGGBB, sRGB
    std::vector<std::pair<Trait, double>> traits;

    DemoIdentity identity() const {
        DemoIdentity person = averagePerson();
        setColour(person, SkinColour, skin);
        setColour(person, LipColour, lip);
        setColour(person, IrisColour, iris);
        setColour(person, HairColour, hair);
        setColour(person, ShirtColour, shirt);
        for (const auto& [which, value] : traits) person.values[which] = value;
        return person;
    }
};

const std::vector<Portrait>& portraits() {
    static const std::vector<Portrait> all{
        {"Ada",
         0xE3B293,
         0xB9625A,
         0x5F8A5C,
         0x5E3722,
         0x3F4F66,
         {{FaceWidth, 0.1},
          {JawWidth, -0.4},
          {ChinWidth, -0.3},
          {EyeSize, 0.7},
          {EyeOpening, 0.5},
          {EyeTilt, 0.3},
          {NoseWidth, -0.5},
          {NoseLength, -0.2},
          {UpperLip, 0.3},
          {LowerLip, 0.3},
          {BrowThickness, -0.3},
          {BrowArch, 0.5},
          {Build, -0.6},
          {HairTop, 0.3},
          {Parting, 0.5},
          {HairWave, 0.2},
          {HairShine, 0.5},
          {HairLength, 1},
          {Lashes, 0.8}}},
        {"Ben",
         0x8F5C40,
         0x86483F,
         0x4A3020,
         0x1D1613,
         0x6B6B66,
         {{FaceWidth, 0.6},  {JawWidth, 0.8},     {ChinWidth, 0.8}, {ChinLength, 0.4},    {EyeSize, -0.2},
          {EyeGap, 0.3},     {EyeDepth, 0.5},     {NoseWidth, 0.9}, {NoseLength, 0.2},    {NoseHeight, 0.2},
          {MouthWidth, 0.6}, {UpperLip, 0.6},     {LowerLip, 0.6},  {BrowThickness, 0.9}, {BrowHeight, -0.4},
          {BrowArch, -0.5},  {BrowDarkness, 0.6}, {Build, 0.9},     {HairTop, -0.6},      {Hairline, 0.2},
          {HairShine, -0.4}, {HairLength, 0},     {Beard, 0.6},     {Lashes, 0.2}}},
        {"Cleo",
         0xEDC9B2,
         0xC4706C,
         0x4C77A6,
         0xC08A48,
         0x7A4A4A,
         {{FaceWidth, -0.5},  {JawWidth, -0.7},     {ChinWidth, -0.6},  {ChinLength, -0.6},
          {EyeSize, 0.9},     {EyeOpening, 0.7},    {EyeGap, -0.3},     {NoseWidth, -0.8},
          {NoseLength, -0.6}, {NoseHeight, -0.3},   {MouthWidth, -0.5}, {BrowThickness, -0.6},
          {BrowHeight, 0.3},  {BrowDarkness, -0.3}, {Build, -0.9},      {HairTop, 0.5},
          {Hairline, 0.3},    {Parting, -0.5},      {HairWave, 0.7},    {HairShine, 0.8},
          {HairLength, 0.55}, {Lashes, 0.7}}},
        {"Dev",
         0xB98058,
         0x9A5A4A,
         0x3B2618,
         0x17120F,
         0x2F4A46,
         {{FaceWidth, -0.2},
          {JawWidth, 0.3},
          {ChinLength, 0.5},
          {EyeSize, 0.2},
          {EyeDepth, 0.3},
          {NoseLength, 0.6},
          {NoseHeight, 0.8},
          {NoseWidth, 0.1},
          {UpperLip, -0.2},
          {BrowThickness, 0.7},
          {BrowDarkness, 0.8},
          {Build, 0.4},
          {HairTop, 0.9},
          {Hairline, -0.2},
          {Parting, -0.8},
          {HairWave, 0.8},
          {HairLength, 0.12},
          {Beard, 0.25},
          {Lashes, 0.4}}},
        {"Elin",
         0xF0CBB2,
         0xC98078,
         0x6F93A8,
         0xD8B27A,
         0x566B50,
         {{FaceWidth, 0.3},
          {JawWidth, 0.1},
          {ChinWidth, 0.2},
          {Cheekbones, 0.8},
          {EyeGap, 0.5},
          {EyeTilt, -0.2},
          {NoseWidth, -0.3},
          {NoseLength, -0.3},
          {MouthWidth, 0.3},
          {UpperLip, -0.5},
          {LowerLip, -0.3},
          {BrowThickness, -0.7},
          {BrowDarkness, -0.7},
          {Build, -0.5},
          {HairTop, -0.1},
          {Parting, 0.1},
          {HairShine, 0.6},
          {HairLength, 0.8},
          {Lashes, 0.4}}},
        {"Femi",
         0x5F3A28,
         0x6E3834,
         0x2C1A12,
         0x120E0C,
         0xB08A3E,
         {{FaceWidth, 0.2},
          {JawWidth, 0.1},
          {ChinWidth, -0.1},
          {EyeSize, 0.6},
          {EyeOpening, 0.4},
          {EyeTilt, 0.5},
          {Cheekbones, 0.7},
          {NoseWidth, 0.8},
          {NoseHeight, -0.4},
          {MouthWidth, 0.4},
          {UpperLip, 1},
          {LowerLip, 1},
          {BrowArch, 0.8},
          {Build, -0.3},
          {HairTop, 1.4},
          {HairWave, 1},
          {HairShine, -0.5},
          {HairLength, 0},
          {Lashes, 0.9}}},
        {"Gia",
         0xD9A27C,
         0xA84C4C,
         0x5B3A1E,
         0x3A1D18,
         0x50405E,
         {{FaceWidth, -0.1},  {JawWidth, 0.4},      {ChinWidth, 0.3},  {ChinLength, 0.2},   {EyeTilt, 0.8},
          {EyeOpening, -0.2}, {NoseLength, 0.3},    {NoseHeight, 0.6}, {MouthWidth, 0.5},   {UpperLip, 0.5},
          {LowerLip, 0.8},    {BrowThickness, 0.3}, {BrowArch, 0.9},   {BrowDarkness, 0.5}, {Build, -0.4},
          {HairTop, 0.4},     {Hairline, -0.3},     {Parting, -0.2},   {HairWave, 0.9},     {HairShine, 0.2},
          {HairLength, 0.9},  {Lashes, 1}}},
        {"Hugo",
         0xE8BFA4,
         0xB87068,
         0x5C7468,
         0x8C4A26,
         0x37475A,
         {{FaceWidth, 0.4},  {JawWidth, 0.6},      {ChinWidth, 0.5},   {ChinLength, -0.1},
          {EyeSize, -0.5},   {EyeOpening, -0.4},   {EyeTilt, -0.5},    {EyeDepth, 0.6},
          {NoseLength, 0.1}, {NoseWidth, 0.2},     {MouthWidth, -0.1}, {UpperLip, -0.7},
          {LowerLip, -0.5},  {BrowThickness, 0.4}, {BrowHeight, -0.5}, {BrowDarkness, -0.2},
          {EarSize, 0.7},    {Build, 0.7},         {HairTop, 0.2},     {Hairline, 0.8},
          {Parting, 0.7},    {HairWave, 0.3},      {HairLength, 0.05}, {Beard, 0.95}}},
    };
    return all;
}

}  // namespace

DemoIdentity averagePerson() {
    DemoIdentity person;
    setColour(person, SkinColour, 0xD9A583);
    setColour(person, LipColour, 0xB0605A);
    setColour(person, IrisColour, 0x5B5A4A);
    setColour(person, HairColour, 0x5A3A28);
    setColour(person, ShirtColour, 0x4F5560);
    person.values[HairLength] = 0.35;
    person.values[Lashes] = 0.5;
    return person;
}

}  // namespace demo

using namespace demo;

DemoIdentity demoPerson(int index) {
    const auto place = static_cast<std::size_t>(std::max(index, 0));
    return place < portraits().size() ? portraits()[place].identity() : randomDemoPerson(place);
}

std::string demoPersonName(int index) {
    const auto place = static_cast<std::size_t>(std::max(index, 0));
    return place < portraits().size() ? portraits()[place].name : "Person " + std::to_string(place + 1);
}

DemoIdentity randomDemoPerson(std::uint64_t seed) {
    struct Complexion {
        std::uint32_t skin, lip;
        std::array<std::uint32_t, 3> hair, iris;
    };
    static constexpr std::array<Complexion, 5> complexions{{
        {0xF0CFBB, 0xC67C74, {0xC9A066, 0x8C5A32, 0x9A4A28}, {0x6A92AE, 0x66866A, 0x7A8890}},
        {0xE4B697, 0xB9655E, {0x6A4328, 0x3B261B, 0xA87440}, {0x5C7A5A, 0x6B4A2A, 0x54789A}},
        {0xCF9A74, 0xA65A50, {0x2A1B15, 0x4A2C1C, 0x17120F}, {0x4A2F1B, 0x5E4A28, 0x3A2617}},
        {0xA06C4A, 0x8C4E44, {0x1A1310, 0x2C1C14, 0x120E0C}, {0x3A2416, 0x4A2F1B, 0x2C1A12}},
        {0x6A4230, 0x70403A, {0x14100E, 0x1C1512, 0x100C0B}, {0x2C1A12, 0x3A2416, 0x24150E}},
    }};
    static constexpr std::array<std::uint32_t, 6> shirts{0x3F4F66, 0x6B6B66, 0x7A4A4A,
                                                         0x2F4A46, 0x8A7A5A, 0x50405E};
    SeededRandom numbers(seed ^ 0x5045525345454453ull);
    DemoIdentity person;
    for (std::size_t shape = FaceWidth; shape <= HairShine; ++shape)
        person.values[shape] = central(numbers, -1.2, 1.2);
    const Complexion& look = pick(numbers, complexions);
    const bool bearded = numbers.uniform(0, 1) < 0.3, shortHair = bearded || numbers.uniform(0, 1) < 0.3;
    person.values[HairLength] = shortHair ? numbers.uniform(0, 0.15) : numbers.uniform(0.3, 1);
    person.values[Beard] = bearded ? numbers.uniform(0.2, 0.95) : 0;
    person.values[Lashes] = numbers.uniform(0, shortHair ? 0.5 : 1);
    setColour(person, SkinColour, look.skin);
    setColour(person, LipColour, look.lip);
    setColour(person, HairColour, pick(numbers, look.hair));
    setColour(person, IrisColour, pick(numbers, look.iris));
    setColour(person, ShirtColour, pick(numbers, shirts));
    const double tone = numbers.uniform(0.88, 1.06);  // no two people share one skin exactly
    for (std::size_t channel = 0; channel < 3; ++channel) person.values[SkinColour + channel] *= tone;
    return person;
}

DemoIdentity mixDemoPeople(std::span<const DemoIdentity> people, std::span<const double> weights) {
    DemoIdentity sum;
    for (std::size_t i = 0; i < std::min(people.size(), weights.size()); ++i) {
        for (std::size_t k = 0; k < DemoIdentity::kSize; ++k)
            sum.values[k] += weights[i] * people[i].values[k];
    }
    return sum;
}

DemoContent randomDemoContent(std::uint64_t seed, double maxYaw) {
    static constexpr std::array<std::array<std::uint32_t, 2>, 7> backdrops{{{0x5A646B, 0x2E3438},
                                                                            {0x7A6A58, 0x3B322A},
                                                                            {0x4D5A4C, 0x262D26},
                                                                            {0x8C8F92, 0x53565A},
                                                                            {0x6A5560, 0x322830},
                                                                            {0x3E4650, 0x1E2328},
                                                                            {0xA39A8C, 0x6B6358}}};
    SeededRandom numbers(seed ^ 0x434F4E54454E5453ull);
    DemoContent content;
    content.yaw = numbers.uniform(-maxYaw, maxYaw);
    content.pitch = central(numbers, -12, 12);
    content.roll = central(numbers, -10, 10);
    content.smile = numbers.uniform(0, 1);
    content.mouthOpen = std::max(0.0, numbers.uniform(-0.7, 0.8));
    content.eyesClosed = std::max(0.0, numbers.uniform(-3, 0.9));
    content.gaze = central(numbers, -0.8, 0.8);
    content.browRaise = central(numbers, -0.8, 0.8);
    content.lightAzimuth = numbers.uniform(-0.9, 0.9);
    content.lightElevation = numbers.uniform(0.1, 0.8);
    content.brightness = numbers.uniform(0.85, 1.1);
    const auto& first = pick(numbers, backdrops);
    const auto& second = pick(numbers, backdrops);
    const double share = numbers.uniform(0, 0.5);
    for (std::size_t channel = 0; channel < 3; ++channel) {
        const auto value = [&](std::size_t end) {
            const auto byte = [&](std::uint32_t rgb) {
                return static_cast<double>((rgb >> (16 - 8 * channel)) & 0xFF);
            };
            return (byte(first[end]) * (1 - share) + byte(second[end]) * share) / 255;
        };
        content.backgroundTop[channel] = value(0);
        content.backgroundBottom[channel] = value(1);
    }
    return content;
}

}  // namespace visagist
