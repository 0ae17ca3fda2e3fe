// What is measured of faces, one row a face: how sharp, how bright, which way it looks.
#pragma once
#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/store/database.h"

namespace visagist {

/// Nothing where a score is not known: faces without landmarks have no pose.
struct FaceScores {
    std::optional<double> sharp, motion, brisque, bright, clipped, contrast, hue, size, yaw, pitch, roll,
        mouth, eyes, occlusion, lightX, lightY, distance, loss;
    bool operator==(const FaceScores&) const = default;
};

/// Where a score comes from.
enum class ScoreOrigin {
    Face,    ///< the face itself, see scoresOf()
    Person,  ///< the person's other faces
    Training
};

/// One score: the column, the word of a query and the heading of a list are read from this row.
struct ScoreInfo {
    std::optional<double> FaceScores::*member;
    const char* key;    ///< frozen; also the column of the table
    const char* label;  ///< English, marked with VISAGIST_TEXT
    const char* unit;   ///< English, marked; "" for none
    double min, max;    ///< of usual values, for scales and sliders
    const char* help;   ///< one English sentence, marked
    ScoreOrigin origin = ScoreOrigin::Face;
};

/// All scores in the order in which people see them.
std::span<const ScoreInfo> faceScoreTable();
/// Nothing for a key that no score has.
const ScoreInfo* findScore(std::string_view key);

/// Goes up when a measure changes, so that faces are measured again.
inline constexpr int kScoreVersion = 1;

struct ScoredFace {
    std::int64_t face = 0;
    std::string cropSha256;  ///< of the crop that was measured
    FaceScores scores;
};

/// Stores the scores of ScoreOrigin::Face; those of other origins stay. Faces that are not there or have
/// another crop by now are passed over.
void putFaceScores(Database& database, std::span<const ScoredFace> faces);
/// Of the crop as it is now; nothing where it was not measured.
std::optional<FaceScores> faceScores(Database& database, std::int64_t face);

struct PersonFaceScores {
    std::int64_t face = 0, person = 0;
    FaceScores scores;
};

/// Of all faces that are not excluded, measured or not, ordered by person and face.
std::vector<PersonFaceScores> allFaceScores(Database& database);

struct FaceNumber {
    std::int64_t face = 0;
    std::optional<double> value;
};

/// Sets one score (a key of the table) of several faces, measured or not. Throws Error(InvalidArgument) for
/// another key.
void setFaceScore(Database& database, std::string_view key, std::span<const FaceNumber> values);

/// A face that is to be measured.
struct UnscoredFace {
    std::int64_t face = 0;
    bool scores = false, look = false, embedding = false;  ///< what is missing of it
};

/// The faces of which something is missing or was measured on another crop, or by an older version, by id.
/// Faces without embedding count only with `embeddings`.
std::vector<UnscoredFace> unscoredFaces(Database& database, bool embeddings);

}  // namespace visagist
