// A data set out of the project and back in: as a folder under DVC, or as shards for WebDataset.
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/store/project.h"

namespace visagist {

using ExchangeProgress = std::function<void(std::int64_t done, std::int64_t total)>;

struct DatasetExport {
    /// The dataset that is written; nothing: the faces as they are now, without the excluded ones, on no side
    /// of a split.
    std::optional<std::int64_t> version;
    int facesPerShard = 1000;
};
struct ExportedDataset {
    std::int64_t faces = 0;
    std::vector<std::filesystem::path> files;  ///< shards, or the folder
};

/// Writes `folder`, which must not be there or be empty: faces/PERSON/KEY.png (the aligned face), KEY.json
/// (person, split, landmarks, matrix, source) and, where it has one, KEY.mask.png; and the files by which DVC
/// knows them, see writeDvcFiles(). It appears whole or not at all. Throws Error(InvalidArgument) for no
/// faces or a folder that is not empty, Error(NotFound) for no such version, Error(WriteFailed | DiskFull |
/// Cancelled).
ExportedDataset exportToFolder(const Project& project, const DatasetExport& request,
                               const std::filesystem::path& folder, std::stop_token stop = {},
                               const ExchangeProgress& progress = {});
/// Writes `folder`/faces-000000.tar, … with the same three files a face, one face behind the other, each tar
/// file whole or not at all. Throws as exportToFolder().
ExportedDataset exportToShards(const Project& project, const DatasetExport& request,
                               const std::filesystem::path& folder, std::stop_token stop = {},
                               const ExchangeProgress& progress = {});

struct ImportedDataset {
    std::int64_t faces = 0, known = 0;    ///< new ones, and those that were in the project already
    std::optional<std::int64_t> version;  ///< the dataset that they make, where they came with a split
    struct Problem {
        std::string file;
        Message reason;
    };
    std::vector<Problem> problems;  ///< what was not taken, and why
};

/// Takes in what one of the two wrote: a folder (of shards, or with faces/), or one shard. Faces are the same
/// faces: their crops, landmarks, matrices and masks. Where it is broken off, nothing is lost and it can be
/// begun again. Throws Error(NotFound) where there is no such data set, Error(Cancelled).
ImportedDataset importDataset(Project& project, const std::filesystem::path& from, std::stop_token stop = {},
                              const ExchangeProgress& progress = {});

}  // namespace visagist
