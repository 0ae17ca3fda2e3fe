#include "core/curate/face_clusters.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "core/curate/parallel.h"
#include "core/data/seeded_random.h"

namespace visagist {

namespace {

/// To a face, the stronger the nearer: 1 for the same picture, 0 at the threshold.
struct Link {
    std::size_t face;
    float strength;
    bool operator<(const Link& other) const { return face < other.face; }
    bool operator==(const Link& other) const { return face == other.face; }
};
using Links = std::vector<std::vector<Link>>;

/// The nearest under the threshold, both ways.
Links nearestLinks(std::span<const Embedding> embeddings, const ClusterOptions& options,
                   const std::stop_token& stop) {
    const auto limit = static_cast<float>(options.threshold * options.threshold);
    const auto most = static_cast<std::size_t>(options.neighbours);
    Links nearest(embeddings.size());
    inParallel(embeddings.size(), 16, options.threads, stop, [&](std::size_t i) {
        std::vector<std::pair<float, std::size_t>> near;
        for (std::size_t j = 0; j < embeddings.size(); ++j) {
            if (i == j) continue;
            const float apart = squaredDistance(embeddings[i], embeddings[j]);
            if (apart < limit) near.emplace_back(apart, j);
        }
        if (near.size() > most) {
            std::nth_element(near.begin(), near.begin() + static_cast<std::ptrdiff_t>(most), near.end());
            near.resize(most);
        }
        for (const auto& [apart, j] : near) nearest[i].push_back({j, 1 - apart / limit});
    });
    Links both = nearest;
    for (std::size_t i = 0; i < nearest.size(); ++i)
        for (const Link& link : nearest[i]) both[link.face].push_back({i, link.strength});
    for (auto& links : both) {
        std::sort(links.begin(), links.end());
        links.erase(std::unique(links.begin(), links.end()), links.end());
    }
    return both;
}

/// A label for each: in random order, each takes the one to which its links are strongest together.
std::vector<std::size_t> whispered(const Links& links) {
    std::vector<std::size_t> label(links.size());
    std::iota(label.begin(), label.end(), std::size_t{0});
    constexpr int kMostRounds = 100;
    bool changed = true;
    for (int round = 0; changed && round < kMostRounds; ++round) {
        changed = false;
        for (std::size_t k = 0; k < links.size(); ++k) {
            const std::size_t i =
                shuffledPlace(k, links.size(), mixedSeed(1, static_cast<std::uint64_t>(round)));
            std::map<std::size_t, float> votes;
            for (const Link& link : links[i]) votes[label[link.face]] += link.strength;
            std::size_t best = label[i];
            float most = votes.contains(best) ? votes[best] : 0;
            for (const auto& [other, strength] : votes)
                if (strength > most) best = other, most = strength;
            if (best != label[i]) label[i] = best, changed = true;
        }
    }
    return label;
}

struct Cluster {
    std::vector<std::size_t> faces;
    Embedding mean{};
    float spread = 0;  ///< mean square of the distances to the mean
};

/// Mean square of the distances between the faces of one and those of the other.
float squaredLinkage(const Cluster& a, const Cluster& b) {
    return squaredDistance(a.mean, b.mean) + a.spread + b.spread;
}

std::vector<Cluster> collected(std::span<const Embedding> embeddings, const std::vector<std::size_t>& label) {
    std::map<std::size_t, Cluster> byLabel;
    for (std::size_t i = 0; i < label.size(); ++i) byLabel[label[i]].faces.push_back(i);
    std::vector<Cluster> clusters;
    for (auto& [key, cluster] : byLabel) {
        for (const std::size_t i : cluster.faces)
            for (std::size_t k = 0; k < kEmbeddingSize; ++k)
                cluster.mean[k] += embeddings[i][k] / static_cast<float>(cluster.faces.size());
        for (const std::size_t i : cluster.faces)
            cluster.spread +=
                squaredDistance(embeddings[i], cluster.mean) / static_cast<float>(cluster.faces.size());
        clusters.push_back(std::move(cluster));
    }
    return clusters;
}

void join(Cluster& into, Cluster& other) {
    const auto a = static_cast<float>(into.faces.size()), b = static_cast<float>(other.faces.size());
    into.spread = (a * into.spread + b * other.spread) / (a + b) +
                  a * b / ((a + b) * (a + b)) * squaredDistance(into.mean, other.mean);
    for (std::size_t k = 0; k < kEmbeddingSize; ++k)
        into.mean[k] = (a * into.mean[k] + b * other.mean[k]) / (a + b);
    into.faces.insert(into.faces.end(), other.faces.begin(), other.faces.end());
    other.faces.clear();
}

/// Each cluster, largest first, takes in those whose faces are near on average, until none is.
void mergeNear(std::vector<Cluster>& clusters, double merge, const std::stop_token& stop) {
    const auto limit = static_cast<float>(merge * merge);
    std::ranges::stable_sort(clusters, std::ranges::greater{},
                             [](const Cluster& c) { return c.faces.size(); });
    for (bool changed = true; changed && !stop.stop_requested();) {
        changed = false;
        for (std::size_t i = 0; i < clusters.size(); ++i) {
            if (clusters[i].faces.empty()) continue;
            for (std::size_t j = i + 1; j < clusters.size(); ++j) {
                if (clusters[j].faces.empty() || squaredLinkage(clusters[i], clusters[j]) >= limit) continue;
                join(clusters[i], clusters[j]);
                changed = true;
            }
        }
    }
    std::erase_if(clusters, [](const Cluster& c) { return c.faces.empty(); });
}

}  // namespace

float squaredDistance(const Embedding& a, const Embedding& b) {
    // Eight sums, so that compilers may add them side by side.
    std::array<float, 8> sums{};
    for (std::size_t i = 0; i < kEmbeddingSize; i += 8) {
        for (std::size_t k = 0; k < 8; ++k) {
            const float apart = a[i + k] - b[i + k];
            sums[k] += apart * apart;
        }
    }
    return std::accumulate(sums.begin(), sums.end(), 0.f);
}

Embedding meanEmbedding(std::span<const Embedding> embeddings, const std::vector<bool>& members) {
    Embedding mean{};
    const auto count = static_cast<float>(std::max<std::ptrdiff_t>(1, std::ranges::count(members, true)));
    for (std::size_t i = 0; i < embeddings.size(); ++i) {
        if (!members[i]) continue;
        for (std::size_t k = 0; k < kEmbeddingSize; ++k) mean[k] += embeddings[i][k] / count;
    }
    return mean;
}

std::vector<int> clustersOf(std::span<const Embedding> embeddings, const ClusterOptions& options,
                            std::stop_token stop) {
    std::vector<Cluster> clusters = collected(embeddings, whispered(nearestLinks(embeddings, options, stop)));
    mergeNear(clusters, options.merge, stop);
    for (Cluster& cluster : clusters) std::ranges::sort(cluster.faces);
    std::ranges::sort(clusters, [](const Cluster& a, const Cluster& b) {
        return a.faces.size() != b.faces.size() ? a.faces.size() > b.faces.size()
                                                : a.faces.front() < b.faces.front();
    });
    std::vector<int> result(embeddings.size());
    for (std::size_t c = 0; c < clusters.size(); ++c)
        for (const std::size_t i : clusters[c].faces) result[i] = static_cast<int>(c);
    return result;
}

}  // namespace visagist
