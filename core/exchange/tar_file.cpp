#include "core/exchange/tar_file.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <optional>
#include <string_view>

#include "core/base/error.h"
#include "core/base/path.h"
#include "core/base/platform.h"

namespace visagist {

namespace {

constexpr std::size_t kBlock = 512;
constexpr std::uint64_t kLargest = 0'777'7777'7777;  ///< what eleven octal digits hold
constexpr std::array<std::uint8_t, kBlock> kEmpty{};

/// Where the fields of a header begin, and how long they are.
struct Field {
    std::size_t first, length;
};
constexpr Field kName{0, 100}, kMode{100, 8}, kOwner{108, 8}, kGroup{116, 8}, kSize{124, 12}, kTime{136, 12},
    kSum{148, 8}, kType{156, 1}, kMagic{257, 8}, kPrefix{345, 155};

using Header = std::array<std::uint8_t, kBlock>;

void put(Header& header, Field field, std::string_view text) {
    std::memcpy(header.data() + field.first, text.data(), std::min(field.length, text.size()));
}

std::string octal(std::uint64_t value, std::size_t digits) {
    std::string text(digits, '0');
    for (std::size_t i = digits; i > 0; --i, value /= 8) text[i - 1] = static_cast<char>('0' + value % 8);
    return text;
}

std::uint64_t sumOf(const Header& header) {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < kBlock; ++i)
        sum += i >= kSum.first && i < kSum.first + kSum.length ? ' ' : header[i];
    return sum;
}

std::string_view text(const std::uint8_t* header, Field field) {
    const std::string_view all(reinterpret_cast<const char*>(header) + field.first, field.length);
    return all.substr(0, all.find('\0'));
}

std::optional<std::uint64_t> number(const std::uint8_t* header, Field field) {
    std::string_view digits = text(header, field);
    while (digits.starts_with(' ')) digits.remove_prefix(1);
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, 8);
    if (error != std::errc{} || end == digits.data()) return std::nullopt;
    return value;
}

/// The name in a pax header's lines "LENGTH path=NAME\n".
std::optional<std::string> paxName(std::string_view lines) {
    while (!lines.empty()) {
        std::size_t length = 0;
        const auto [end, error] = std::from_chars(lines.data(), lines.data() + lines.size(), length);
        const auto digits = static_cast<std::size_t>(end - lines.data());
        if (error != std::errc{} || length <= digits + 1 || length > lines.size()) return std::nullopt;
        const std::string_view line = lines.substr(digits + 1, length - digits - 2);
        if (line.starts_with("path=")) return std::string(line.substr(5));
        lines.remove_prefix(length);
    }
    return std::nullopt;
}

}  // namespace

void appendToTar(const ByteSink& sink, const std::string& name, std::span<const std::uint8_t> bytes) {
    Header header{};
    std::string_view rest = name, prefix;
    if (rest.size() > kName.length) {
        const std::size_t slash = rest.find('/', rest.size() - kName.length - 1);
        if (slash == std::string_view::npos || slash > kPrefix.length || slash + 1 == rest.size())
            throw Error(ErrorCode::InvalidArgument,
                        VISAGIST_TEXT("\"%1\" is too long a name for a tar file."), {name});
        prefix = rest.substr(0, slash);
        rest.remove_prefix(slash + 1);
    }
    if (bytes.size() > kLargest)
        throw Error(ErrorCode::InvalidArgument, VISAGIST_TEXT("\"%1\" is too large for a tar file."), {name});
    put(header, kName, rest);
    put(header, kPrefix, prefix);
    put(header, kMode, octal(0644, 7));
    put(header, kOwner, octal(0, 7));
    put(header, kGroup, octal(0, 7));
    put(header, kSize, octal(bytes.size(), 11));
    put(header, kTime, octal(0, 11));  // the same faces make the same file
    put(header, kType, "0");
    put(header, kMagic, std::string_view("ustar\00000", 8));
    put(header, kSum, octal(sumOf(header), 6) + std::string("\0 ", 2));
    sink(header);
    sink(bytes);
    if (const std::size_t over = bytes.size() % kBlock; over != 0)
        sink(std::span(kEmpty).first(kBlock - over));
}

void endTar(const ByteSink& sink) {
    sink(kEmpty);
    sink(kEmpty);
}

void readTar(const std::filesystem::path& path, const std::function<void(TarEntry)>& visit) {
    const MappedFile file(path);
    const auto damaged = [&](std::size_t at) {
        return Error(ErrorCode::Damaged,
                     VISAGIST_TEXT("The tar file \"%1\" is damaged or cut off at byte %2."),
                     {utf8FromPath(path), std::to_string(at)});
    };
    std::optional<std::string> longName;
    std::size_t at = 0;
    while (at + kBlock <= file.size()) {
        const std::uint8_t* header = file.data() + at;
        if (std::all_of(header, header + kBlock, [](std::uint8_t b) { return b == 0; })) return;
        Header copy;
        std::copy_n(header, kBlock, copy.begin());
        const auto sum = number(header, kSum), size = number(header, kSize);
        if (!sum || *sum != sumOf(copy) || !size || *size > file.size() - at - kBlock) throw damaged(at);
        const std::span bytes(header + kBlock, static_cast<std::size_t>(*size));
        const char type = static_cast<char>(header[kType.first]);
        if (type == 'L') {
            longName = std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
            longName->resize(std::min(longName->size(), longName->find('\0')));
        } else if (type == 'x') {
            longName = paxName({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
        } else {
            const std::string prefix(text(header, kPrefix)), name(text(header, kName));
            if (type == '0' || type == '\0')
                visit({longName.value_or(prefix.empty() ? name : prefix + "/" + name),
                       {bytes.begin(), bytes.end()}});
            longName.reset();
        }
        at += kBlock + (static_cast<std::size_t>(*size) + kBlock - 1) / kBlock * kBlock;
    }
    throw damaged(std::min(at, file.size()));  // the empty block at the end is missing
}

}  // namespace visagist
