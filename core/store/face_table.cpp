#include "core/store/face_table.h"

#include <array>

#include "core/base/error.h"
#include "core/store/face_numbers.h"
#include "core/store/picture_table.h"
#include "core/store/source_kind.h"

namespace visagist {

namespace {

constexpr const char* kSelect =
    "SELECT face.id, person, source, index_in_source, matrix, landmarks, box, score, crop_sha256, excluded, "
    "source.path, mask_sha256, mask_layers, frame, frame_time, source.kind FROM face JOIN source ON "
    "source.id = "
    "face.source ";

Face read(const Statement& row) {
    Face face;
    face.id = row.integer(0);
    face.person = row.integer(1);
    face.source = row.integer(2);
    face.indexInSource = static_cast<int>(row.integer(3));
    face.photoFromUnit = affineOf(row, 4, face.id);
    face.landmarks = pointsOf(row, 5);
    const auto box = readNumbers(row, 6, 4, face.id);
    face.box = {box[0], box[1], box[2], box[3]};
    face.score = row.real(7);
    face.cropSha256 = row.text(8);
    face.excluded = row.integer(9) != 0;
    face.sourcePath = row.text(10);
    face.maskSha256 = row.text(11);
    face.maskLayers = row.text(12);
    face.frame = row.integer(13);
    face.frameTime = row.real(14);
    face.sourceKind = kSourceKind.value(row.text(15));
    return face;
}

[[noreturn]] void throwNoFace(std::int64_t id) {
    throw Error(ErrorCode::NotFound, VISAGIST_TEXT("The project has no face %1."), {std::to_string(id)});
}

/// The picture whose hash the column of the face holds.
std::vector<std::uint8_t> pictureOf(Database& database, std::int64_t id, const std::string& column) {
    Statement statement = database.prepare("SELECT " + column + " FROM face WHERE id = ?");
    statement.bind(1, id);
    if (!statement.step()) throwNoFace(id);
    return picturePng(database, statement.text(0));
}

}  // namespace

std::vector<Face> faces(Database& database, const FaceFilter& filter) {
    Statement statement = database.prepare(
        std::string(kSelect) + "WHERE (?1 IS NULL OR person = ?1) AND (?2 OR NOT excluded) ORDER BY face.id");
    if (filter.person) statement.bind(1, *filter.person);
    statement.bind(2, filter.withExcluded ? 1 : 0);
    std::vector<Face> result;
    while (statement.step()) result.push_back(read(statement));
    return result;
}

bool sourceHasFaces(Database& database, std::int64_t id) {
    Statement statement = database.prepare("SELECT 1 FROM face WHERE source = ? AND superseded = 0 LIMIT 1");
    statement.bind(1, id);
    return statement.step();
}

std::optional<Face> findFace(Database& database, std::int64_t id) {
    Statement statement = database.prepare(std::string(kSelect) + "WHERE face.id = ?");
    statement.bind(1, id);
    if (!statement.step()) return std::nullopt;
    return read(statement);
}

std::optional<Face> neighbourFace(Database& database, const Face& face, bool before) {
    Statement statement = database.prepare(
        std::string(kSelect) +
        (before ? "WHERE face.source = ? AND face.frame < ? AND face.person = ? AND face.superseded = 0 "
                  "ORDER BY face.frame DESC LIMIT 1"
                : "WHERE face.source = ? AND face.frame > ? AND face.person = ? AND face.superseded = 0 "
                  "ORDER BY face.frame LIMIT 1"));
    statement.bind(1, face.source).bind(2, face.frame).bind(3, face.person);
    if (!statement.step()) return std::nullopt;
    return read(statement);
}

Face existingFace(Database& database, std::int64_t id) {
    std::optional<Face> face = findFace(database, id);
    if (!face) throwNoFace(id);
    return *std::move(face);
}

std::int64_t insertFace(Database& database, const Face& face, std::span<const std::uint8_t> cropPng,
                        std::span<const std::uint8_t> maskPng) {
    const std::array<double, 6> matrix = numbersOf(face.photoFromUnit);
    const std::array<double, 4> box{face.box.x, face.box.y, face.box.width, face.box.height};
    const std::vector<double> points = numbersOf(face.landmarks);
    Savepoint savepoint(database);
    const std::string crop = face.cropSha256.empty() ? putPicture(database, cropPng)
                                                     : putPictureAs(database, face.cropSha256, cropPng);
    const std::string mask = putPicture(database, maskPng);
    database
        .prepare(
            "INSERT INTO face (person, source, index_in_source, matrix, landmarks, box, score, crop_sha256, "
            "excluded, mask_sha256, frame, frame_time) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        .bind(1, face.person)
        .bind(2, face.source)
        .bind(3, face.indexInSource)
        .bind(4, bytesOf(matrix))
        .bind(5, bytesOf(points))
        .bind(6, bytesOf(box))
        .bind(7, face.score)
        .bind(8, crop)
        .bind(9, face.excluded ? 1 : 0)
        .bind(10, mask)
        .bind(11, face.frame)
        .bind(12, face.frameTime)
        .run();
    const std::int64_t id = database.lastInsertId();
    savepoint.commit();
    return id;
}

std::vector<std::uint8_t> faceCropPng(Database& database, std::int64_t id) {
    return pictureOf(database, id, "crop_sha256");
}

std::vector<std::uint8_t> faceMaskPng(Database& database, std::int64_t id) {
    return pictureOf(database, id, "mask_sha256");
}

FaceState stateOf(const Face& face) {
    return {.person = face.person,
            .excluded = face.excluded,
            .photoFromUnit = face.photoFromUnit,
            .landmarks = face.landmarks,
            .cropSha256 = face.cropSha256,
            .maskSha256 = face.maskSha256,
            .maskLayers = face.maskLayers};
}

void setFaceState(Database& database, std::int64_t id, const FaceState& state) {
    const std::array<double, 6> matrix = numbersOf(state.photoFromUnit);
    const std::vector<double> points = numbersOf(state.landmarks);
    database
        .prepare(
            "UPDATE face SET person = ?, excluded = ?, matrix = ?, landmarks = ?, crop_sha256 = ?, "
            "mask_sha256 = ?, mask_layers = ? WHERE id = ?")
        .bind(1, state.person)
        .bind(2, state.excluded ? 1 : 0)
        .bind(3, bytesOf(matrix))
        .bind(4, bytesOf(points))
        .bind(5, state.cropSha256)
        .bind(6, state.maskSha256)
        .bind(7, state.maskLayers)
        .bind(8, id)
        .run();
    if (database.changes() == 0) throwNoFace(id);
}

void setFaceExcluded(Database& database, std::span<const std::int64_t> ids, bool excluded) {
    Savepoint savepoint(database);
    Statement statement = database.prepare("UPDATE face SET excluded = ? WHERE id = ?");
    for (const std::int64_t id : ids) statement.bind(1, excluded ? 1 : 0).bind(2, id).run();
    savepoint.commit();
}

void setFacePerson(Database& database, std::span<const std::int64_t> ids, std::int64_t person) {
    Savepoint savepoint(database);
    Statement statement = database.prepare("UPDATE face SET person = ? WHERE id = ?");
    for (const std::int64_t id : ids) statement.bind(1, person).bind(2, id).run();
    savepoint.commit();
}

}  // namespace visagist
