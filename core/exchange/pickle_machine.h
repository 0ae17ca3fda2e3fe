// The stack machine that reads one pickle; see pickle_reader.h.
#pragma once
#include <algorithm>
#include <charconv>
#include <unordered_map>

#include "core/base/error.h"
#include "core/exchange/pickle_reader.h"

namespace visagist::pickle {

using Content = PickleValue::Content;
using Part = Content::Part;
using Node = std::shared_ptr<Content>;

inline Node make(PickleKind kind) {
    auto node = std::make_shared<Content>();
    node->kind = kind;
    return node;
}

inline Node makeInt(std::int64_t value, PickleKind kind = PickleKind::Int) {
    Node node = make(kind);
    node->integer = value;
    return node;
}

inline Node makeText(std::string text, PickleKind kind = PickleKind::Text) {
    Node node = make(kind);
    node->text = std::move(text);
    return node;
}

/// One reading: the stack machine of the format, over values only.
class PickleReader {
public:
    PickleReader(std::span<const std::uint8_t> bytes, std::string_view name) : m_bytes(bytes), m_name(name) {}

    PickleValue read() {
        if (m_bytes.size() > kMaxPickleBytes) tooLarge();
        for (;;) {
            const std::uint8_t code = byte();
            if (code == '.') break;
            step(code);
            if (m_stack.size() > kMaxPickleValues || m_values > kMaxPickleValues) tooLarge();
        }
        const Node result = pop();
        if (result->part != Part::Whole) damaged();
        return PickleValue(result);
    }

private:
    [[noreturn]] void damaged() const {
        throw Error(
            ErrorCode::Damaged,
            VISAGIST_TEXT("The Python data in \"%1\" is damaged at byte %2. Take the file from its origin "
                          "once more."),
            {m_name, std::to_string(m_at)});
    }
    [[noreturn]] void tooLarge() const {
        throw Error(ErrorCode::Unsupported,
                    VISAGIST_TEXT("The Python data in \"%1\" is too large or nested too deeply."), {m_name});
    }
    [[noreturn]] void refuse(const std::string& what) const {
        throw Error(
            ErrorCode::Unsupported,
            VISAGIST_TEXT("The Python data in \"%1\" asks for \"%2\", which is no plain value. Nothing of "
                          "it was run or taken."),
            {m_name, what});
    }

    std::span<const std::uint8_t> take(std::uint64_t count) {
        if (count > m_bytes.size() - m_at) damaged();
        const auto piece = m_bytes.subspan(m_at, static_cast<std::size_t>(count));
        m_at += piece.size();
        return piece;
    }
    std::uint8_t byte() { return take(1)[0]; }
    std::uint64_t number(int size) {
        std::uint64_t value = 0;
        const auto piece = take(static_cast<std::uint64_t>(size));
        for (int i = 0; i < size; ++i) value |= std::uint64_t{piece[static_cast<std::size_t>(i)]} << (8 * i);
        return value;
    }
    std::string string(std::uint64_t size) {
        const auto piece = take(size);
        return {piece.begin(), piece.end()};
    }
    std::string line() {
        const auto rest = m_bytes.subspan(m_at);
        const auto end = std::find(rest.begin(), rest.end(), std::uint8_t{'\n'});
        if (end == rest.end()) damaged();
        std::string result(rest.begin(), end);
        m_at += result.size() + 1;
        return result;
    }
    template <class Number>
    Number parsed(std::string_view text) {
        Number value{};
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error != std::errc() || end != text.data() + text.size()) damaged();
        return value;
    }

