#include "core/face/onnx_manifest.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/path.h"
#include "core/face/model_files.h"

namespace visagist {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr int kLargestSide = 4096;

/// What a decoder's networks usually are.
OnnxManifest usual(DetectorKind decoder) {
    OnnxManifest manifest;
    manifest.decoder = decoder;
    switch (decoder) {
        case DetectorKind::Retinaface:
            manifest.mean = {104, 117, 123};
            manifest.anchorSizes = {{16, 32}, {64, 128}, {256, 512}};
            break;
        case DetectorKind::Scrfd:
            manifest.bgr = false;
            manifest.mean = {127.5, 127.5, 127.5};
            manifest.scale = 1 / 128.0;
            manifest.anchorsPerCell = 2;
            manifest.scoreThreshold = 0.5;
            break;
        default:
            manifest.largestFace = 300;
            manifest.nmsThreshold = 0.3;
    }
    return manifest;
}

std::optional<DetectorKind> decoderOf(const json& manifest) {
    if (!manifest.is_object() || !manifest.contains("decoder")) return std::nullopt;
    for (const DetectorKind kind : {DetectorKind::Yunet, DetectorKind::Retinaface, DetectorKind::Scrfd}) {
        if (manifest["decoder"] == choicesOf(kind)[static_cast<std::size_t>(kind)].key) return kind;
    }
    return std::nullopt;
}

/// Reads the values of one manifest; what is not as it should be is named with its key.
class ManifestReader {
public:
    explicit ManifestReader(const fs::path& file) : m_file(file) {}

    Error wrong(const char* key) const {
        return {ErrorCode::Damaged,
                VISAGIST_TEXT("The description of a face detector, \"%1\", cannot be used: what it says of "
                              "\"%2\" is missing or wrong."),
                {utf8FromPath(m_file), key}};
    }
    void number(const json& from, const char* key, double low, double high, double& to) const {
        if (!from.contains(key)) return;
        to = inRange(from[key], key, low, high);
    }
    void whole(const json& from, const char* key, int low, int high, int& to) const {
        if (from.contains(key)) to = wholeInRange(from[key], key, low, high);
    }
    double inRange(const json& value, const char* key, double low, double high) const {
        if (!value.is_number()) throw wrong(key);
        const double number = value.get<double>();
        if (!(number >= low && number <= high)) throw wrong(key);
        return number;
    }
    int wholeInRange(const json& value, const char* key, int low, int high) const {
        const double number = inRange(value, key, low, high);
        if (number != static_cast<int>(number)) throw wrong(key);
        return static_cast<int>(number);
    }
    template <std::size_t count>
    void numbers(const json& from, const char* key, double low, double high,
                 std::array<double, count>& to) const {
        if (!from.contains(key)) return;
        if (!from[key].is_array() || from[key].size() != count) throw wrong(key);
        for (std::size_t i = 0; i < count; ++i) to[i] = inRange(from[key][i], key, low, high);
    }
    std::vector<int> wholes(const json& from, const char* key, int low, int high) const {
        if (!from.is_array() || from.empty() || from.size() > 16) throw wrong(key);
        std::vector<int> values;
        for (const json& value : from) values.push_back(wholeInRange(value, key, low, high));
        return values;
    }

private:
    const fs::path& m_file;
};

void readInput(const ManifestReader& reader, const json& input, OnnxManifest& to) {
    if (!input.is_object()) throw reader.wrong("input");
    reader.whole(input, "width", 0, kLargestSide, to.width);
    reader.whole(input, "height", 0, kLargestSide, to.height);
    if ((to.width == 0) != (to.height == 0)) throw reader.wrong("input");
    if (input.contains("order")) {
        if (input["order"] != "bgr" && input["order"] != "rgb") throw reader.wrong("order");
        to.bgr = input["order"] == "bgr";
    }
    reader.numbers(input, "mean", -255, 255, to.mean);
    reader.number(input, "scale", 1e-6, 1e6, to.scale);
}

void readAnchors(const ManifestReader& reader, const json& from, OnnxManifest& to) {
    if (from.contains("strides")) to.strides = reader.wholes(from["strides"], "strides", 1, 256);
    if (!std::is_sorted(to.strides.begin(), to.strides.end(), std::less_equal<>()))
        throw reader.wrong("strides");
    reader.whole(from, "anchorsPerCell", 1, 16, to.anchorsPerCell);
    if (from.contains("anchorSizes")) {
        if (!from["anchorSizes"].is_array()) throw reader.wrong("anchorSizes");
        to.anchorSizes.clear();
        for (const json& sizes : from["anchorSizes"])
            to.anchorSizes.push_back(reader.wholes(sizes, "anchorSizes", 1, kLargestSide));
    }
    if (to.decoder == DetectorKind::Retinaface && to.anchorSizes.size() != to.strides.size())
        throw reader.wrong("anchorSizes");
    reader.numbers(from, "variances", 1e-3, 10, to.variances);
}

}  // namespace

OnnxManifest readOnnxManifest(const fs::path& file) {
    const std::vector<std::uint8_t> bytes = readFile(file);
    const json from = json::parse(bytes, nullptr, /*allow_exceptions=*/false);
    const ManifestReader reader(file);
    const auto decoder = decoderOf(from);
    if (!decoder) throw reader.wrong("decoder");
    OnnxManifest manifest = usual(*decoder);
    manifest.name = utf8FromPath(file.stem());
    if (!from.contains("model") || !from["model"].is_string()) throw reader.wrong("model");
    const fs::path model = pathFromUtf8(from["model"].get<std::string>());
    if (model.empty() || model != model.filename()) throw reader.wrong("model");
    manifest.model = file.parent_path() / model;
    if (from.contains("input")) readInput(reader, from["input"], manifest);
    readAnchors(reader, from, manifest);
    reader.number(from, "scoreThreshold", 0, 1, manifest.scoreThreshold);
    reader.number(from, "nmsThreshold", 0, 1, manifest.nmsThreshold);
    reader.whole(from, "smallestFace", 1, kLargestSide, manifest.smallestFace);
    reader.whole(from, "largestFace", 0, kLargestSide, manifest.largestFace);
    return manifest;
}

OnnxManifest onnxManifestOf(DetectorKind kind) {
    std::vector<fs::path> files;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(modelsFolder(), ignored))
        if (entry.path().extension() == ".json") files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    for (const fs::path& file : files) {
        if (decoderOf(json::parse(readFile(file), nullptr, false)) != kind) continue;
        OnnxManifest manifest = readOnnxManifest(file);
        if (!fs::is_regular_file(manifest.model, ignored)) {
            throw Error(ErrorCode::NotFound,
                        VISAGIST_TEXT("The face detector \"%1\" is described, but its file \"%2\" is not "
                                      "there."),
                        {utf8FromPath(file), utf8FromPath(manifest.model)});
        }
        return manifest;
    }
    const char* key = choicesOf(kind)[static_cast<std::size_t>(kind)].key;
    throw Error(
        ErrorCode::NotFound,
        VISAGIST_TEXT("There is no detector \"%1\" in the folder \"%2\": put its ONNX file there, and a "
                      "file NAME.json that says {\"model\": \"FILE.onnx\", \"decoder\": \"%1\"}."),
        {key, utf8FromPath(modelsFolder())});
}

}  // namespace visagist
