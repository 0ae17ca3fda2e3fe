// A trainer that trains nothing: for tests of what stands around it.
#pragma once
#include <chrono>
#include <thread>

#include "core/base/clock.h"
#include "core/store/dataset_table.h"
#include "core/store/metric_table.h"
#include "core/store/project.h"
#include "core/store/run_table.h"
#include "core/train/trainer.h"

namespace visagist::test {

/// Steps once a millisecond until stopped or done; pauses, saves and changes options when asked to.
class FakeTrainer : public Trainer {
public:
    std::int64_t steps = 1'000'000'000;
    std::int64_t failAt = 0;                ///< throws in this step; 0: never
    std::filesystem::path project{};        ///< where the run is written to; empty: nowhere
    std::optional<std::int64_t> resumed{};  ///< goes on with this run instead of making one

    void run(std::stop_token stop, RunControl& control, const TrainSink& sink) override {
        const std::int64_t id = begin();
        sink(RunStarted{
            .run = id, .step = 0, .people = {"Ada", "Ben"}, .device = "none", .precision = "fp32"});
        sink(RunState::Running);
        std::int64_t step = 0;
        while (step < steps && !stop.stop_requested()) {
            if (control.paused()) {
                sink(RunState::Paused);
                while (control.waitWhilePaused(stop)) obey(control, sink, step);
                if (!stop.stop_requested()) sink(RunState::Running);
                continue;
            }
            obey(control, sink, step);
            ++step;
            if (step == failAt)
                throw Error(ErrorCode::OutOfMemory, VISAGIST_TEXT("The memory is used up at step %1."),
                            {std::to_string(step)});
            const double done = static_cast<double>(step);
            sink(Progress{.step = step,
                          .steps = steps,
                          .fraction = done / static_cast<double>(steps),
                          .metrics = {{"generator", 1 / done}, {"discriminator", 0.7}}});
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        finish(id, step, stop.stop_requested());
    }

private:
    std::int64_t begin() const {
        if (project.empty()) return 1;
        if (resumed) return *resumed;
        const Project opened = Project::open(project);
        Dataset faces;
        faces.createdAt = nowMilliseconds();
        Run made;
        made.name = "Sketch 64, run";
        made.dataset = insertDataset(opened.database(), faces);
        made.startedAt = made.changedAt = nowMilliseconds();
        return insertRun(opened.database(), made);
    }

    void finish(std::int64_t id, std::int64_t step, bool stopped) const {
        if (project.empty()) return;
        const Project opened = Project::open(project);
        setRunProgress(opened.database(), id, step, stopped ? RunEnd::Stopped : RunEnd::Completed);
    }

    static void obey(RunControl& control, const TrainSink& sink, std::int64_t step) {
        if (control.takeSaveRequest())
            sink(CheckpointSaved{.checkpoint = 1, .step = step, .bytes = 1000, .seconds = 0.1});
        for (const auto& [key, value] : control.takeChanges())
            sink(OptionChanged{.step = step, .key = key, .before = "", .after = value});
    }
};

}  // namespace visagist::test
