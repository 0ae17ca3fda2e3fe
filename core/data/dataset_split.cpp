#include "core/data/dataset_split.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/base/clock.h"
#include "core/store/face_group_table.h"
#include "core/store/face_table.h"
#include "core/store/person_table.h"

namespace visagist {

namespace {

std::size_t portion(double share, std::size_t count) {
    if (share <= 0 || count < 4) return 0;
    return std::max<std::size_t>(1,
                                 static_cast<std::size_t>(std::lround(share * static_cast<double>(count))));
}

/// Faces that must be on one side: copies, and frames of one shot.
struct Unit {
    std::string key;  ///< least hash of its crops, by which units are put in order
    std::vector<DatasetFace> faces;
    bool decided = false;
};

/// Joins the faces whose keys are equal.
class Joining {
public:
    explicit Joining(std::size_t faces) : m_parent(faces) {
        for (std::size_t i = 0; i < faces; ++i) m_parent[i] = i;
    }
    void add(std::size_t face, const std::string& key) {
        const auto [first, isNew] = m_first.emplace(key, face);
        const std::size_t a = root(face), b = root(first->second);
        m_parent[std::max(a, b)] = std::min(a, b);
    }
    std::size_t root(std::size_t i) {
        while (m_parent[i] != i) i = m_parent[i] = m_parent[m_parent[i]];
        return i;
    }

private:
    std::vector<std::size_t> m_parent;
    std::map<std::string, std::size_t> m_first;
};

/// By their keys.
std::vector<Unit> unitsOf(Database& database, const std::vector<Face>& faces) {
    std::map<std::int64_t, std::size_t> placeOf;
    for (std::size_t i = 0; i < faces.size(); ++i) placeOf[faces[i].id] = i;
    Joining joining(faces.size());
    for (std::size_t i = 0; i < faces.size(); ++i) joining.add(i, "crop " + faces[i].cropSha256);
    const auto join = [&](std::int64_t face, const char* kind, std::int64_t group) {
        if (const auto place = placeOf.find(face); place != placeOf.end())
            joining.add(place->second, kind + std::to_string(group));
    };
    for (const DuplicateRow& row : duplicates(database)) join(row.face, "copy ", row.group);
    for (const SceneRow& row : scenes(database)) join(row.face, "scene ", row.scene);
    std::map<std::size_t, Unit> byRoot;
    for (std::size_t i = 0; i < faces.size(); ++i) {
        Unit& unit = byRoot[joining.root(i)];
        if (unit.faces.empty() || faces[i].cropSha256 < unit.key) unit.key = faces[i].cropSha256;
        unit.faces.push_back(
            {faces[i].id, faces[i].person, Split::Train, faces[i].cropSha256, faces[i].maskSha256});
    }
    std::vector<Unit> units;
    for (auto& [root, unit] : byRoot) units.push_back(std::move(unit));
    std::ranges::sort(units, {}, &Unit::key);
    return units;
}

std::size_t countOf(const Unit& unit, std::int64_t person) {
    return static_cast<std::size_t>(std::ranges::count(unit.faces, person, &DatasetFace::person));
}

/// Decides on the person's units, in order: validation, then test, then training. One that several people
/// have is where the first of them has it.
void splitPerson(std::vector<Unit>& units, std::int64_t person, std::size_t faces,
                 const DataOptions& options) {
    std::map<Split, std::size_t> given, wanted{{Split::Validation, portion(options.validation, faces)},
                                               {Split::Test, portion(options.test, faces)}};
    std::vector<Unit*> own;
    for (Unit& unit : units)
        if (countOf(unit, person) > 0) own.push_back(&unit);
    for (Unit* unit : own) {
        const std::size_t size = countOf(*unit, person);
        const auto hasRoom = [&](Split split) {
            // More than half of it is wanted; the first one may be larger, to a quarter of all.
            return given[split] < wanted[split] &&
                   (2 * given[split] + size <= 2 * wanted[split] || (given[split] == 0 && 4 * size <= faces));
        };
        if (!unit->decided) {
            const bool last = unit == own.back() && given[Split::Train] == 0;
            const Split split = last                         ? Split::Train
                                : hasRoom(Split::Validation) ? Split::Validation
                                : hasRoom(Split::Test)       ? Split::Test
                                                             : Split::Train;
            for (DatasetFace& face : unit->faces) face.split = split;
            unit->decided = true;
        }
        given[unit->faces.front().split] += size;
    }
}

}  // namespace

Dataset makeDataset(Database& database, std::vector<std::int64_t> wanted, const DataOptions& options) {
    if (wanted.empty()) {
        for (const Person& person : people(database)) {
            if (person.faces > 0) wanted.push_back(person.id);
        }
    }
    std::vector<Face> all;
    std::map<std::int64_t, std::size_t> counts;
    for (const std::int64_t person : wanted) {
        const auto own = faces(database, {.person = person, .withExcluded = false});
        counts[person] = own.size();
        all.insert(all.end(), own.begin(), own.end());
    }
    std::vector<Unit> units = unitsOf(database, all);
    Dataset result{.id = 0, .createdAt = nowMilliseconds(), .people = wanted, .faces = {}};
    for (const std::int64_t person : wanted) splitPerson(units, person, counts[person], options);
    for (const Unit& unit : units)
        result.faces.insert(result.faces.end(), unit.faces.begin(), unit.faces.end());
    std::sort(result.faces.begin(), result.faces.end(),
              [](const auto& a, const auto& b) { return a.face < b.face; });
    return result;
}

}  // namespace visagist
