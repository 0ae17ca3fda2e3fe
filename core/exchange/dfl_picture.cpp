#include "core/exchange/dfl_picture.h"

#include <cmath>

#include "core/base/error.h"
#include "core/exchange/pickle_reader.h"

namespace visagist {

namespace {

[[noreturn]] void damaged(std::string_view name, const char* what) {
    throw Error(
        ErrorCode::Damaged,
        VISAGIST_TEXT("What DeepFaceLab noted in \"%1\" cannot be used: \"%2\" is cut off or not of the "
                      "expected form. Export the face from DeepFaceLab once more."),
        {std::string(name), what});
}

/// The payload of the APP15 segment, before the first scan; nothing where there is none.
std::optional<std::span<const std::uint8_t>> app15(std::span<const std::uint8_t> jpeg,
                                                   std::string_view name) {
    if (jpeg.size() < 4 || jpeg[0] != 0xFF || jpeg[1] != 0xD8) return {};
    for (std::size_t at = 2; at + 4 <= jpeg.size() && jpeg[at] == 0xFF;) {
        const std::uint8_t marker = jpeg[at + 1];
        if (marker == 0xFF) {  // a fill byte
            ++at;
            continue;
        }
        if (marker == 0xDA || marker == 0xD9) return {};
        const std::size_t length = std::size_t{jpeg[at + 2]} << 8 | jpeg[at + 3];
        if (length < 2 || length > jpeg.size() - at - 2) damaged(name, "APP15");
        if (marker == 0xEF) return jpeg.subspan(at + 4, length - 2);
        at += 2 + length;
    }
    return {};
}

double finite(double value, std::string_view name, const char* key) {
    if (!std::isfinite(value)) damaged(name, key);
    return value;
}

constexpr std::size_t kMostNumbers = 1024;

/// The numbers of an array, or of lists in lists, row after row. The depth is limited, as a hostile file can
/// hold one list many times over.
void collect(const PickleValue& value, std::vector<double>& into, int depth, std::string_view name,
             const char* key) {
    switch (value.kind()) {
        case PickleKind::Int:
        case PickleKind::Real:
            into.push_back(finite(value.asReal(), name, key));
            break;
        case PickleKind::List:
        case PickleKind::Tuple: {
            const std::vector<PickleValue> items = value.items();
            if (depth == 2 || items.size() > kMostNumbers) damaged(name, key);
            for (const PickleValue& item : items) collect(item, into, depth + 1, name, key);
            break;
        }
        case PickleKind::Array:
            if (value.asArray().count() > kMostNumbers) damaged(name, key);
            for (std::size_t i = 0; i < value.asArray().count(); ++i) {
                into.push_back(finite(value.asArray().at(i), name, key));
            }
            break;
        default:
            damaged(name, key);
    }
    if (into.size() > kMostNumbers) damaged(name, key);
}

/// The `count` numbers at `key`; none where there is no such key, or None.
std::vector<double> numbers(const PickleValue& from, const char* key, std::size_t count,
                            std::string_view name) {
    std::vector<double> result;
    const PickleValue value = from.at(key);
    if (value.isNone()) return result;
    collect(value, result, 0, name, key);
    if (result.size() != count) damaged(name, key);
    return result;
}

std::vector<Point> points(const PickleValue& from, const char* key, std::string_view name) {
    const std::vector<double> flat = numbers(from, key, 136, name);
    std::vector<Point> result;
    for (std::size_t i = 0; i + 1 < flat.size(); i += 2) result.push_back({flat[i], flat[i + 1]});
    return result;
}

std::string text(const PickleValue& from, const char* key, std::string_view name) {
    const PickleValue value = from.at(key);
    if (value.isNone()) return {};
    if (value.kind() != PickleKind::Text) damaged(name, key);
    return value.asText();
}

}  // namespace

std::optional<DflFace> readDflFace(std::span<const std::uint8_t> jpeg, std::string_view name) {
    const auto segment = app15(jpeg, name);
    if (!segment) return {};
    const PickleValue value = readPickle(*segment, name);
    if (value.kind() != PickleKind::Dict) damaged(name, "APP15");
    DflFace face;
    face.faceType = text(value, "face_type", name);
    face.sourceName = text(value, "source_filename", name);
    face.landmarks = points(value, "landmarks", name);
    if (face.landmarks.empty()) damaged(name, "landmarks");
    face.sourceLandmarks = points(value, "source_landmarks", name);
    if (const auto box = numbers(value, "source_rect", 4, name); !box.empty()) {  // left, top, right, bottom
        face.sourceBox = Rect{box[0], box[1], box[2] - box[0], box[3] - box[1]};
    }
    if (const auto m = numbers(value, "image_to_face_mat", 6, name); !m.empty()) {
        face.faceFromPhoto = Affine{m[0], m[1], m[2], m[3], m[4], m[5]};
        if (std::abs(face.faceFromPhoto->determinant()) < 1e-12) damaged(name, "image_to_face_mat");
    }
    face.mask = value.at("xseg_mask");
    if (!face.mask.isNone() && face.mask.kind() != PickleKind::Bytes &&
        face.mask.kind() != PickleKind::Array) {
        damaged(name, "xseg_mask");
    }
    return face;
}

}  // namespace visagist
