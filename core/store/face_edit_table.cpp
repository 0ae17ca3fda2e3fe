#include "core/store/face_edit_table.h"

#include <nlohmann/json.hpp>

#include "core/base/clock.h"

namespace visagist {

namespace {

using Json = nlohmann::json;

Json jsonOf(const FaceState& state) {
    const Affine& m = state.photoFromUnit;
    Json landmarks = Json::array();
    for (const Point& p : state.landmarks) landmarks.push_back({p.x, p.y});
    return {{"person", state.person},
            {"excluded", state.excluded},
            {"matrix", {m.xx, m.xy, m.x0, m.yx, m.yy, m.y0}},
            {"landmarks", landmarks},
            {"crop", state.cropSha256},
            {"mask", state.maskSha256},
            {"layers", Json::parse(state.maskLayers)}};
}

/// `state` with the members that `json` names.
FaceState changedBy(FaceState state, const Json& json) {
    if (const auto value = json.find("person"); value != json.end()) state.person = *value;
    if (const auto value = json.find("excluded"); value != json.end()) state.excluded = *value;
    if (const auto m = json.find("matrix"); m != json.end())
        state.photoFromUnit = {m->at(0), m->at(1), m->at(2), m->at(3), m->at(4), m->at(5)};
    if (const auto points = json.find("landmarks"); points != json.end()) {
        state.landmarks.clear();
        for (const Json& p : *points) state.landmarks.push_back({p.at(0), p.at(1)});
    }
    if (const auto value = json.find("crop"); value != json.end()) state.cropSha256 = *value;
    if (const auto value = json.find("mask"); value != json.end()) state.maskSha256 = *value;
    if (const auto value = json.find("layers"); value != json.end()) state.maskLayers = value->dump();
    return state;
}

/// The members of `of` that are others in `than`.
Json differing(const Json& of, const Json& than) {
    Json result = Json::object();
    for (const auto& [key, value] : of.items()) {
        if (than.at(key) != value) result[key] = value;
    }
    return result;
}

std::vector<FaceEdit> readEdits(Database& database, const char* which) {
    Statement row = database.prepare(
        std::string("SELECT id, time, label, arguments, (SELECT count(*) FROM face_edit_row WHERE edit = "
                    "face_edit.id), undone FROM face_edit ") +
        which);
    std::vector<FaceEdit> edits;
    while (row.step()) {
        edits.push_back({.id = row.integer(0),
                         .time = row.integer(1),
                         .label = {row.text(2), Json::parse(row.text(3)).get<std::vector<std::string>>()},
                         .faces = row.integer(4),
                         .undone = row.integer(5) != 0});
    }
    return edits;
}

std::optional<FaceEdit> firstOf(std::vector<FaceEdit> edits) {
    return edits.empty() ? std::nullopt : std::optional(std::move(edits.front()));
}

void put(Database& database, const FaceEdit& edit, const std::string& column, bool undone) {
    // These two may be of very many faces.
    for (const char* member : {"excluded", "person"}) {
        const std::string value = "json_extract(row." + column + ", '$." + member + "')";
        database
            .prepare("UPDATE face SET " + std::string(member) + " = " + value +
                     " FROM face_edit_row AS row WHERE row.edit = ? AND row.face = face.id AND " + value +
                     " IS NOT NULL")
            .bind(1, edit.id)
            .run();
    }
    Statement row =
        database.prepare("SELECT face, " + column + " FROM face_edit_row WHERE edit = ? AND json_remove(" +
                         column + ", '$.excluded', '$.person') <> '{}' ORDER BY face");
    row.bind(1, edit.id);
    while (row.step()) {
        const auto face = findFace(database, row.integer(0));
        if (face) setFaceState(database, face->id, changedBy(stateOf(*face), Json::parse(row.text(1))));
    }
    database.prepare("UPDATE face_edit SET undone = ? WHERE id = ?")
        .bind(1, undone ? 1 : 0)
        .bind(2, edit.id)
        .run();
}

/// What was taken back can no longer be done again.
std::int64_t beginEdit(Database& database, const Message& label) {
    database.execute("DELETE FROM face_edit WHERE undone");
    database.prepare("INSERT INTO face_edit (time, label, arguments, undone) VALUES (?, ?, ?, 0)")
        .bind(1, nowMilliseconds())
        .bind(2, label.source)
        .bind(3, Json(label.arguments).dump())
        .run();
    return database.lastInsertId();
}

void forgetOldest(Database& database) {
    database
        .prepare("DELETE FROM face_edit WHERE id NOT IN (SELECT id FROM face_edit ORDER BY id DESC LIMIT ?)")
        .bind(1, kMostFaceEdits)
        .run();
}

/// Sets `column` of the faces to `value`; `json` writes what it is now as a member of the row's record.
std::optional<std::int64_t> editColumn(Database& database, std::span<const std::int64_t> ids,
                                       const std::string& column, const std::string& json, std::int64_t value,
                                       const EditLabel& label) {
    Savepoint savepoint(database);
    database.execute("CREATE TEMP TABLE IF NOT EXISTS chosen_face (face INTEGER PRIMARY KEY)");
    database.execute("DELETE FROM chosen_face");
    Statement choose = database.prepare("INSERT OR IGNORE INTO chosen_face (face) VALUES (?)");
    for (const std::int64_t id : ids) choose.bind(1, id).run();
    const std::string which = " FROM face WHERE id IN (SELECT face FROM chosen_face) AND " + column + " <> ?";
    Statement count = database.prepare("SELECT count(*)" + which);
    count.bind(1, value).step();
    const std::int64_t faces = count.integer(0);
    count.reset();
    std::optional<std::int64_t> edit;
    if (faces > 0) {
        edit = beginEdit(database, label(faces));
        database
            .prepare("INSERT INTO face_edit_row (edit, face, before, after) SELECT ?2, id, " + json +
                     ", (SELECT " + json + " FROM (SELECT ?1 AS " + column + "))" +
                     " FROM face WHERE id IN (SELECT face FROM chosen_face) AND " + column + " <> ?1")
            .bind(1, value)
            .bind(2, *edit)
            .run();
        database
            .prepare("UPDATE face SET " + column +
                     " = ? WHERE id IN (SELECT face FROM face_edit_row WHERE edit = ?)")
            .bind(1, value)
            .bind(2, *edit)
            .run();
        forgetOldest(database);
    }
    database.execute("DELETE FROM chosen_face");
    savepoint.commit();
    return edit;
}

}  // namespace

std::optional<std::int64_t> editFaces(Database& database, const Message& label,
                                      std::span<const FaceChange> changes) {
    Savepoint savepoint(database);
    std::optional<std::int64_t> edit;
    Statement insert =
        database.prepare("INSERT INTO face_edit_row (edit, face, before, after) VALUES (?, ?, ?, ?)");
    for (const FaceChange& change : changes) {
        const Json before = jsonOf(stateOf(existingFace(database, change.face))),
                   after = jsonOf(change.after);
        if (before == after) continue;
        if (!edit) edit = beginEdit(database, label);
        setFaceState(database, change.face, change.after);
        insert.bind(1, *edit)
            .bind(2, change.face)
            .bind(3, differing(before, after).dump())
            .bind(4, differing(after, before).dump())
            .run();
    }
    if (edit) forgetOldest(database);
    savepoint.commit();
    return edit;
}

std::optional<std::int64_t> editExcluded(Database& database, std::span<const std::int64_t> ids, bool excluded,
                                         const EditLabel& label) {
    return editColumn(database, ids, "excluded", "'{\"excluded\":' || iif(excluded, 'true', 'false') || '}'",
                      excluded ? 1 : 0, label);
}

std::optional<std::int64_t> editPerson(Database& database, std::span<const std::int64_t> ids,
                                       std::int64_t person, const EditLabel& label) {
    return editColumn(database, ids, "person", "'{\"person\":' || person || '}'", person, label);
}

std::vector<FaceEdit> faceEdits(Database& database) { return readEdits(database, "ORDER BY id"); }

std::optional<FaceEdit> lastFaceEdit(Database& database) {
    return firstOf(readEdits(database, "WHERE NOT undone ORDER BY id DESC LIMIT 1"));
}

std::optional<FaceEdit> nextFaceEdit(Database& database) {
    return firstOf(readEdits(database, "WHERE undone ORDER BY id LIMIT 1"));
}

std::optional<FaceEdit> undoFaceEdit(Database& database) {
    Savepoint savepoint(database);
    const auto edit = lastFaceEdit(database);
    if (edit) put(database, *edit, "before", true);
    savepoint.commit();
    return edit;
}

std::optional<FaceEdit> redoFaceEdit(Database& database) {
    Savepoint savepoint(database);
    const auto edit = nextFaceEdit(database);
    if (edit) put(database, *edit, "after", false);
    savepoint.commit();
    return edit;
}

}  // namespace visagist
