#include "core/store/face_score_table.h"

#include <algorithm>

#include "core/base/error.h"

namespace visagist {

namespace {

using S = FaceScores;

constexpr std::array kScores{
    ScoreInfo{&S::sharp, "sharp", VISAGIST_TEXT("Sharpness"), "", 0, 1,
              VISAGIST_TEXT("Fine detail in the face: 0 for none, above about 0.5 for a sharp photograph.")},
    ScoreInfo{&S::motion, "motion", VISAGIST_TEXT("Motion blur"), "", 0, 1,
              VISAGIST_TEXT("How much more blurred the face is along one direction than across it.")},
    ScoreInfo{&S::brisque, "brisque", VISAGIST_TEXT("Picture faults"), "", 0, 100,
              VISAGIST_TEXT("BRISQUE: blur, noise and compression taken together; 0 is a flawless picture.")},
    ScoreInfo{&S::bright, "bright", VISAGIST_TEXT("Brightness"), "", 0, 1,
              VISAGIST_TEXT("Mean brightness of the face: 0 black, 1 white.")},
    ScoreInfo{&S::clipped, "clipped", VISAGIST_TEXT("Burnt out or black"), "", 0, 1,
              VISAGIST_TEXT("Share of the face that is pure white or pure black.")},
    ScoreInfo{&S::contrast, "contrast", VISAGIST_TEXT("Contrast"), "", 0, 1,
              VISAGIST_TEXT("Spread of brightness in the face.")},
    ScoreInfo{&S::hue, "hue", VISAGIST_TEXT("Hue"), VISAGIST_TEXT("degrees"), 0, 360,
              VISAGIST_TEXT("Mean colour of the face on the colour circle; not known for grey pictures.")},
    ScoreInfo{&S::size, "size", VISAGIST_TEXT("Size"), VISAGIST_TEXT("px"), 0, 2000,
              VISAGIST_TEXT("Width of the aligned face in the photograph it comes from.")},
    ScoreInfo{&S::yaw, "yaw", VISAGIST_TEXT("Yaw"), VISAGIST_TEXT("degrees"), -90, 90,
              VISAGIST_TEXT("Turn of the head: negative to the left of the picture, positive to the right.")},
    ScoreInfo{&S::pitch, "pitch", VISAGIST_TEXT("Pitch"), VISAGIST_TEXT("degrees"), -60, 60,
              VISAGIST_TEXT("Negative looks down, positive up.")},
    ScoreInfo{&S::roll, "roll", VISAGIST_TEXT("Roll"), VISAGIST_TEXT("degrees"), -180, 180,
              VISAGIST_TEXT("Lean of the head in the photograph; positive is clockwise.")},
    ScoreInfo{&S::mouth, "mouth", VISAGIST_TEXT("Mouth opening"), "", 0, 1,
              VISAGIST_TEXT("Gap between the lips over their width; 0 is closed. Needs 68 landmarks.")},
    ScoreInfo{
        &S::eyes, "eyes", VISAGIST_TEXT("Eye opening"), "", 0, 0.5,
        VISAGIST_TEXT("Height of the eyes over their width; about 0.3 is open, below 0.15 closed. Needs "
                      "68 landmarks.")},
    ScoreInfo{&S::occlusion, "occlusion", VISAGIST_TEXT("Occlusion"), "", 0, 1,
              VISAGIST_TEXT("Estimated share of the face that does not look like the rest of its skin.")},
    ScoreInfo{&S::lightX, "light_x", VISAGIST_TEXT("Light from the side"), "", -1, 1,
              VISAGIST_TEXT("Negative: from the left of the picture, positive: from the right.")},
    ScoreInfo{&S::lightY, "light_y", VISAGIST_TEXT("Light from above"), "", -1, 1,
              VISAGIST_TEXT("Negative: from below, positive: from above.")},
    ScoreInfo{&S::distance, "distance", VISAGIST_TEXT("Distance from the average"), "", 0, 1,
              VISAGIST_TEXT("Distance of the embedding from the person's average; above about 0.6 it is "
                            "likely somebody else."),
              ScoreOrigin::Person},
    ScoreInfo{&S::loss, "loss", VISAGIST_TEXT("Loss"), "", 0, 1,
              VISAGIST_TEXT("Mean loss of this face in the newest training."), ScoreOrigin::Training}};

/// ", a, b, c" of what `text` makes of each score that is the face's own.
template <class Text>
std::string listed(Text&& text) {
    std::string list;
    for (const ScoreInfo& score : kScores)
        if (score.origin == ScoreOrigin::Face) list += ", " + text(std::string(score.key));
    return list;
}

std::optional<double> numberOf(const Statement& row, int column) {
    return row.isNull(column) ? std::nullopt : std::optional(row.real(column));
}

void bindNumber(Statement& statement, int place, const std::optional<double>& value) {
    if (value)
        statement.bind(place, *value);
    else
        statement.bindNull(place);
}

std::string columnList() {
    std::string columns;
    for (const ScoreInfo& score : kScores)
        columns += (columns.empty() ? "face_score." : ", face_score.") + std::string(score.key);
    return columns;
}

FaceScores scoresFrom(const Statement& row, int column) {
    FaceScores scores;
    for (const ScoreInfo& score : kScores) scores.*score.member = numberOf(row, column++);
    return scores;
}

}  // namespace

std::span<const ScoreInfo> faceScoreTable() { return kScores; }

const ScoreInfo* findScore(std::string_view key) {
    const auto found =
        std::ranges::find(kScores, key, [](const ScoreInfo& s) { return std::string_view(s.key); });
    return found == kScores.end() ? nullptr : &*found;
}

void putFaceScores(Database& database, std::span<const ScoredFace> faces) {
    Savepoint savepoint(database);
    int place = 3;
    Statement statement = database.prepare(
        "INSERT INTO face_score (face, crop_sha256, version" +
        listed([](const std::string& key) { return key; }) + ") SELECT id, crop_sha256, ?3" +
        listed([&](const std::string&) { return "?" + std::to_string(++place); }) +
        " FROM face WHERE id = ?1 AND crop_sha256 = ?2 ON CONFLICT (face) DO UPDATE SET version = "
        "excluded.version" +
        listed([](const std::string& key) { return key + " = excluded." + key; }));
    for (const ScoredFace& face : faces) {
        statement.bind(1, face.face).bind(2, face.cropSha256).bind(3, kScoreVersion);
        place = 4;
        for (const ScoreInfo& score : kScores) {
            if (score.origin == ScoreOrigin::Face) bindNumber(statement, place++, face.scores.*score.member);
        }
        statement.run();
    }
    savepoint.commit();
}

std::optional<FaceScores> faceScores(Database& database, std::int64_t face) {
    Statement row =
        database.prepare("SELECT " + columnList() + " FROM face_score WHERE face = ? AND version > 0");
    row.bind(1, face);
    if (!row.step()) return std::nullopt;
    return scoresFrom(row, 0);
}

std::vector<PersonFaceScores> allFaceScores(Database& database) {
    Statement row = database.prepare("SELECT face.id, face.person, " + columnList() +
                                     " FROM face LEFT JOIN face_score ON face_score.face = face.id WHERE "
                                     "face.excluded = 0 ORDER BY face.person, face.id");
    std::vector<PersonFaceScores> all;
    while (row.step()) all.push_back({row.integer(0), row.integer(1), scoresFrom(row, 2)});
    return all;
}

void setFaceScore(Database& database, std::string_view key, std::span<const FaceNumber> values) {
    const ScoreInfo* score = findScore(key);
    if (!score)
        throw Error(ErrorCode::InvalidArgument, VISAGIST_TEXT("There is no score named \"%1\"."),
                    {std::string(key)});
    const std::string column = score->key;
    Savepoint savepoint(database);
    // Version 0: a row that holds this score only.
    Statement statement = database.prepare(
        "INSERT INTO face_score (face, crop_sha256, version, " + column +
        ") SELECT id, crop_sha256, 0, ?2 FROM face WHERE id = ?1 ON CONFLICT (face) DO UPDATE SET " + column +
        " = excluded." + column);
    for (const FaceNumber& value : values) {
        statement.bind(1, value.face);
        bindNumber(statement, 2, value.value);
        statement.run();
    }
    savepoint.commit();
}

std::vector<UnscoredFace> unscoredFaces(Database& database, bool embeddings) {
    Statement row = database.prepare(
        "SELECT face.id, face_score.face IS NULL, face_look.face IS NULL, ?2 AND face_embedding.face IS NULL "
        "FROM face "
        "LEFT JOIN face_score ON face_score.face = face.id AND face_score.crop_sha256 = face.crop_sha256 AND "
        "version = ?1 "
        "LEFT JOIN face_look ON face_look.face = face.id AND face_look.crop_sha256 = face.crop_sha256 "
        "LEFT JOIN face_embedding ON face_embedding.face = face.id AND face_embedding.crop_sha256 = "
        "face.crop_sha256 "
        "WHERE face_score.face IS NULL OR face_look.face IS NULL OR (?2 AND face_embedding.face IS NULL) "
        "ORDER BY face.id");
    row.bind(1, kScoreVersion).bind(2, embeddings ? 1 : 0);
    std::vector<UnscoredFace> result;
    while (row.step())
        result.push_back({row.integer(0), row.integer(1) != 0, row.integer(2) != 0, row.integer(3) != 0});
    return result;
}

}  // namespace visagist
