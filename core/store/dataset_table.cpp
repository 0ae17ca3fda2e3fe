#include "core/store/dataset_table.h"

#include "core/base/clock.h"
#include "core/base/sha256.h"
#include "core/store/face_numbers.h"
#include "core/store/stored_enum.h"

namespace visagist {

namespace {

constexpr StoredEnum<Split, 3> kSplit{{"train", "validation", "test"}};

[[noreturn]] void throwNoDataset(std::int64_t id) {
    throw Error(ErrorCode::NotFound, VISAGIST_TEXT("The project has no dataset %1."), {std::to_string(id)});
}

void insertRows(Database& database, std::int64_t id, const Dataset& dataset) {
    Statement person =
        database.prepare("INSERT INTO dataset_person (dataset, position, person) VALUES (?, ?, ?)");
    std::int64_t position = 0;
    for (const std::int64_t one : dataset.people) person.bind(1, id).bind(2, position++).bind(3, one).run();
    // A face that is not there has no crop, which is refused.
    const auto now = [](const char* column) {
        return std::string("(SELECT ") + column + " FROM face WHERE id = ?2)";
    };
    Statement face = database.prepare(
        "INSERT INTO dataset_face (dataset, face, person, split, crop_sha256, mask_sha256, mask_layers, "
        "matrix, "
        "landmarks) VALUES (?1, ?2, ?3, ?4, " +
        now("crop_sha256") + ", " + now("mask_sha256") + ", " + now("mask_layers") + ", " + now("matrix") +
        ", " + now("landmarks") + ")");
    for (const DatasetFace& one : dataset.faces)
        face.bind(1, id).bind(2, one.face).bind(3, one.person).bind(4, kSplit.name(one.split)).run();
}

/// Of all that the dataset holds, in order.
std::string digestOf(Database& database, std::int64_t id) {
    Sha256 digest;
    Statement person =
        database.prepare("SELECT person FROM dataset_person WHERE dataset = ? ORDER BY position");
    person.bind(1, id);
    while (person.step()) digest.add("person " + person.text(0) + "\n");
    Statement face = database.prepare(
        "SELECT face, person, split, crop_sha256, mask_sha256, mask_layers, hex(matrix), hex(landmarks) "
        "FROM dataset_face WHERE dataset = ? ORDER BY face");
    face.bind(1, id);
    while (face.step()) {
        for (int column = 0; column < 8; ++column) digest.add(face.text(column) + " ");
        digest.add(std::string_view("\n"));
    }
    return digest.hex();
}

}  // namespace

std::int64_t insertDataset(Database& database, const Dataset& dataset) {
    Savepoint savepoint(database);
    std::int64_t id = 0;
    std::string digest;
    {
        Savepoint attempt(database);
        database.prepare("INSERT INTO dataset (created_at, name, note) VALUES (?, ?, ?)")
            .bind(1, dataset.createdAt != 0 ? dataset.createdAt : nowMilliseconds())
            .bind(2, dataset.name)
            .bind(3, dataset.note)
            .run();
        id = database.lastInsertId();
        insertRows(database, id, dataset);
        digest = digestOf(database, id);
        Statement same = database.prepare("SELECT id, name FROM dataset WHERE sha256 = ?");
        same.bind(1, digest);
        if (!same.step()) {
            database.prepare("UPDATE dataset SET sha256 = ? WHERE id = ?").bind(1, digest).bind(2, id).run();
            attempt.commit();
            savepoint.commit();
            return id;
        }
        id = same.integer(0);
    }
    database.prepare("UPDATE dataset SET name = ?2, note = ?3 WHERE id = ?1 AND name = ''")
        .bind(1, id)
        .bind(2, dataset.name)
        .bind(3, dataset.note)
        .run();
    savepoint.commit();
    return id;
}

Dataset dataset(Database& database, std::int64_t id) {
    Dataset result;
    Statement head = database.prepare("SELECT created_at, name, note FROM dataset WHERE id = ?");
    head.bind(1, id);
    if (!head.step()) throwNoDataset(id);
    result.id = id;
    result.createdAt = head.integer(0);
    result.name = head.text(1);
    result.note = head.text(2);
    Statement person =
        database.prepare("SELECT person FROM dataset_person WHERE dataset = ? ORDER BY position");
    person.bind(1, id);
    while (person.step()) result.people.push_back(person.integer(0));
    Statement face = database.prepare(
        "SELECT face, person, split, crop_sha256, mask_sha256 FROM dataset_face WHERE dataset = ? ORDER BY "
        "face");
    face.bind(1, id);
    while (face.step())
        result.faces.push_back({.face = face.integer(0),
                                .person = face.integer(1),
                                .split = kSplit.value(face.text(2)),
                                .cropSha256 = face.text(3),
                                .maskSha256 = face.text(4)});
    return result;
}

std::vector<DatasetSummary> datasets(Database& database) {
    Statement row = database.prepare(
        "SELECT id, created_at, name, note, (SELECT count(*) FROM run WHERE run.dataset = dataset.id), "
        "(SELECT count(*) FROM dataset_face WHERE dataset = dataset.id AND split = 'train'), "
        "(SELECT count(*) FROM dataset_face WHERE dataset = dataset.id AND split = 'validation'), "
        "(SELECT count(*) FROM dataset_face WHERE dataset = dataset.id AND split = 'test') "
        "FROM dataset ORDER BY id DESC");
    std::vector<DatasetSummary> all;
    while (row.step())
        all.push_back({.id = row.integer(0),
                       .createdAt = row.integer(1),
                       .name = row.text(2),
                       .note = row.text(3),
                       .train = row.integer(5),
                       .validation = row.integer(6),
                       .test = row.integer(7),
                       .runs = row.integer(4)});
    return all;
}

void setDatasetName(Database& database, std::int64_t id, const std::string& name, const std::string& note) {
    database.prepare("UPDATE dataset SET name = ?, note = ? WHERE id = ?")
        .bind(1, name)
        .bind(2, note)
        .bind(3, id)
        .run();
    if (database.changes() == 0) throwNoDataset(id);
}

std::map<std::int64_t, FaceState> datasetStates(Database& database, std::int64_t id) {
    dataset(database, id);
    Statement row = database.prepare(
        "SELECT face, person, matrix, landmarks, crop_sha256, mask_sha256, mask_layers FROM dataset_face "
        "WHERE dataset = ?");
    row.bind(1, id);
    std::map<std::int64_t, FaceState> states;
    while (row.step())
        states[row.integer(0)] = {.person = row.integer(1),
                                  .excluded = false,
                                  .photoFromUnit = affineOf(row, 2, row.integer(0)),
                                  .landmarks = pointsOf(row, 3),
                                  .cropSha256 = row.text(4),
                                  .maskSha256 = row.text(5),
                                  .maskLayers = row.text(6)};
    return states;
}

}  // namespace visagist
