#include "core/data/aligned_cache.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>

#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/log.h"
#include "core/base/path.h"
#include "core/face/aligner.h"
#include "core/image/decode.h"
#include "core/image/resize.h"
#include "core/store/face_table.h"

namespace visagist {

namespace {

/// The file is this, the pixels, a JSON description, and the description's length (8 bytes, little-endian).
constexpr char kMagic[8] = {'V', 'S', 'G', 'T', 'A', 'L', 'I', '1'};

/// What the cache must have been made of to be used: faces and their crops, in order.
nlohmann::json description(Database& database, const Dataset& dataset, int resolution) {
    nlohmann::json entries = nlohmann::json::array();
    std::map<std::int64_t, std::string> hashes;
    for (const Face& face : faces(database, {.person = {}, .withExcluded = true}))
        hashes[face.id] = face.cropSha256;
    for (const DatasetFace& face : dataset.faces) entries.push_back({face.face, hashes[face.face]});
    return {{"resolution", resolution}, {"faces", entries}};
}

/// The description of a cache file; nothing where it is not one, was cut off, or its pixels do not fill it.
std::optional<nlohmann::json> readDescription(const MappedFile& file, std::size_t recordBytes) {
    if (file.size() < 16 || std::memcmp(file.data(), kMagic, sizeof kMagic) != 0) return {};
    std::uint64_t length = 0;
    std::memcpy(&length, file.data() + file.size() - 8, sizeof length);
    if (length > file.size() - 16) return {};
    const std::uint8_t* end = file.data() + file.size() - 8;
    nlohmann::json json = nlohmann::json::parse(end - length, end, nullptr, false);
    const auto isIds = [&](const char* key) {
        const auto ids = json.find(key);
        return ids != json.end() && ids->is_array() && std::is_sorted(ids->begin(), ids->end()) &&
               std::all_of(ids->begin(), ids->end(), [](const auto& id) { return id.is_number_integer(); });
    };
    if (!json.is_object() || !isIds("kept") || !isIds("leftOut")) return {};
    if (file.size() != 16 + length + json["kept"].size() * recordBytes) return {};
    return json;
}

/// Whether a cache file's description is of the faces that are wanted, each kept or left out.
bool isOf(const nlohmann::json& description, const nlohmann::json& wanted) {
    if (description.value("resolution", nlohmann::json()) != wanted["resolution"] ||
        description.value("faces", nlohmann::json()) != wanted["faces"])
        return false;
    const nlohmann::json &kept = description["kept"], &leftOut = description["leftOut"];
    std::vector<std::int64_t> known, ids;
    std::merge(kept.begin(), kept.end(), leftOut.begin(), leftOut.end(), std::back_inserter(known));
    for (const nlohmann::json& face : wanted["faces"]) ids.push_back(face[0].get<std::int64_t>());
    return known == ids;
}

/// RGB and mask of one face, interleaved [R,R,4].
std::vector<std::uint8_t> facePixels(Database& database, std::int64_t face, int resolution) {
    const Image crop = resized(decodeImage(faceCropPng(database, face)), resolution, resolution);
    const std::vector<std::uint8_t> maskPng = faceMaskPng(database, face);
    const Image mask = maskPng.empty() ? canonicalFaceMask(resolution)
                                       : resized(decodeMask(maskPng), resolution, resolution);
    const auto area = static_cast<std::size_t>(resolution) * static_cast<std::size_t>(resolution);
    std::vector<std::uint8_t> pixels(area * AlignedCache::kChannels);
    for (std::size_t i = 0; i < area; ++i) {
        std::copy_n(crop.data() + 3 * i, 3, pixels.data() + 4 * i);
        pixels[4 * i + 3] = mask.data()[i];
    }
    return pixels;
}

void makeCache(const std::filesystem::path& path, nlohmann::json json, Database& database,
               const Dataset& dataset, int resolution, const std::stop_token& stop) {
    std::vector<std::int64_t> kept, leftOut;
    std::error_code ignored;  // where the folder cannot be made, writing the file says so
    std::filesystem::create_directories(path.parent_path(), ignored);
    writeFileAtomically(path, [&](const ByteSink& sink) {
        sink({reinterpret_cast<const std::uint8_t*>(kMagic), sizeof kMagic});
        for (const DatasetFace& face : dataset.faces) {
            if (stop.stop_requested())
                throw Error(ErrorCode::Cancelled, VISAGIST_TEXT("Preparing the faces was stopped."));
            try {
                sink(facePixels(database, face.face, resolution));
                kept.push_back(face.face);
            } catch (const Error& error) {
                const bool unreadable = error.code() == ErrorCode::Damaged ||
                                        error.code() == ErrorCode::NotFound ||
                                        error.code() == ErrorCode::Unsupported;
                if (!unreadable) throw;
                logWarning("Face " + std::to_string(face.face) + " is left out of training: " + error.what());
                leftOut.push_back(face.face);
            }
        }
        json["kept"] = kept;
        json["leftOut"] = leftOut;
        const std::string text = json.dump();
        const std::uint64_t length = text.size();
        sink({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
        sink({reinterpret_cast<const std::uint8_t*>(&length), sizeof length});
    });
}

}  // namespace

AlignedCache AlignedCache::open(const Project& project, const Dataset& dataset, int resolution,
                                std::stop_token stop, std::vector<std::int64_t>* leftOut) {
    const nlohmann::json wanted = description(project.database(), dataset, resolution);
    const auto path =
        project.cachePath("aligned-" + std::to_string(resolution) + "-" + std::to_string(dataset.id) + ".u8");
    const auto record =
        static_cast<std::size_t>(resolution) * static_cast<std::size_t>(resolution) * kChannels;
    for (int attempt = 0; attempt < 2; ++attempt) {
        if (std::filesystem::exists(path)) {
            AlignedCache cache{MappedFile(path)};
            const auto json = readDescription(cache.m_file, record);
            if (json && isOf(*json, wanted)) {
                cache.m_offset = sizeof kMagic;
                cache.m_resolution = resolution;
                const auto kept = json->at("kept").get<std::vector<std::int64_t>>();
                for (const DatasetFace& face : dataset.faces) {
                    if (!std::binary_search(kept.begin(), kept.end(), face.face)) continue;
                    const auto person = std::find(dataset.people.begin(), dataset.people.end(), face.person);
                    cache.m_faces.push_back(face);
                    cache.m_personIndex.push_back(static_cast<int>(person - dataset.people.begin()));
                }
                if (leftOut) *leftOut = json->at("leftOut").get<std::vector<std::int64_t>>();
                return cache;
            }
        }
        makeCache(path, wanted, project.database(), dataset, resolution, stop);
    }
    throw Error(ErrorCode::Internal, VISAGIST_TEXT("The cache of aligned faces %1 could not be read back."),
                {utf8FromPath(path)});
}

const std::uint8_t* AlignedCache::pixels(std::size_t index) const {
    const auto record =
        static_cast<std::size_t>(m_resolution) * static_cast<std::size_t>(m_resolution) * kChannels;
    return m_file.data() + m_offset + index * record;
}

}  // namespace visagist
