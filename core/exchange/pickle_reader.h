// Reads Python pickles as data: nothing that a pickle names is ever looked up, loaded or called.
#pragma once
#include <cstdint>
#include <span>
#include <string_view>

#include "core/exchange/pickle_value.h"

namespace visagist {

inline constexpr std::size_t kMaxPickleBytes = std::size_t{1} << 30;
inline constexpr std::size_t kMaxPickleValues = 20'000'000;
inline constexpr int kMaxPickleDepth = 200;

/// The value of a pickle of protocol 0 … 5 (binary forms, and of the text forms of protocol 0 all but quoted
/// strings): None, truth values, integers of 64 bits, reals, texts, bytes, lists, tuples, sets, dictionaries,
/// NumPy arrays and numbers. Of the names of Python only NumPy's own constructors, _codecs.encode, set, bytes
/// and bytearray are recognised, and carried out here. `name` stands in the messages. Any thread. Throws
/// Error(Unsupported), which says the name, for every other Python name, and for what the limits above
/// exclude; Error(Damaged) where the data ends too early or makes no sense. Source: the comments of Python's
/// module pickletools, and PEP 307, 3154 and 574.
PickleValue readPickle(std::span<const std::uint8_t> bytes, std::string_view name);

}  // namespace visagist
