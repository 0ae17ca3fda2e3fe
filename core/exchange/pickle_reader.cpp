#include "core/exchange/pickle_reader.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <unordered_map>

#include "core/base/error.h"

namespace visagist {

namespace {

using Content = PickleValue::Content;
using Part = Content::Part;
using Node = std::shared_ptr<Content>;

Node make(PickleKind kind) {
    auto node = std::make_shared<Content>();
    node->kind = kind;
    return node;
}

Node makeInt(std::int64_t value, PickleKind kind = PickleKind::Int) {
    Node node = make(kind);
    node->integer = value;
    return node;
}

Node makeText(std::string text, PickleKind kind = PickleKind::Text) {
    Node node = make(kind);
    node->text = std::move(text);
    return node;
}

void appendUtf8(std::string& text, std::uint32_t code) {
    const auto add = [&](std::uint32_t byte) { text += static_cast<char>(static_cast<unsigned char>(byte)); };
    if (code < 0x80) return add(code);
    if (code < 0x800) return add(0xC0 | code >> 6), add(0x80 | (code & 0x3F));
    if (code < 0x10000) {
        return add(0xE0 | code >> 12), add(0x80 | (code >> 6 & 0x3F)), add(0x80 | (code & 0x3F));
    }
    add(0xF0 | code >> 18), add(0x80 | (code >> 12 & 0x3F));
    add(0x80 | (code >> 6 & 0x3F)), add(0x80 | (code & 0x3F));
}

/// One reading: the stack machine of the format, over values only.
class Reader {
public:
    Reader(std::span<const std::uint8_t> bytes, std::string_view name) : m_bytes(bytes), m_name(name) {}

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

Node Reader::wholeNumber(std::uint64_t size) {
    if (size > 8) tooLarge();
    std::uint64_t bits = number(static_cast<int>(size));
    if (size > 0 && size < 8 && (bits >> (8 * size - 1) & 1)) bits |= ~std::uint64_t{0} << (8 * size);
    return makeInt(static_cast<std::int64_t>(bits));
}

std::string Reader::rawUnicode(const std::string& text) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool wide = text.compare(i, 2, "\\U") == 0;
        if (!wide && text.compare(i, 2, "\\u") != 0) {
            appendUtf8(result, static_cast<unsigned char>(text[i]));
            continue;
        }
        const std::size_t digits = wide ? 8 : 4;
        if (text.size() - i < 2 + digits) damaged();
        std::uint32_t value = 0;
        const char* first = text.data() + i + 2;
        const auto [end, error] = std::from_chars(first, first + digits, value, 16);
        if (error != std::errc() || end != first + digits || value > 0x10FFFF) damaged();
        appendUtf8(result, value);
        i += 1 + digits;
    }
    return result;
}

bool Reader::stepNumber(std::uint8_t code) {
    switch (code) {
        case 'N':
            push(make(PickleKind::None));
            return true;
        case 0x88:
        case 0x89:
            push(makeInt(code == 0x88, PickleKind::Bool));
            return true;
        case 'K':
            push(makeInt(static_cast<std::int64_t>(number(1))));
            return true;
        case 'M':
            push(makeInt(static_cast<std::int64_t>(number(2))));
            return true;
        case 'J':
            push(wholeNumber(4));
            return true;
        case 0x8A:
            push(wholeNumber(byte()));
            return true;
        case 0x8B:
            push(wholeNumber(number(4)));
            return true;
        case 'I':
        case 'L': {
            std::string text = line();
            if (code == 'L' && text.ends_with('L')) text.pop_back();
            const bool truth = code == 'I' && (text == "00" || text == "01");
            push(makeInt(parsed<std::int64_t>(text), truth ? PickleKind::Bool : PickleKind::Int));
            return true;
        }
        case 'F':
        case 'G': {
            Node node = make(PickleKind::Real);
            if (code == 'F') {
                node->real = parsed<double>(line());
            } else {
                std::uint64_t bits = 0;
                for (const std::uint8_t part : take(8)) bits = bits << 8 | part;
                node->real = std::bit_cast<double>(bits);
            }
            push(node);
            return true;
        }
        default:
            return false;
    }
}

bool Reader::stepText(std::uint8_t code) {
    const auto bytes = [&](int size) { push(makeText(string(number(size)), PickleKind::Bytes)); };
    switch (code) {
        case 'V':
            push(makeText(rawUnicode(line())));
            return true;
        case 0x8C:
            push(makeText(string(number(1))));
            return true;
        case 'X':
            push(makeText(string(number(4))));
            return true;
        case 0x8D:
            push(makeText(string(number(8))));
            return true;
        case 'U':
        case 'C':
            bytes(1);
            return true;
        case 'T':
        case 'B':
            bytes(4);
            return true;
        case 0x8E:
        case 0x96:
            bytes(8);
            return true;
        case 'c': {
            const std::string module = line();
            name(module, line());
            return true;
        }
        case 0x93: {
            const std::vector<Node> words = popMany(2);
            if (words[0]->kind != PickleKind::Text || words[1]->kind != PickleKind::Text) damaged();
            name(words[0]->text, words[1]->text);
            return true;
        }
        default:
            return false;
    }
}

bool Reader::stepContainer(std::uint8_t code) {
    switch (code) {
        case '(':
            m_marks.push_back(m_stack.size());
            return true;
        case ']':
            push(make(PickleKind::List));
            return true;
        case '}':
            push(make(PickleKind::Dict));
            return true;
        case 0x8F:
            push(make(PickleKind::Set));
            return true;
        case ')':
            push(tuple({}));
            return true;
        case 0x85:
        case 0x86:
        case 0x87:
            push(tuple(popMany(code - 0x84)));
            return true;
        case 't':
            push(tuple(popToMark()));
            return true;
        case 'l':
        case 'd': {
            const PickleKind kind = code == 'l' ? PickleKind::List : PickleKind::Dict;
            Node node = make(kind);
            fill(node, popToMark(), kind);
            push(node);
            return true;
        }
        case 'a':
        case 's': {
            std::vector<Node> items = popMany(code == 'a' ? 1 : 2);
            fill(top(), items, code == 'a' ? PickleKind::List : PickleKind::Dict);
            return true;
        }
        case 'e':
        case 'u':
        case 0x90: {
            std::vector<Node> items = popToMark();
            fill(top(), items,
                 code == 'e'   ? PickleKind::List
                 : code == 'u' ? PickleKind::Dict
                               : PickleKind::Set);
            return true;
        }
        default:
            return false;
    }
}

bool Reader::stepMemo(std::uint8_t code) {
    switch (code) {
        case 'p':
            remember(parsed<std::uint64_t>(line()));
            return true;
        case 'q':
            remember(number(1));
            return true;
        case 'r':
            remember(number(4));
            return true;
        case 0x94:
            remember(m_memo.size());
            return true;
        case 'g':
            recall(parsed<std::uint64_t>(line()));
            return true;
        case 'h':
            recall(number(1));
            return true;
        case 'j':
            recall(number(4));
            return true;
        default:
            return false;
    }
}

void Reader::step(std::uint8_t code) {
    if (stepNumber(code) || stepText(code) || stepContainer(code) || stepMemo(code)) return;
    switch (code) {
        case 0x80:
            if (byte() > 5) refuse("a newer pickle protocol");
            return;
        case 0x95: {
            const std::uint64_t size = number(8);
            if (size > m_bytes.size() - m_at) damaged();
            return;
        }
        case '0':
            pop();
            return;
        case '1':
            popToMark();
            return;
        case 'R': {
            const std::vector<Node> call = popMany(2);
            push(reduced(call[0], call[1]));
            return;
        }
        case 'b': {
            const Node state = pop();
            build(top(), state);
            return;
        }
        default:
            refuse("pickle code " + std::to_string(code));
    }
}

Node Reader::encoded(const std::vector<Node>& arguments) {
    if (arguments.size() != 2 || arguments[0]->kind != PickleKind::Text ||
        arguments[0]->part != Part::Whole || arguments[1]->text != "latin1")
        damaged();
    const std::string& text = arguments[0]->text;
    m_values += text.size() / 64;  // what is unfolded again and again counts, too
    std::string bytes;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto first = static_cast<unsigned char>(text[i]);
        if (first < 0x80) {
            bytes += text[i];
            continue;
        }
        if ((first & 0xFC) != 0xC0 || i + 1 == text.size()) damaged();
        bytes += static_cast<char>((first & 3) << 6 | (static_cast<unsigned char>(text[++i]) & 0x3F));
    }
    return makeText(std::move(bytes), PickleKind::Bytes);
}

