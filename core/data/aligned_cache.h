// The faces of a data set at training size: one flat file in memory-mapped uint8, made from the project's
// crops.
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <vector>

#include "core/base/platform.h"
#include "core/store/dataset_table.h"
#include "core/store/project.h"

namespace visagist {

/// What training sees of a face: RGB and mask, interleaved [R,R,4], from the project's pictures of these
/// hashes; an average face's mask where that is "". Throws Error(Damaged | NotFound | Unsupported) where they
/// cannot be read.
std::vector<std::uint8_t> trainingPixels(Database& database, const std::string& cropSha256,
                                         const std::string& maskSha256, int resolution);

/// Reading is safe from several threads.
class AlignedCache {
public:
    static constexpr int kChannels = 4;  ///< red, green, blue, mask

    /// The cache of `dataset` (with the pictures that it names, whatever the faces have now) at `resolution`
    /// px in PROJECT.cache; made first where there is none of these very crops. What other caches of the
    /// project hold already is copied from there, and of each resolution the four newest files stay. Faces
    /// whose stored crop is damaged are left out and returned in `leftOut`. Throws Error(Cancelled) on stop,
    /// Error(WriteFailed | DiskFull).
    static AlignedCache open(const Project& project, const Dataset& dataset, int resolution,
                             std::stop_token stop = {}, std::vector<std::int64_t>* leftOut = nullptr);

    /// Where it lies: named after what it holds, so that runs on the same faces share it.
    static std::filesystem::path pathOf(const Project& project, const Dataset& dataset, int resolution);

    int resolution() const { return m_resolution; }
    std::size_t size() const { return m_faces.size(); }
    /// Person (index into Dataset::people), split and id of face `index`; order as in the data set.
    const DatasetFace& face(std::size_t index) const { return m_faces[index]; }
    int personIndex(std::size_t index) const { return m_personIndex[index]; }
    /// Which way face `index` looks, see headPose(); 0 where that is not known.
    double yaw(std::size_t index) const { return m_yaw[index]; }
    /// Interleaved pixels [R,R,4] of face `index`.
    const std::uint8_t* pixels(std::size_t index) const;

private:
    explicit AlignedCache(MappedFile file) : m_file(std::move(file)) {}
    MappedFile m_file;
    std::size_t m_offset = 0;
    int m_resolution = 0;
    std::vector<DatasetFace> m_faces;
    std::vector<int> m_personIndex;
    std::vector<double> m_yaw;
};

}  // namespace visagist
