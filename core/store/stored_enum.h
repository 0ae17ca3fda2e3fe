// Enums are stored by name, so that their order in the source may change.
#pragma once
#include <array>
#include <string>
#include <string_view>

#include "core/base/error.h"

namespace visagist {

/// The stored names of an enum's values, in the order of the enum.
template <class E, std::size_t N>
struct StoredEnum {
    std::array<std::string_view, N> names;

    std::string_view name(E value) const { return names.at(static_cast<std::size_t>(value)); }
    /// Throws Error(Damaged) for a name that is none of them.
    E value(const std::string& name) const {
        for (std::size_t i = 0; i < N; ++i) {
            if (names[i] == name) return static_cast<E>(i);
        }
        throw Error(ErrorCode::Damaged, VISAGIST_TEXT("The project holds a value that is not known: \"%1\"."),
                    {name});
    }
};

}  // namespace visagist
