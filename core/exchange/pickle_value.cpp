#include "core/exchange/pickle_value.h"

#include <bit>
#include <cstring>

#include "core/base/error.h"

namespace visagist {

namespace {

[[noreturn]] void failKind() {
    throw Error(ErrorCode::Damaged,
                VISAGIST_TEXT("A value in the Python data is of another kind than expected."));
}

}  // namespace

double PickleArray::at(std::size_t index) const {
    std::uint64_t bits = 0;
    const std::size_t size = static_cast<std::size_t>(itemSize);
    for (std::size_t i = 0; i < size; ++i) bits |= std::uint64_t{bytes.at(index * size + i)} << (8 * i);
    if (type == 'f') {
        return itemSize == 4 ? double{std::bit_cast<float>(static_cast<std::uint32_t>(bits))}
                             : std::bit_cast<double>(bits);
    }
    if (type == 'i') {
        const int unused = 64 - 8 * itemSize;
        return static_cast<double>(static_cast<std::int64_t>(bits << unused) >> unused);
    }
    return static_cast<double>(bits);
}

PickleValue::PickleValue() : m_content(std::make_shared<Content>()) {}

PickleKind PickleValue::kind() const { return m_content->kind; }

std::int64_t PickleValue::asInt() const {
    if (kind() != PickleKind::Int && kind() != PickleKind::Bool) failKind();
    return m_content->integer;
}

double PickleValue::asReal() const {
    return kind() == PickleKind::Real ? m_content->real : static_cast<double>(asInt());
}

const std::string& PickleValue::asText() const {
    if (kind() != PickleKind::Text) failKind();
    return m_content->text;
}

std::span<const std::uint8_t> PickleValue::asBytes() const {
    if (kind() != PickleKind::Bytes) failKind();
    return {reinterpret_cast<const std::uint8_t*>(m_content->text.data()), m_content->text.size()};
}

const PickleArray& PickleValue::asArray() const {
    if (kind() != PickleKind::Array) failKind();
    return m_content->array;
}

std::vector<PickleValue> PickleValue::items() const {
    if (kind() != PickleKind::List && kind() != PickleKind::Tuple && kind() != PickleKind::Set) failKind();
    std::vector<PickleValue> result;
    for (const auto& child : m_content->children) result.emplace_back(child);
    return result;
}

std::vector<std::pair<PickleValue, PickleValue>> PickleValue::entries() const {
    if (kind() != PickleKind::Dict) failKind();
    std::vector<std::pair<PickleValue, PickleValue>> result;
    const auto& children = m_content->children;
    for (std::size_t i = 0; i + 1 < children.size(); i += 2) {
        result.emplace_back(PickleValue(children[i]), PickleValue(children[i + 1]));
    }
    return result;
}

PickleValue PickleValue::at(std::string_view key) const {
    if (kind() != PickleKind::Dict) failKind();
    const auto& children = m_content->children;
    for (std::size_t i = children.size() / 2; i-- > 0;) {
        const Content& stored = *children[2 * i];
        if (stored.kind == PickleKind::Text && stored.text == key) return PickleValue(children[2 * i + 1]);
    }
    return {};
}

}  // namespace visagist
