// By what a face is known again: its look, for copies of the picture, and its embedding, for the person.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/store/database.h"

namespace visagist {

struct StoredLook {
    std::int64_t face = 0;
    std::string cropSha256;                          ///< of the crop that was looked at; filled when written
    std::vector<std::uint8_t> signature, thumbnail;  ///< see PictureLook
};

struct StoredEmbedding {
    std::int64_t face = 0;
    std::string cropSha256;   ///< as StoredLook
    std::int64_t person = 0;  ///< filled when read
    bool excluded = false;    ///< filled when read
    std::array<float, 128> numbers{};
};

/// Faces that are not there or have another crop by now are passed over.
void putFaceLooks(Database& database, std::span<const StoredLook> looks);
void putFaceEmbeddings(Database& database, std::span<const StoredEmbedding> embeddings);

/// Those of the faces' present crops, excluded ones too, ordered by face. Throws Error(Damaged) for an
/// embedding of another size.
std::vector<StoredLook> faceLooks(Database& database);
std::vector<StoredEmbedding> faceEmbeddings(Database& database);

}  // namespace visagist
