// One training run from its project to its last checkpoint: the Trainer that is used.
#pragma once
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>

#include "core/base/clock.h"
#include "core/data/aligned_cache.h"
#include "core/data/batch_loader.h"
#include "core/model/checkpoint_state.h"
#include "core/store/checkpoint_store.h"
#include "core/store/project.h"
#include "core/store/run_table.h"
#include "core/train/checkpoint_saver.h"
#include "core/train/course.h"
#include "core/train/guard.h"
#include "core/train/metrics_thread.h"
#include "core/train/networks.h"
#include "core/train/resume_checks.h"
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
    void build(const std::stop_token& stop, RunControl& control);
    void loop(const std::stop_token& stop, RunControl& control);
    /// False where it was stopped while it waited for faces.
    bool oneStep(const std::stop_token& stop);
    Progress progressNow() const;
    /// Returns whether the run was rolled back.
    bool report();
    void showSamples();
    void makeSamples();
    /// Hands the averaged network over to be measured, where it is time for it.
    void beginMeasuring();
    /// Stores and tells what was measured since.
    void takeMeasured();
    /// What is under way is waited for, until `stop`.
    void endMeasuring(const std::stop_token& stop);
    void recordMeasured(const MetricsThread::Result& result);
    /// For the rest of the run.
    void stopMeasuring(Message why);
    void tellDifferences();
    /// Opens the file of checkpoints, and repairs a damaged one.
    void openCheckpoints(RunControl& control);
    void tellRepaired(int kept);
    /// All of a checkpoint but its tensors.
    Checkpoint description() const;
    void handOver();
    /// Hands a copy of everything to the saver and tells so; one that is being saved is waited for.
    void beginSave();
    /// Tells the result of a save that has ended since.
    void takeSaved(const RunControl& control);
    /// Waits for the save that is under way, if there is one.
    void endSave();
    /// The same where the run has failed already: nothing more is thrown.
    void endSaveAfterFailure() noexcept;
    void storeFailure(Message why) noexcept;
    /// Hands over and waits: called where training is over.
    void saveAtTheEnd();
    /// Stores and tells a save's result; throws why it failed.
    void record(const CheckpointSaver::Result& result);
    void recordOrWarn(const CheckpointSaver::Result& result);
    void obey(const std::vector<std::pair<std::string, std::string>>& changes);
    void tell(TrainEvent event) const { (*m_sink)(std::move(event)); }
    /// Of step `step`, or of the present one.
    void notice(Notice::Severity severity, Event::Kind kind, Message message,
                std::optional<std::int64_t> step = {});
    void enterStage(double fraction);
    DataOptions loaderOptions(Stage stage) const;
    std::uint64_t seed() const;
    void makeLoader();
    void judgeValidation(double loss);
    void changeOption(const std::string& key, const std::string& value);
    /// Loads the networks that `losses` need and that are not there yet. Throws as FaceJudge() and
    /// loadLpips().
    void callJudges(const LossOptions& losses);
    /// Goes on with half the learning rate from the newest whole checkpoint of before the last `bad` steps,
    /// else from a later one, or from the beginning where there is none; throws where that was done often
    /// enough.
    void rollBack(const Message& why, std::int64_t bad);
    std::optional<Checkpoint> checkpointToGoBackTo(std::int64_t lastGood);
    /// Halves the batch and doubles the accumulation; false where that cannot help.
    bool saveMemory();
    /// Throws on what is being handled, with what training needs where that can be told.
    [[noreturn]] void failForMemory();
    bool startsFromAnother() const { return m_request.startFrom || !m_request.startProject.empty(); }
    void startFromCheckpoint();

    TrainRequest m_request;
    const TrainSink* m_sink = nullptr;
    std::stop_token m_stop;

    std::optional<Project> m_project;
    std::unique_ptr<FileLock> m_lock;
    HostCopy m_hostCopy;  ///< of the networks; read by the saver while it is busy
    std::unique_ptr<CheckpointSaver> m_saver;
    Stopwatch m_saveWatch;   ///< since the save under way began
    double m_savePause = 0;  ///< for so long it kept training from going on
    std::optional<Checkpoint> m_resumed;
    std::optional<Recipe> m_recipeBefore;  ///< of the checkpoint from which the run goes on
    Computing m_computing, m_computedBefore;
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
    std::unique_ptr<MetricsThread> m_measuring;  ///< from the first measurement on
    bool m_measuringFailed = false;

    std::int64_t m_step = 0, m_savedStep = -1, m_reportedStep = 0, m_sampledStep = -1;
    std::int64_t m_examples = 0;  ///< training faces seen
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
