// Embedded ICC profiles applied to pixels, once, at decoding; for the .cpp files of this room only.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/error.h"
#include "core/image/image.h"

namespace visagist {

/// What the samples of an Image with four channels are; fewer channels are grey or RGB.
enum class FourChannels { Rgba, Cmyk, InvertedCmyk };

/// `image`, 8 or 16 bits, from the colours of an ICC profile to sRGB (relative colorimetric, with black point
/// compensation): RGB stays RGB, RGBA keeps its alpha, grey and CMYK become RGB. Where the profile is broken
/// or meant for other channels the image stays as it is, and the answer says so; nothing where all is well. A
/// profile that hardly changes anything (sRGB itself) leaves the pixels as they are.
std::optional<Message> convertToSrgb(Image& image, std::span<const std::uint8_t> profile,
                                     FourChannels meaning = FourChannels::Rgba);

/// The profile in a PNG's iCCP chunk (its body: name, method, deflated profile); empty where it is broken.
std::vector<std::uint8_t> inflatedProfile(std::span<const std::uint8_t> chunk);

}  // namespace visagist
