#include "ui/pages/train_page.h"

#include <QMessageBox>
#include <QPushButton>

#include "core/base/platform.h"
#include "core/store/person_table.h"
#include "core/train/run_time.h"
#include "ui/bridge/qt_image.h"
#include "ui/bridge/retire_job.h"
#include "ui/bridge/stored_sample.h"
#include "ui/bridge/translate.h"
#include "ui/models/words.h"
#include "ui/pages/run_header.h"
#include "ui/pages/run_panel.h"
#include "ui/widgets/needs_panel.h"
#include "ui/widgets/notice_bar.h"
#include "ui/widgets/options_form.h"
#include "ui/widgets/plot_panel.h"
#include "ui/widgets/samples_panel.h"

namespace visagist {

namespace {

constexpr int kMostWarnings = 2;  // in the bar; the others are in its tooltip

std::map<std::string, MetricSeries> readCurves(const std::filesystem::path& path, std::int64_t run,
                                               const std::stop_token& stop) {
    const Project project = Project::open(path, Access::ReadOnly);
    std::map<std::string, MetricSeries> curves;
    for (const std::string& name : metricNames(project.database(), run)) {
        if (stop.stop_requested()) throw Error(ErrorCode::Cancelled, VISAGIST_TEXT("Cancelled."));
        curves.emplace(name, MetricSeries(metric(project.database(), run, name)));
    }
    return curves;
}

}  // namespace

void TrainPage::projectChanged() {
    m_blocking.clear();
    m_branch.reset();
    m_notice->tell({}, false);
    m_runs->choose(std::nullopt);
    reloadRuns();
    const Run* newest = m_runs->runs().at(0);
    m_runs->choose(newest ? std::optional(newest->id) : std::nullopt);
    showChosenRun();
}

void TrainPage::reloadRuns() {
    std::vector<Run> all;
    try {
        if (m_session.isOpen()) all = runs(m_session.database());
    } catch (const Error& error) {
        m_notice->tell(translated(error), true);
    }
    m_runs->runs().setRuns(std::move(all));
    m_runs->runs().setActive(activeRun(), m_training.state(), m_training.progress().step);
}

std::optional<std::int64_t> TrainPage::activeRun() const {
    if (!isActive(m_training.state()) || !m_training.run()) return {};
    return m_training.run()->run;
}

bool TrainPage::showsActiveRun() const { return activeRun() && activeRun() == m_runs->chosen(); }

void TrainPage::showChosenRun() {
    m_plots->clear();
    m_samples->clear();
    const auto run = m_runs->chosen();
    try {
        m_form->setRecipe(run ? currentRecipe(m_session.database(), *run) : m_draft);
        if (run) {
            showHistory();
            loadCurves(*run);
            std::vector<std::int64_t> steps;
            for (const SampleInfo& sample : visagist::samples(m_session.database(), *run))
                steps.push_back(sample.step);
            m_samples->setSteps(std::move(steps));
        }
    } catch (const Error& error) {
        m_notice->tell(translated(error), true);
    }
    refreshLock();
    refreshHeader();
    followAugmentation();
    forgetTime();
    m_adviceTimer.start(0);
}

void TrainPage::showHistory() {
    const auto run = m_runs->chosen();
    if (!run || !m_session.isOpen()) return;
    try {
        const std::vector<Event> happened = events(m_session.database(), *run);
        const std::vector<OptionChange> changes = optionChanges(m_session.database(), *run);
        m_runs->history().setHistory(happened, changes);
        m_plots->plot().setMarks(RunHistoryModel::marks(happened, changes));
    } catch (const Error& error) {
        m_notice->tell(translated(error), true);
    }
}

void TrainPage::loadCurves(std::int64_t run) {
    m_sinceLoad.clear();
    m_loadedRun = run;
    freshJob(m_curveJob, this);
    connect(m_curveJob.get(), &BackgroundJob::finished, this, [this, run](const JobOutcome& outcome) {
        if (m_loadedRun != run || outcome.cancelled()) return;
        if (outcome.error) {
            m_notice->tell(translated(*outcome.error), true);
        } else {
            m_plots->setHistory(std::any_cast<std::map<std::string, MetricSeries>>(outcome.result));
            for (const auto& [step, values] : m_sinceLoad) m_plots->append(step, values);
        }
        m_loadedRun = 0;
        m_sinceLoad.clear();
    });
    m_curveJob->start([path = m_session.path(), run](std::stop_token stop, const BackgroundJob::Report&) {
        return std::any(readCurves(path, run, stop));
    });
}

void TrainPage::loadSample(std::int64_t step) {
    m_wantedSample = step;
    if (!m_sampleJob || !m_sampleJob->isRunning()) readWantedSample();
}

void TrainPage::readWantedSample() {
    const auto run = m_runs->chosen();
    if (!m_wantedSample || !run) return;
    const std::int64_t step = *m_wantedSample;
    m_wantedSample.reset();
    freshJob(m_sampleJob, this);
    connect(m_sampleJob.get(), &BackgroundJob::finished, this, [this, run, step](const JobOutcome& outcome) {
        if (outcome.succeeded() && m_runs->chosen() == run) {
            const auto sample = std::any_cast<StoredSample>(outcome.result);
            m_samples->showSample(step, sample.image, sample.rows, sample.columns);
        }
        readWantedSample();  // the newest wish of those made meanwhile
    });
    m_sampleJob->start(
        [path = m_session.path(), run = *run, step](std::stop_token, const BackgroundJob::Report&) {
            return std::any(storedSample(path, run, step));
        });
}

void TrainPage::askAdvice() {
    if (!m_session.isOpen()) return;
    if (m_adviceJob && m_adviceJob->isRunning()) {  // ask again when it is done
        m_adviceTimer.start(kAdviceDelay);
        return;
    }
    freshJob(m_adviceJob, this);
    connect(m_adviceJob.get(), &BackgroundJob::finished, this, [this](const JobOutcome& outcome) {
        if (outcome.succeeded())
            showAdvice(std::any_cast<StartAdvice>(outcome.result));
        else if (!outcome.cancelled())
            m_notice->tell(translated(*outcome.error), true);
    });
    m_adviceJob->start(
        [path = m_session.path(), recipe = m_form->recipe()](std::stop_token, const BackgroundJob::Report&) {
            return std::any(adviseStart(path, recipe));
        });
}

void TrainPage::showAdvice(const StartAdvice& advice) {
    m_blocking = advice.blocking;
    m_needs->setMemory(advice.memoryBytes, static_cast<std::int64_t>(totalMemoryBytes()));
    if (!isActive(m_training.state()) && !m_runs->chosen()) {
        QStringList sentences;
        for (const Message& message : advice.blocking) sentences << translated(message);
        for (const Message& message : advice.warnings) sentences << translated(message);
        m_notice->setToolTip(sentences.join(QLatin1Char('\n')));
        m_notice->tell(sentences.mid(0, kMostWarnings).join(QLatin1Char(' ')), !advice.blocking.empty());
    }
    refreshLock();
    refreshHeader();
}

void TrainPage::forgetTime() {
    if (m_timeJob) freshJob(m_timeJob, this);
    m_needs->setTime(NeedsPanel::Time::Unknown);
}

void TrainPage::measureTime() {
    freshJob(m_timeJob, this);
    connect(m_timeJob.get(), &BackgroundJob::finished, this, [this](const JobOutcome& outcome) {
        if (outcome.succeeded())
            return m_needs->setTime(NeedsPanel::Time::Known, std::any_cast<RunTime>(outcome.result).seconds);
        m_needs->setTime(NeedsPanel::Time::Unknown);
        if (!outcome.cancelled()) m_notice->tell(translated(*outcome.error), true);
    });
    m_needs->setTime(NeedsPanel::Time::Measuring);
    m_timeJob->start([path = m_session.path(), recipe = m_form->recipe()](std::stop_token stop,
                                                                          const BackgroundJob::Report&) {
        return std::any(measureRunTime(path, recipe, /*people=*/{}, stop));
    });
}

/// Whether steps may be tried: none are made beside a run.
bool TrainPage::mayTry() const {
    return !isActive(m_training.state()) && m_session.isOpen() && m_blocking.empty();
}

void TrainPage::refreshLock() {
    const bool active = isActive(m_training.state());
    m_form->setLock(active             ? OptionsForm::Lock::Running
                    : m_runs->chosen() ? OptionsForm::Lock::Network
                                       : OptionsForm::Lock::Nothing);
    m_runs->setNewEnabled(!active);
    if (active) forgetTime();  // it would measure beside the run
    m_needs->setMayMeasure(mayTry(), active ? tr("The run that is on says how long it takes.")
                                            : tr("A run could not start like this."));
    followRateTest();
}

QString TrainPage::newRunTitle() const {
    if (!m_branch) return tr("New run");
    const Run* from = m_runs->runs().run(m_branch->run);
    const QString name = from ? QString::fromStdString(from->name) : tr("a run that was deleted");
    return tr("New run, from step %1 of %2").arg(stepText(m_branch->step), name);
}

void TrainPage::refreshHeader() {
    const RunState state = m_training.state();
    const Run* run = m_runs->chosen() ? m_runs->runs().run(*m_runs->chosen()) : nullptr;
    RunHeader::Facts facts{.state = state, .isActiveRun = showsActiveRun(), .resumes = run != nullptr};
    facts.title = run ? QString::fromStdString(run->name) : newRunTitle();
    if (facts.isActiveRun) {
        const Progress& progress = m_training.progress();
        QStringList people;
        for (const std::string& person : m_training.run()->people) people << QString::fromStdString(person);
        facts.people = people.join(tr(", "));
        facts.fraction = progress.fraction;
        const QString percent = tr("%1 %").arg(static_cast<int>(progress.fraction * 100));
        facts.detail =
            progress.step ? tr("%1, %2 left").arg(percent, durationText(progress.remainingSeconds)) : percent;
    } else if (run) {
        // A run that ended by its time limit has made all the steps it will.
        const bool done = run->end == RunEnd::Completed;
        const std::int64_t steps = std::max<std::int64_t>(1, done ? run->step : m_form->recipe().train.steps);
        facts.fraction = std::min(1.0, static_cast<double>(run->step) / static_cast<double>(steps));
        facts.detail = tr("step %1 of %2").arg(stepText(run->step), stepText(steps));
    }
    if (!m_session.isOpen())
        facts.whyNotStart = tr("No project is open");
    else if (m_session.isReadOnly())
        facts.whyNotStart = tr("The project is open for reading only");
    else if (run && run->step >= m_form->recipe().train.steps)
        facts.whyNotStart = tr("This run has made all its steps. Raise Steps to go on.");
    else if (!m_blocking.empty())
        facts.whyNotStart = translated(m_blocking.front());
    m_header->setFacts(facts);
    m_runs->runs().setActive(activeRun(), state, m_training.progress().step);
}

bool TrainPage::consentGiven() {
    QStringList names;
    std::vector<std::int64_t> asked;
    for (const Person& person : people(m_session.database())) {
        if (person.consent != Consent::Unknown || person.faces == 0) continue;
        names << QString::fromStdString(person.name);
        asked.push_back(person.id);
    }
    if (names.isEmpty()) return true;
    if (m_askConsent ? !m_askConsent(names) : false) return false;
    if (!m_askConsent) {
        QMessageBox box(QMessageBox::Question, tr("Train on people without a recorded consent?"),
                        tr("No consent is recorded for: %1.").arg(names.join(tr(", "))),
                        QMessageBox::NoButton, this);
        box.setInformativeText(
            tr("Train on these faces only if the people agreed to it. The answer is kept in the project."));
        const QPushButton* train = box.addButton(tr("They agreed: train"), QMessageBox::AcceptRole);
        box.setDefaultButton(box.addButton(tr("Do not train"), QMessageBox::RejectRole));
        box.exec();
        if (box.clickedButton() != train) return false;
    }
    for (const std::int64_t id : asked) setConsent(m_session.database(), id, Consent::Asked);
    m_session.tellFacesChanged();
    return true;
}

void TrainPage::start() {
    if (!canStart(m_training.state()) || !m_session.isOpen()) return;
    try {
        if (!consentGiven()) return;
        TrainRequest request;
        request.project = m_session.path();
        request.recipe = m_form->recipe();
        if (const auto run = m_runs->chosen()) {
            request.resumeRun = run;
            const Recipe before = currentRecipe(m_session.database(), *run);
            for (const std::string& key : changedKeys(before, m_form->recipe()))
                request.changes[key] = optionText(m_form->recipe(), key);
        } else if (m_branch) {
            request.startFrom = m_branch->id;
        }
        m_notice->tell({}, false);
        m_training.start(m_makeTrainer(std::move(request)));
    } catch (const Error& error) {
        m_notice->tell(translated(error), true);
        Q_EMIT told(translated(error));
    }
}

void TrainPage::branchFrom(const CheckpointInfo& checkpoint) {
    if (isActive(m_training.state())) return;
    try {
        m_draft = currentRecipe(m_session.database(), checkpoint.run);
    } catch (const Error& error) {
        m_notice->tell(translated(error), true);
        return;
    }
    m_branch = checkpoint;
    m_runs->choose(std::nullopt);
    showChosenRun();
}

void TrainPage::started(const RunStarted& run) {
    m_branch.reset();
    reloadRuns();
    m_runs->choose(run.run);
    showChosenRun();
    m_session.tellRunsChanged();
}

void TrainPage::progressed(const Progress& progress) {
    addPoints(progress.step, progress.metrics);
    refreshHeader();
}

void TrainPage::addPoints(std::int64_t step, const std::map<std::string, double>& values) {
    if (!showsActiveRun()) return;
    m_plots->append(step, values);
    if (m_loadedRun) m_sinceLoad.emplace_back(step, values);
}

void TrainPage::sampled(const SampleGrid& sample) {
    if (showsActiveRun())
        m_samples->addSample(sample.step, qImageFrom(sample.image), sample.rows, sample.columns);
}

void TrainPage::finished(const RunOutcome& outcome) {
    if (outcome.end == RunState::Failed) {
        const QString sentence = translated(outcome.message);
        m_notice->tell(sentence, true);
        Q_EMIT told(sentence);
    } else {
        Q_EMIT told(outcome.end == RunState::Completed
                        ? tr("The run is done at step %1.").arg(stepText(outcome.step))
                        : tr("The run was saved and stopped at step %1.").arg(stepText(outcome.step)));
    }
    reloadRuns();
    showHistory();
    refreshLock();
    refreshHeader();
    m_session.tellRunsChanged();
}

}  // namespace visagist
