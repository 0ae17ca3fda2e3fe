#include "core/curate/portable_face.h"

#include <nlohmann/json.hpp>

#include "core/base/sha256.h"
#include "core/image/decode.h"
#include "core/store/stored_enum.h"

namespace visagist {

namespace {

using Json = nlohmann::json;

constexpr const char* kForm = "visagist-face-1";
constexpr StoredEnum<SourceKind, 3> kKind{{"picture", "animation", "video"}};
constexpr StoredEnum<Split, 3> kSplit{{"train", "validation", "test"}};

Error damaged(const std::string& what) {
    return {ErrorCode::Damaged, VISAGIST_TEXT("The record of this face cannot be read: %1"), {what}};
}

std::string textOf(const std::vector<std::uint8_t>& bytes) { return {bytes.begin(), bytes.end()}; }

}  // namespace

std::string recordOf(const PortableFace& portable) {
    const Face& face = portable.face;
    const Affine& m = face.photoFromUnit;
    Json landmarks = Json::array();
    for (const Point& p : face.landmarks) landmarks.push_back({p.x, p.y});
    Json json{{"form", kForm},
              {"person", portable.person},
              {"source", face.sourcePath},
              {"sourceKind", kKind.name(face.sourceKind)},
              {"index", face.indexInSource},
              {"frame", face.frame},
              {"frameTime", face.frameTime},
              {"photoFromUnit", {m.xx, m.xy, m.x0, m.yx, m.yy, m.y0}},
              {"landmarks", landmarks},
              {"box", {face.box.x, face.box.y, face.box.width, face.box.height}},
              {"score", face.score},
              {"cropSha256", sha256Hex(portable.cropPng)},
              {"maskSha256", portable.maskPng.empty() ? "" : sha256Hex(portable.maskPng)}};
    if (portable.split) {
        json["split"] = kSplit.name(*portable.split);
        json["version"] = portable.version;
    }
    return json.dump(1) + "\n";
}

PortableFace faceOfRecord(const std::string& text) {
    try {
        const Json json = Json::parse(text);
        if (json.at("form") != kForm) throw damaged("form");
        PortableFace portable;
        portable.person = json.at("person");
        if (portable.person.empty()) throw damaged("person");
        Face& face = portable.face;
        face.sourcePath = json.at("source");
        face.sourceKind = kKind.value(json.at("sourceKind"));
        face.indexInSource = json.at("index");
        face.frame = json.at("frame");
        face.frameTime = json.at("frameTime");
        const Json& m = json.at("photoFromUnit");
        face.photoFromUnit = {m.at(0), m.at(1), m.at(2), m.at(3), m.at(4), m.at(5)};
        for (const Json& p : json.at("landmarks")) face.landmarks.push_back({p.at(0), p.at(1)});
        const Json& box = json.at("box");
        face.box = {box.at(0), box.at(1), box.at(2), box.at(3)};
        face.score = json.at("score");
        face.cropSha256 = json.at("cropSha256");
        face.maskSha256 = json.at("maskSha256");
        if (const auto split = json.find("split"); split != json.end()) {
            portable.split = kSplit.value(split->get<std::string>());
            portable.version = json.at("version");
        }
        const std::size_t count = face.landmarks.size();
        if ((count != 0 && count != 5 && count != 68) || !(face.photoFromUnit.determinant() > 0))
            throw damaged("landmarks");
        return portable;
    } catch (const Json::exception& error) {
        throw damaged(error.what());
    }
}

std::map<std::string, std::vector<std::uint8_t>> filesOf(const PortableFace& face) {
    const std::string record = recordOf(face);
    std::map<std::string, std::vector<std::uint8_t>> files{{".json", {record.begin(), record.end()}},
                                                           {".png", face.cropPng}};
    if (!face.maskPng.empty()) files[".mask.png"] = face.maskPng;
    return files;
}

PortableFace faceOfFiles(std::map<std::string, std::vector<std::uint8_t>> files) {
    if (!files.contains(".json")) throw damaged(".json is missing");
    if (!files.contains(".png")) throw damaged(".png is missing");
    PortableFace face = faceOfRecord(textOf(files[".json"]));
    face.cropPng = std::move(files[".png"]);
    if (!face.face.maskSha256.empty()) face.maskPng = std::move(files[".mask.png"]);
    const auto same = [](const std::vector<std::uint8_t>& png, const std::string& sha256) {
        return sha256.empty() ? png.empty() : sha256Hex(png) == sha256;
    };
    if (!same(face.cropPng, face.face.cropSha256) || !same(face.maskPng, face.face.maskSha256)) {
        throw Error(
            ErrorCode::Damaged,
            VISAGIST_TEXT("The picture or mask of this face is not the one that was written (its SHA-256 "
                          "differs)."));
    }
    decodeImage(face.cropPng);  // throws where it is no picture
    return face;
}

}  // namespace visagist
