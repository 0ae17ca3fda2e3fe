#include "core/store/source_table.h"

#include "core/store/source_kind.h"
#include "core/store/stored_enum.h"

namespace visagist {

namespace {

constexpr StoredEnum<SourceState, 4> kState{{"imported", "no_face", "refused", "partial"}};

constexpr const char* kSelect =
    "SELECT id, path, sha256, width, height, state, reason, imported_at, kind, choice, next_frame, last_cut, "
    "frames FROM source ";

Source read(const Statement& row) {
    return {.id = row.integer(0),
            .path = row.text(1),
            .sha256 = row.text(2),
            .width = static_cast<int>(row.integer(3)),
            .height = static_cast<int>(row.integer(4)),
            .state = kState.value(row.text(5)),
            .reason = row.text(6),
            .importedAt = row.integer(7),
            .kind = kSourceKind.value(row.text(8)),
            .choice = row.text(9),
            .progress = {row.integer(10), row.integer(11), row.integer(12)}};
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
        "INSERT INTO source (path, sha256, width, height, state, reason, imported_at, kind, choice, "
        "next_frame, last_cut, frames) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
        "ON CONFLICT (path) DO UPDATE SET sha256 = excluded.sha256, width = excluded.width, height = "
        "excluded.height, state = excluded.state, reason = excluded.reason, imported_at = "
        "excluded.imported_at, kind = excluded.kind, choice = excluded.choice, next_frame = "
        "excluded.next_frame, last_cut = excluded.last_cut, frames = excluded.frames RETURNING id");
    statement.bind(1, source.path)
        .bind(2, source.sha256)
        .bind(3, source.width)
        .bind(4, source.height)
        .bind(5, kState.name(source.state))
        .bind(6, source.reason)
        .bind(7, source.importedAt)
        .bind(8, kSourceKind.name(source.kind))
        .bind(9, source.choice)
        .bind(10, source.progress.nextFrame)
        .bind(11, source.progress.lastCut)
        .bind(12, source.progress.frames);
    statement.step();
    const std::int64_t id = statement.integer(0);
    statement.reset();
    database.prepare("DELETE FROM face WHERE source = ? AND id NOT IN (SELECT face FROM dataset_face)")
        .bind(1, id)
        .run();
    database.prepare("UPDATE face SET excluded = 1, superseded = 1 WHERE source = ?").bind(1, id).run();
    savepoint.commit();
    return id;
}

void setSourceProgress(Database& database, std::int64_t id, const FrameProgress& progress, SourceState state,
                       const std::string& reason) {
    database
        .prepare(
            "UPDATE source SET next_frame = ?, last_cut = ?, frames = ?, state = ?, reason = ? WHERE id = ?")
        .bind(1, progress.nextFrame)
        .bind(2, progress.lastCut)
        .bind(3, progress.frames)
        .bind(4, kState.name(state))
        .bind(5, reason)
        .bind(6, id)
        .run();
    if (database.changes() == 0)
        throw Error(ErrorCode::NotFound, VISAGIST_TEXT("The project has no source %1."),
                    {std::to_string(id)});
}

}  // namespace visagist
