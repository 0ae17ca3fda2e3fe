#include "app/commands/bench_train.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "app/commands/peer_process.h"
#include "app/commands/scratch_folder.h"
#include "app/report/progress_line.h"
#include "core/base/path.h"
#include "core/data/demo_project.h"
#include "core/model/device_report.h"
#include "core/train/step_bench.h"
#include "core/train/trainer.h"

namespace visagist::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kTurn = 5;  ///< steps before it is the other one's turn

fs::path demoPeople(const fs::path& folder, int size, const std::stop_token& stop) {
    ProgressLine progress("Demo people");
    return makeDemoProject({.folder = folder, .people = 3, .facesEach = 24, .size = size}, stop,
                           [&](int done, int total) { progress.count(done, total); });
}

Recipe recipeOf(const std::string& preset, int batch, Precision precision) {
    Recipe recipe = presetRecipe(preset);
    if (batch > 0) recipe.data.batchSize = batch;
    recipe.train.precision = precision;
    // What the other side does not know.
    recipe.losses.surePhotos = recipe.losses.identity = recipe.losses.perceptual = 0;
    return recipe;
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const std::size_t half = values.size() / 2;
    return values.size() % 2 ? values[half] : (values[half - 1] + values[half]) / 2;
}

/// The turns of one contestant.
class Times {
public:
    void add(Stage stage, std::int64_t steps, double seconds) {
        m_stepSeconds[stage].push_back(seconds / static_cast<double>(steps));
        m_steps[stage] += steps;
    }
    /// Of all steps, each stage at the median of its turns; nothing without turns.
    std::optional<double> stepsPerSecond() const {
        double steps = 0, seconds = 0;
        for (const auto& [stage, times] : m_stepSeconds) {
            const auto count = static_cast<double>(m_steps.at(stage));
            steps += count;
            seconds += count * median(times);
        }
        return seconds > 0 ? std::optional(steps / seconds) : std::nullopt;
    }

private:
    std::map<Stage, std::vector<double>> m_stepSeconds;
    std::map<Stage, std::int64_t> m_steps;
};

/// The Python side, or why there is none.
struct Peer {
    std::unique_ptr<PeerProcess> process;
    std::string why;
    Times times;

    void fail(const std::string& reason, const fs::path& errors) {
        process.reset();
        std::ifstream file(errors);
        std::string last;
        for (std::string line; std::getline(file, line);) {
            if (!line.empty()) last = line;
        }
        why = reason + (last.empty() ? "" : ": " + last);
    }
};

using Losses = std::vector<std::map<std::string, double>>;

Peer startPeer(const TrainBenchFlags& flags, const fs::path& folder, bool compiled) {
    Peer peer;
    if (flags.python.empty()) {
        peer.why =
            "no Python: name one that has torch 2.14.1, numpy and safetensors with --python or "
            "VISAGIST_BENCH_PYTHON "
            "(python3 -m venv DIR && DIR/bin/pip install torch==2.14.1 numpy safetensors)";
        return peer;
    }
    const fs::path errors = folder / (compiled ? "compile-errors.txt" : "eager-errors.txt");
    try {
        std::vector<std::string> command{flags.python, flags.script, utf8FromPath(folder)};
        if (compiled) command.emplace_back("--compile");
        peer.process = std::make_unique<PeerProcess>(command, errors);
        if (!peer.process->ask("warm")) peer.fail("it ended", errors);
    } catch (const Error& error) {
        peer.why = error.what();
    }
    return peer;
}

/// The peer's steps first … end-1; its losses.
Losses runPeer(Peer& peer, Stage stage, std::int64_t first, std::int64_t end, const fs::path& folder) {
    if (!peer.process) return {};
    const auto answer = peer.process->ask("run " + std::to_string(first) + " " + std::to_string(end));
    const nlohmann::json json = answer ? nlohmann::json::parse(*answer, nullptr, false) : nlohmann::json();
    if (!json.is_object()) {
        peer.fail("it ended in mid-run", folder / "eager-errors.txt");
        return {};
    }
    peer.times.add(stage, end - first, json["seconds"].get<double>());
    return json["losses"].get<Losses>();
}

