#include "core/store/dataset_table.h"

#include "core/base/clock.h"
#include "core/store/stored_enum.h"

namespace visagist {

namespace {

constexpr StoredEnum<Split, 3> kSplit{{"train", "validation", "test"}};

}  // namespace

std::int64_t insertDataset(Database& database, const Dataset& dataset) {
    Savepoint savepoint(database);
    database.prepare("INSERT INTO dataset (created_at) VALUES (?)")
        .bind(1, dataset.createdAt != 0 ? dataset.createdAt : nowMilliseconds())
        .run();
    const std::int64_t id = database.lastInsertId();
    Statement person =
        database.prepare("INSERT INTO dataset_person (dataset, position, person) VALUES (?, ?, ?)");
    std::int64_t position = 0;
    for (const std::int64_t one : dataset.people) person.bind(1, id).bind(2, position++).bind(3, one).run();
    Statement face =
        database.prepare("INSERT INTO dataset_face (dataset, face, person, split) VALUES (?, ?, ?, ?)");
    for (const DatasetFace& one : dataset.faces)
        face.bind(1, id).bind(2, one.face).bind(3, one.person).bind(4, kSplit.name(one.split)).run();
    savepoint.commit();
    return id;
}

Dataset dataset(Database& database, std::int64_t id) {
    Dataset result;
    Statement head = database.prepare("SELECT created_at FROM dataset WHERE id = ?");
    head.bind(1, id);
    if (!head.step())
        throw Error(ErrorCode::NotFound, VISAGIST_TEXT("The project has no dataset %1."),
                    {std::to_string(id)});
    result.id = id;
    result.createdAt = head.integer(0);
    Statement person =
        database.prepare("SELECT person FROM dataset_person WHERE dataset = ? ORDER BY position");
    person.bind(1, id);
    while (person.step()) result.people.push_back(person.integer(0));
    Statement face =
        database.prepare("SELECT face, person, split FROM dataset_face WHERE dataset = ? ORDER BY face");
    face.bind(1, id);
    while (face.step())
        result.faces.push_back({face.integer(0), face.integer(1), kSplit.value(face.text(2))});
    return result;
}

}  // namespace visagist
