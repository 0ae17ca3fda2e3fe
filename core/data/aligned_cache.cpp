#include "core/data/aligned_cache.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>

#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/log.h"
#include "core/base/path.h"
#include "core/base/sha256.h"
#include "core/face/aligner.h"
#include "core/face/pose.h"
#include "core/image/decode.h"
#include "core/image/resize.h"
#include "core/store/face_table.h"
#include "core/store/picture_table.h"

namespace visagist {

namespace {

/// The file is this, the pixels, a JSON description, and the description's length (8 bytes, little-endian).
constexpr char kMagic[8] = {'V', 'S', 'G', 'T', 'A', 'L', 'I', '2'};

/// What the cache must have been made of to be used: faces and their pictures, in order.
nlohmann::json description(const Dataset& dataset, int resolution) {
    nlohmann::json entries = nlohmann::json::array();
    for (const DatasetFace& face : dataset.faces)
        entries.push_back({face.face, face.cropSha256 + face.maskSha256});
    return {{"resolution", resolution}, {"faces", entries}};
}

std::vector<Face> allFaces(const Project& project) {
    return faces(project.database(), {.person = {}, .withExcluded = true});
}

std::string filePrefix(int resolution) { return "aligned-" + std::to_string(resolution) + "-"; }

std::filesystem::path pathFor(const Project& project, const nlohmann::json& wanted, int resolution) {
    return project.cachePath(filePrefix(resolution) + Sha256().add(wanted.dump()).hex().substr(0, 16) +
                             ".u8");
}

std::size_t recordBytesOf(int resolution) {
    return static_cast<std::size_t>(resolution) * static_cast<std::size_t>(resolution) *
           AlignedCache::kChannels;
}

/// The caches of this resolution, newest first.
std::vector<std::filesystem::path> cachesBeside(const std::filesystem::path& path, int resolution) {
    std::vector<std::pair<std::filesystem::file_time_type, std::filesystem::path>> found;
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(path.parent_path(), ignored)) {
        const std::string name = utf8FromPath(entry.path().filename());
        if (name.starts_with(filePrefix(resolution)) && name.ends_with(".u8") &&
            entry.is_regular_file(ignored))
            found.emplace_back(entry.last_write_time(ignored), entry.path());
    }
    std::sort(found.rbegin(), found.rend());
    std::vector<std::filesystem::path> paths;
    for (auto& [time, each] : found) paths.push_back(std::move(each));
    return paths;
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
    if (!json.is_object() || !isIds("kept") || !isIds("leftOut") || !json.contains("pixels") ||
        !json["pixels"].is_array() || json["pixels"].size() != json["kept"].size())
        return {};
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

}  // namespace

std::vector<std::uint8_t> trainingPixels(Database& database, const std::string& cropSha256,
                                         const std::string& maskSha256, int resolution) {
    const Image crop = resized(decodeImage(picturePng(database, cropSha256)), resolution, resolution);
    const std::vector<std::uint8_t> maskPng = picturePng(database, maskSha256);
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

namespace {

/// Faces that other caches of this resolution hold, by id and hash of their pictures.
class KnownFaces {
public:
    KnownFaces(const std::filesystem::path& path, int resolution) : m_recordBytes(recordBytesOf(resolution)) {
        for (const auto& other : cachesBeside(path, resolution)) {
            if (other == path) continue;
            try {
                add(MappedFile(other));
            } catch (const Error&) {
                continue;  // what cannot be read is made anew
            }
        }
    }

    struct Pixels {
        std::span<const std::uint8_t> bytes;
        std::string sha256;
    };
    /// The pixels; nothing where they are not known or no longer what they were.
    std::optional<Pixels> find(std::int64_t face, const std::string& pictures) const {
        const auto known = m_faces.find({face, pictures});
        if (known == m_faces.end()) return {};
        const auto& [first, hash] = known->second;
        const Pixels pixels{{first, m_recordBytes}, hash};
        return sha256Hex(pixels.bytes) == hash ? std::optional(pixels) : std::nullopt;
    }

private:
    void add(MappedFile file) {
        const auto json = readDescription(file, m_recordBytes);
        if (!json || !json->contains("faces") || !(*json)["faces"].is_array()) return;
        std::map<std::int64_t, std::string> crops;
        for (const nlohmann::json& face : (*json)["faces"]) {
            if (face.is_array() && face.size() == 2 && face[0].is_number_integer() && face[1].is_string())
                crops[face[0].get<std::int64_t>()] = face[1].get<std::string>();
        }
        for (std::size_t i = 0; i < (*json)["kept"].size(); ++i) {
            const auto id = (*json)["kept"][i].get<std::int64_t>();
            const nlohmann::json& hash = (*json)["pixels"][i];
            if (!crops.contains(id) || !hash.is_string()) continue;
            m_faces.try_emplace({id, crops[id]}, file.data() + sizeof kMagic + i * m_recordBytes,
                                hash.get<std::string>());
        }
        m_files.push_back(std::move(file));
    }

    std::size_t m_recordBytes;
    std::vector<MappedFile> m_files;
    std::map<std::pair<std::int64_t, std::string>, std::pair<const std::uint8_t*, std::string>> m_faces;
};

void makeCache(const std::filesystem::path& path, nlohmann::json json, Database& database,
               const Dataset& dataset, int resolution, const std::stop_token& stop) {
    std::vector<std::int64_t> kept, leftOut;
    std::vector<std::string> pixelHashes;
    std::error_code ignored;  // where the folder cannot be made, writing the file says so
    std::filesystem::create_directories(path.parent_path(), ignored);
    const KnownFaces known(path, resolution);
    writeFileAtomically(path, [&](const ByteSink& sink) {
        sink({reinterpret_cast<const std::uint8_t*>(kMagic), sizeof kMagic});
        for (std::size_t i = 0; i < dataset.faces.size(); ++i) {
            if (stop.stop_requested())
                throw Error(ErrorCode::Cancelled, VISAGIST_TEXT("Preparing the faces was stopped."));
            const auto& [face, person, split, crop, mask] = dataset.faces[i];
            try {
                const auto copied = known.find(face, json["faces"][i][1].get<std::string>());
                const auto made =
                    copied ? std::vector<std::uint8_t>() : trainingPixels(database, crop, mask, resolution);
                sink(copied ? copied->bytes : std::span(made));
                kept.push_back(face);
                pixelHashes.push_back(copied ? copied->sha256 : sha256Hex(made));
            } catch (const Error& error) {
                const bool unreadable = error.code() == ErrorCode::Damaged ||
                                        error.code() == ErrorCode::NotFound ||
                                        error.code() == ErrorCode::Unsupported;
                if (!unreadable) throw;
                logWarning("Face " + std::to_string(face) + " is left out of training: " + error.what());
                leftOut.push_back(face);
            }
        }
        json["kept"] = kept;
        json["leftOut"] = leftOut;
        json["pixels"] = pixelHashes;
        const std::string text = json.dump();
        const std::uint64_t length = text.size();
        sink({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
        sink({reinterpret_cast<const std::uint8_t*>(&length), sizeof length});
    });
    constexpr std::size_t mostFiles = 4;
    const auto all = cachesBeside(path, resolution);
    for (std::size_t i = mostFiles; i < all.size(); ++i) std::filesystem::remove(all[i], ignored);
}

}  // namespace

AlignedCache AlignedCache::open(const Project& project, const Dataset& dataset, int resolution,
                                std::stop_token stop, std::vector<std::int64_t>* leftOut) {
    const std::vector<Face> all = allFaces(project);
    const nlohmann::json wanted = description(dataset, resolution);
    const auto path = pathFor(project, wanted, resolution);
    std::map<std::int64_t, double> yaws;
    for (const Face& face : all) yaws[face.id] = headPose(face.landmarks).value_or(HeadPose{}).yaw;
    for (int attempt = 0; attempt < 2; ++attempt) {
        if (std::filesystem::exists(path)) {
            AlignedCache cache{MappedFile(path)};
            const auto json = readDescription(cache.m_file, recordBytesOf(resolution));
            if (json && isOf(*json, wanted)) {
                cache.m_offset = sizeof kMagic;
                cache.m_resolution = resolution;
                const auto kept = json->at("kept").get<std::vector<std::int64_t>>();
                for (const DatasetFace& face : dataset.faces) {
                    if (!std::binary_search(kept.begin(), kept.end(), face.face)) continue;
                    const auto person = std::find(dataset.people.begin(), dataset.people.end(), face.person);
                    cache.m_faces.push_back(face);
                    cache.m_personIndex.push_back(static_cast<int>(person - dataset.people.begin()));
                    cache.m_yaw.push_back(yaws[face.face]);
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

std::filesystem::path AlignedCache::pathOf(const Project& project, const Dataset& dataset, int resolution) {
    return pathFor(project, description(dataset, resolution), resolution);
}

const std::uint8_t* AlignedCache::pixels(std::size_t index) const {
    return m_file.data() + m_offset + index * recordBytesOf(m_resolution);
}

}  // namespace visagist
