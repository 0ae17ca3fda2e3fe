// One training run from its project to its last checkpoint: the Trainer that is used.
#pragma once
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>

#include "core/data/aligned_cache.h"
#include "core/data/batch_loader.h"
#include "core/model/checkpoint_state.h"
#include "core/store/checkpoint_store.h"
#include "core/store/project.h"
#include "core/store/run_table.h"
#include "core/train/course.h"
#include "core/train/guard.h"
#include "core/train/networks.h"
#include "core/train/train_step.h"
#include "core/train/trainer.h"

namespace visagist {

class TrainingRun : public Trainer {
public:
    explicit TrainingRun(TrainRequest request) : m_request(std::move(request)) {}
    void run(std::stop_token stop, RunControl& control, const TrainSink& sink) override;

private:
    void open();
    void startNew();
    void takeUp();
    void build(const std::stop_token& stop);
    void loop(const std::stop_token& stop, RunControl& control);
    /// False where it was stopped while it waited for faces.
    bool oneStep(const std::stop_token& stop);
    Progress progressNow() const;
    /// Returns whether the run was rolled back.
    bool report();
    void showSamples();
    void makeSamples();
    void save();
    void saveOrWarn();
    void obey(const std::vector<std::pair<std::string, std::string>>& changes);
    void tell(TrainEvent event) const { (*m_sink)(std::move(event)); }
    void notice(Notice::Severity severity, Event::Kind kind, Message message);
    void enterStage(double fraction);
    DataOptions loaderOptions(Stage stage) const;
    std::uint64_t seed() const;
    void makeLoader();
    void judgeValidation(double loss);
    void changeOption(const std::string& key, const std::string& value);
    /// Loads the face network where `losses` need it and it is not there yet. Throws as FaceJudge().
    void callJudge(const LossOptions& losses);
    /// Goes on from the newest whole checkpoint with half the learning rate, or from the beginning where
    /// there is none; throws where that was done often enough.
    void rollBack(const Message& why);
    std::optional<Checkpoint> checkpointToGoBackTo();
    /// Halves the batch and doubles the accumulation; false where that cannot help.
    bool saveMemory();
    void startFromCheckpoint();

    TrainRequest m_request;
    const TrainSink* m_sink = nullptr;
    std::stop_token m_stop;

    std::optional<Project> m_project;
    std::unique_ptr<FileLock> m_lock;
    std::optional<CheckpointStore> m_checkpoints;
    std::optional<Checkpoint> m_resumed;
    std::int64_t m_run = 0;
    Recipe m_recipe;
    Dataset m_dataset;
    std::vector<std::string> m_people;

    torch::Device m_device = torch::kCPU;
    Precision m_precision = Precision::Fp32;
    std::optional<AlignedCache> m_cache;
    std::unique_ptr<Networks> m_networks;
    std::unique_ptr<TrainStep> m_trainStep;
    std::unique_ptr<BatchLoader> m_loader;

    std::int64_t m_step = 0, m_savedStep = -1, m_reportedStep = 0, m_sampledStep = -1;
    double m_seconds = 0, m_reportedSeconds = 0;
    int m_skippedInARow = 0;
    Stage m_stage = Stage::Shape;
    Course m_course;
    Guard m_guard;
    bool m_endedEarly = false;
    std::set<std::int64_t> m_wentBackTo;  ///< checkpoints that did not help
    std::map<std::string, double> m_lastMetrics;
};

}  // namespace visagist
