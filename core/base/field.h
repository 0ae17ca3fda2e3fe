// An option is one row: the form, the command line, JSON and the database all read the same table.
#pragma once
#include <cstdint>
#include <limits>
#include <span>
#include <tuple>
#include <type_traits>

namespace visagist {

/// One value of an option that has only named values: its frozen key and its label.
struct Choice {
    const char* key;
    const char* label;  ///< English, marked with VISAGIST_TEXT
};

enum FieldFlag : unsigned {
    kBasic = 0,
    kAdvanced = 1,     ///< folded away in the form
    kLive = 2,         ///< may change while the run is on
    kLogarithmic = 4,  ///< steps by factors rather than by sums (learning rates)
};

/// One option of the struct `Owner`. T is bool, int, std::int64_t, double, or an enum whose choicesOf(T)
/// lists its values.
template <class Owner, class T>
struct Field {
    T Owner::*member;
    const char* key;    ///< stored name, never renamed
    const char* label;  ///< English, marked with VISAGIST_TEXT
    const char* help;   ///< one or two English sentences, marked with VISAGIST_TEXT
    T min{}, max{};     ///< inclusive; unused for bool and enums
    unsigned flags = kBasic;
    const char* unit = "";  ///< shown behind the number
};

/// Calls visit(field) for each row of the options struct O, in the order in which people see them.
template <class O>
constexpr void forEachField(auto&& visit) {
    std::apply([&](const auto&... field) { (visit(field), ...); }, O::fields());
}

}  // namespace visagist
