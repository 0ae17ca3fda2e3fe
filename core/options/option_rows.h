// One row of an options table as JSON and as a description; what recipe.cpp and import_table.cpp share.
#pragma once
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <type_traits>

#include "core/base/error.h"
#include "core/options/recipe.h"

namespace visagist {

inline std::string shortNumber(double value) {
    std::ostringstream text;
    if (value == std::floor(value) && std::abs(value) < 1e15)
        return std::to_string(static_cast<std::int64_t>(value));
    text << value;
    return text.str();
}

inline std::string choiceKeys(std::span<const Choice> choices) {
    std::string keys;
    for (const Choice& choice : choices) keys += (keys.empty() ? "" : ", ") + std::string(choice.key);
    return keys;
}

[[noreturn]] inline void refuse(const std::string& key, const std::string& allowed,
                                const std::string& given) {
    throw Error(ErrorCode::InvalidArgument, VISAGIST_TEXT("Option %1 must be %2; given was %3."),
                {key, allowed, given});
}

template <class O, class T>
nlohmann::json valueToJson(const O& options, const Field<O, T>& field) {
    const T& value = options.*field.member;
    if constexpr (std::is_enum_v<T>) {
        return choicesOf(value)[static_cast<std::size_t>(value)].key;
    } else {
        return value;
    }
}

template <class O, class T>
void valueFromJson(O& options, const Field<O, T>& field, const nlohmann::json& value) {
    if constexpr (std::is_same_v<T, bool>) {
        if (!value.is_boolean()) refuse(field.key, "true or false", value.dump());
        options.*field.member = value.get<bool>();
    } else if constexpr (std::is_enum_v<T>) {
        const auto choices = choicesOf(T{});
        for (std::size_t i = 0; i < choices.size(); ++i) {
            if (value == choices[i].key) {
                options.*field.member = static_cast<T>(i);
                return;
            }
        }
        refuse(field.key, "one of " + choiceKeys(choices),
               value.is_string() ? value.get<std::string>() : value.dump());
    } else {
        const std::string range = (std::is_integral_v<T> ? "a whole number from " : "a number from ") +
                                  shortNumber(static_cast<double>(field.min)) + " to " +
                                  shortNumber(static_cast<double>(field.max));
        if (!value.is_number()) refuse(field.key, range, value.dump());
        const double number = value.get<double>();
        // Written so that "not a number" fails; a fraction must not be cut off in silence.
        const bool inRange =
            number >= static_cast<double>(field.min) && number <= static_cast<double>(field.max);
        if (!inRange || (std::is_integral_v<T> && number != std::floor(number)))
            refuse(field.key, range, std::isfinite(number) ? value.dump() : "not a finite number");
        options.*field.member = value.is_number_float() ? static_cast<T>(number) : value.get<T>();
    }
}

template <class O, class T>
OptionInfo describe(const Field<O, T>& field) {
    OptionInfo info{.key = field.key,
                    .label = field.label,
                    .help = field.help,
                    .unit = field.unit,
                    .section = O::section()};
    info.flags = field.flags;
    if constexpr (std::is_same_v<T, bool>) {
        info.kind = OptionInfo::Kind::Switch;
    } else if constexpr (std::is_enum_v<T>) {
        info.kind = OptionInfo::Kind::Choice;
        const auto choices = choicesOf(T{});
        info.choices.assign(choices.begin(), choices.end());
    } else {
        info.kind = std::is_integral_v<T> ? OptionInfo::Kind::Integer : OptionInfo::Kind::Real;
        info.min = static_cast<double>(field.min);
        info.max = static_cast<double>(field.max);
    }
    return info;
}

}  // namespace visagist
