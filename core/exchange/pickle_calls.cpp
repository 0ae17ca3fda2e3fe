// What the few known names of a pickle stand for, carried out on values.
#include "core/exchange/pickle_machine.h"

namespace visagist::pickle {

Node PickleReader::encoded(const std::vector<Node>& arguments) {
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

Node PickleReader::elementType(const std::string& text) {
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

Node PickleReader::reduced(const Node& function, const Node& arguments) {
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

void PickleReader::build(const Node& target, const Node& state) {
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

void PickleReader::setArray(Content& target, const Node& shape, const Content& type, bool fortran,
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

}  // namespace visagist::pickle