double largestDifference(const Losses& ours, const Losses& theirs) {
    double largest = 0;
    for (std::size_t i = 0; i < std::min(ours.size(), theirs.size()); ++i) {
        for (const auto& [name, value] : theirs[i]) {
            const double off = std::abs(ours[i].at(name) - value) / std::max(std::abs(value), 1e-12);
            largest = std::isfinite(off) ? std::max(largest, off) : INFINITY;
        }
    }
    return largest;
}

/// Calls turn(stage, first, end) for pieces of the plan that lie within one stage.
template <class Turn>
void inTurns(const StepBench& bench, const std::stop_token& stop, Turn&& turn) {
    ProgressLine progress("Steps");
    for (std::int64_t first = 0; first < bench.steps();) {
        if (stop.stop_requested()) throw Error(ErrorCode::Cancelled, VISAGIST_TEXT("Stopped."));
        const Stage stage = bench.stageOf(first);
        std::int64_t end = first + 1;
        while (end < bench.steps() && end < first + kTurn && bench.stageOf(end) == stage) ++end;
        turn(stage, first, end);
        progress.count(first = end, bench.steps());
    }
}

/// bf16's speed over fp32's, in turns; nothing where the device has no instructions for it.
std::optional<double> bf16OverFp32(const TrainBenchFlags& flags, const std::string& preset,
                                   const fs::path& project, const std::stop_token& stop) {
    const DeviceReport device = deviceReport();
    if (device.gpus.empty() && !device.cpuHasBf16) return {};
    const auto benchIn = [&](Precision precision) {
        return StepBench({.project = project}, recipeOf(preset, flags.batch, precision), flags.steps, stop);
    };
    StepBench full = benchIn(Precision::Fp32), half = benchIn(Precision::Bf16);
    full.warm();
    half.warm();
    Times fullTimes, halfTimes;
    inTurns(full, stop, [&](Stage stage, std::int64_t first, std::int64_t end) {
        fullTimes.add(stage, end - first, full.run(first, end).seconds);
        halfTimes.add(stage, end - first, half.run(first, end).seconds);
    });
    return *halfTimes.stepsPerSecond() / *fullTimes.stepsPerSecond();
}

/// The memory that a run is said to need before it starts, over what it took: a run of its own in the last
/// stage. Nothing where it failed; then `why` says so.
std::optional<double> estimateOverMeasured(const TrainBenchFlags& flags, const std::string& preset,
                                           const fs::path& project, std::string& why) {
    const fs::path errors = project.parent_path() / "memory-errors.txt";
    std::vector<std::string> command{utf8FromPath(programFolder() / "visagist-cli"),
                                     "train",
                                     utf8FromPath(project),
                                     "--preset",
                                     preset,
                                     "--steps",
                                     "3",
                                     "--detail-from",
                                     "0",
                                     "--device",
                                     "cpu",
                                     "--precision",
                                     "fp32",
                                     "--json"};
    Recipe recipe = presetRecipe(preset);
    if (flags.batch > 0) {
        recipe.data.batchSize = flags.batch;
        command.insert(command.end(), {"--batch-size", std::to_string(flags.batch)});
    }
    const double estimate = static_cast<double>(adviseStart(project, recipe).memoryBytes);
    const auto answer = PeerProcess(command, errors).ask("");
    const nlohmann::json json = answer ? nlohmann::json::parse(*answer, nullptr, false) : nlohmann::json();
    if (!json.is_object() || !json.contains("peakMemoryBytes")) {
        why = answer.value_or("the run ended without an answer");
        return {};
    }
    return estimate / json["peakMemoryBytes"].get<double>();
}

}  // namespace

