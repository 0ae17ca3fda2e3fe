#include "core/store/safetensors.h"

#include <algorithm>
#include <bit>
#include <nlohmann/json.hpp>
#include <set>

#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/path.h"
#include "core/base/platform.h"

namespace visagist {

namespace {

using json = nlohmann::ordered_json;

static_assert(std::endian::native == std::endian::little, "the format stores little-endian numbers");

constexpr const char* kMetadata = "__metadata__";
constexpr std::uint64_t kLengthBytes = 8;
constexpr std::uint64_t kMostHeaderBytes = 100'000'000;

[[noreturn]] void failDamaged(const std::filesystem::path& path, const std::string& what) {
    throw Error(ErrorCode::Damaged, VISAGIST_TEXT("%1 is damaged or not a safetensors file: %2."),
                {utf8FromPath(path), what});
}

/// Where a tensor lies in the file, as the header tells.
struct Entry {
    TensorBytes tensor;
    std::uint64_t begin = 0, end = 0;
};

/// The header, refusing a name that comes twice (of which a plain parser would silently take the last).
json parseHeader(const std::filesystem::path& path, std::span<const std::uint8_t> text) {
    std::set<std::string> names;
    bool twice = false;
    const auto watch = [&](int depth, json::parse_event_t event, json& value) {
        if (depth == 1 && event == json::parse_event_t::key)
            twice |= !names.insert(value.get<std::string>()).second;
        return true;
    };
    json header = json::parse(text.begin(), text.end(), watch, false);
    if (!header.is_object()) failDamaged(path, "its header is not JSON");
    if (twice) failDamaged(path, "a name comes twice");
    return header;
}

std::uint64_t readOffset(const std::filesystem::path& path, const json& entry, std::size_t index) {
    const auto offsets = entry.find("data_offsets");
    if (offsets == entry.end() || !offsets->is_array() || offsets->size() != 2 ||
        !(*offsets)[index].is_number_unsigned())
        failDamaged(path, "an entry has no offsets");
    return (*offsets)[index].get<std::uint64_t>();
}

Entry readEntry(const std::filesystem::path& path, const std::string& name, const json& entry,
                std::uint64_t dataBytes) {
    if (!entry.is_object()) failDamaged(path, "the entry " + name + " is no object");
    const auto type = entry.find("dtype");
    const auto shape = entry.find("shape");
    if (type == entry.end() || !type->is_string() || shape == entry.end() || !shape->is_array())
        failDamaged(path, "the entry " + name + " has no type or no shape");
    Entry result;
    result.tensor.name = name;
    result.tensor.type = type->get<std::string>();
    for (const json& size : *shape) {
        if (!size.is_number_unsigned() || size.get<std::uint64_t>() >> 62 != 0)
            failDamaged(path, "the shape of " + name + " is wrong");
        result.tensor.shape.push_back(size.get<std::int64_t>());
    }
    result.begin = readOffset(path, entry, 0);
    result.end = readOffset(path, entry, 1);
    if (result.begin > result.end || result.end > dataBytes)
        failDamaged(path, name + " lies beyond the end of the file");
    const auto expected = tensorByteCount(result.tensor.type, result.tensor.shape);
    if (!expected) failDamaged(path, "the type " + result.tensor.type + " of " + name + " is not known");
    if (*expected != result.end - result.begin)
        failDamaged(path, "the size of " + name + " does not fit its shape");
    return result;
}

/// Every byte belongs to one tensor: no holes, in which anything could hide, and no overlaps.
void checkNoGaps(const std::filesystem::path& path, const std::vector<Entry>& entries,
                 std::uint64_t dataBytes) {
    std::uint64_t at = 0;
    for (const Entry& entry : entries) {
        if (entry.begin != at) failDamaged(path, "there is a gap or an overlap before " + entry.tensor.name);
        at = entry.end;
    }
    if (at != dataBytes) failDamaged(path, "there are bytes that belong to no tensor");
}

}  // namespace

void writeSafetensors(const std::filesystem::path& path, std::span<const TensorBytes> tensors,
                      const std::map<std::string, std::string>& metadata) {
    std::vector<const TensorBytes*> order;
    for (const TensorBytes& tensor : tensors) {
        checkTensor(tensor);
        order.push_back(&tensor);
    }
    std::stable_sort(order.begin(), order.end(), [](const TensorBytes* a, const TensorBytes* b) {
        return elementBytes(a->type) > elementBytes(b->type);
    });

    json header = json::object();
    if (!metadata.empty()) header[kMetadata] = metadata;
    std::uint64_t at = 0;
    for (const TensorBytes* tensor : order) {
        if (header.contains(tensor->name))
            throw Error(ErrorCode::InvalidArgument, VISAGIST_TEXT("The tensor name %1 comes twice."),
                        {tensor->name});
        const std::uint64_t end = at + tensor->bytes.size();
        header[tensor->name] = {
            {"dtype", tensor->type}, {"shape", tensor->shape}, {"data_offsets", {at, end}}};
        at = end;
    }
    std::string text = header.dump(-1, ' ', false, json::error_handler_t::replace);
    text.append((kLengthBytes - text.size() % kLengthBytes) % kLengthBytes, ' ');
    const std::uint64_t length = text.size();

    writeFileAtomically(path, [&](const ByteSink& sink) {
        sink({reinterpret_cast<const std::uint8_t*>(&length), sizeof length});
        sink({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
        for (const TensorBytes* tensor : order) sink(tensor->bytes);
    });
}

std::vector<TensorBytes> readSafetensors(const std::filesystem::path& path,
                                         std::map<std::string, std::string>* metadata) {
    const MappedFile file(path);
    const std::span<const std::uint8_t> bytes(file.data(), file.size());
    if (bytes.size() < kLengthBytes) failDamaged(path, "it is too short");
    std::uint64_t length = 0;
    std::copy_n(bytes.begin(), kLengthBytes, reinterpret_cast<std::uint8_t*>(&length));
    if (length > kMostHeaderBytes || length > bytes.size() - kLengthBytes)
        failDamaged(path, "its header is longer than the file");
    const json header = parseHeader(path, bytes.subspan(kLengthBytes, length));
    const auto data = bytes.subspan(kLengthBytes + length);

    std::vector<Entry> entries;
    for (const auto& [name, entry] : header.items()) {
        if (name != kMetadata) {
            entries.push_back(readEntry(path, name, entry, data.size()));
            continue;
        }
        if (!entry.is_object()) failDamaged(path, "its metadata are no object");
        for (const auto& [key, value] : entry.items()) {
            if (!value.is_string()) failDamaged(path, "its metadata are not text");
            if (metadata != nullptr) (*metadata)[key] = value.get<std::string>();
        }
    }
    std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
        return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
    });
    checkNoGaps(path, entries, data.size());

    std::vector<TensorBytes> tensors;
    for (Entry& entry : entries) {
        const auto part = data.subspan(entry.begin, entry.end - entry.begin);
        entry.tensor.bytes.assign(part.begin(), part.end());
        tensors.push_back(std::move(entry.tensor));
    }
    return tensors;
}

}  // namespace visagist
