// What a run does when it goes wrong, and how it takes over another run's weights.
#include <ATen/DeviceAccelerator.h>

#include <algorithm>

#include "core/base/clock.h"
#include "core/base/path.h"
#include "core/base/platform.h"
#include "core/store/metric_table.h"
#include "core/train/schedule.h"
#include "core/train/training_run.h"
#include "core/train/transfer.h"

namespace visagist {

std::optional<Checkpoint> TrainingRun::checkpointToGoBackTo(std::int64_t lastGood) {
    endSave();
    std::error_code ignored;
    if (!std::filesystem::exists(m_project->checkpointsPath(), ignored)) return {};
    CheckpointStore store(m_project->checkpointsPath(), Access::ReadOnly);
    std::vector<CheckpointInfo> all = store.list();
    std::stable_partition(all.begin(), all.end(),
                          [&](const CheckpointInfo& info) { return info.step <= lastGood; });
    for (const CheckpointInfo& info : all) {
        if (info.run != m_run || m_wentBackTo.contains(info.id)) continue;
        try {
            Checkpoint checkpoint = store.load(info.id);  // checks every hash
            m_wentBackTo.insert(info.id);
            return checkpoint;
        } catch (const Error& error) {
            if (error.code() != ErrorCode::Damaged) throw;
        }
    }
    return {};
}

void TrainingRun::rollBack(const Message& why, std::int64_t bad) {
    const int times = m_course.rollbacks() + 1;
    if (times > m_recipe.train.rollbacks) {
        throw Error(
            ErrorCode::NotFinite,
            VISAGIST_TEXT("%1 The run stopped at step %2. Its checkpoints are untouched: resume one with a "
                          "lower learning rate, or with bf16 or fp32."),
            {why.english(), std::to_string(m_step)});
    }
    const std::int64_t from = m_step;
    m_trainStep->drop();
    if (const auto checkpoint = checkpointToGoBackTo(m_step - bad)) {
        const CheckpointState state = CheckpointState::fromJson(checkpoint->state);
        m_networks->load(checkpoint->tensors, state.scalers);
        m_step = m_savedStep = state.step;
        m_examples = state.examples;
        m_course = Course::fromState(state.course);
    } else {
        *m_networks = Networks(m_recipe, static_cast<int>(m_people.size()), m_device, m_precision);
        if (startsFromAnother()) startFromCheckpoint();
        m_step = m_examples = 0;
        m_savedStep = -1;
        m_course = {};
    }
    m_course.rolledBack(times);
    m_stage = m_course.enter(m_recipe.train, runFraction(m_recipe.train, m_step, m_seconds));
    m_guard.forget();
    m_lastMetrics.clear();
    m_measuring.reset();  // a network that is no longer
    m_skippedInARow = 0;
    m_reportedStep = m_step;
    m_reportedSeconds = m_seconds;
    Database& database = m_project->database();
    Transaction transaction(database);
    removeMetricsAfter(database, m_run, m_step);
    removeSamplesAfter(database, m_run, m_step);
    setRunProgress(database, m_run, m_step, RunEnd::None);
    transaction.commit();
    makeLoader();
    tell(RolledBack{.from = from, .to = m_step, .times = times});
    Recipe slower = m_recipe;
    slower.optim.learningRate = std::max(m_recipe.optim.learningRate / 2, 1e-7);
    changeOption("learning_rate", optionText(slower, "learning_rate"));
    m_networks->freeze(m_recipe.optim);
    notice(Notice::Severity::Warning, Event::Kind::Rollback,
           {VISAGIST_TEXT("%1 Going back from step %2 to step %3, with half the learning rate."),
            {why.english(), std::to_string(from), std::to_string(m_step)}});
}

bool TrainingRun::saveMemory() {
    const int batch = m_recipe.data.batchSize, accumulation = m_recipe.optim.accumulation;
    constexpr int mostAccumulation = 64;
    if (batch < 2 || 2 * accumulation > mostAccumulation) return false;
    m_trainStep->drop();
    m_loader.reset();
    if (m_device.is_cuda()) at::accelerator::emptyCache();
    changeOption("batch_size", std::to_string(batch / 2));
    changeOption("accumulation", std::to_string(2 * accumulation));
    makeLoader();
    notice(Notice::Severity::Warning, Event::Kind::Warning,
           {VISAGIST_TEXT("The memory is used up by a batch of %1. Going on with %2 batches of %3 a step."),
            {std::to_string(batch), std::to_string(2 * accumulation), std::to_string(batch / 2)}});
    return true;
}

void TrainingRun::failForMemory() {
    if (m_device.is_cuda()) throw;  // the card's own words tell more
    m_trainStep->drop();
    m_loader.reset();
    constexpr std::uint64_t megabyte = 1'000'000;
    const auto needed =
        static_cast<std::uint64_t>(adviseStart(m_project->path(), m_recipe, m_dataset.people).memoryBytes);
    throw Error(
        ErrorCode::OutOfMemory,
        VISAGIST_TEXT("The memory is used up. With a batch of %1 training takes about %2 MB, and this "
                      "machine has %3 MB for all programs. Choose a smaller batch with more "
                      "accumulation, or a smaller preset."),
        {std::to_string(m_recipe.data.batchSize), std::to_string(needed / megabyte),
         std::to_string(totalMemoryBytes() / megabyte)});
}

void TrainingRun::startFromCheckpoint() {
    const std::filesystem::path path =
        m_request.startProject.empty() ? m_project->path() : m_request.startProject;
    const Project source = Project::open(path, Access::ReadOnly);
    CheckpointStore store(source.checkpointsPath(), Access::ReadOnly);
    const auto newest = m_request.startFrom ? std::nullopt : store.latestWhole({});
    if (!m_request.startFrom && !newest)
        throw Error(ErrorCode::NotFound, VISAGIST_TEXT("%1 has no whole checkpoint to start from."),
                    {utf8FromPath(path)});
    const std::int64_t id = m_request.startFrom ? *m_request.startFrom : newest->id;
    const Transfer transfer = takeOver(*m_networks, store.load(id), m_people);
    if (transfer.taken == 0) {
        throw Error(
            ErrorCode::InvalidArgument,
            VISAGIST_TEXT("Checkpoint %1 of %2 has nothing that fits this network. Choose the preset and "
                          "the network options that it was trained with."),
            {std::to_string(id), utf8FromPath(path)});
    }
    notice(Notice::Severity::Info, Event::Kind::Info,
           {VISAGIST_TEXT("Started from checkpoint %1: %2 % of the network's weights were taken over."),
            {std::to_string(id), std::to_string(100 * transfer.taken / transfer.all)}});
}

}  // namespace visagist