Node Reader::elementType(const std::string& text) {
    Node node = make(PickleKind::None);
    node->part = Part::ElementType;
    if (text.size() != 2 || std::string_view("fiub").find(text[0]) == std::string_view::npos) {
        refuse("numpy.dtype " + text);
    }
    node->array.type = text[0];
    node->array.itemSize = text[1] - '0';
    const int size = node->array.itemSize;
    const bool fits = text[0] == 'f'   ? size == 4 || size == 8
                      : text[0] == 'b' ? size == 1
                                       : size == 1 || size == 2 || size == 4 || size == 8;
    if (!fits) refuse("numpy.dtype " + text);
    return node;
}

Node Reader::reduced(const Node& function, const Node& arguments) {
    if (function->part != Part::Name || arguments->kind != PickleKind::Tuple) damaged();
    const std::string& name = function->text;
    const std::vector<Node>& given = arguments->children;
    if (name == "encode") return encoded(given);
    if (name == "reconstruct") {
        Node node = make(PickleKind::Array);
        node->part = Part::EmptyArray;
        return node;
    }
    if (name == "dtype" && !given.empty() && given[0]->kind == PickleKind::Text &&
        given[0]->part == Part::Whole) {
        return elementType(given[0]->text);
    }
    if (name == "set" && given.size() == 1 && given[0]->kind == PickleKind::List) {
        Node node = make(PickleKind::Set);
        fill(node, given[0]->children, PickleKind::Set);
        return node;
    }
    if (name == "bytes" && given.empty()) return makeText({}, PickleKind::Bytes);
    if (name == "bytes" && given.size() == 1 && given[0]->kind == PickleKind::Bytes) return given[0];
    if (name == "scalar" && given.size() == 2 && given[0]->part == Part::ElementType) {
        Content one;
        setArray(one, tuple({}), *given[0], false, given[1]);
        const bool real = one.array.type == 'f';
        if (!real) {
            std::uint64_t bits = 0;
            for (std::size_t i = 0; i < one.array.bytes.size(); ++i)
                bits |= std::uint64_t{one.array.bytes[i]} << 8 * i;
            const int unused = one.array.type == 'i' ? 64 - 8 * one.array.itemSize : 0;
            return makeInt(static_cast<std::int64_t>(bits << unused) >> unused,
                           one.array.type == 'b' ? PickleKind::Bool : PickleKind::Int);
        }
        Node node = make(PickleKind::Real);
        node->real = one.array.at(0);
        return node;
    }
    if (name == "frombuffer" && given.size() == 4 && given[1]->part == Part::ElementType) {
        Node node = make(PickleKind::Array);
        setArray(*node, given[2], *given[1], given[3]->text == "F", given[0]);
        return node;
    }
    damaged();
}

