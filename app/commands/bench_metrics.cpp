#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/commands/commands.h"
#include "app/commands/peer_process.h"
#include "app/commands/scratch_folder.h"
#include "app/report/progress_line.h"
#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/path.h"
#include "core/curate/parallel.h"
#include "core/data/demo_faces.h"
#include "core/image/decode.h"
#include "core/image/encode.h"
#include "core/metrics/feature_network.h"
#include "core/metrics/frechet_distance.h"
#include "core/metrics/kernel_distance.h"
#include "core/model/inception_formula.h"
#include "core/store/safetensors.h"

namespace visagist::cli {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using Clock = std::chrono::steady_clock;

constexpr int kFaceSize = 128, kFilesAtOnce = 64;

std::string numbered(std::size_t i) {
    std::string digits = std::to_string(i);
    return std::string(6 - std::min<std::size_t>(6, digits.size()), '0') + digits + ".png";
}

void writePortraits(const fs::path& from, const fs::path& to, int count) {
    std::vector<fs::path> files;
    if (fs::exists(from))
        for (const auto& entry : fs::recursive_directory_iterator(from))
            if (entry.path().extension() == ".pgm") files.push_back(entry.path());
    if (files.size() < 2) {
        throw Error(
            ErrorCode::NotFound,
            VISAGIST_TEXT("There are no portraits in \"%1\"; name the folder that holds orl/ with --data."),
            {utf8FromPath(from)});
    }
    std::ranges::sort(files);
    files.resize(std::min(files.size(), static_cast<std::size_t>(count)));
    ensureFolder(to);
    for (std::size_t i = 0; i < files.size(); ++i) writePng(to / numbered(i), decodePhoto(files[i]).image);
}

void writeDemoFaces(const fs::path& to, int count, const std::stop_token& stop) {
    ensureFolder(to);
    inParallel(static_cast<std::size_t>(count), 2, 0, stop, [&](std::size_t i) {
        writePng(to / numbered(i),
                 renderDemoFace(randomDemoPerson(i % 100), randomDemoContent(i), kFaceSize).image);
    });
}

FeatureRows seenIn(const fs::path& folder, FeatureNetwork& network, const std::stop_token& stop,
                   const std::function<void(std::int64_t, std::int64_t)>& progress) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(folder)) files.push_back(entry.path());
    std::ranges::sort(files);
    FeatureRows rows{network.dimensions(), {}};
    for (std::size_t first = 0; first < files.size(); first += kFilesAtOnce) {
        std::vector<Image> pictures(std::min<std::size_t>(kFilesAtOnce, files.size() - first));
        inParallel(pictures.size(), 4, 0, stop,
                   [&](std::size_t i) { pictures[i] = decodePhoto(files[first + i]).image; });
        const FeatureRows found = network.features(pictures, stop);
        rows.values.insert(rows.values.end(), found.values.begin(), found.values.end());
        progress(rows.count(), static_cast<std::int64_t>(files.size()));
    }
    return rows;
}

/// The length of the difference against the length of the peer's row, at most.
double mostApart(const FeatureRows& ours, const TensorBytes& theirs) {
    if (theirs.type != "F64" || theirs.bytes.size() != ours.values.size() * sizeof(double))
        throw Error(ErrorCode::Damaged, VISAGIST_TEXT("The Python side saw another number of pictures."));
    std::vector<double> values(ours.values.size());
    std::memcpy(values.data(), theirs.bytes.data(), theirs.bytes.size());
    const auto width = static_cast<std::size_t>(ours.dimensions);
    double most = 0;
    for (std::size_t row = 0; row < values.size(); row += width) {
        double difference = 0, length = 0;
        for (std::size_t i = row; i < row + width; ++i) {
            difference += (ours.values[i] - values[i]) * (ours.values[i] - values[i]);
            length += values[i] * values[i];
        }
        most = std::max(most, std::sqrt(difference / length));
    }
    return most;
}

FeatureRows firstRows(const FeatureRows& rows, std::int64_t count) {
    return {
        rows.dimensions,
        {rows.values.begin(), rows.values.begin() + static_cast<std::ptrdiff_t>(count * rows.dimensions)}};
}

struct Ours {
    FeatureRows a, b;
    double fid = 0, kid = 0, seconds = 0;
};

