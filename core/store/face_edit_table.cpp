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

void put(Database& database, const FaceEdit& edit, const char* column, bool undone) {
    Statement row = database.prepare(std::string("SELECT face, ") + column +
                                     " FROM face_edit_row WHERE edit = ? ORDER BY face");
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
        if (!edit) {
            database.execute("DELETE FROM face_edit WHERE undone");
            database.prepare("INSERT INTO face_edit (time, label, arguments, undone) VALUES (?, ?, ?, 0)")
                .bind(1, nowMilliseconds())
                .bind(2, label.source)
                .bind(3, Json(label.arguments).dump())
                .run();
            edit = database.lastInsertId();
        }
        setFaceState(database, change.face, change.after);
        insert.bind(1, *edit)
            .bind(2, change.face)
            .bind(3, differing(before, after).dump())
            .bind(4, differing(after, before).dump())
            .run();
    }
    if (edit) {
        database
            .prepare(
                "DELETE FROM face_edit WHERE id NOT IN (SELECT id FROM face_edit ORDER BY id DESC LIMIT ?)")
            .bind(1, kMostFaceEdits)
            .run();
    }
    savepoint.commit();
    return edit;
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
