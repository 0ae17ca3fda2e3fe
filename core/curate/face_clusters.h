// Faces that are one person, by their embeddings alone.
#pragma once
#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

#include "core/face/embedder.h"

namespace visagist {

struct ClusterOptions {
    double threshold = 0.5;  ///< faces nearer than this are linked; dlib's network tells people apart at 0.6
    double merge = 0.55;     ///< clusters whose faces are nearer than this on average are one
    int neighbours = 48;     ///< of a face that it is linked with at most
    int threads = 0;
};

/// The cluster of each embedding: 0 for the largest (of equal ones that of the first face), then 1 …. Each
/// face is linked with its nearest neighbours under the threshold, the stronger the nearer they are; labels
/// spread along the links until a face's are strongest to its own (Biemann, "Chinese Whispers", 2006), and
/// what that left apart is merged by average linkage: the root of the mean square of the distances between
/// two clusters' faces. The same embeddings give the same clusters. Compares all pairs: 5,000 faces take a
/// second, 100,000 minutes. Throws Error(Cancelled).
std::vector<int> clustersOf(std::span<const Embedding> embeddings, const ClusterOptions& options = {},
                            std::stop_token stop = {});

/// The mean of the embeddings whose place in `members` is true.
Embedding meanEmbedding(std::span<const Embedding> embeddings, const std::vector<bool>& members);

/// Squared Euclidean distance, fast.
float squaredDistance(const Embedding& a, const Embedding& b);

}  // namespace visagist
