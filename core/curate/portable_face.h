// A face as it is written into files, and read from them.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/store/dataset_table.h"
#include "core/store/face_table.h"

namespace visagist {

struct PortableFace {
    Face face;                   ///< source, person and id are those of the project it came from
    std::string person;          ///< name
    std::optional<Split> split;  ///< of the data set that it belonged to
    std::string version;         ///< name of that data set
    std::vector<std::uint8_t> cropPng, maskPng;  ///< the mask may be empty
};

/// All but the pictures, as JSON.
std::string recordOf(const PortableFace& face);
/// The other way. Throws Error(Damaged) for what is no such record.
PortableFace faceOfRecord(const std::string& json);

/// The files of a face by their endings: ".json", ".png", ".mask.png".
std::map<std::string, std::vector<std::uint8_t>> filesOf(const PortableFace& face);
/// The other way; the crop's hash is compared with the record's. Throws Error(Damaged).
PortableFace faceOfFiles(std::map<std::string, std::vector<std::uint8_t>> files);

}  // namespace visagist
