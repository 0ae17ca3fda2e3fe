#include "core/store/face_table.h"

#include <array>
#include <cstring>

#include "core/base/error.h"
#include "core/store/source_kind.h"

namespace visagist {

namespace {

constexpr const char* kSelect =
    "SELECT face.id, person, source, index_in_source, matrix, landmarks, box, score, crop_sha256, excluded, "
    "source.path, frame, frame_time, source.kind FROM face JOIN source ON source.id = face.source ";

std::span<const std::uint8_t> bytesOf(std::span<const double> numbers) {
    return {reinterpret_cast<const std::uint8_t*>(numbers.data()), numbers.size_bytes()};
}

std::vector<double> numbersOf(std::span<const std::uint8_t> bytes) {
    std::vector<double> numbers(bytes.size() / sizeof(double));
    if (!numbers.empty()) std::memcpy(numbers.data(), bytes.data(), numbers.size() * sizeof(double));
    return numbers;
}

std::vector<double> numbersOf(std::span<const Point> points) {
    std::vector<double> numbers;
    for (const Point& point : points) numbers.insert(numbers.end(), {point.x, point.y});
    return numbers;
}

std::vector<double> readNumbers(const Statement& row, int column, std::size_t count) {
    std::vector<double> numbers = numbersOf(row.blob(column));
    if (numbers.size() != count)
        throw Error(ErrorCode::Damaged, VISAGIST_TEXT("The project's record of face %1 is damaged."),
                    {std::to_string(row.integer(0))});
    return numbers;
}

Face read(const Statement& row) {
    Face face;
    face.id = row.integer(0);
    face.person = row.integer(1);
    face.source = row.integer(2);
    face.indexInSource = static_cast<int>(row.integer(3));
    const auto m = readNumbers(row, 4, 6);
    face.photoFromUnit = {m[0], m[1], m[2], m[3], m[4], m[5]};
    const auto points = numbersOf(row.blob(5));
    for (std::size_t i = 0; i + 1 < points.size(); i += 2)
        face.landmarks.push_back({points[i], points[i + 1]});
    const auto box = readNumbers(row, 6, 4);
    face.box = {box[0], box[1], box[2], box[3]};
    face.score = row.real(7);
    face.cropSha256 = row.text(8);
    face.excluded = row.integer(9) != 0;
    face.sourcePath = row.text(10);
    face.frame = row.integer(11);
    face.frameTime = row.real(12);
    face.sourceKind = kSourceKind.value(row.text(13));
    return face;
}

std::vector<std::uint8_t> readPixels(Database& database, std::int64_t id, const char* sql) {
    Statement statement = database.prepare(sql);
    statement.bind(1, id);
    if (!statement.step())
        throw Error(ErrorCode::NotFound, VISAGIST_TEXT("The project has no face %1."), {std::to_string(id)});
    const auto bytes = statement.blob(0);
    return {bytes.begin(), bytes.end()};
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

std::int64_t insertFace(Database& database, const Face& face, std::span<const std::uint8_t> cropPng,
                        std::span<const std::uint8_t> maskPng) {
    const Affine& m = face.photoFromUnit;
    const std::array<double, 6> matrix{m.xx, m.xy, m.x0, m.yx, m.yy, m.y0};
    const std::array<double, 4> box{face.box.x, face.box.y, face.box.width, face.box.height};
    const std::vector<double> points = numbersOf(face.landmarks);
    Savepoint savepoint(database);
    database
        .prepare(
            "INSERT INTO face (person, source, index_in_source, matrix, landmarks, box, score, crop_sha256, "
            "excluded, frame, frame_time) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        .bind(1, face.person)
        .bind(2, face.source)
        .bind(3, face.indexInSource)
        .bind(4, bytesOf(matrix))
        .bind(5, bytesOf(points))
        .bind(6, bytesOf(box))
        .bind(7, face.score)
        .bind(8, face.cropSha256)
        .bind(9, face.excluded ? 1 : 0)
        .bind(10, face.frame)
        .bind(11, face.frameTime)
        .run();
    const std::int64_t id = database.lastInsertId();
    database.prepare("INSERT INTO face_pixels (face, crop, mask) VALUES (?, ?, ?)")
        .bind(1, id)
        .bind(2, cropPng)
        .bind(3, maskPng)
        .run();
    savepoint.commit();
    return id;
}

std::vector<std::uint8_t> faceCropPng(Database& database, std::int64_t id) {
    return readPixels(database, id, "SELECT crop FROM face_pixels WHERE face = ?");
}

std::vector<std::uint8_t> faceMaskPng(Database& database, std::int64_t id) {
    return readPixels(database, id, "SELECT mask FROM face_pixels WHERE face = ?");
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
