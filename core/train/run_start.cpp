// How a training run begins: anew, or from where it stopped.
#include <algorithm>

#include "core/base/clock.h"
#include "core/data/dataset_split.h"
#include "core/model/cost.h"
#include "core/model/device.h"
#include "core/store/metric_table.h"
#include "core/store/person_table.h"
#include "core/train/face_judge.h"
#include "core/train/schedule.h"
#include "core/train/training_run.h"

namespace visagist {

void TrainingRun::open() {
    m_project.emplace(Project::open(m_request.project));
    m_lock = m_project->lockForTraining();
    if (m_request.resumeRun) {
        takeUp();
    } else {
        startNew();
    }
    for (const std::int64_t id : m_dataset.people) {
        for (const Person& person : people(m_project->database())) {
            if (person.id == id) m_people.push_back(person.name);
        }
    }
}

void TrainingRun::startNew() {
    m_recipe = m_request.recipe;
    for (const auto& [key, value] : m_request.changes) setOptionFromText(m_recipe, key, value);
    const StartAdvice advice = adviseStart(m_request.project, m_recipe, m_request.people);
    if (!advice.blocking.empty()) {
        throw Error(ErrorCode::InvalidArgument, advice.blocking.front().source,
                    advice.blocking.front().arguments);
    }
    Database& database = m_project->database();
    Transaction transaction(database);
    m_dataset = makeDataset(database, m_request.people, m_recipe.data);
    m_dataset.id = insertDataset(database, m_dataset);
    const std::string name = m_request.name.empty()
                                 ? std::to_string(pixels(m_recipe.model.resolution)) + " px, run " +
                                       std::to_string(runs(database).size() + 1)
                                 : m_request.name;
    m_run = insertRun(
        database,
        {.name = name, .dataset = m_dataset.id, .recipe = m_recipe, .startedAt = nowMilliseconds()});
    transaction.commit();
    for (const Message& warning : advice.warnings)
        notice(Notice::Severity::Warning, Event::Kind::Warning, warning);
}

void TrainingRun::takeUp() {
    Database& database = m_project->database();
    const auto run = findRun(database, *m_request.resumeRun);
    if (!run) {
        throw Error(ErrorCode::NotFound, VISAGIST_TEXT("There is no run %1 in the project %2."),
                    {std::to_string(*m_request.resumeRun), m_project->name()});
    }
    m_run = run->id;
    m_dataset = dataset(database, run->dataset);
    CheckpointStore store(m_project->checkpointsPath(), Access::ReadOnly);
    std::vector<CheckpointInfo> damaged;
    const auto info =
        m_request.checkpoint ? store.find(*m_request.checkpoint) : store.latestWhole(m_run, &damaged);
    if (!info) {
        throw Error(ErrorCode::NotFound,
                    VISAGIST_TEXT("Run %1 has no checkpoint to go on from. Start a new run."),
                    {std::to_string(m_run)});
    }
    if (info->run != m_run) {
        throw Error(ErrorCode::InvalidArgument,
                    VISAGIST_TEXT("Checkpoint %1 belongs to run %2, not to run %3."),
                    {std::to_string(info->id), std::to_string(info->run), std::to_string(m_run)});
    }
    m_resumed = store.load(info->id);
    const CheckpointState state = CheckpointState::fromJson(m_resumed->state);
    m_recipe = currentRecipe(database, m_run);
    requireSameNetwork(m_recipe, m_dataset.people.size(), state);
    m_recipeBefore = state.recipe;
    m_examples = state.examples;
    m_course = Course::fromState(state.course);
    std::vector<OptionChange> changed;
    for (const auto& [key, value] : m_request.changes) {
        if (isNetworkOption(key)) {
            throw Error(ErrorCode::InvalidArgument,
                        VISAGIST_TEXT("Option %1 shapes what a checkpoint holds and cannot change when a run "
                                      "goes on. Start a new "
                                      "run."),
                        {key});
        }
        const std::string before = optionText(m_recipe, key);
        setOptionFromText(m_recipe, key, value);
        const std::string after = optionText(m_recipe, key);
        if (before != after) changed.push_back({state.step, key, before, after, nowMilliseconds()});
    }
    // What cannot be had must not be stored: the run could not be taken up again.
    choosePrecision(m_recipe.train.precision, chooseDevice(m_recipe.train.device));
    requireLossFiles(m_recipe.losses);
    m_step = m_savedStep = state.step;
    const nlohmann::json progress = nlohmann::json::parse(m_resumed->progress, nullptr, false);
    m_seconds = progress.value("seconds", 0.0);
    m_computedBefore = {progress.value("precision", ""), progress.value("threads", 0)};
    Transaction transaction(database);
    for (const OptionChange& change : changed) insertOptionChange(database, m_run, change);
    removeMetricsAfter(database, m_run, m_step);
    removeSamplesAfter(database, m_run, m_step);
    setRunProgress(database, m_run, m_step, RunEnd::None);
    transaction.commit();
    for (const CheckpointInfo& bad : damaged) {
        notice(Notice::Severity::Warning, Event::Kind::Warning,
               {VISAGIST_TEXT("The checkpoint of step %1 is damaged. Going on from step %2."),
                {std::to_string(bad.step), std::to_string(m_step)}});
    }
}

void TrainingRun::tellDifferences() {
    if (!m_recipeBefore) return;
    for (Message& message : resumeDifferences(*m_recipeBefore, m_computedBefore, m_recipe, m_computing))
        notice(Notice::Severity::Info, Event::Kind::Info, std::move(message));
    if (auto message = rateDifference(*m_recipeBefore, m_recipe, m_step, m_seconds))
        notice(Notice::Severity::Info, Event::Kind::Info, std::move(*message));
}

void TrainingRun::build(const std::stop_token& stop, RunControl& control) {
    m_device = chooseDevice(m_recipe.train.device);
    m_precision = choosePrecision(m_recipe.train.precision, m_device);
    m_computing = {.precision = choicesOf(Precision{})[static_cast<std::size_t>(m_precision)].key,
                   .threads = m_device.is_cpu() ? at::get_num_threads() : 0};
    tellDifferences();
    const int people = static_cast<int>(m_people.size());
    std::vector<std::int64_t> leftOut;
    m_cache.emplace(
        AlignedCache::open(*m_project, m_dataset, pixels(m_recipe.model.resolution), stop, &leftOut));
    if (!leftOut.empty()) {
        notice(Notice::Severity::Warning, Event::Kind::Warning,
               {VISAGIST_TEXT("%1 faces are damaged in the project and are left out; the first is face %2."),
                {std::to_string(leftOut.size()), std::to_string(leftOut.front())}});
    }
    m_networks = std::make_unique<Networks>(m_recipe, people, m_device, m_precision);
    if (m_resumed) {
        m_networks->load(m_resumed->tensors, CheckpointState::fromJson(m_resumed->state).scalers);
        m_resumed.reset();
    } else if (startsFromAnother()) {
        startFromCheckpoint();
    }
    m_networks->freeze(m_recipe.optim);
    openCheckpoints(control);
    m_trainStep = std::make_unique<TrainStep>(*m_networks, m_device, m_precision, people);
    callJudges(m_recipe.losses);
    // A stage that is another than the checkpoint's is entered, and told, at the first step.
    m_stage = m_recipeBefore ? m_course.stage()
                             : m_course.enter(m_recipe.train, runFraction(m_recipe.train, m_step, m_seconds));
    makeLoader();
    m_reportedStep = m_step;
    m_reportedSeconds = m_seconds;
    RunStarted started{.run = m_run,
                       .step = m_step,
                       .people = m_people,
                       .device = deviceName(m_device),
                       .precision = m_computing.precision};
    started.parameters = parameterCount(*m_networks->net);
    started.discriminatorParameters = parameterCount(*m_networks->discriminator);
    started.stepFlops = stepFlops(forwardCost(m_recipe.model), m_recipe);
    for (std::size_t i = 0; i < m_cache->size(); ++i) {
        started.trainFaces += m_cache->face(i).split == Split::Train;
        started.validationFaces += m_cache->face(i).split == Split::Validation;
    }
    tell(started);
}

void TrainingRun::callJudges(const LossOptions& losses) {
    if (losses.lpips > 0 && !m_trainStep->hasLpips()) m_trainStep->setLpips(loadLpips(m_device));
    if (m_trainStep->hasJudge() || !needsFaceNet(losses)) return;
    const int people = static_cast<int>(m_people.size());
    m_trainStep->setJudge(std::make_shared<FaceJudge>(*m_cache, people, m_device, m_stop));
}

DataOptions TrainingRun::loaderOptions(Stage stage) const {
    DataOptions options = m_recipe.data;
    if (stage == Stage::Detail) options.warp = 0;
    return options;
}

}  // namespace visagist
