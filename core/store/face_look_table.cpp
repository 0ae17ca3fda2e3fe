#include "core/store/face_look_table.h"

#include <cstring>

#include "core/base/error.h"

namespace visagist {

void putFaceLooks(Database& database, std::span<const StoredLook> looks) {
    Savepoint savepoint(database);
    Statement statement = database.prepare(
        "INSERT OR REPLACE INTO face_look (face, crop_sha256, signature, thumbnail) SELECT id, crop_sha256, "
        "?3, "
        "?4 FROM face WHERE id = ?1 AND crop_sha256 = ?2");
    for (const StoredLook& look : looks)
        statement.bind(1, look.face)
            .bind(2, look.cropSha256)
            .bind(3, std::span<const std::uint8_t>(look.signature))
            .bind(4, std::span<const std::uint8_t>(look.thumbnail))
            .run();
    savepoint.commit();
}

void putFaceEmbeddings(Database& database, std::span<const StoredEmbedding> embeddings) {
    Savepoint savepoint(database);
    Statement statement = database.prepare(
        "INSERT OR REPLACE INTO face_embedding (face, crop_sha256, numbers) SELECT id, crop_sha256, ?3 FROM "
        "face "
        "WHERE id = ?1 AND crop_sha256 = ?2");
    for (const StoredEmbedding& one : embeddings)
        statement.bind(1, one.face)
            .bind(2, one.cropSha256)
            .bind(3, std::span(reinterpret_cast<const std::uint8_t*>(one.numbers.data()), sizeof one.numbers))
            .run();
    savepoint.commit();
}

std::vector<StoredLook> faceLooks(Database& database) {
    Statement row = database.prepare(
        "SELECT face_look.face, signature, thumbnail FROM face_look JOIN face ON face.id = face_look.face "
        "AND "
        "face.crop_sha256 = face_look.crop_sha256 ORDER BY face_look.face");
    std::vector<StoredLook> looks;
    while (row.step()) {
        StoredLook& look = looks.emplace_back();
        look.face = row.integer(0);
        const auto signature = row.blob(1);
        look.signature.assign(signature.begin(), signature.end());
        const auto thumbnail = row.blob(2);
        look.thumbnail.assign(thumbnail.begin(), thumbnail.end());
    }
    return looks;
}

std::vector<StoredEmbedding> faceEmbeddings(Database& database) {
    Statement row = database.prepare(
        "SELECT face_embedding.face, person, excluded, numbers FROM face_embedding JOIN face ON face.id = "
        "face_embedding.face AND face.crop_sha256 = face_embedding.crop_sha256 ORDER BY face_embedding.face");
    std::vector<StoredEmbedding> embeddings;
    while (row.step()) {
        StoredEmbedding& one = embeddings.emplace_back();
        one.face = row.integer(0);
        one.person = row.integer(1);
        one.excluded = row.integer(2) != 0;
        const auto bytes = row.blob(3);
        if (bytes.size() != sizeof one.numbers)
            throw Error(ErrorCode::Damaged, VISAGIST_TEXT("The project's record of face %1 is damaged."),
                        {std::to_string(one.face)});
        std::memcpy(one.numbers.data(), bytes.data(), bytes.size());
    }
    return embeddings;
}

}  // namespace visagist
