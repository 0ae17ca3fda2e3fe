// ICC profiles for tests, made with Little CMS, and the places where each kind of picture keeps one.
#pragma once
#include <lcms2.h>

#include <string>

#include "tests/support/picture_files.h"

namespace visagist::test {

inline Bytes savedProfile(cmsHPROFILE profile) {
    cmsUInt32Number size = 0;
    cmsSaveProfileToMem(profile, nullptr, &size);
    Bytes bytes(size);
    cmsSaveProfileToMem(profile, bytes.data(), &size);
    cmsCloseProfile(profile);
    return bytes;
}

inline Bytes rgbProfile(cmsCIExyY white, const cmsCIExyYTRIPLE& primaries, cmsToneCurve* curve) {
    cmsToneCurve* curves[3] = {curve, curve, curve};
    const Bytes bytes = savedProfile(cmsCreateRGBProfile(&white, &primaries, curves));
    cmsFreeToneCurve(curve);
    return bytes;
}

/// Display P3: P3's primaries, white D65, sRGB's curve.
inline Bytes displayP3Profile() {
    const cmsFloat64Number srgb[5] = {2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045};
    return rgbProfile({0.3127, 0.3290, 1}, {{0.680, 0.320, 1}, {0.265, 0.690, 1}, {0.150, 0.060, 1}},
                      cmsBuildParametricToneCurve(nullptr, 4, srgb));
}

/// Adobe RGB (1998): gamma 563 / 256.
inline Bytes adobeRgbProfile() {
    return rgbProfile({0.3127, 0.3290, 1}, {{0.64, 0.33, 1}, {0.21, 0.71, 1}, {0.15, 0.06, 1}},
                      cmsBuildGamma(nullptr, 2.19921875));
}

inline Bytes srgbProfile() { return savedProfile(cmsCreate_sRGBProfile()); }

/// Grey of the given gamma.
inline Bytes greyProfile(double gamma) {
    const cmsCIExyY white{0.3127, 0.3290, 1};
    cmsToneCurve* curve = cmsBuildGamma(nullptr, gamma);
    const Bytes bytes = savedProfile(cmsCreateGrayProfile(&white, curve));
    cmsFreeToneCurve(curve);
    return bytes;
}

/// A printer whose inks are weak: full ink leaves 40 % of the light, by a 9-point table to Lab.
inline Bytes weakInkProfile() {
    cmsHPROFILE profile = cmsCreateProfilePlaceholder(nullptr);
    cmsSetProfileVersion(profile, 2.4);
    cmsSetColorSpace(profile, cmsSigCmykData);
    cmsSetPCS(profile, cmsSigLabData);
    cmsSetDeviceClass(profile, cmsSigOutputClass);
    cmsPipeline* table = cmsPipelineAlloc(nullptr, 4, 3);
    cmsStage* stage = cmsStageAllocCLut16bit(nullptr, 9, 4, 3, nullptr);
    cmsStageSampleCLut16bit(
        stage,
        [](const cmsUInt16Number in[], cmsUInt16Number out[], void*) -> cmsInt32Number {
            const auto light = [&](int ink) {
                return (1 - 0.6 * in[ink] / 65535.0) * (1 - 0.6 * in[3] / 65535.0);
            };
            const double r = light(0), g = light(1), b = light(2);
            const cmsCIEXYZ xyz{0.4361 * r + 0.3851 * g + 0.1431 * b, 0.2225 * r + 0.7169 * g + 0.0606 * b,
                                0.0139 * r + 0.0971 * g + 0.7142 * b};
            cmsCIELab lab;
            cmsXYZ2Lab(cmsD50_XYZ(), &lab, &xyz);
            cmsFloat2LabEncodedV2(out, &lab);
            return TRUE;
        },
        nullptr, 0);
    cmsPipelineInsertStage(table, cmsAT_END, stage);
    for (const cmsTagSignature tag : {cmsSigAToB0Tag, cmsSigAToB1Tag}) cmsWriteTag(profile, tag, table);
    cmsPipelineFree(table);
    cmsWriteTag(profile, cmsSigMediaWhitePointTag, cmsD50_XYZ());
    return savedProfile(profile);
}

/// In APP2 segments of at most `pieceBytes`.
inline Bytes jpegWithProfile(const Bytes& jpeg, const Bytes& profile, std::size_t pieceBytes = 60000) {
    const std::size_t pieces = (profile.size() + pieceBytes - 1) / pieceBytes;
    Bytes bytes(jpeg.begin(), jpeg.begin() + 2);
    for (std::size_t i = 0; i < pieces; ++i) {
        const std::size_t from = i * pieceBytes, to = std::min(profile.size(), from + pieceBytes);
        appendBig(bytes, 0xFFE2, 2), appendBig(bytes, static_cast<std::uint32_t>(to - from + 16), 2);
        append(bytes, std::string("ICC_PROFILE\0", 12));
        append(bytes, Bytes{static_cast<std::uint8_t>(i + 1), static_cast<std::uint8_t>(pieces)});
        bytes.insert(bytes.end(), profile.begin() + std::ptrdiff_t(from),
                     profile.begin() + std::ptrdiff_t(to));
    }
    bytes.insert(bytes.end(), jpeg.begin() + 2, jpeg.end());
    return bytes;
}

/// The body of an iCCP chunk.
inline Bytes pngProfileChunk(const Bytes& profile) {
    const QByteArray packed =
        qCompress(reinterpret_cast<const uchar*>(profile.data()), static_cast<qsizetype>(profile.size()))
            .mid(4);
    Bytes body(3 + static_cast<std::size_t>(packed.size()));  // name "p", its end, method 0
    body[0] = 'p';
    std::copy(packed.begin(), packed.end(), body.begin() + 3);
    return body;
}

/// A simple WebP put into the extended container, with an ICCP chunk before the pixels.
inline Bytes webpWithProfile(const Bytes& webp, int width, int height, const Bytes& profile) {
    Bytes body;
    append(body, std::string("WEBPVP8X"));
    appendLittle(body, 10, 4), appendLittle(body, 0x20, 4);
    appendLittle(body, static_cast<std::uint32_t>(width - 1), 3),
        appendLittle(body, static_cast<std::uint32_t>(height - 1), 3);
    append(body, std::string("ICCP"));
    appendLittle(body, static_cast<std::uint32_t>(profile.size()), 4), append(body, profile);
    if (profile.size() % 2 != 0) body.push_back(0);
    body.insert(body.end(), webp.begin() + 12, webp.end());
    Bytes bytes;
    append(bytes, std::string("RIFF"));
    appendLittle(bytes, static_cast<std::uint32_t>(body.size()), 4), append(bytes, body);
    return bytes;
}

}  // namespace visagist::test
