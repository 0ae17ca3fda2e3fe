#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "core/curate/face_clusters.h"
#include "core/curate/group_jobs.h"
#include "core/store/face_group_table.h"
#include "core/store/face_look_table.h"
#include "core/store/face_score_table.h"

namespace visagist {

namespace {

/// Further from the person's mean than this, a face outside of the largest cluster is somebody else.
constexpr double kOutlierDistance = 0.45;
/// Nearer than this to another person's mean, it may be that one.
constexpr double kResemblance = 0.4;

struct PersonFaces {
    std::vector<std::size_t> faces;  ///< places among all embeddings
    std::vector<int> cluster;        ///< of each
    std::vector<bool> outlier;
    Embedding mean{};  ///< of the largest cluster
};

std::vector<Embedding> embeddingsOf(const std::vector<StoredEmbedding>& all,
                                    const std::vector<std::size_t>& places) {
    std::vector<Embedding> result;
    for (const std::size_t i : places) result.push_back(all[i].numbers);
    return result;
}

void look(PersonFaces& person, const std::vector<StoredEmbedding>& all, const std::stop_token& stop) {
    const std::vector<Embedding> own = embeddingsOf(all, person.faces);
    person.cluster = clustersOf(own, {}, stop);
    // The largest cluster of faces that are not excluded: who else was here has been sorted out before.
    std::map<int, int> size;
    for (std::size_t i = 0; i < own.size(); ++i) size[person.cluster[i]] += !all[person.faces[i]].excluded;
    const int main = std::ranges::max_element(size, {}, [](const auto& c) { return c.second; })->first;
    std::vector<bool> members(own.size());
    for (std::size_t i = 0; i < own.size(); ++i) members[i] = person.cluster[i] == main;
    person.mean = meanEmbedding(own, members);
    for (std::size_t i = 0; i < own.size(); ++i)
        person.outlier.push_back(!members[i] && distanceBetween(own[i], person.mean) > kOutlierDistance);
}

/// The person, other than `own`, whose mean is nearest to `face`, where it is near.
std::optional<std::int64_t> resembled(const Embedding& face, std::int64_t own,
                                      const std::map<std::int64_t, PersonFaces>& people) {
    std::optional<std::int64_t> nearest;
    double least = kResemblance;
    for (const auto& [person, faces] : people) {
        const double apart = distanceBetween(face, faces.mean);
        if (person != own && apart < least) least = apart, nearest = person;
    }
    return nearest;
}

/// A group for each face: the clusters of all people, joined where their means are near.
std::vector<std::size_t> groupsAcross(const std::map<std::int64_t, PersonFaces>& people,
                                      const std::vector<StoredEmbedding>& all, const std::stop_token& stop) {
    std::vector<Embedding> means;
    std::vector<std::vector<std::size_t>> members;
    for (const auto& [person, own] : people) {
        const std::vector<Embedding> embeddings = embeddingsOf(all, own.faces);
        const int clusters = *std::ranges::max_element(own.cluster) + 1;
        for (int c = 0; c < clusters; ++c) {
            std::vector<bool> inside(own.faces.size());
            auto& list = members.emplace_back();
            for (std::size_t i = 0; i < inside.size(); ++i) {
                inside[i] = own.cluster[i] == c;
                if (inside[i]) list.push_back(own.faces[i]);
            }
            means.push_back(meanEmbedding(embeddings, inside));
        }
    }
    const std::vector<int> joined = clustersOf(means, {.threshold = kResemblance}, stop);
    std::vector<std::size_t> group(all.size());
    std::map<int, std::size_t> first;  // a group is named after its first face
    for (std::size_t c = 0; c < members.size(); ++c) {
        auto [known, isNew] = first.emplace(joined[c], members[c].front());
        known->second = std::min(known->second, members[c].front());
    }
    for (std::size_t c = 0; c < members.size(); ++c)
        for (const std::size_t i : members[c]) group[i] = first[joined[c]];
    return group;
}

PersonOutliers outliersOf(std::int64_t person, const std::vector<IdentityRow>& rows) {
    PersonOutliers found{person, {}, {}};
    std::map<std::int64_t, int> votes;
    for (const IdentityRow& row : rows) {
        found.faces.push_back(row.face);
        if (row.resembles) ++votes[*row.resembles];
    }
    if (!votes.empty())
        found.resembles = std::ranges::max_element(votes, {}, [](const auto& v) { return v.second; })->first;
    return found;
}

}  // namespace

IdentityReport findIdentities(Project& project, std::stop_token stop,
                              const std::function<void(std::int64_t, std::int64_t)>& progress) {
    Database& database = project.database();
    const std::vector<StoredEmbedding> all = faceEmbeddings(database);
    IdentityReport report;
    report.faces = static_cast<std::int64_t>(all.size());
    report.unscored = std::ranges::count_if(unscoredFaces(database, true), &UnscoredFace::embedding);
    std::map<std::int64_t, PersonFaces> people;
    for (std::size_t i = 0; i < all.size(); ++i) people[all[i].person].faces.push_back(i);
    std::int64_t done = 0;
    for (auto& [person, own] : people) {
        look(own, all, stop);
        done += static_cast<std::int64_t>(own.faces.size());
        if (progress) progress(done, report.faces);
    }
    const std::vector<std::size_t> groups = groupsAcross(people, all, stop);
    std::vector<IdentityRow> rows;
    std::vector<FaceNumber> distances;
    for (const auto& [person, own] : people) {
        std::vector<IdentityRow> outliers;
        for (std::size_t i = 0; i < own.faces.size(); ++i) {
            const StoredEmbedding& face = all[own.faces[i]];
            IdentityRow row{face.face, all[groups[own.faces[i]]].face, own.outlier[i], {}};
            if (row.outlier) row.resembles = resembled(face.numbers, person, people);
            if (row.outlier && !face.excluded) outliers.push_back(row);
            rows.push_back(row);
            distances.push_back({face.face, distanceBetween(face.numbers, own.mean)});
        }
        if (!outliers.empty()) report.outliers.push_back(outliersOf(person, outliers));
    }
    std::vector<std::size_t> names = groups;
    std::ranges::sort(names);
    names.erase(std::ranges::unique(names).begin(), names.end());
    report.groups = static_cast<std::int64_t>(names.size());
    Transaction transaction(database);
    replaceIdentities(database, rows);
    setFaceScore(database, "distance", distances);
    transaction.commit();
    return report;
}

}  // namespace visagist
