#include "ui/pages/checkpoints_page.h"

#include <QAction>
#include <QComboBox>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QTableView>

#include "core/store/run_table.h"
#include "core/store/safetensors.h"
#include "ui/bridge/retire_job.h"
#include "ui/bridge/stored_sample.h"
#include "ui/bridge/translate.h"
#include "ui/models/checkpoint_list_model.h"
#include "ui/models/words.h"
#include "ui/theme/theme.h"
#include "ui/widgets/notice_bar.h"
#include "ui/widgets/sample_grid.h"

namespace visagist {

void CheckpointFilter::setRun(std::int64_t run) {
    m_run = run;
    invalidateFilter();
}

void CheckpointFilter::setText(const QString& text) {
    m_text = text.trimmed();
    invalidateFilter();
}

bool CheckpointFilter::filterAcceptsRow(int row, const QModelIndex& parent) const {
    const QModelIndex step = sourceModel()->index(row, CheckpointListModel::Step, parent);
    if (m_run && step.data(CheckpointListModel::RunRole).toLongLong() != m_run) return false;
    if (m_text.isEmpty()) return true;
    for (const int column :
         {CheckpointListModel::Step, CheckpointListModel::RunName, CheckpointListModel::Note}) {
        const QString text = sourceModel()->index(row, column, parent).data().toString();
        if (text.contains(m_text, Qt::CaseInsensitive)) return true;
    }
    return step.data(CheckpointListModel::SortRole).toString().contains(m_text);
}

void CheckpointsPage::enqueue(Task task) {
    m_tasks.push_back(std::move(task));
    if (!m_running) runNext();
}

void CheckpointsPage::runNext() {
    m_running.reset();
    m_busy->clear();
    if (m_tasks.empty() || !m_session.isOpen()) {
        m_tasks.clear();
        refreshActions();
        return;
    }
    m_running = std::move(m_tasks.front());
    m_tasks.pop_front();
    m_busy->setText(m_running->busy);
    refreshActions();
    freshJob(m_job, this);
    connect(m_job.get(), &BackgroundJob::finished, this,
            [this, path = m_session.path()](const JobOutcome& outcome) {
                const Task task = std::move(*m_running);
                const bool sameProject = m_session.path() == path;
                if (outcome.error && sameProject) {
                    if (outcome.error->code() == ErrorCode::NotFound && !task.writes && task.busy.isEmpty())
                        take({});  // nothing was ever saved
                    else
                        m_notice->tell(translated(*outcome.error), true);
                } else if (!outcome.error && sameProject && task.done) {
                    task.done(outcome.result);
                }
                runNext();
            });
    const Access access = m_running->writes ? Access::ReadWrite : Access::ReadOnly;
    m_job->start([path = m_session.project().checkpointsPath(), access, work = m_running->work](
                     std::stop_token, const BackgroundJob::Report&) {
        CheckpointStore store(path, access);
        return work(store);
    });
}

void CheckpointsPage::reload() {
    m_model->setEditable(m_session.isOpen() && !m_session.isReadOnly());
    if (!m_session.isOpen()) {
        m_tasks.clear();
        take({});
        return;
    }
    for (const Task& waiting : m_tasks) {
        if (waiting.busy.isEmpty() && !waiting.writes) return;  // the list will be read anyway
    }
    enqueue({{},
             [](CheckpointStore& store) { return std::any(store.list()); },
             [this](const std::any& list) { take(std::any_cast<std::vector<CheckpointInfo>>(list)); },
             false});
}

void CheckpointsPage::take(std::vector<CheckpointInfo> checkpoints) {
    std::map<std::int64_t, QString> names;
    try {
        if (m_session.isOpen()) {
            for (const Run& run : runs(m_session.database()))
                names[run.id] = QString::fromStdString(run.name);
        }
    } catch (const Error& error) {
        m_notice->tell(translated(error), true);
    }
    const std::int64_t keep = chosen() ? chosen()->id : 0;
    const qlonglong filtered = m_runs->currentData().toLongLong();
    {
        const QSignalBlocker quiet(m_runs);
        m_runs->clear();
        m_runs->addItem(tr("All runs"), 0);
        for (auto name = names.rbegin(); name != names.rend(); ++name)
            m_runs->addItem(name->second, static_cast<qlonglong>(name->first));
        m_runs->setCurrentIndex(std::max(0, m_runs->findData(filtered)));
    }
    m_filter->setRun(m_runs->currentData().toLongLong());
    m_model->setCheckpoints(std::move(checkpoints), std::move(names));
    m_stack->setCurrentWidget(m_model->rowCount() ? static_cast<QWidget*>(m_table) : m_empty);
    int wanted = m_filter->rowCount() ? 0 : -1;
    for (int row = 0; row < m_filter->rowCount(); ++row) {
        if (m_filter->index(row, 0).data(CheckpointListModel::IdRole).toLongLong() == keep) wanted = row;
    }
    if (wanted >= 0) m_table->selectRow(wanted);
    showChosen();
}

const CheckpointInfo* CheckpointsPage::chosen() const {
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    if (rows.isEmpty()) return nullptr;
    return m_model->find(rows.front().data(CheckpointListModel::IdRole).toLongLong());
}

void CheckpointsPage::showChosen() {
    const CheckpointInfo* checkpoint = chosen();
    for (QWidget* part : {static_cast<QWidget*>(m_facts), static_cast<QWidget*>(m_hashTitle),
                          static_cast<QWidget*>(m_hash), static_cast<QWidget*>(m_sampleTitle)}) {
        part->setVisible(checkpoint != nullptr);
    }
    if (!checkpoint) {
        m_title->setText(tr("No checkpoint chosen"));
        m_sample->setGrid({}, 0, 0);
        refreshActions();
        return;
    }
    m_title->setText(tr("Step %1").arg(stepText(checkpoint->step)));
    QString rows;
    const auto row = [&](const QString& name, const QString& value) {
        rows += QStringLiteral(
                    "<tr><td style='color:%1; padding:2px 16px 2px 0'>%2</td><td align='right'>%3</td></tr>")
                    .arg(colour(tokens().muted).name(), name.toHtmlEscaped(), value.toHtmlEscaped());
    };
    row(tr("Run"), m_model->runName(checkpoint->run));
    row(tr("Saved"),
        QLocale().toString(QDateTime::fromMSecsSinceEpoch(checkpoint->time), QLocale::ShortFormat));
    row(tr("Size"), bytesText(checkpoint->bytes));
    for (const int column : {CheckpointListModel::Generator, CheckpointListModel::Discriminator,
                             CheckpointListModel::Reconstruction, CheckpointListModel::Validation}) {
        const QModelIndex cell = m_table->selectionModel()->selectedRows(column).value(0);
        row(m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString(), cell.data().toString());
    }
    m_facts->setText(QStringLiteral("<table width='100%' cellspacing='0'>%1</table>").arg(rows));
    m_hash->setText(QString::fromStdString(checkpoint->weightsSha256));
    m_hash->setCursorPosition(0);
    showSampleOf(*checkpoint);
    refreshActions();
}

void CheckpointsPage::showSampleOf(const CheckpointInfo& checkpoint) {
    m_sampleTitle->setText(tr("Samples at step %1").arg(stepText(checkpoint.step)));
    freshJob(m_sampleJob, this);
    connect(m_sampleJob.get(), &BackgroundJob::finished, this, [this](const JobOutcome& outcome) {
        const auto sample =
            outcome.succeeded() ? std::any_cast<StoredSample>(outcome.result) : StoredSample();
        m_sample->setGrid(sample.image, sample.rows, sample.columns);
    });
    m_sampleJob->start([path = m_session.path(), run = checkpoint.run, step = checkpoint.step](
                           std::stop_token, const BackgroundJob::Report&) {
        return std::any(nearestStoredSample(path, run, step));
    });
}

void CheckpointsPage::refreshActions() {
    const bool any = chosen() != nullptr;
    const bool busy = m_running && !m_running->busy.isEmpty();
    const bool readOnly = m_session.isReadOnly();
    const bool training = !canStart(m_training.state());
    const QString none = tr("Choose a checkpoint first");
    const auto set = [&](QAction* action, const QString& tip, const QString& obstacle) {
        action->setEnabled(obstacle.isEmpty());
        action->setToolTip(obstacle.isEmpty() ? tip : obstacle);
    };
    const QString wait = busy ? m_running->busy : QString();
    const QString locked = readOnly ? tr("The project is open for reading only") : QString();
    set(m_use, tr("Load this checkpoint in Fuse"), any ? QString() : none);
    const QString notToTrain = !any ? none : training ? tr("A run is on: stop it first") : locked;
    set(m_restore, tr("Go on training from this checkpoint"), notToTrain);
    set(m_branch,
        tr("Set up a new run that starts with these weights: other options, more people, another size"),
        notToTrain);
    set(m_verify, tr("Read it whole and compare every hash"), any ? wait : none);
    set(m_export, tr("Write the averaged weights to a file that other tools read"), any ? wait : none);
    set(m_delete, tr("Delete this checkpoint"), !any ? none : readOnly ? locked : wait);
}

void CheckpointsPage::toggleStar(const QModelIndex& place) {
    if (place.column() != CheckpointListModel::Star) return;
    const QModelIndex source = m_filter->mapToSource(place);
    const CheckpointInfo* checkpoint = m_model->at(source.row());
    if (checkpoint) m_model->setData(source, !checkpoint->starred, Qt::EditRole);
}

void CheckpointsPage::restore() {
    const CheckpointInfo* checkpoint = chosen();
    if (!checkpoint || !canStart(m_training.state())) return;
    std::int64_t newest = checkpoint->step;
    for (const CheckpointInfo& other : m_model->checkpoints()) {
        if (other.run == checkpoint->run) newest = std::max(newest, other.step);
    }
    if (newest > checkpoint->step) {
        QMessageBox box(
            QMessageBox::Question, tr("Go on from step %1?").arg(stepText(checkpoint->step)),
            tr("The run went on to step %1. Curves and samples after step %2 are made anew; later "
               "checkpoints stay until newer ones take their place.")
                .arg(stepText(newest), stepText(checkpoint->step)),
            QMessageBox::NoButton, this);
        const QPushButton* go =
            box.addButton(tr("Go on from step %1").arg(stepText(checkpoint->step)), QMessageBox::AcceptRole);
        box.setDefaultButton(box.addButton(tr("Leave it"), QMessageBox::RejectRole));
        box.exec();
        if (box.clickedButton() != go) return;
    }
    TrainRequest request;
    request.project = m_session.path();
    request.resumeRun = checkpoint->run;
    request.checkpoint = checkpoint->id;
    try {
        request.recipe = currentRecipe(m_session.database(), checkpoint->run);
        m_training.start(m_makeTrainer(std::move(request)));
        Q_EMIT workspaceWanted(QStringLiteral("train"));
    } catch (const Error& error) {
        m_notice->tell(translated(error), true);
    }
}

void CheckpointsPage::verify() {
    const CheckpointInfo* checkpoint = chosen();
    if (!checkpoint) return;
    const QString step = stepText(checkpoint->step);
    enqueue(
        {tr("Checking step %1…").arg(step),
         [id = checkpoint->id](CheckpointStore& store) { return std::any(store.verify(id)); },
         [this, step](const std::any& whole) {
             if (std::any_cast<bool>(whole))
                 Q_EMIT told(tr("The checkpoint of step %1 is whole: every hash is right.").arg(step));
             else
                 m_notice->tell(
                     tr("The checkpoint of step %1 is damaged. Resuming passes it over; use an older one.")
                         .arg(step),
                     true);
         },
         false});
}

void CheckpointsPage::exportWeights() {
    const CheckpointInfo* checkpoint = chosen();
    if (!checkpoint) return;
    const QString suggested = QStringLiteral("%1-%2.safetensors")
                                  .arg(QString::fromStdString(m_session.project().name()))
                                  .arg(checkpoint->step);
    const QString folder = fromPath(m_session.path().parent_path());
    const QString name = QFileDialog::getSaveFileName(
        this, tr("Export weights"), folder + QLatin1Char('/') + suggested, tr("Safetensors (*.safetensors)"));
    if (name.isEmpty()) return;
    enqueue(
        {tr("Writing %1…").arg(name),
         [id = checkpoint->id, path = toPath(name)](CheckpointStore& store) {
             const Checkpoint loaded = store.load(id, "ema/");
             writeSafetensors(
                 path, loaded.tensors,
                 {{"format", "visagist"}, {"step", std::to_string(loaded.step)}, {"state", loaded.state}});
             return std::any();
         },
         [this, name](const std::any&) { Q_EMIT told(tr("The weights are in %1.").arg(name)); }, false});
}

void CheckpointsPage::removeChosen() {
    const CheckpointInfo* checkpoint = chosen();
    if (!checkpoint) return;
    QMessageBox box(
        QMessageBox::Question, tr("Delete the checkpoint of step %1?").arg(stepText(checkpoint->step)),
        tr("%1, step %2, %3. It cannot be brought back.")
            .arg(m_model->runName(checkpoint->run), stepText(checkpoint->step), bytesText(checkpoint->bytes)),
        QMessageBox::NoButton, this);
    if (checkpoint->starred) box.setInformativeText(tr("It is starred."));
    QPushButton* remove =
        box.addButton(tr("Delete %1").arg(bytesText(checkpoint->bytes)), QMessageBox::DestructiveRole);
    setKind(remove, "danger");
    box.setDefaultButton(box.addButton(tr("Keep it"), QMessageBox::RejectRole));
    box.exec();
    if (box.clickedButton() != remove) return;
    enqueue({tr("Deleting step %1…").arg(stepText(checkpoint->step)),
             [id = checkpoint->id](CheckpointStore& store) {
                 store.remove(id);
                 return std::any();
             },
             [this](const std::any&) { m_session.tellRunsChanged(); }, true});
}

QWidget* CheckpointsPage::middle() const { return m_table; }

void CheckpointsPage::retranslate() {
    m_restore->setText(tr("Restore…"));
    m_branch->setText(tr("Branch a new run"));
    m_use->setText(tr("Use in Fuse"));
    m_verify->setText(tr("Verify"));
    m_export->setText(tr("Export weights…"));
    m_delete->setText(tr("Delete…"));
    m_runs->setAccessibleName(tr("Run"));
    if (m_runs->count()) m_runs->setItemText(0, tr("All runs"));
    m_search->setPlaceholderText(tr("Filter by note, step or run"));
    m_search->setAccessibleName(tr("Filter by note, step or run"));
    m_table->setAccessibleName(tr("Checkpoints"));
    m_emptyText->setText(tr("No checkpoint yet. A run saves one every so many steps, and when it stops."));
    m_toTrain->setText(tr("Go to Train"));
    m_hashTitle->setText(tr("SHA-256 of the weights"));
    m_hash->setAccessibleName(tr("SHA-256 of the weights"));
    m_sample->setEmptyText(tr("No sample was made in this run yet."));
    m_sample->setTitles(sampleColumnTitles());
    m_notice->retranslate();
    m_model->retranslate();
    showChosen();
}

}  // namespace visagist