void Reader::build(const Node& target, const Node& state) {
    if (state->kind != PickleKind::Tuple) damaged();
    const std::vector<Node>& given = state->children;
    if (target->part == Part::ElementType && given.size() >= 2 &&
        (given[1]->kind == PickleKind::Text || given[1]->kind == PickleKind::Bytes)) {
        target->bigEndian = given[1]->text == ">";
        return;
    }
    if (target->part != Part::EmptyArray || given.size() != 5 || given[2]->part != Part::ElementType)
        damaged();
    setArray(*target, given[1], *given[2], given[3]->integer != 0, given[4]);
}

void Reader::setArray(Content& target, const Node& shape, const Content& type, bool fortran,
                      const Node& data) {
    if (shape->kind != PickleKind::Tuple || data->kind != PickleKind::Bytes || shape->children.size() > 8)
        damaged();
    const std::size_t size = static_cast<std::size_t>(type.array.itemSize);
    PickleArray array;
    array.type = type.array.type;
    array.itemSize = type.array.itemSize;
    std::uint64_t count = 1;
    for (const Node& side : shape->children) {
        if (side->kind != PickleKind::Int || side->integer < 0) damaged();
        const auto length = static_cast<std::uint64_t>(side->integer);
        if (length != 0 && count > kMaxPickleBytes / length) damaged();
        count *= length;
        array.shape.push_back(side->integer);
    }
    if (data->text.size() != count * size) damaged();
    m_values += data->text.size() / 64;  // what is unfolded again and again counts, too
    array.bytes.resize(data->text.size());
    std::vector<std::int64_t> place(array.shape.size());
    for (std::size_t i = 0; i < count; ++i) {
        std::size_t from = i;
        if (fortran) {
            std::size_t step = 1;
            from = 0;
            for (std::size_t k = 0; k < place.size(); ++k) {
                from += static_cast<std::size_t>(place[k]) * step;
                step *= static_cast<std::size_t>(array.shape[k]);
            }
            for (std::size_t k = place.size(); k-- > 0;) {
                if (++place[k] < array.shape[k]) break;
                place[k] = 0;
            }
        }
        for (std::size_t b = 0; b < size; ++b) {
            array.bytes[i * size + b] =
                static_cast<std::uint8_t>(data->text[from * size + (type.bigEndian ? size - 1 - b : b)]);
        }
    }
    target.array = std::move(array);
    target.kind = PickleKind::Array;
    target.part = Part::Whole;
}

}  // namespace

PickleValue readPickle(std::span<const std::uint8_t> bytes, std::string_view name) {
    return Reader(bytes, name).read();
}

}  // namespace visagist
