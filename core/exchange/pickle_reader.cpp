#include "core/exchange/pickle_reader.h"

#include <bit>

#include "core/exchange/pickle_machine.h"

namespace visagist {

namespace pickle {

namespace {

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

/// Whether `text` is UTF-8 as Unicode defines it (no surrogates, no overlong forms).
bool isUtf8(std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
        const auto first = static_cast<unsigned char>(text[i++]);
        if (first < 0x80) continue;
        const int more = first >= 0xC2 && first < 0xE0   ? 1
                         : first >> 4 == 0xE             ? 2
                         : first >= 0xF0 && first < 0xF5 ? 3
                                                         : 0;
        if (more == 0 || text.size() - i < static_cast<std::size_t>(more)) return false;
        std::uint32_t code = first & (0x3Fu >> more);
        for (int k = 0; k < more; ++k) {
            const auto next = static_cast<unsigned char>(text[i++]);
            if (next >> 6 != 2) return false;
            code = code << 6 | (next & 0x3Fu);
        }
        if ((more == 2 && code < 0x800) || (more == 3 && code < 0x10000)) return false;
        if (code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) return false;
    }
    return true;
}

}  // namespace

Node PickleReader::wholeNumber(std::uint64_t size) {
    if (size > 8) tooLarge();
    std::uint64_t bits = number(static_cast<int>(size));
    if (size > 0 && size < 8 && (bits >> (8 * size - 1) & 1)) bits |= ~std::uint64_t{0} << (8 * size);
    return makeInt(static_cast<std::int64_t>(bits));
}

std::string PickleReader::rawUnicode(const std::string& text) {
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

bool PickleReader::stepNumber(std::uint8_t code) {
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

bool PickleReader::stepText(std::uint8_t code) {
    const auto bytes = [&](int size) { push(makeText(string(number(size)), PickleKind::Bytes)); };
    const auto text = [&](std::string value) {
        if (!isUtf8(value)) damaged();
        push(makeText(std::move(value)));
    };
    switch (code) {
        case 'V':
            text(rawUnicode(line()));
            return true;
        case 0x8C:
            text(string(number(1)));
            return true;
        case 'X':
            text(string(number(4)));
            return true;
        case 0x8D:
            text(string(number(8)));
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

bool PickleReader::stepContainer(std::uint8_t code) {
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

bool PickleReader::stepMemo(std::uint8_t code) {
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

void PickleReader::step(std::uint8_t code) {
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

}  // namespace pickle

PickleValue readPickle(std::span<const std::uint8_t> bytes, std::string_view name) {
    return pickle::PickleReader(bytes, name).read();
}

}  // namespace visagist