nlohmann::json benchTrain(const TrainBenchFlags& flags, const std::string& preset, std::stop_token stop) {
    const ScratchFolder scratch;
    const Recipe recipe = recipeOf(preset, flags.batch, Precision::Fp32);
    const fs::path project = demoPeople(scratch.path(), std::max(256, pixels(recipe.model.resolution)), stop);
    StepBench ours({.project = project}, recipe, flags.steps, stop);
    ours.write(scratch.path());
    Peer eager = startPeer(flags, scratch.path(), false);
    Peer compiled;
    if (flags.compile) compiled = startPeer(flags, scratch.path(), true);
    ours.warm();
    Times times;
    Losses ourLosses, theirLosses;
    inTurns(ours, stop, [&](Stage stage, std::int64_t first, std::int64_t end) {
        const StepBench::Turn turn = ours.run(first, end);
        times.add(stage, end - first, turn.seconds);
        ourLosses.insert(ourLosses.end(), turn.losses.begin(), turn.losses.end());
        const Losses theirs = runPeer(eager, stage, first, end, scratch.path());
        theirLosses.insert(theirLosses.end(), theirs.begin(), theirs.end());
        runPeer(compiled, stage, first, end, scratch.path());
    });
    const double faces = recipe.data.batchSize;
    const auto perSecond = [&](const Times& of) -> std::optional<double> {
        const auto steps = of.stepsPerSecond();
        return steps ? std::optional(*steps * faces) : std::nullopt;
    };
    nlohmann::json notes = nlohmann::json::object();
    if (!eager.process) notes["pytorchEager"] = eager.why;
    if (flags.compile && !compiled.process) notes["pytorchCompile"] = compiled.why;
    if (!flags.compile) notes["pytorchCompile"] = "not asked for (--compile)";
    const auto our = perSecond(times), their = perSecond(eager.times);
    const auto bf16 = bf16OverFp32(flags, preset, project, stop);
    if (!bf16) notes["bf16"] = "this device has no bf16 instructions";
    std::string whyNoMemory;
    const auto memory = estimateOverMeasured(flags, preset, project, whyNoMemory);
    if (!memory) notes["memory"] = whyNoMemory;
    return {{"preset", preset},
            {"batch", recipe.data.batchSize},
            {"steps", flags.steps},
            {"device", ours.deviceName()},
            {"oursPerSecond", numberOrNull(our)},
            {"pytorchEagerPerSecond", numberOrNull(their)},
            {"pytorchCompilePerSecond", numberOrNull(perSecond(compiled.times))},
            {"ratioEager", numberOrNull(their ? std::optional(*our / *their) : std::nullopt)},
            {"bf16OverFp32", numberOrNull(bf16)},
            {"dataWaitShare", numberOrNull(ours.dataWaitShare(flags.steps, stop), 5)},
            {"lossMaxRelativeDifference",
             numberOrNull(theirLosses.empty() ? std::nullopt
                                              : std::optional(largestDifference(ourLosses, theirLosses)),
                          7)},
            {"estimateOverMeasured", numberOrNull(memory)},
            {"notes", notes}};
}

nlohmann::json benchLoader(const LoaderBenchFlags& flags, std::stop_token stop) {
    const ScratchFolder scratch;
    const Recipe recipe = recipeOf(flags.preset, flags.batch, Precision::Auto);
    const fs::path project = demoPeople(scratch.path(), std::max(256, pixels(recipe.model.resolution)), stop);
    StepBench bench({.project = project}, recipe, flags.steps, stop);
    bench.warm();
    Times steps, batches;
    inTurns(bench, stop, [&](Stage stage, std::int64_t first, std::int64_t end) {
        steps.add(stage, end - first, bench.run(first, end).seconds);
        constexpr std::int64_t many = 40;
        batches.add(stage, many, static_cast<double>(many) / bench.loaderBatchesPerSecond(many, stop));
    });
    const double faces = recipe.data.batchSize, loader = *batches.stepsPerSecond(),
                 step = *steps.stepsPerSecond();
    return {{"preset", flags.preset},
            {"loaderPerSecond", loader * faces},
            {"stepPerSecond", step * faces},
            {"ratio", loader / step}};
}

}  // namespace visagist::cli
