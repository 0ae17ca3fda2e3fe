// The part of a training run that keeps checkpoints.
#include "core/base/clock.h"
#include "core/base/log.h"
#include "core/train/training_run.h"

namespace visagist {

void TrainingRun::openCheckpoints(RunControl& control) {
    m_saver = std::make_unique<CheckpointSaver>(m_project->checkpointsPath(), [&control] { control.wake(); });
    if (const auto kept = m_saver->repaired()) tellRepaired(*kept);
    m_hostCopy.take(m_networks->named());  // makes its memory before it is in a hurry
}

void TrainingRun::tellRepaired(int kept) {
    notice(
        Notice::Severity::Warning, Event::Kind::Warning,
        {VISAGIST_TEXT("The checkpoints file was damaged. A new one with its %1 whole checkpoints is in its "
                       "place; the damaged one lies beside it and can be deleted."),
         {std::to_string(kept)}});
}

Checkpoint TrainingRun::description() const {
    const CheckpointState state{.recipe = m_recipe,
                                .people = m_people,
                                .step = m_step,
                                .examples = m_examples,
                                .scalers = m_networks->scalers(),
                                .course = m_course.state()};
    Checkpoint checkpoint;
    checkpoint.run = m_run;
    checkpoint.step = m_step;
    checkpoint.state = state.toJson();
    checkpoint.progress = nlohmann::json{
        {"seconds", m_seconds},
        {"precision", m_computing.precision},
        {"threads",
         m_computing.threads}}.dump();
    checkpoint.metrics = m_lastMetrics;
    checkpoint.metrics["stage"] = static_cast<double>(m_stage);
    return checkpoint;
}

void TrainingRun::handOver() {
    m_saveWatch = Stopwatch();
    m_hostCopy.take(m_networks->named());
    m_saver->save(
        description(), [this] { return m_hostCopy.bytes(); }, m_recipe.train.keepLast);
    m_savePause = m_saveWatch.seconds();
}

void TrainingRun::beginSave() {
    const Stopwatch waiting;
    if (m_saver->busy()) {
        std::optional<CheckpointSaver::Result> earlier = m_saver->wait();
        m_savePause += waiting.seconds();
        recordOrWarn(*earlier);
    }
    handOver();
    tell(RunState::Saving);
}

void TrainingRun::takeSaved(const RunControl& control) {
    const std::optional<CheckpointSaver::Result> result = m_saver->take();
    if (!result) return;
    recordOrWarn(*result);
    if (!control.paused()) tell(RunState::Running);
}

void TrainingRun::endSave() {
    if (const std::optional<CheckpointSaver::Result> result = m_saver->wait()) recordOrWarn(*result);
}

void TrainingRun::endSaveAfterFailure() noexcept {
    if (!m_saver) return;
    try {
        endSave();
    } catch (const std::exception& error) {
        logError(std::string("The save under way when the run failed: ") + error.what());
    }
    m_saver.reset();
}

void TrainingRun::saveAtTheEnd() {
    endSave();
    if (m_savedStep == m_step || m_step == 0) return;
    handOver();
    record(*m_saver->wait());
}

void TrainingRun::record(const CheckpointSaver::Result& result) {
    if (result.repaired) tellRepaired(*result.repaired);
    if (result.failure) std::rethrow_exception(result.failure);
    m_savedStep = result.step;
    Database& database = m_project->database();
    Transaction transaction(database);
    setRunProgress(database, m_run, m_step, RunEnd::None);
    insertEvent(database,
                {.run = m_run,
                 .step = result.step,
                 .time = nowMilliseconds(),
                 .kind = Event::Kind::Checkpoint,
                 .message = {VISAGIST_TEXT("Checkpoint %1 saved."), {std::to_string(result.step)}}});
    transaction.commit();
    tell(CheckpointSaved{.checkpoint = result.saved.id,
                         .step = result.step,
                         .bytes = result.saved.bytes,
                         .seconds = m_saveWatch.seconds(),
                         .pauseSeconds = m_savePause,
                         .addedBytes = result.saved.addedBytes});
    if (!result.cleanupFailure) return;
    try {
        std::rethrow_exception(result.cleanupFailure);
    } catch (const Error& error) {
        notice(Notice::Severity::Warning, Event::Kind::Warning,
               {VISAGIST_TEXT("The checkpoint of step %1 is saved, but older ones could not be removed: %2"),
                {std::to_string(result.step), error.what()}});
    }
}

void TrainingRun::recordOrWarn(const CheckpointSaver::Result& result) {
    try {
        record(result);
    } catch (const Error& error) {
        if (!result.failure) throw;  // the project itself could not be written to
        notice(Notice::Severity::Warning, Event::Kind::Warning,
               {VISAGIST_TEXT("The checkpoint of step %1 could not be saved: %2 Older checkpoints are "
                              "untouched and training goes on."),
                {std::to_string(result.step), error.what()}},
               result.step);
    }
}

}  // namespace visagist