    void push(Node node) {
        ++m_values;
        m_stack.push_back(std::move(node));
    }
    std::size_t bottom() const { return m_marks.empty() ? 0 : m_marks.back(); }
    Node& top() {
        if (m_stack.size() <= bottom()) damaged();
        return m_stack.back();
    }
    Node pop() {
        Node node = top();
        m_stack.pop_back();
        return node;
    }
    /// What was pushed since the last mark.
    std::vector<Node> popToMark() {
        if (m_marks.empty()) damaged();
        const auto from = m_stack.begin() + static_cast<std::ptrdiff_t>(m_marks.back());
        std::vector<Node> result(from, m_stack.end());
        m_stack.erase(from, m_stack.end());
        m_marks.pop_back();
        return result;
    }
    std::vector<Node> popMany(int count) {
        std::vector<Node> result;
        for (int i = 0; i < count; ++i) result.push_back(pop());
        std::reverse(result.begin(), result.end());
        return result;
    }

    /// Puts items into a container that nothing holds yet: so no value holds itself, and depths stay true.
    void fill(const Node& into, const std::vector<Node>& items, PickleKind kind) {
        if (into->kind != kind || into->part != Part::Whole) damaged();
        if (kind == PickleKind::Dict && items.size() % 2 != 0) damaged();
        for (const Node& item : items) {
            item->held = true;
            if (into->held || item->part == Part::Arguments) damaged();
            if (item->part != Part::Whole) {  // only a call's arguments may hold parts of an array
                if (kind != PickleKind::Tuple) damaged();
                into->part = Part::Arguments;
            }
            into->depth = std::max(into->depth, item->depth + 1);
            if (into->depth > kMaxPickleDepth) tooLarge();
            into->children.push_back(item);
        }
        m_values += items.size();
    }
    Node tuple(const std::vector<Node>& items) {
        Node node = make(PickleKind::Tuple);
        fill(node, items, PickleKind::Tuple);
        return node;
    }

    void name(const std::string& module, const std::string& object) {
        static const std::vector<std::pair<std::string, std::string>> known{
            {"numpy.core.multiarray._reconstruct", "reconstruct"},
            {"numpy._core.multiarray._reconstruct", "reconstruct"},
            {"numpy.core.multiarray.scalar", "scalar"},
            {"numpy._core.multiarray.scalar", "scalar"},
            {"numpy.core.numeric._frombuffer", "frombuffer"},
            {"numpy._core.numeric._frombuffer", "frombuffer"},
            {"numpy.ndarray", "ndarray"},
            {"numpy.dtype", "dtype"},
            {"_codecs.encode", "encode"},
            {"builtins.set", "set"},
            {"__builtin__.set", "set"},
            {"builtins.bytes", "bytes"},
            {"__builtin__.bytes", "bytes"},
            {"builtins.bytearray", "bytes"},
            {"__builtin__.bytearray", "bytes"}};
        const std::string full = module + "." + object;
        const auto found =
            std::find_if(known.begin(), known.end(), [&](const auto& row) { return row.first == full; });
        if (found == known.end()) refuse(full);
        Node node = makeText(found->second);
        node->part = Part::Name;
        push(node);
    }

    void step(std::uint8_t code);
    bool stepNumber(std::uint8_t code);
    bool stepText(std::uint8_t code);
    bool stepContainer(std::uint8_t code);
    bool stepMemo(std::uint8_t code);
    void remember(std::uint64_t key) { m_memo[key] = top(); }
    void recall(std::uint64_t key) {
        const auto found = m_memo.find(key);
        if (found == m_memo.end()) damaged();
        push(found->second);
    }
    Node wholeNumber(std::uint64_t size);
    std::string rawUnicode(const std::string& text);
    Node reduced(const Node& function, const Node& arguments);
    Node encoded(const std::vector<Node>& arguments);
    Node elementType(const std::string& text);
    void build(const Node& target, const Node& state);
    void setArray(Content& target, const Node& shape, const Content& type, bool fortran, const Node& data);

    std::span<const std::uint8_t> m_bytes;
    std::string m_name;
    std::size_t m_at = 0, m_values = 0;
    std::vector<Node> m_stack;
    std::vector<std::size_t> m_marks;
    std::unordered_map<std::uint64_t, Node> m_memo;
};

}  // namespace visagist::pickle
