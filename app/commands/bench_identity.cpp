#include "app/commands/bench_identity.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "app/commands/peer_process.h"
#include "core/base/error.h"
#include "core/base/path.h"
#include "core/curate/face_clusters.h"
#include "core/face/detector.h"
#include "core/image/decode.h"
#include "core/image/resize.h"

namespace visagist {

namespace {

namespace fs = std::filesystem;

struct Portraits {
    std::vector<Embedding> embeddings;
    std::vector<std::string> person;
};

Portraits embedded(const fs::path& folder, const std::stop_token& stop) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        if (entry.path().extension() == ".pgm") files.push_back(entry.path());
    std::ranges::sort(files);
    ImportOptions options;
    options.upsample = 0;
    const auto detector = makeHogDetector(options);
    const FaceEmbedder embedder;
    Portraits portraits;
    for (const fs::path& file : files) {
        if (stop.stop_requested()) throw Error(ErrorCode::Cancelled, VISAGIST_TEXT("Stopped."));
        const Image small = decodePhoto(file).image;
        const Image photo = resized(small, 4 * small.width(), 4 * small.height());
        const auto found = detector->detect(photo);
        if (found.empty()) continue;
        const auto& best = *std::ranges::max_element(found, {}, &DetectedFace::score);
        portraits.embeddings.push_back(embedder.embed(embedder.chip(photo, best.landmarks)));
        portraits.person.push_back(utf8FromPath(file.parent_path().filename()));
    }
    return portraits;
}

struct PairJudgement {
    double accuracy = 0, threshold = 0, auc = 0;
};

PairJudgement judged(const Portraits& portraits) {
    std::vector<std::pair<double, bool>> pairs;  // distance, the same person
    for (std::size_t i = 0; i < portraits.person.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            pairs.emplace_back(distanceBetween(portraits.embeddings[i], portraits.embeddings[j]),
                               portraits.person[i] == portraits.person[j]);
    std::ranges::sort(pairs);
    const auto all = static_cast<double>(pairs.size());
    const auto same =
        static_cast<double>(std::ranges::count_if(pairs, [](const auto& p) { return p.second; }));
    if (!(same > 0 && same < all)) return {};
    PairJudgement best;
    double sameBelow = 0, othersBelow = 0, ordered = 0;
    for (const auto& [distance, isSame] : pairs) {
        (isSame ? sameBelow : othersBelow) += 1;
        if (!isSame) ordered += sameBelow;  // pairs of one person that are nearer than this of two
        const double accuracy = (sameBelow + (all - same - othersBelow)) / all;
        if (accuracy > best.accuracy) best.accuracy = accuracy, best.threshold = distance;
    }
    best.auc = ordered / (same * (all - same));
    return best;
}

/// Share of the faces that belong to the person whom most of their cluster's faces are.
double purityOf(const std::vector<int>& cluster, const std::vector<std::string>& person) {
    std::map<int, std::map<std::string, int>> counts;
    for (std::size_t i = 0; i < cluster.size(); ++i) ++counts[cluster[i]][person[i]];
    double most = 0;
    for (const auto& [key, people] : counts)
        most += std::ranges::max_element(people, {}, [](const auto& p) { return p.second; })->second;
    return most / static_cast<double>(std::max<std::size_t>(1, cluster.size()));
}

nlohmann::json peerAccuracy(const std::string& python, const fs::path& script, const fs::path& folder) {
    if (python.empty()) return nullptr;
    cli::PeerProcess peer({python, utf8FromPath(script)}, fs::temp_directory_path() / "identity_peer.log");
    const auto answer = peer.ask(nlohmann::json{{"folder", utf8FromPath(folder)},
                                                {"models", utf8FromPath(faceNetFile().parent_path())}}
                                     .dump());
    const auto read = nlohmann::json::parse(answer.value_or(""), nullptr, false);
    return read.is_object() && read.contains("pairAccuracy") ? read["pairAccuracy"] : nlohmann::json();
}

}  // namespace

nlohmann::json benchIdentity(const fs::path& testData, const std::string& python, const fs::path& script,
                             const std::stop_token& stop) {
    const fs::path folder = testData / "orl";
    if (!fs::exists(folder)) return nullptr;
    const Portraits portraits = embedded(folder, stop);
    const PairJudgement pairs = judged(portraits);
    const std::vector<int> cluster = clustersOf(portraits.embeddings, {}, stop);
    return {{"purity", purityOf(cluster, portraits.person)},
            {"pairAccuracy", pairs.accuracy},
            {"peerPairAccuracy", peerAccuracy(python, script, folder)},
            {"auc", pairs.auc},
            {"threshold", pairs.threshold},
            {"clusters", std::set<int>(cluster.begin(), cluster.end()).size()},
            {"people", std::set<std::string>(portraits.person.begin(), portraits.person.end()).size()},
            {"faces", portraits.person.size()}};
}

}  // namespace visagist
