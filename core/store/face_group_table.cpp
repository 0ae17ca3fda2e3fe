#include "core/store/face_group_table.h"

namespace visagist {

void replaceDuplicates(Database& database, std::span<const DuplicateRow> rows) {
    Savepoint savepoint(database);
    database.execute("DELETE FROM face_duplicate");
    // A face may have been removed since it was looked at.
    Statement statement = database.prepare(
        "INSERT INTO face_duplicate (face, duplicate_group, place) SELECT id, ?2, ?3 FROM face WHERE id = "
        "?1");
    for (const DuplicateRow& row : rows)
        statement.bind(1, row.face).bind(2, row.group).bind(3, row.place).run();
    savepoint.commit();
}

void replaceIdentities(Database& database, std::span<const IdentityRow> rows) {
    Savepoint savepoint(database);
    database.execute("DELETE FROM face_identity");
    Statement statement = database.prepare(
        "INSERT INTO face_identity (face, identity_group, outlier, resembles) SELECT id, ?2, ?3, ?4 FROM "
        "face "
        "WHERE id = ?1");
    for (const IdentityRow& row : rows) {
        statement.bind(1, row.face).bind(2, row.group).bind(3, row.outlier ? 1 : 0);
        if (row.resembles)
            statement.bind(4, *row.resembles);
        else
            statement.bindNull(4);
        statement.run();
    }
    savepoint.commit();
}

std::vector<DuplicateRow> duplicates(Database& database) {
    Statement row = database.prepare(
        "SELECT face, duplicate_group, place FROM face_duplicate ORDER BY duplicate_group, place, face");
    std::vector<DuplicateRow> rows;
    while (row.step()) rows.push_back({row.integer(0), row.integer(1), static_cast<int>(row.integer(2))});
    return rows;
}

std::vector<IdentityRow> identities(Database& database) {
    Statement row =
        database.prepare("SELECT face, identity_group, outlier, resembles FROM face_identity ORDER BY face");
    std::vector<IdentityRow> rows;
    while (row.step())
        rows.push_back({row.integer(0), row.integer(1), row.integer(2) != 0,
                        row.isNull(3) ? std::nullopt : std::optional(row.integer(3))});
    return rows;
}

void replaceScenes(Database& database, std::span<const SceneRow> rows) {
    Savepoint savepoint(database);
    database.execute("DELETE FROM face_scene");
    Statement statement =
        database.prepare("INSERT INTO face_scene (face, scene) SELECT id, ?2 FROM face WHERE id = ?1");
    for (const SceneRow& row : rows) statement.bind(1, row.face).bind(2, row.scene).run();
    savepoint.commit();
}

std::vector<SceneRow> scenes(Database& database) {
    Statement row = database.prepare("SELECT face, scene FROM face_scene ORDER BY face");
    std::vector<SceneRow> rows;
    while (row.step()) rows.push_back({row.integer(0), row.integer(1)});
    return rows;
}

}  // namespace visagist
