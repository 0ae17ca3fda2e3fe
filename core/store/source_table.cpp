#include "core/store/source_table.h"

#include "core/store/stored_enum.h"

namespace visagist {

namespace {

constexpr StoredEnum<SourceState, 3> kState{{"imported", "no_face", "refused"}};

constexpr const char* kSelect =
    "SELECT id, path, sha256, width, height, state, reason, imported_at FROM source ";

Source read(const Statement& row) {
    return {.id = row.integer(0),
            .path = row.text(1),
            .sha256 = row.text(2),
            .width = static_cast<int>(row.integer(3)),
            .height = static_cast<int>(row.integer(4)),
            .state = kState.value(row.text(5)),
            .reason = row.text(6),
            .importedAt = row.integer(7)};
}

}  // namespace

std::vector<Source> sources(Database& database) {
    Statement statement = database.prepare(std::string(kSelect) + "ORDER BY id");
    std::vector<Source> result;
    while (statement.step()) result.push_back(read(statement));
    return result;
}

std::optional<Source> findSource(Database& database, const std::string& path) {
    Statement statement = database.prepare(std::string(kSelect) + "WHERE path = ?");
    statement.bind(1, path);
    if (!statement.step()) return std::nullopt;
    return read(statement);
}

std::vector<Source> sourcesWithContent(Database& database, const std::string& sha256) {
    Statement statement = database.prepare(std::string(kSelect) + "WHERE sha256 = ? ORDER BY id");
    statement.bind(1, sha256);
    std::vector<Source> result;
    while (statement.step()) result.push_back(read(statement));
    return result;
}

std::int64_t putSource(Database& database, const Source& source) {
    Savepoint savepoint(database);
    Statement statement = database.prepare(
        "INSERT INTO source (path, sha256, width, height, state, reason, imported_at) VALUES (?, ?, ?, ?, ?, "
        "?, ?) "
        "ON CONFLICT (path) DO UPDATE SET sha256 = excluded.sha256, width = excluded.width, height = "
        "excluded.height, "
        "state = excluded.state, reason = excluded.reason, imported_at = excluded.imported_at RETURNING id");
    statement.bind(1, source.path)
        .bind(2, source.sha256)
        .bind(3, source.width)
        .bind(4, source.height)
        .bind(5, kState.name(source.state))
        .bind(6, source.reason)
        .bind(7, source.importedAt);
    statement.step();
    const std::int64_t id = statement.integer(0);
    statement.reset();
    database.prepare("DELETE FROM face WHERE source = ? AND id NOT IN (SELECT face FROM dataset_face)")
        .bind(1, id)
        .run();
    database.prepare("UPDATE face SET excluded = 1 WHERE source = ?").bind(1, id).run();
    savepoint.commit();
    return id;
}

}  // namespace visagist
