#include <algorithm>
#include <map>

#include "core/curate/duplicate_search.h"
#include "core/curate/group_jobs.h"
#include "core/curate/look_likeness.h"
#include "core/curate/scene_search.h"
#include "core/store/face_group_table.h"
#include "core/store/face_look_table.h"
#include "core/store/face_score_table.h"
#include "core/store/face_table.h"

namespace visagist {

namespace {

/// What a face is worth among its copies: sharp, and large in its photograph.
double worthOf(Database& database, std::int64_t face) {
    const FaceScores scores = faceScores(database, face).value_or(FaceScores{});
    return scores.sharp.value_or(0) * std::min(1.0, scores.size.value_or(256) / 256);
}

bool areCopies(const PictureLook& a, const PictureLook& b) {
    return likenessOf(a, b, false).isCopy() || likenessOf(a, b, true).isCopy();
}

/// The faces of a group, best first, with their places.
std::vector<DuplicateRow> ranked(Database& database, const std::vector<std::size_t>& group,
                                 const std::vector<std::int64_t>& faces,
                                 const std::vector<PictureLook>& looks) {
    std::vector<std::pair<double, std::size_t>> byWorth;
    for (const std::size_t i : group) byWorth.emplace_back(-worthOf(database, faces[i]), i);
    std::ranges::sort(byWorth);
    std::vector<std::size_t> kept;
    std::vector<DuplicateRow> rows;
    int place = 0;
    for (const auto& [worth, i] : byWorth) {
        const bool extra =
            std::ranges::any_of(kept, [&](std::size_t k) { return areCopies(looks[k], looks[i]); });
        if (!extra) kept.push_back(i);
        rows.push_back({faces[i], faces[group.front()], extra ? ++place : 0});
    }
    return rows;
}

std::vector<SceneRow> sceneRows(Database& database, const std::vector<std::int64_t>& faces,
                                const std::vector<PictureLook>& looks) {
    std::map<std::int64_t, Signature> signatures;
    for (std::size_t i = 0; i < faces.size(); ++i) signatures[faces[i]] = looks[i].signature;
    std::vector<FramedFace> framed;
    for (const Face& face : visagist::faces(database, {.person = {}, .withExcluded = true})) {
        const auto signature = signatures.find(face.id);
        if (signature != signatures.end())
            framed.push_back({face.id, face.person, face.sourcePath, signature->second});
    }
    std::vector<SceneRow> rows;
    for (const auto& scene : findScenes(framed))
        for (const std::size_t i : scene) rows.push_back({framed[i].face, framed[scene.front()].face});
    return rows;
}

}  // namespace

DuplicateReport findDuplicates(Project& project, std::stop_token stop,
                               const std::function<void(std::int64_t, std::int64_t)>& progress) {
    Database& database = project.database();
    std::vector<std::int64_t> faces;
    std::vector<PictureLook> looks;
    for (const StoredLook& stored : faceLooks(database)) {
        PictureLook look;
        if (stored.signature.size() != look.signature.size() ||
            stored.thumbnail.size() != look.thumbnail.size())
            continue;
        std::ranges::copy(stored.signature, look.signature.begin());
        std::ranges::copy(stored.thumbnail, look.thumbnail.begin());
        faces.push_back(stored.face);
        looks.push_back(look);
    }
    DuplicateReport report;
    report.faces = static_cast<std::int64_t>(faces.size());
    report.unscored = std::ranges::count_if(unscoredFaces(database, false), &UnscoredFace::look);
    const auto groups = findCopies(looks, {}, stop, progress);
    std::vector<DuplicateRow> rows;
    for (const auto& group : groups) {
        const auto more = ranked(database, group, faces, looks);
        rows.insert(rows.end(), more.begin(), more.end());
    }
    report.groups = static_cast<std::int64_t>(groups.size());
    report.extra = std::ranges::count_if(rows, [](const DuplicateRow& row) { return row.place > 0; });
    const std::vector<SceneRow> scenes = sceneRows(database, faces, looks);
    Transaction transaction(database);
    replaceDuplicates(database, rows);
    replaceScenes(database, scenes);
    transaction.commit();
    return report;
}

}  // namespace visagist
