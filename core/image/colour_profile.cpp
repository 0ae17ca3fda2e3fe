#include "core/image/colour_profile.h"

#include <lcms2.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>

namespace visagist {
namespace {

constexpr std::size_t kMaxProfileBytes = std::size_t{16} << 20;

struct Close {
    void operator()(void* profile) const { cmsCloseProfile(profile); }
};
struct Delete {
    void operator()(void* transform) const { cmsDeleteTransform(transform); }
};
using Profile = std::unique_ptr<void, Close>;
using Transform = std::unique_ptr<void, Delete>;

Message brokenProfile() {
    return {VISAGIST_TEXT("The colour profile is damaged and was passed over; colours were taken as sRGB."),
            {}};
}

Message foreignProfile() {
    return {
        VISAGIST_TEXT("The colour profile is meant for another kind of picture and was passed over; colours "
                      "were taken as sRGB."),
        {}};
}

/// What goes in and what comes out of one conversion.
struct Layout {
    cmsUInt32Number in = 0, out = 0;
    int outChannels = 3;
};

std::optional<Layout> layoutOf(const Image& image, FourChannels meaning, cmsColorSpaceSignature space) {
    const bool deep = image.bitDepth() == 16;
    const cmsUInt32Number rgb = deep ? TYPE_RGB_16 : TYPE_RGB_8, rgba = deep ? TYPE_RGBA_16 : TYPE_RGBA_8;
    if (image.channels() == 1 && space == cmsSigGrayData)
        return Layout{deep ? cmsUInt32Number{TYPE_GRAY_16} : cmsUInt32Number{TYPE_GRAY_8}, rgb, 3};
    if (image.channels() == 3 && space == cmsSigRgbData) return Layout{rgb, rgb, 3};
    if (image.channels() != 4) return std::nullopt;
    if (meaning == FourChannels::Rgba)
        return space == cmsSigRgbData ? std::optional(Layout{rgba, rgba, 4}) : std::nullopt;
    if (space != cmsSigCmykData) return std::nullopt;
    const bool inverted = meaning == FourChannels::InvertedCmyk;
    const cmsUInt32Number cmyk =
        deep ? (inverted ? cmsUInt32Number{TYPE_CMYK_16_REV} : cmsUInt32Number{TYPE_CMYK_16})
             : (inverted ? cmsUInt32Number{TYPE_CMYK_8_REV} : cmsUInt32Number{TYPE_CMYK_8});
    return Layout{cmyk, rgb, 3};
}

Transform transformFor(const Profile& from, cmsUInt32Number in, cmsUInt32Number out) {
    const Profile srgb(cmsCreate_sRGBProfile());
    return Transform(cmsCreateTransform(from.get(), in, srgb.get(), out, INTENT_RELATIVE_COLORIMETRIC,
                                        cmsFLAGS_BLACKPOINTCOMPENSATION | cmsFLAGS_COPY_ALPHA));
}

/// Whether no colour of a coarse grid moves by more than a level.
bool hardlyChanges(const Profile& profile) {
    const Transform transform = transformFor(profile, TYPE_RGB_8, TYPE_RGB_8);
    if (!transform) return false;
    constexpr int steps = 6;
    std::array<std::uint8_t, 3 * steps * steps * steps> grid{}, moved{};
    std::size_t at = 0;
    for (int r = 0; r < steps; ++r)
        for (int g = 0; g < steps; ++g)
            for (int b = 0; b < steps; ++b)
                for (const int level : {r, g, b})
                    grid[at++] = static_cast<std::uint8_t>(level * 255 / (steps - 1));
    cmsDoTransform(transform.get(), grid.data(), moved.data(), steps * steps * steps);
    return std::equal(grid.begin(), grid.end(), moved.begin(),
                      [](int a, int b) { return std::abs(a - b) <= 1; });
}

/// Grey that a profile for RGB goes with, and the other way round, is looked at as the profile has it.
void matchChannels(Image& image, cmsColorSpaceSignature space) {
    if (image.channels() != 1 || space != cmsSigRgbData) return;
    Image rgb(image.width(), image.height(), 3, image.bitDepth());
    const auto sample = static_cast<std::size_t>(image.bitDepth() / 8);
    const std::size_t count = image.byteCount() / sample;
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t c = 0; c < 3; ++c)
            std::copy_n(image.data() + i * sample, sample, rgb.data() + (3 * i + c) * sample);
    image = std::move(rgb);
}

}  // namespace

std::optional<Message> convertToSrgb(Image& image, std::span<const std::uint8_t> bytes,
                                     FourChannels meaning) {
    if (bytes.empty() || bytes.size() > kMaxProfileBytes) return brokenProfile();
    const Profile profile(cmsOpenProfileFromMem(bytes.data(), static_cast<cmsUInt32Number>(bytes.size())));
    if (!profile) return brokenProfile();
    const cmsColorSpaceSignature space = cmsGetColorSpace(profile.get());
    if (space == cmsSigRgbData && hardlyChanges(profile)) return std::nullopt;
    matchChannels(image, space);
    const auto layout = layoutOf(image, meaning, space);
    if (!layout) return foreignProfile();
    const Transform transform = transformFor(profile, layout->in, layout->out);
    if (!transform) return brokenProfile();
    Image converted(image.width(), image.height(), layout->outChannels, image.bitDepth());
    for (int y = 0; y < image.height(); ++y)
        cmsDoTransform(transform.get(), image.row(y), converted.row(y),
                       static_cast<cmsUInt32Number>(image.width()));
    image = std::move(converted);
    return std::nullopt;
}

std::vector<std::uint8_t> inflatedProfile(std::span<const std::uint8_t> chunk) {
    const auto end = std::find(chunk.begin(), chunk.end(), 0);
    const auto head = static_cast<std::size_t>(end - chunk.begin()) + 2;  // name, its end, the method
    if (end == chunk.end() || head >= chunk.size()) return {};
    z_stream stream{};
    if (inflateInit(&stream) != Z_OK) return {};
    stream.next_in = const_cast<Bytef*>(chunk.data() + head);
    stream.avail_in = static_cast<uInt>(chunk.size() - head);
    std::vector<std::uint8_t> profile;
    std::array<std::uint8_t, 4096> piece{};
    int code = Z_OK;
    while (code == Z_OK && profile.size() <= kMaxProfileBytes) {
        stream.next_out = piece.data();
        stream.avail_out = static_cast<uInt>(piece.size());
        code = inflate(&stream, Z_NO_FLUSH);
        profile.insert(profile.end(), piece.begin(), piece.end() - stream.avail_out);
    }
    inflateEnd(&stream);
    if (code != Z_STREAM_END) profile.clear();
    return profile;
}

}  // namespace visagist
