#include "core/data/dataset_split.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/base/clock.h"
#include "core/store/face_table.h"
#include "core/store/person_table.h"

namespace visagist {

namespace {

std::size_t portion(double share, std::size_t count) {
    if (share <= 0 || count < 4) return 0;
    return std::max<std::size_t>(1,
                                 static_cast<std::size_t>(std::lround(share * static_cast<double>(count))));
}

/// Splits one person's faces: groups of equal crops in the order of their hash go to validation, then test,
/// then training.
void splitPerson(std::vector<DatasetFace>& into, std::int64_t person, const std::vector<Face>& faces,
                 const DataOptions& options) {
    std::map<std::string, std::vector<const Face*>> groups;
    for (const Face& face : faces) groups[face.cropSha256].push_back(&face);
    const std::size_t validation = portion(options.validation, faces.size()),
                      test = portion(options.test, faces.size());
    std::size_t given = 0, groupsLeft = groups.size();
    for (const auto& [hash, group] : groups) {
        const bool last = groupsLeft-- == 1;
        const Split split = last || given >= validation + test ? Split::Train
                            : given < validation               ? Split::Validation
                                                               : Split::Test;
        for (const Face* face : group)
            into.push_back({face->id, person, split, face->cropSha256, face->maskSha256});
        given += group.size();
    }
}

}  // namespace

Dataset makeDataset(Database& database, std::vector<std::int64_t> wanted, const DataOptions& options) {
    if (wanted.empty()) {
        for (const Person& person : people(database)) {
            if (person.faces > 0) wanted.push_back(person.id);
        }
    }
    Dataset result{.id = 0, .createdAt = nowMilliseconds(), .people = wanted, .faces = {}};
    for (const std::int64_t person : wanted) {
        splitPerson(result.faces, person, faces(database, {.person = person, .withExcluded = false}),
                    options);
    }
    std::sort(result.faces.begin(), result.faces.end(),
              [](const auto& a, const auto& b) { return a.face < b.face; });
    return result;
}

}  // namespace visagist
