#include "core/train/step_bench.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/clock.h"
#include "core/base/file.h"
#include "core/data/dataset_split.h"
#include "core/model/device.h"
#include "core/model/losses.h"
#include "core/model/weights.h"
#include "core/store/project.h"
#include "core/store/safetensors.h"
#include "core/train/face_judge.h"
#include "core/train/schedule.h"
#include "core/train/train_step.h"

namespace visagist {

namespace {

constexpr const char* kStageNames[] = {"shape", "mix", "detail"};

}  // namespace

struct StepBench::State {
    Recipe recipe;
    torch::Device device;
    Precision precision;
    int people = 0;
    std::optional<AlignedCache> cache;  ///< none where the batches were given
    std::vector<StepPlan> plan;
    std::vector<DeviceBatch> batches;
    std::vector<TensorBytes> weights;  ///< of the start
    std::unique_ptr<Networks> networks;
    std::unique_ptr<TrainStep> step;
    std::shared_ptr<const FaceJudge> judge;  ///< whoever the people are: it takes as long
    Lpips lpips{nullptr};

    State(const Recipe& given, std::int64_t steps)
        : recipe(given),
          device(chooseDevice(recipe.train.device)),
          precision(choosePrecision(recipe.train.precision, device)) {
        for (std::int64_t i = 0; i < steps; ++i) {
            const Stage stage = stageAt(recipe.train, static_cast<double>(i) / static_cast<double>(steps));
            plan.push_back({.step = i,
                            .stage = stage,
                            .learningRate = recipe.optim.learningRate,
                            .adversarial = stage == Stage::Detail ? 1.0 : 0.0,
                            .seed = static_cast<std::uint64_t>(recipe.train.seed)});
        }
    }
    BatchLoader freshLoader() const {
        return BatchLoader(*cache, recipe.data, static_cast<std::uint64_t>(recipe.train.seed), 0);
    }
    void takeBatches(const StepBenchFaces& faces, const std::stop_token& stop) {
        const Project project = Project::open(faces.project, Access::ReadOnly);
        const Dataset dataset = makeDataset(project.database(), faces.people, recipe.data);
        people = static_cast<int>(dataset.people.size());
        cache.emplace(AlignedCache::open(project, dataset, pixels(recipe.model.resolution), stop));
        BatchLoader loader = freshLoader();
        while (batches.size() < std::min(plan.size(), faces.batches)) {
            std::optional<Batch> batch = loader.next(stop);
            if (!batch) throw Error(ErrorCode::Cancelled, VISAGIST_TEXT("Stopped."));
            batches.emplace_back(*batch, device);
        }
    }
    const DeviceBatch& batchOf(std::int64_t number) const {
        return batches[static_cast<std::size_t>(number) % batches.size()];
    }
    void reset() {
        networks = std::make_unique<Networks>(recipe, people, device, precision);
        if (weights.empty()) {
            appendModule(weights, "generator", *networks->net);
            appendModule(weights, "discriminator", *networks->discriminator);
            appendModule(weights, "classifier", *networks->classifier);
        } else {
            loadModule(*networks->net, "generator", weights);
            loadModule(*networks->ema, "generator", weights);
            loadModule(*networks->discriminator, "discriminator", weights);
            loadModule(*networks->classifier, "classifier", weights);
        }
        step = std::make_unique<TrainStep>(*networks, device, precision, people);
        if (needsFaceNet(recipe.losses)) {
            if (!judge)
                judge = std::make_shared<FaceJudge>(loadFaceNet(device),
                                                    torch::randn({people, kEmbeddingSize}).to(device));
            step->setJudge(judge);
        }
        if (recipe.losses.lpips > 0) {
            if (lpips.is_empty()) lpips = loadLpips(device);
            step->setLpips(lpips);
        }
    }
    std::map<std::string, double> take(const DeviceBatch& batch, const StepPlan& row) {
        step->accumulate(batch, recipe, row, 1);
        step->apply(recipe, row);
        return step->takeLosses();
    }
    nlohmann::json planJson() const {
        nlohmann::json rows = nlohmann::json::array();
        for (const StepPlan& row : plan) {
            const DeviceBatch& batch = batchOf(row.step);
            const torch::Tensor chosen = fusedPlaces(batch.number, batch.input.size(0), recipe.data.mixtures);
            rows.push_back({{"step", row.step},
                            {"stage", kStageNames[static_cast<int>(row.stage)]},
                            {"batch", batch.number},
                            {"learning_rate", row.learningRate},
                            {"adversarial", row.adversarial},
                            {"chosen", std::vector<std::int64_t>(
                                           chosen.const_data_ptr<std::int64_t>(),
                                           chosen.const_data_ptr<std::int64_t>() + chosen.numel())}});
        }
        return {{"options", toJson(recipe)},
                {"people", people},
                {"threads", at::get_num_threads()},
                {"precision", precision == Precision::Bf16 ? "bf16" : "fp32"},
                {"steps", rows}};
    }
};

StepBench::StepBench(const StepBenchFaces& faces, const Recipe& recipe, std::int64_t steps,
                     std::stop_token stop)
    : m_state(std::make_unique<State>(recipe, steps)) {
    m_state->takeBatches(faces, stop);
    m_state->reset();
}

StepBench::StepBench(const Recipe& recipe, int people, const std::vector<Examples>& batches,
                     const std::vector<TensorBytes>& weights, std::int64_t steps)
    : m_state(std::make_unique<State>(recipe, steps)) {
    m_state->people = people;
    for (const Examples& examples : batches) m_state->batches.emplace_back(examples, m_state->device);
    m_state->weights = weights;
    m_state->reset();
}

StepBench::~StepBench() = default;

void StepBench::write(const std::filesystem::path& folder) const {
    const State& s = *m_state;
    const std::string json = s.planJson().dump();
    writeFileAtomically(folder / "plan.json",
                        {reinterpret_cast<const std::uint8_t*>(json.data()), json.size()});
    writeSafetensors(folder / "weights.safetensors", s.weights, {});
    std::vector<TensorBytes> tensors;
    for (const DeviceBatch& batch : s.batches) {
        std::string number("/");  // GCC 12 warns of "/" + …: its bug 105651
        number += std::to_string(batch.number);
        tensors.push_back(bytesFromTensor("input" + number, batch.input.permute({0, 2, 3, 1})));
        tensors.push_back(bytesFromTensor("target" + number, batch.target.permute({0, 2, 3, 1})));
        tensors.push_back(bytesFromTensor("mask" + number, batch.mask));
        tensors.push_back(bytesFromTensor("person" + number, batch.person));
        tensors.push_back(
            bytesFromTensor("mixture" + number,
                            mixtureWeights(batch.people, s.people,
                                           static_cast<std::uint64_t>(s.recipe.train.seed), batch.number)));
    }
    tensors.push_back(
        bytesFromTensor("eyes_mouth", eyesAndMouthWeight(static_cast<int>(s.batches.front().input.size(3)))));
    writeSafetensors(folder / "batches.safetensors", tensors, {});
}

StepBench::Turn StepBench::run(std::int64_t first, std::int64_t end) {
    State& s = *m_state;
    Turn turn;
    const Stopwatch watch;
    for (std::int64_t i = first; i < end; ++i)
        turn.losses.push_back(s.take(s.batchOf(i), s.plan[static_cast<std::size_t>(i)]));
    turn.seconds = watch.seconds();
    return turn;
}

void StepBench::warm() {
    State& s = *m_state;
    for (const Stage stage : {Stage::Shape, Stage::Mix, Stage::Detail}) {
        const auto row = std::find_if(s.plan.begin(), s.plan.end(),
                                      [&](const StepPlan& one) { return one.stage == stage; });
        if (row != s.plan.end()) s.take(s.batches.front(), *row);
    }
    s.reset();
}

std::int64_t StepBench::steps() const { return static_cast<std::int64_t>(m_state->plan.size()); }

Stage StepBench::stageOf(std::int64_t step) const {
    return m_state->plan[static_cast<std::size_t>(step)].stage;
}

std::string StepBench::deviceName() const { return visagist::deviceName(m_state->device); }

std::string StepBench::precision() const {
    return choicesOf(Precision{})[static_cast<std::size_t>(m_state->precision)].key;
}

double StepBench::dataWaitShare(std::int64_t count, std::stop_token stop) {
    State& s = *m_state;
    BatchLoader loader = s.freshLoader();
    double waited = 0;
    if (!loader.next(stop)) return 0;  // the first is made while a run starts
    const Stopwatch whole;
    for (std::int64_t i = 0; i < count; ++i) {
        const Stopwatch watch;
        const std::optional<Batch> batch = loader.next(stop);
        waited += watch.seconds();
        if (!batch) break;
        s.take(DeviceBatch(*batch, s.device), s.plan[static_cast<std::size_t>(i % steps())]);
    }
    return waited / whole.seconds();
}

double StepBench::loaderBatchesPerSecond(std::int64_t count, std::stop_token stop) {
    BatchLoader loader = m_state->freshLoader();
    loader.next(stop);
    const Stopwatch watch;
    for (std::int64_t i = 0; i < count; ++i) loader.next(stop);
    return static_cast<double>(count) / watch.seconds();
}

}  // namespace visagist
