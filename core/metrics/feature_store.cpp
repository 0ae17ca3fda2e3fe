#include "core/metrics/feature_store.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>

#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/log.h"
#include "core/base/path.h"
#include "core/base/sha256.h"
#include "core/store/safetensors.h"

namespace visagist {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kSetsKept = 8;
constexpr const char *kPrefix = "features-", *kTensor = "features", *kKey = "key", *kHash = "sha256";

FeatureRows rowsOf(const TensorBytes& tensor) {
    FeatureRows rows{static_cast<int>(tensor.shape[1]), {}};
    std::vector<float> values(tensor.bytes.size() / sizeof(float));
    std::memcpy(values.data(), tensor.bytes.data(), tensor.bytes.size());
    rows.values.assign(values.begin(), values.end());
    return rows;
}

std::optional<FeatureRows> read(const fs::path& path, const std::string& key) {
    if (!fs::exists(path)) return std::nullopt;
    try {
        std::map<std::string, std::string> about;
        const std::vector<TensorBytes> tensors = readSafetensors(path, &about);
        if (about[kKey] != key || tensors.size() != 1 || tensors[0].type != "F32" ||
            tensors[0].shape.size() != 2 || about[kHash] != sha256Hex(tensors[0].bytes))
            return std::nullopt;
        return rowsOf(tensors[0]);
    } catch (const Error& error) {
        logError(std::string("Stored features are found anew: ") + error.what());
        return std::nullopt;
    }
}

void removeOldest(const fs::path& folder) {
    std::vector<std::pair<fs::file_time_type, fs::path>> found;
    for (const auto& entry : fs::directory_iterator(folder))
        if (utf8FromPath(entry.path().filename()).starts_with(kPrefix))
            found.emplace_back(entry.last_write_time(), entry.path());
    std::ranges::sort(found, std::greater{});
    for (std::size_t i = kSetsKept; i < found.size(); ++i) fs::remove(found[i].second);
}

void write(const fs::path& path, const std::string& key, const FeatureRows& rows) {
    const std::vector<float> values(rows.values.begin(), rows.values.end());
    TensorBytes tensor{kTensor, "F32", {rows.count(), rows.dimensions}, {}};
    tensor.bytes.resize(values.size() * sizeof(float));
    std::memcpy(tensor.bytes.data(), values.data(), tensor.bytes.size());
    try {
        ensureFolder(path.parent_path());
        writeSafetensors(path, std::span(&tensor, 1), {{kKey, key}, {kHash, sha256Hex(tensor.bytes)}});
        removeOldest(path.parent_path());
    } catch (const std::exception& error) {
        logError(std::string("Features were not kept for the next time: ") + error.what());
    }
}

}  // namespace

FeatureRows storedFeatures(const fs::path& folder, const std::string& key,
                           const std::function<FeatureRows()>& find) {
    const fs::path path = folder / (kPrefix + Sha256().add(key).hex().substr(0, 32) + ".safetensors");
    if (std::optional<FeatureRows> kept = read(path, key)) return *kept;
    const FeatureRows found = find();
    write(path, key, found);
    return found;
}

}  // namespace visagist
