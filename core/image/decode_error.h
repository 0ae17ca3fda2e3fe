// The sentences that decoders share.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/error.h"

namespace visagist {

inline Error cutOffError(std::string_view name) {
    return {ErrorCode::Damaged,
            VISAGIST_TEXT("\"%1\" is cut off or damaged: part of the picture is missing."),
            {std::string(name)}};
}

inline Error brokenPictureError(std::string_view name, const std::string& detail) {
    return {ErrorCode::Damaged,
            VISAGIST_TEXT("\"%1\" is damaged and cannot be decoded (%2)."),
            {std::string(name), detail}};
}

/// Throws where a header's size is nothing or more than `maxPixels`.
inline void requireSize(std::string_view name, std::int64_t width, std::int64_t height,
                        std::int64_t maxPixels) {
    if (width <= 0 || height <= 0) throw brokenPictureError(name, "it has no size");
    if (width <= maxPixels / height) return;
    throw Error(ErrorCode::Unsupported,
                VISAGIST_TEXT("\"%1\" says it is %2 x %3 pixels; pictures above %4 megapixels are not read."),
                {std::string(name), std::to_string(width), std::to_string(height),
                 std::to_string(maxPixels / 1'000'000)});
}

}  // namespace visagist
