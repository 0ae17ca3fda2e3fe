// A plain value out of a Python pickle: numbers, texts, bytes, containers of them, and NumPy arrays.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace visagist {

enum class PickleKind { None, Bool, Int, Real, Text, Bytes, List, Tuple, Set, Dict, Array };

/// The numbers of a NumPy array, in C order and little-endian whatever order they were stored in.
struct PickleArray {
    char type = 'f';   ///< f real, i integer, u unsigned integer, b truth value
    int itemSize = 0;  ///< bytes of one number: 1, 2, 4 or 8 (real: 4 or 8)
    std::vector<std::int64_t> shape;
    std::vector<std::uint8_t> bytes;

    std::size_t count() const { return itemSize ? bytes.size() / static_cast<std::size_t>(itemSize) : 0; }
    /// The number at `index`, 0 … count() - 1, in C order.
    double at(std::size_t index) const;
};

/// A value that shares what it holds with its copies and never changes; any thread. The as…() functions throw
/// Error(Damaged) where the value is of another kind.
class PickleValue {
public:
    struct Content;
    PickleValue();  ///< None
    explicit PickleValue(std::shared_ptr<const Content> content) : m_content(std::move(content)) {}

    PickleKind kind() const;
    bool isNone() const { return kind() == PickleKind::None; }
    std::int64_t asInt() const;  ///< of an integer or truth value
    double asReal() const;       ///< of any number
    const std::string& asText() const;
    std::span<const std::uint8_t> asBytes() const;
    const PickleArray& asArray() const;
    /// The items of a list, tuple or set, in their order.
    std::vector<PickleValue> items() const;
    /// Keys and values of a dictionary, in the order in which they were stored.
    std::vector<std::pair<PickleValue, PickleValue>> entries() const;
    /// What a dictionary holds at a text key (the last, as in Python); None where it has no such key.
    PickleValue at(std::string_view key) const;

private:
    std::shared_ptr<const Content> m_content;
};

/// What a value is made of; of use to the reader only.
struct PickleValue::Content {
    PickleKind kind = PickleKind::None;
    std::int64_t integer = 0;
    double real = 0;
    std::string text;                                ///< also the bytes of Bytes
    std::vector<std::shared_ptr<Content>> children;  ///< of a dictionary: key, value, key, value …
    PickleArray array;

    enum class Part { Whole, Name, ElementType, EmptyArray, Arguments };
    Part part = Part::Whole;  ///< parts stand only where an array is being put together
    bool bigEndian = false;   ///< of an ElementType
    bool held = false;        ///< something holds it: it must not grow any more
    int depth = 0;            ///< containers below it
};

}  // namespace visagist