Ours measured(const fs::path& folder, const fs::path& weights, const std::stop_token& stop) {
    const auto network = loadFeatureNetwork(FeatureKind::Inception, weights);
    ProgressLine progress("Features");
    const auto count = [&](std::int64_t done, std::int64_t total) { progress.count(done, total); };
    const auto start = Clock::now();
    Ours ours{seenIn(folder / "a", *network, stop, count), seenIn(folder / "b", *network, stop, count)};
    ours.fid = frechetDistance(ours.a, ours.b);
    ours.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    const std::int64_t both = std::min(ours.a.count(), ours.b.count());
    ours.kid = wholeKernelDistance(firstRows(ours.a, both), firstRows(ours.b, both));
    return ours;
}

/// What the packages say, or null and why not.
json peerAnswer(const MetricsBenchFlags& flags, const fs::path& folder, const fs::path& weights,
                const Report& report) {
    if (flags.python.empty()) {
        report.note(
            "No Python to compare with: name one that has torch, torchvision, pytorch-fid, torch-fidelity "
            "and "
            "safetensors with --python or VISAGIST_BENCH_PYTHON.");
        return nullptr;
    }
    PeerProcess peer({flags.python, flags.script}, folder / "peer.log");
    const json asked{{"weights", utf8FromPath(weights)},
                     {"a", utf8FromPath(folder / "a")},
                     {"b", utf8FromPath(folder / "b")},
                     {"features", utf8FromPath(folder / "features.safetensors")}};
    json answer = json::parse(peer.ask(asked.dump()).value_or(""), nullptr, false);
    if (answer.is_object()) return answer;
    std::string last;
    std::ifstream errors(folder / "peer.log");
    for (std::string line; std::getline(errors, line);)
        if (!line.empty()) last = line;
    report.note("The Python side ended without an answer: " + last);
    return nullptr;
}

}  // namespace

ExitCode perform(const MetricsBenchFlags& flags, const Report& report, std::stop_token stop) {
    const ScratchFolder scratch;
    const fs::path& folder = scratch.path();
    writePortraits(pathFromUtf8(flags.data) / "orl", folder / "a", flags.portraits);
    writeDemoFaces(folder / "b", flags.demoFaces, stop);
    // Nobody may pass the real weights on; both sides take the same ones, made by a formula.
    const fs::path weights = folder / "weights.safetensors";
    writeSafetensors(weights, formulaInceptionWeights(), {});
    const Ours ours = measured(folder, weights, stop);
    const json peer = peerAnswer(flags, folder, weights, report);
    json fid{{"value", ours.fid}, {"seconds", ours.seconds}, {"pictures", {ours.a.count(), ours.b.count()}}},
        kid{{"value", ours.kid}};
    for (const char* key : {"difference", "featureMaxRelativeDifference", "peerSeconds"}) fid[key] = nullptr;
    kid["difference"] = nullptr;
    if (peer.is_object()) {
        double apart = 0;
        for (const TensorBytes& seen : readSafetensors(folder / "features.safetensors"))
            apart = std::max(apart, mostApart(seen.name == "a" ? ours.a : ours.b, seen));
        fid["difference"] = std::abs(ours.fid - peer["fid"].get<double>());
        fid["featureMaxRelativeDifference"] = apart;
        fid["peerSeconds"] = peer["seconds"];
        kid["difference"] = std::abs(ours.kid - peer["kid"].get<double>());
    }
    report.say("FID of " + std::to_string(ours.a.count()) + " portraits against " +
               std::to_string(ours.b.count()) + " demo faces, weights by formula: " + fixed(ours.fid, 4) +
               " in " + fixed(ours.seconds, 1) + " s; KID " + fixed(ours.kid, 5));
    if (peer.is_object()) {
        report.say("pytorch-fid: " + fixed(peer["seconds"].get<double>(), 1) + " s (ours is " +
                   fixed(peer["seconds"].get<double>() / ours.seconds, 2) + " times as fast), FID apart by " +
                   fid["difference"].dump() + ", features by at most " +
                   fid["featureMaxRelativeDifference"].dump() + ", KID (torch-fidelity) by " +
                   kid["difference"].dump());
    }
    report.result({{"fid", fid}, {"kid", kid}});
    return kDone;
}

}  // namespace visagist::cli
