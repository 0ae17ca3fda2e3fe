#include "core/train/training_run.h"

#include <algorithm>

#include "core/base/clock.h"
#include "core/base/log.h"
#include "core/image/encode.h"
#include "core/model/device.h"
#include "core/store/metric_table.h"
#include "core/train/samples.h"
#include "core/train/schedule.h"

namespace visagist {

namespace {

/// So many steps in a row without one finite gradient end the run: fp16's scale has then fallen from 65536 to
/// nothing.
constexpr int kMostSkippedInARow = 40;

/// Whether `key` is an option of the section `O`.
template <class O>
bool isOptionOf(const std::string& key) {
    bool found = false;
    forEachField<O>([&](const auto& field) { found = found || key == field.key; });
    return found;
}

}  // namespace

std::unique_ptr<Trainer> makeTrainer(TrainRequest request) {
    return std::make_unique<TrainingRun>(std::move(request));
}

void TrainingRun::run(std::stop_token stop, RunControl& control, const TrainSink& sink) {
    m_sink = &sink;
    m_stop = stop;
    tell(RunState::Starting);
    open();
    try {
        build(stop, control);
        tell(RunState::Running);
        loop(stop, control);
        m_saver.reset();
    } catch (const std::exception& error) {
        m_measuring.reset();
        endSaveAfterFailure();
        const auto* known = dynamic_cast<const Error*>(&error);
        if (known && known->code() == ErrorCode::Cancelled) {
            setRunProgress(m_project->database(), m_run, m_step, RunEnd::Stopped);
            return;
        }
        storeFailure(known ? known->message() : Message{"%1", {error.what()}});
        throw;
    }
    setRunProgress(m_project->database(), m_run, m_step,
                   stop.stop_requested() ? RunEnd::Stopped : RunEnd::Completed);
}

void TrainingRun::storeFailure(Message why) noexcept {
    try {
        setRunProgress(m_project->database(), m_run, m_step, RunEnd::Failed);
        insertEvent(m_project->database(), {.run = m_run,
                                            .step = m_step,
                                            .time = nowMilliseconds(),
                                            .kind = Event::Kind::Failure,
                                            .message = std::move(why)});
    } catch (const std::exception& error) {  // what ended the run must be told, not this
        logError(std::string("The failure of a run could not be stored: ") + error.what());
    }
}

std::uint64_t TrainingRun::seed() const {
    return static_cast<std::uint64_t>(m_recipe.train.seed) + static_cast<std::uint64_t>(m_course.rollbacks());
}

void TrainingRun::makeLoader() {
    m_loader = std::make_unique<BatchLoader>(*m_cache, loaderOptions(m_stage), seed(), m_examples);
}

void TrainingRun::enterStage(double fraction) {
    const Stage stage = m_course.enter(m_recipe.train, fraction);
    if (stage == m_stage) return;
    // The last stage weighs its losses otherwise.
    if (stage == Stage::Detail || m_stage == Stage::Detail) m_guard.forget();
    m_stage = stage;
    m_lastMetrics.erase("validation");  // of another loss
    m_loader->setOptions(loaderOptions(stage));
    const Message told =
        stage == Stage::Detail
            ? Message{VISAGIST_TEXT("Detail begins: no warp, and the discriminator comes in."), {}}
        : stage == Stage::Mix ? Message{VISAGIST_TEXT("Fusions are trained from here on."), {}}
                              : Message{VISAGIST_TEXT("Only reconstructions are trained from here on."), {}};
    notice(Notice::Severity::Info, Event::Kind::Info, told);
}

bool TrainingRun::oneStep(const std::stop_token& stop) {
    const double fraction = runFraction(m_recipe.train, m_step, m_seconds);
    enterStage(fraction);
    const StepPlan plan{
        .step = m_step,
        .stage = m_stage,
        .learningRate = learningRateAt(m_recipe.optim, m_step, fraction, plannedSteps(m_recipe.train)),
        .adversarial = m_course.adversarial(fraction),
        .seed = seed()};
    for (int i = 0; i < m_recipe.optim.accumulation; ++i) {
        const std::optional<Batch> batch = m_loader->next(stop);
        if (!batch) return false;
        m_trainStep->accumulate(DeviceBatch(*batch, m_device), m_recipe, plan,
                                1.0 / m_recipe.optim.accumulation);
    }
    m_trainStep->apply(m_recipe, plan);
    ++m_step;
    m_examples += std::int64_t{m_recipe.optim.accumulation} * m_recipe.data.batchSize;
    m_lastMetrics["learning_rate"] = plan.learningRate;
    return true;
}

void TrainingRun::loop(const std::stop_token& stop, RunControl& control) {
    const TrainOptions& options = m_recipe.train;
    const auto finished = [&] {
        return m_endedEarly || m_step >= options.steps ||
               (options.minutes > 0 && m_seconds >= 60 * options.minutes);
    };
    if (m_step == 0) showSamples();
    while (!finished() && !stop.stop_requested()) {
        obey(control.takeChanges());
        takeSaved(control);
        takeMeasured();
        if (control.takeSaveRequest()) beginSave();
        if (control.paused()) {
            tell(m_saver->busy() ? RunState::Saving : RunState::Paused);
            const bool stillPaused = control.waitWhilePaused(stop);
            if (!stillPaused && !stop.stop_requested())
                tell(m_saver->busy() ? RunState::Saving : RunState::Running);
            continue;
        }
        const Stopwatch watch;
        try {
            if (!oneStep(stop)) break;
        } catch (const std::exception& error) {
            if (!isOutOfMemory(error)) throw;
            if (!saveMemory()) failForMemory();
            continue;
        }
        if (m_step % options.reportEvery == 0 && report()) continue;
        if (m_step % options.sampleEvery == 0) showSamples();
        m_seconds += watch.seconds();
        if (m_step % options.saveEvery == 0) beginSave();
        beginMeasuring();
    }
    if (stop.stop_requested()) tell(RunState::Stopping);
    if (m_step > m_reportedStep && report() && !stop.stop_requested()) return loop(stop, control);
    if (!stop.stop_requested() && m_sampledStep != m_step) showSamples();
    saveAtTheEnd();
    endMeasuring(stop);
}

Progress TrainingRun::progressNow() const {
    Progress progress;
    progress.step = m_step;
    progress.fraction = runFraction(m_recipe.train, m_step, m_seconds);
    progress.steps = m_recipe.train.steps;
    if (m_recipe.train.minutes > 0 && progress.fraction > 0) {
        const double planned = static_cast<double>(m_step) / progress.fraction;
        progress.steps = std::min(progress.steps, std::max(m_step, static_cast<std::int64_t>(planned)));
    }
    progress.stage = m_stage;
    progress.elapsedSeconds = m_seconds;
    return progress;
}

bool TrainingRun::report() {
    std::map<std::string, double> metrics = m_trainStep->takeLosses();
    const int skipped = static_cast<int>(metrics["skipped"]);
    const auto steps = m_step - m_reportedStep;
    // Three optimisers report; all of them skip when the network is lost.
    m_skippedInARow = skipped >= steps ? m_skippedInARow + static_cast<int>(steps) : 0;
    if (skipped == 0) metrics.erase("skipped");
    const double seconds = m_seconds - m_reportedSeconds;
    Progress progress = progressNow();
    if (seconds > 0) {
        progress.imagesPerSecond =
            static_cast<double>(steps * m_recipe.optim.accumulation * m_recipe.data.batchSize) / seconds;
        progress.remainingSeconds =
            static_cast<double>(progress.steps - m_step) * seconds / static_cast<double>(steps);
        metrics["images_per_second"] = progress.imagesPerSecond;
    }
    metrics["learning_rate"] = m_lastMetrics["learning_rate"];
    if (m_networks->netScaler.enabled()) metrics["loss_scale"] = m_networks->netScaler.scale();
    for (const auto& [name, value] : metrics) m_lastMetrics[name] = value;
    m_reportedStep = m_step;
    m_reportedSeconds = m_seconds;
    Database& database = m_project->database();
    Transaction transaction(database);
    insertMetrics(database, m_run, m_step, metrics);
    setRunProgress(database, m_run, m_step, RunEnd::None);
    transaction.commit();
    const auto wrong = m_guard.look(metrics, steps);
    progress.metrics = std::move(metrics);
    tell(progress);
    if (m_skippedInARow >= kMostSkippedInARow) {
        rollBack({VISAGIST_TEXT("Training met values that are not numbers in %1 steps in a row."),
                  {std::to_string(m_skippedInARow)}},
                 m_skippedInARow);
        return true;
    }
    if (wrong) rollBack(wrong->why, wrong->steps);
    return wrong.has_value();
}

void TrainingRun::judgeValidation(double loss) {
    const Course::Verdict verdict = m_course.judge(m_recipe.train, loss);
    if (verdict == Course::Verdict::GoOn) return;
    m_endedEarly = verdict == Course::Verdict::End;
    const Message said =
        m_endedEarly
            ? Message{VISAGIST_TEXT("The validation loss got no better in %1 samples: the run ends."),
                      {std::to_string(m_recipe.train.patience)}}
            : Message{VISAGIST_TEXT("The validation loss got no better in %1 samples: the next "
                                    "stage begins."),
                      {std::to_string(m_recipe.train.patience)}};
    notice(Notice::Severity::Info, Event::Kind::Info, said);
}

void TrainingRun::showSamples() {
    try {
        makeSamples();
    } catch (const std::exception& error) {
        if (!isOutOfMemory(error)) throw;
        notice(Notice::Severity::Warning, Event::Kind::Warning,
               {VISAGIST_TEXT("There was no memory for a sample grid; training goes on without it."), {}});
    }
}

void TrainingRun::makeSamples() {
    const int people = static_cast<int>(m_people.size());
    SampleGrid grid = makeSampleGrid(m_networks->ema, *m_cache, people, m_device, m_step);
    const auto loss = validationLoss(m_networks->ema, *m_cache, people, m_recipe, m_stage, m_device);
    Database& database = m_project->database();
    Transaction transaction(database);
    insertSample(database, m_run, m_step, encodePng(grid.image));
    if (loss) insertMetrics(database, m_run, m_step, {{"validation", *loss}});
    transaction.commit();
    m_sampledStep = m_step;
    if (loss) {
        m_lastMetrics["validation"] = *loss;
        judgeValidation(*loss);
        Progress progress = progressNow();
        if (const auto speed = m_lastMetrics.find("images_per_second"); speed != m_lastMetrics.end()) {
            progress.imagesPerSecond = speed->second;
            progress.remainingSeconds = static_cast<double>(progress.steps - m_step) *
                                        m_recipe.optim.accumulation * m_recipe.data.batchSize / speed->second;
        }
        progress.metrics = {{"validation", *loss}};
        tell(progress);
    }
    tell(std::move(grid));
}

void TrainingRun::changeOption(const std::string& key, const std::string& value) {
    Recipe changed = m_recipe;
    setOptionFromText(changed, key, value);
    const std::string before = optionText(m_recipe, key), after = optionText(changed, key);
    if (before == after) return;
    callJudges(changed.losses);  // before anything is changed: it may fail
    m_recipe = changed;
    insertOptionChange(m_project->database(), m_run, {m_step, key, before, after, nowMilliseconds()});
    if (isOptionOf<LossOptions>(key) || isOptionOf<DataOptions>(key))
        m_guard.forget();  // another loss is usual now
    if (m_loader) m_loader->setOptions(loaderOptions(m_stage));
    m_networks->freeze(m_recipe.optim);
    tell(OptionChanged{m_step, key, before, after});
}

void TrainingRun::obey(const std::vector<std::pair<std::string, std::string>>& changes) {
    for (const auto& [key, value] : changes) {
        try {
            const auto& table = optionTable();
            const auto option = std::find_if(table.begin(), table.end(),
                                             [&](const OptionInfo& row) { return row.key == key; });
            if (option == table.end() || !option->live()) {
                throw Error(ErrorCode::InvalidArgument,
                            VISAGIST_TEXT("Option %1 cannot change while the run is on."), {key});
            }
            changeOption(key, value);
        } catch (const Error& error) {
            tell(Notice{Notice::Severity::Warning, m_step, error.message()});
        }
    }
}

void TrainingRun::notice(Notice::Severity severity, Event::Kind kind, Message message,
                         std::optional<std::int64_t> step) {
    const std::int64_t of = step.value_or(m_step);
    insertEvent(m_project->database(),
                {.run = m_run, .step = of, .time = nowMilliseconds(), .kind = kind, .message = message});
    tell(Notice{severity, of, std::move(message)});
}

}  // namespace visagist
