#include "core/curate/best_faces.h"

#include <map>

#include "core/curate/face_query.h"

namespace visagist {

std::vector<std::int64_t> bestFaces(Database& database, const FaceCondition& condition, std::size_t count) {
    FaceCondition extra, notExtra, wanted;
    extra.kind = FaceCondition::Kind::Extra;
    notExtra.kind = FaceCondition::Kind::Not;
    notExtra.parts.push_back(extra);
    wanted.parts = {condition, notExtra};
    std::map<std::int64_t, std::vector<std::int64_t>> poses;
    for (const ListedFace& face :
         listFaces(database, wanted, parseFaceOrder("-sharp"), parseFaceGrouping("pose")))
        poses[face.group].push_back(face.face);
    std::vector<std::int64_t> best;
    bool any = true;
    for (std::size_t round = 0; any && best.size() < count; ++round) {
        any = false;
        for (const auto& [pose, faces] : poses) {
            if (round >= faces.size() || best.size() == count) continue;
            best.push_back(faces[round]);
            any = true;
        }
    }
    return best;
}

}  // namespace visagist
