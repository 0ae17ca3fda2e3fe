// Tiny training runs on demo people, and everything that they tell.
#pragma once
#include <QTemporaryDir>
#include <cstring>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "core/base/path.h"
#include "core/data/demo_project.h"
#include "core/store/checkpoint_store.h"
#include "core/store/project.h"
#include "core/store/run_table.h"
#include "core/train/trainer.h"
#include "tests/support/tiny_model.h"

namespace visagist::test {

/// Options with which a step takes milliseconds.
inline Recipe tinyRecipe(std::int64_t steps) {
    Recipe recipe;
    recipe.model = tinyModel();
    recipe.data.batchSize = 2;
    recipe.data.workers = 1;
    recipe.train.steps = steps;
    recipe.train.seed = 7;
    recipe.train.device = Device::Cpu;
    recipe.train.precision = Precision::Fp32;
    recipe.train.reportEvery = 1;
    recipe.train.sampleEvery = 1000;
    return recipe;
}

/// Projects of demo people with 8 faces each, made once and copied for each test.
class DemoProjects {
public:
    std::filesystem::path make(int people = 2) {
        const std::filesystem::path folder = pathFromUtf8(m_dir.path().toStdString());
        const auto original = folder / ("demo " + std::to_string(people)) / "demo.visagist";
        if (!std::filesystem::exists(original))
            makeDemoProject(
                {.folder = original.parent_path(), .people = people, .facesEach = 8, .size = 64, .seed = 3});
        const auto copy = folder / ("copy " + std::to_string(++m_copies)) / "faces 测试.visagist";
        std::filesystem::create_directories(copy.parent_path());
        std::filesystem::copy_file(original, copy);
        return copy;
    }

private:
    QTemporaryDir m_dir;
    int m_copies = 0;
};

struct Told {
    std::vector<TrainEvent> events;

    template <class Event>
    std::vector<Event> all() const {
        std::vector<Event> result;
        for (const TrainEvent& event : events) {
            if (const auto* one = std::get_if<Event>(&event)) result.push_back(*one);
        }
        return result;
    }
    /// Exactly one outcome, and nothing after it.
    bool endsOnce() const {
        return all<RunOutcome>().size() == 1 && std::holds_alternative<RunOutcome>(events.back());
    }
    RunOutcome outcome() const { return all<RunOutcome>().at(0); }
    std::int64_t run() const { return all<RunStarted>().at(0).run; }
    bool warned(const std::string& part) const {
        for (const Notice& notice : all<Notice>()) {
            if (notice.severity == Notice::Severity::Warning &&
                notice.message.english().find(part) != std::string::npos)
                return true;
        }
        return false;
    }
};

/// What a test does when something is told; runs on the trainer's thread.
using Reaction = std::function<void(const TrainEvent&, RunControl&, std::stop_source&)>;

inline Told train(TrainRequest request, const Reaction& react = {}) {
    Told told;
    RunControl control;
    std::stop_source stop;
    const auto trainer = makeTrainer(std::move(request));
    runAndReport(*trainer, stop.get_token(), control, [&](TrainEvent event) {
        told.events.push_back(event);
        if (react) react(event, control, stop);
    });
    return told;
}

inline TrainRequest newRun(const std::filesystem::path& project, const Recipe& recipe) {
    TrainRequest request;
    request.project = project;
    request.recipe = recipe;
    return request;
}

inline TrainRequest resumed(const std::filesystem::path& project, std::int64_t run,
                            std::map<std::string, std::string> changes = {}) {
    TrainRequest request;
    request.project = project;
    request.resumeRun = run;
    request.changes = std::move(changes);
    return request;
}

/// Does something once, after step `step`.
inline Reaction atStep(std::int64_t step, std::function<void(RunControl&, std::stop_source&)> act) {
    return [=](const TrainEvent& event, RunControl& control, std::stop_source& stop) {
        const auto* progress = std::get_if<Progress>(&event);
        if (progress && progress->step == step && !progress->metrics.contains("validation"))
            act(control, stop);
    };
}

inline std::filesystem::path checkpointsOf(const std::filesystem::path& project) {
    return std::filesystem::path(project).replace_extension(".checkpoints");
}

/// Newest first.
inline std::vector<CheckpointInfo> checkpoints(const std::filesystem::path& project) {
    return CheckpointStore(checkpointsOf(project), Access::ReadOnly).list();
}

/// Saves the newest checkpoint anew, changed.
inline void saveChanged(const std::filesystem::path& project,
                        const std::function<void(Checkpoint&)>& change) {
    CheckpointStore store(checkpointsOf(project), Access::ReadWrite);
    Checkpoint checkpoint = store.load(store.list().at(0).id);
    change(checkpoint);
    store.save(checkpoint);
}

/// Saves the newest checkpoint anew with one weight of the generator that is not a number.
inline void poison(const std::filesystem::path& project) {
    saveChanged(project, [](Checkpoint& checkpoint) {
        for (TensorBytes& tensor : checkpoint.tensors) {
            if (tensor.name != "generator/encoder.code.weight") continue;
            const float bad = std::numeric_limits<float>::quiet_NaN();
            std::memcpy(tensor.bytes.data(), &bad, sizeof bad);
        }
    });
}

inline Run storedRun(const std::filesystem::path& project, std::int64_t id) {
    return *findRun(Project::open(project, Access::ReadOnly).database(), id);
}

}  // namespace visagist::test

/// Fails unless the run ended once, in this state.
#define VISAGIST_ENDS(told, state)                                                             \
    do {                                                                                       \
        QVERIFY((told).endsOnce());                                                            \
        QVERIFY2((told).outcome().end == (state), (told).outcome().message.english().c_str()); \
    } while (false)

/// Fails unless the run failed with this code and a sentence that holds `text`.
#define VISAGIST_FAILS(told, errorCode, text)                         \
    do {                                                              \
        VISAGIST_ENDS(told, RunState::Failed);                        \
        const std::string said = (told).outcome().message.english();  \
        QVERIFY2((told).outcome().code == (errorCode), said.c_str()); \
        QVERIFY2(said.find(text) != std::string::npos, said.c_str()); \
    } while (false)
